// The document as it is drawn and as a capture lists it: what an open shadow root holds is in place of the children of
// its host, and what is assigned to a slot in place of that slot's own children. Closed roots are not known here.

import { closest, parentOf } from "./dom.js";

let openRoots = [];
// Those that left the document, and may come back with their host.
const leftRoots = new WeakSet();
// The elements in this order, and the place of each, while there are shadow roots; null once they may be others.
let listed = null;

const treeTouched = () => {
  listed = null;
};

const rootOpened = (root) => {
  openRoots.push(new WeakRef(root));
  leftRoots.delete(root);
  treeTouched();
};

const hasLeft = (root) => leftRoots.has(root);

const hasShadows = () => openRoots.length > 0;

// The document and the open shadow roots in it.
const allRoots = () => {
  openRoots = openRoots.filter((known) => {
    const root = known.deref();
    if (root && !root.host.isConnected) leftRoots.add(root);
    return root?.host.isConnected;
  });
  return [document, ...openRoots.map((known) => known.deref())];
};

// Whether an element is a slot of a shadow tree, which has no box of its own unless a style sheet gives it one.
const isSlot = (element) => element.localName === "slot" && element.getRootNode() !== document;

// The nodes that are drawn in an element.
const childrenOf = (element) => {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  const assigned = element.localName === "slot" ? element.assignedNodes() : [];
  return assigned.length ? assigned : element.childNodes;
};

const listNow = () => {
  if (listed) return listed;
  const elements = [];
  const add = (element) => {
    elements.push(element);
    for (const child of childrenOf(element)) if (child.nodeType === 1) add(child);
  };
  if (document.documentElement) add(document.documentElement);
  listed = { elements, places: new Map(elements.map((element, place) => [element, place])) };
  return listed;
};

// All elements of the document, in the order of a capture.
const elementsNow = () => (hasShadows() ? listNow().elements : document.getElementsByTagName("*"));

// The place of an element in a document without shadow roots, by halves.
const placeByHalves = (wanted) => {
  const elements = document.getElementsByTagName("*");
  let first = 0;
  let last = elements.length - 1;
  while (first <= last) {
    const middle = (first + last) >> 1;
    const order = wanted.compareDocumentPosition(elements[middle]);
    if (order === 0) return middle;
    if (order & Node.DOCUMENT_POSITION_DISCONNECTED) return -1;
    if (order & Node.DOCUMENT_POSITION_PRECEDING) first = middle + 1;
    else last = middle - 1;
  }
  return -1;
};

// The place of an element among all of the document; -1 where it is not in it, or no slot takes it.
const placeOf = (element) => (hasShadows() ? (listNow().places.get(element) ?? -1) : placeByHalves(element));

// Whether an element is another one or is drawn in it.
const isIn = (outer, inner) =>
  hasShadows() ? closest(inner, (at) => at === outer) !== null : outer.contains(inner);

// The innermost element around another, itself included, that matches; null where there is none.
const around = (element, selector) =>
  hasShadows() ? closest(element, (at) => at.matches(selector)) : element.closest(selector);

// An element and all that are drawn in it.
const elementsBelow = function* (element) {
  yield element;
  for (const child of childrenOf(element)) if (child.nodeType === 1) yield* elementsBelow(child);
};

// What matches in the document and in all open shadow roots, root by root.
const findAll = (selector) => allRoots().flatMap((root) => [...root.querySelectorAll(selector)]);

// Whether what is in a state is in an element that is so as well, whatever that is; what a key presses is alone.
const ofAllAround = (state) => state === ":hover" || state === ":focus-within";

// What is in some states, by the state: `:hover`, `:active` and the states of focus, which the host of a shadow root shares
// with what is in it, and others. Without such roots one search finds all of them.
const findStates = (states) => {
  if (!hasShadows()) {
    // what has the focus matches `:focus-within` as well
    const sought = states
      .filter((state) => state === ":focus-within" || !state.startsWith(":focus"))
      .filter((state) => !ofAllAround(state) || document.documentElement?.matches(state));
    const found = sought.length ? [...document.querySelectorAll(sought.join())] : [];
    return states.map((state) => [state, new Set(found.filter((element) => element.matches(state)))]);
  }
  return states.map((state) => [state, new Set(findState(state))]);
};

const SHARED = /^:(hover|active|focus)/;

const findState = (state) => {
  if (!SHARED.test(state)) return findAll(state);
  const ofHosts = state.startsWith(":focus") ? ":focus-within" : state;
  const found = [];
  const find = (root) => {
    found.push(...root.querySelectorAll(state));
    for (const host of root.querySelectorAll(ofHosts)) if (host.shadowRoot) find(host.shadowRoot);
  };
  find(document);
  return found;
};

// The element whose box another is laid out in.
const boxAround = (node) => {
  let at = parentOf(node);
  while (at && getComputedStyle(at).display === "contents") at = parentOf(at);
  return at;
};

export {
  allRoots,
  around,
  boxAround,
  childrenOf,
  elementsBelow,
  elementsNow,
  findAll,
  findStates,
  hasLeft,
  hasShadows,
  isIn,
  isSlot,
  placeOf,
  rootOpened,
  treeTouched,
};
