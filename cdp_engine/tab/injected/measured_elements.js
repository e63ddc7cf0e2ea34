// Which elements have to be measured after a change. What is in an element that is as large as before, and in one as wide
// as before, is where it was in it: so it suffices to measure the elements around the changed parts, and their children.

import { isNarrower } from "./fingerprint.js";

// Cells depend on all of their table.
const TABLES = /table/;

// The elements around the changed parts.
const aroundAll = (roots, parents) => {
  const chain = new Set();
  for (const start of [...roots.map((root) => root.parentElement), ...parents])
    for (let at = start; at && !chain.has(at); at = at.parentElement) chain.add(at);
  return chain;
};

// The elements around the changed parts, their children, and all that is in the changed parts, each with its place among all
// elements; null where one of those around is not as wide inside as it was.
const witnesses = (roots, parents) => {
  const changed = new Set(roots);
  const chain = aroundAll(roots, parents);
  const found = new Map();
  const addAll = (top, place) => {
    found.set(top, place);
    const inside = top.getElementsByTagName("*");
    for (let at = 0; at < inside.length; at++) found.set(inside[at], place + 1 + at);
  };
  const add = (element, place) => {
    if (changed.has(element) || (chain.has(element) && TABLES.test(getComputedStyle(element).display))) {
      addAll(element, place);
      return;
    }
    found.set(element, place);
    if (!chain.has(element)) return;
    let next = place + 1;
    for (const child of element.children) {
      add(child, next);
      next += 1 + child.getElementsByTagName("*").length;
    }
  };
  for (const element of chain) if (isNarrower(element)) return null;
  if (document.documentElement) add(document.documentElement, 0);
  return found;
};

export { witnesses };
