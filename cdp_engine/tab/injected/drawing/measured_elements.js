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

// The elements around the changed parts, their children, and all that is in the changed parts, each with its place among all
// elements; null where one of those around is not as wide inside as it was.
const witnesses = (roots, parents) => {
  const changed = new Set(roots);
  const chain = aroundAll(roots, parents);
  const found = new Map();
  const add = (element, place) => {
    if (changed.has(element) || (chain.has(element) && TABLES.test(getComputedStyle(element).display))) {
      for (const [inner, at] of within(element, place)) found.set(inner, at);
      return;
    }
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
