// Which children of which nodes came and went since the mark.

import { around, hasShadows, placeOf } from "../elements/flat_tree.js";
import { uncertain } from "./uncertain.js";

const MOST_RECORDS = 200;
const MOST_NEW = 300;
const MOST_BLANK = 60;
const OUTSIDE =
  "head, svg, math, select, datalist, template, noscript, object, video, audio, canvas, map, textarea, iframe, title, " +
  "[contenteditable], details";
const ODD =
  "svg, math, iframe, frame, object, embed, video, audio, canvas, map, area, col, colgroup, wbr, ruby, meter, progress, " +
  "template, slot, details:not([open]), dialog, fieldset, frameset, fencedframe, title, style, link, base, meta, script, " +
  "noscript, input[type=password], input[type=file], input[type=image], [contenteditable], [slot], [popover], [inert], " +
  "[is], [data-no-ai], :modal";
// As the browser leaves out texts from what it describes.
const BLANK = /^[ \t\n\v\f\r]*$/;

let records = null;

const beginLists = () => {
  records = [];
};

const forgetLists = () => {
  records = null;
};

const listChanged = (record) => {
  if (records === null) return;
  records.push(record);
  if (records.length > MOST_RECORDS) records = null;
};

// The children of a node before its records, by undoing them; null where they do not fit.
const childrenBefore = (parent, changes) => {
  const nodes = [...parent.childNodes];
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes.toReversed()) {
    for (const node of addedNodes) {
      const at = nodes.indexOf(node);
      if (at < 0) return null;
      nodes.splice(at, 1);
    }
    const at = nextSibling
      ? nodes.indexOf(nextSibling)
      : previousSibling
        ? nodes.indexOf(previousSibling) + 1
        : nodes.length;
    if (at < 0) return null;
    nodes.splice(at, 0, ...removedNodes);
  }
  return nodes;
};

// How the children of a node are made of former ones: how many are the same at the beginning and at the end, how many
// there were, and for each of the others its former place, -1 for a new one; and the new ones.
const compared = (parent, changes, added) => {
  const before = childrenBefore(parent, changes);
  if (!before) return null;
  const now = [...parent.childNodes];
  const stayed = (was, node) => was === node && !added.has(node);
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && stayed(before[start], now[start])) start += 1;
  let end = 0;
  while (end < shorter - start && stayed(before.at(-1 - end), now.at(-1 - end))) end += 1;
  const places = new Map(before.map((node, index) => [node, index]));
  const middle = now.slice(start, now.length - end);
  const from = middle.map((node) => (added.has(node) ? -1 : (places.get(node) ?? -1)));
  return {
    report: [start, end, before.length, from],
    created: middle.filter((_, i) => from[i] < 0),
    emptied: !before.length || !now.length,
  };
};

const attributesIn = (element) =>
  [...element.attributes].flatMap((attribute) => [attribute.name, attribute.value]);

// A new node and everything in it, in the order of the document, each with the place of its parent.
const describeNew = (top, found, blank) => {
  const add = (node, parent) => {
    const { nodeType } = node;
    found.push([
      parent,
      nodeType,
      nodeType === 1 ? node.localName : "",
      nodeType === 1 ? attributesIn(node) : [],
      nodeType === 1 ? "" : node.data,
    ]);
    const place = found.length - 1;
    if (nodeType === 3 && BLANK.test(node.data)) blank.push(node);
    for (let child = node.firstChild; child; child = child.nextSibling) add(child, place);
  };
  add(top, -1);
};

const mayHost = (element) => element.localName.includes("-") || element.shadowRoot !== null;

const isOdd = (node) => {
  if (node.nodeType === 3 || node.nodeType === 8) return false;
  if (node.nodeType !== 1 || node.matches(ODD) || node.querySelector(ODD)) return true;
  if (mayHost(node)) return true;
  for (const inner of node.getElementsByTagName("*")) if (mayHost(inner)) return true;
  return false;
};

const holdsField = (node) =>
  node.nodeType === 1 &&
  (node.matches("input, select, textarea, button") ||
    node.querySelector("input, select, textarea, button") !== null);

const hasElements = ({ addedNodes, removedNodes }) =>
  [...addedNodes, ...removedNodes].some((node) => node.nodeType === 1);

// How many elements are in front of the first child that is another, and in front of those after the last one.
const elementsAround = (parent, [start, end]) => {
  const isElement = ({ nodeType }) => nodeType === 1;
  const nodes = [...parent.childNodes];
  return [start, nodes.length - end].map((stop) => nodes.slice(0, stop).filter(isElement).length);
};

// What came and went: the nodes whose children are others, how, and the new nodes in them; null where unknown. `regrouped`:
// where elements did, or where there is nothing now or was before, with the elements in front of and after what changed.
const changedLists = () => {
  if (records === null) return uncertain("too many children came and went");
  const added = new Set(records.flatMap((record) => [...record.addedNodes]));
  const byParent = new Map();
  for (const record of records) byParent.set(record.target, [...(byParent.get(record.target) ?? []), record]);
  const lists = {
    ...{ parents: [], reports: [], created: [], nodes: [], blank: [], regrouped: [], forms: false },
    removed: records.flatMap((record) => [...record.removedNodes]).filter(({ nodeType }) => nodeType === 1),
  };
  lists.forms = records.some(({ addedNodes, removedNodes }) =>
    [...addedNodes, ...removedNodes].some(holdsField),
  );
  for (const [parent, changes] of byParent) {
    if (!parent.isConnected) continue;
    let inNew = false;
    for (let at = parent; at && !inNew; at = at.parentNode) inNew = added.has(at);
    if (inNew) continue;
    if (parent.nodeType !== 1 || around(parent, OUTSIDE)) return uncertain("children of a special element");
    if (parent.shadowRoot || parent.localName === "slot" || (hasShadows() && placeOf(parent) < 0))
      return uncertain("children for slots");
    const list = compared(parent, changes, added);
    if (!list) return uncertain("children in an unknown order");
    if (list.created.some(isOdd)) return uncertain("new elements of a special kind");
    if (list.emptied || changes.some(hasElements)) {
      const [before, until] = elementsAround(parent, list.report);
      lists.regrouped.push({ parent, before, until });
    }
    lists.parents.push(parent);
    lists.reports.push(list.report);
    for (const top of list.created) {
      const nodes = [];
      describeNew(top, nodes, lists.blank);
      lists.created.push(top);
      lists.nodes.push(nodes);
    }
  }
  const total = lists.nodes.reduce((sum, nodes) => sum + nodes.length, 0);
  if (total > MOST_NEW || lists.blank.length > MOST_BLANK) return uncertain("many new elements");
  return lists;
};

export { beginLists, changedLists, forgetLists, listChanged, OUTSIDE };
