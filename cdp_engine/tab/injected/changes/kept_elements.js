// The elements of the document that match some selectors, kept in step with it: to ask again costs what has changed since,
// not what the page has. Only for selectors that an element's own tag and attributes decide, or that it only ceases to match
// while it is there.

import { allRoots } from "../elements/flat_tree.js";

const MOST_TOPS = 100;
const MOST_KEPT = 60;

// By selector: the elements that matched in each root, and those that came or have other attributes since; null where
// these are not known, or many.
const kept = new Map();

// This element came, with all in it, or has other attributes.
const elementTouched = (element) => {
  for (const known of kept.values()) {
    known.tops?.add(element);
    if (known.tops?.size > MOST_TOPS) known.tops = null;
  }
};

// Anything may have come or gone.
const anythingTouched = () => {
  for (const known of kept.values()) known.tops = null;
};

const inOrder = (one, other) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

// Take over what came or has other attributes.
const update = (known, selector) => {
  const { byRoot, tops } = known;
  known.tops = new Set();
  for (const top of tops) {
    const root = top.getRootNode();
    const found = byRoot.get(root);
    if (!found) continue;
    const now = new Set(found);
    if (top.matches(selector)) now.add(top);
    for (const element of top.querySelectorAll(selector)) now.add(element);
    if (now.size > found.length) byRoot.set(root, [...now]);
  }
};

// The elements of the document, or of a shadow root that the recorder watches, that match, in its order. What the
// recorder has not taken yet does not count.
const keptIn = (root, selector) => {
  let known = kept.get(selector);
  if (!known?.tops || known.top !== document.documentElement) {
    known = { byRoot: new WeakMap(), tops: new Set(), top: document.documentElement };
    kept.set(selector, known);
  }
  if (known.tops.size) update(known, selector);
  const before = known.byRoot.get(root);
  if (before?.length === 0) return before;
  const found =
    before && before.length <= MOST_KEPT
      ? before.filter((element) => element.getRootNode() === root && element.matches(selector)).sort(inOrder)
      : [...root.querySelectorAll(selector)];
  known.byRoot.set(root, found);
  return found;
};

// The custom elements that no script has defined yet, in the document and in open shadow roots.
const findUndefined = () => allRoots().flatMap((root) => keptIn(root, ":not(:defined)"));

export { anythingTouched, elementTouched, findUndefined, keptIn };
