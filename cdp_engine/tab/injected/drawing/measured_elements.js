// Which elements have to be measured after a change. What is in an element that is as large as before, and in one as wide
// as before, is where it was in it: so it suffices to measure the elements around the changed parts, and their children.

import { isNarrower } from "../changes/fingerprint.js";
import { parentOf } from "../elements/dom.js";
import {
  boxAround,
  childrenOf,
  elementsBelow,
  elementsNow,
  hasShadows,
  isIn,
  placeOf,
} from "../elements/flat_tree.js";

// Cells depend on all of their table.
const TABLES = /table/;
const ROW_GROUPS = /^table-(row|header|footer)-group$/;

// The elements around the changed parts.
const aroundAll = (roots, parents) => {
  const chain = new Set();
  for (const start of [...roots.map(parentOf), ...parents])
    for (let at = start; at && !chain.has(at); at = parentOf(at)) chain.add(at);
  return chain;
};

// An element with all that is in it, and the children of one, each with its place among all elements. Without shadow trees
// the places are counted on the way, which takes less than to look them up.
const within = (top, place) => {
  if (hasShadows()) return Array.from(elementsBelow(top), (element) => [element, placeOf(element)]);
  return [top, ...top.getElementsByTagName("*")].map((element, index) => [element, place + index]);
};
const childrenAt = (element, place) => {
  if (hasShadows()) {
    const children = Array.from(childrenOf(element)).filter((child) => child.nodeType === 1);
    return children.map((child) => [child, placeOf(child)]);
  }
  let next = place + 1;
  return Array.from(element.children, (child) => {
    const at = next;
    next += 1 + child.getElementsByTagName("*").length;
    return [child, at];
  });
};

const displayOf = (element) => getComputedStyle(element).display;

// The row groups of a table that consists of rows of single cells, and the longest of its unchanged rows; null for others. A
// column is as wide in every row, and a cell as high as its row: so where the rows are as large as before, and the cells of
// the longest as wide, all cells are. Borders that cells share with those beside them may be others without that.
const plainRows = (table, isTouched) => {
  const groups = Array.from(table.children).filter(({ localName }) => localName !== "caption");
  const { display, borderCollapse } = getComputedStyle(table);
  if (display !== "table" || borderCollapse !== "separate" || table.querySelector("[colspan], [rowspan]"))
    return null;
  let longest = null;
  for (const group of groups) {
    if (!ROW_GROUPS.test(displayOf(group))) return null;
    for (const row of group.children) {
      const drawn = displayOf(row);
      if (row.localName !== "tr" || (drawn !== "table-row" && drawn !== "none")) return null;
      if (drawn === "none" || isTouched(row)) continue;
      if (row.childElementCount > (longest?.childElementCount ?? -1)) longest = row;
    }
  }
  for (const cell of longest?.children ?? []) if (displayOf(cell) !== "table-cell") return null;
  return { groups, longest };
};

// The elements around the changed parts, their children, and all that is in the changed parts, each with its place among all
// elements; null where one of those around is not as wide inside as it was.
const witnesses = (roots, parents) => {
  const changed = new Set(roots);
  const chain = aroundAll(roots, parents);
  const found = new Map();
  const isTouched = (element) => changed.has(element) || chain.has(element);
  const addAll = (element, place) => {
    for (const [inner, at] of within(element, place)) found.set(inner, at);
  };
  const addTable = (table, place) => {
    const rows = plainRows(table, isTouched);
    if (!rows) return addAll(table, place);
    found.set(table, place);
    for (const [child, at] of childrenAt(table, place)) {
      if (changed.has(child)) addAll(child, at);
      else found.set(child, at);
      if (changed.has(child) || !rows.groups.includes(child)) continue;
      for (const [row, own] of childrenAt(child, at))
        if (isTouched(row) || row === rows.longest) addAll(row, own);
        else found.set(row, own);
    }
  };
  const add = (element, place) => {
    if (changed.has(element)) return addAll(element, place);
    if (chain.has(element) && TABLES.test(displayOf(element))) return addTable(element, place);
    found.set(element, place);
    if (!chain.has(element)) return;
    for (const [child, at] of childrenAt(element, place)) add(child, at);
  };
  for (const element of chain) if (isNarrower(element)) return null;
  if (document.documentElement) add(document.documentElement, 0);
  return found;
};

// Whether texts flow around an element, or flow on in another column.
const isFlowing = (style) =>
  style.float !== "none" || style.columnCount !== "auto" || style.columnWidth !== "auto";

const ESTABLISHES = /^(flow-root|inline-block|table-cell|table-caption)|flex|grid/;

// Whether texts in an element flow around nothing outside of it, and the other way round.
const isFlowRoot = (style, parent) =>
  style.float !== "none" ||
  style.columnCount !== "auto" ||
  style.columnWidth !== "auto" ||
  /^(absolute|fixed)$/.test(style.position) ||
  ESTABLISHES.test(style.display) ||
  (/^(auto|scroll|hidden)/.test(style.overflow) && style.display === "block") ||
  /flex|grid/.test(parent);

const flowRootOf = (element) => {
  for (let at = element; boxAround(at); at = boxAround(at))
    if (isFlowRoot(getComputedStyle(at), getComputedStyle(boxAround(at)).display)) return at;
  return document.documentElement;
};

// The outermost elements within which texts flow around something, or flow on in another column, and that hold nothing of
// what has changed: as long as they are as large as before, these texts are where they were in them. Null where texts may
// flow around something that has changed: then they move though no box does. Everything that is in a changed element is
// measured, unlike what is in those with changed children, `parents`.
const flowRootsBeside = (changed, parents) => {
  const found = new Set();
  for (const element of elementsNow()) {
    const style = getComputedStyle(element);
    if (!isFlowing(style)) continue;
    const isBox = style.float === "none";
    const root = isBox ? element : flowRootOf(boxAround(element) ?? element);
    if (parents.includes(root)) return null;
    if (changed.some((one) => one !== root && isIn(root, one))) return null;
    if (!changed.some((one) => isIn(one, root))) found.add(root);
  }
  return found;
};

export { flowRootsBeside, witnesses };
