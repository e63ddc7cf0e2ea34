// Marks elements that a framework handles (found by `framework_handlers.js`), and states that only scripts can read:
// focus, modal dialogs, indeterminate boxes, invalid fields, what is transparent until the pointer is over it. So are hosts of shadow roots within others, other than
// custom elements: a layout does not distinguish them from their contents. A mark is a listener for an event that
// never happens, so that one call for listeners finds them all.

import { shownByPointer } from "../drawing/hover_rules.js";
import { isFaulty } from "../elements/dom.js";
import { allRoots, placeOf } from "../elements/flat_tree.js";

const MOST = 100_000;
const FRAMES = new Set(["iframe", "frame"]);

const listen = () => {};

const MIXED = "input:indeterminate";
const INVALID = ["input:invalid", "select:invalid", "textarea:invalid"];

// A search for one tag is short; one for a state alone, or for several tags, asks every element of the document. What
// fills the screen is modal, too.
const statesIn = function* (root) {
  const modal = (root.ownerDocument ?? root).fullscreenElement ? ":modal" : "dialog:modal";
  for (const element of root.querySelectorAll(modal)) yield [element, "modal"];
  for (const box of root.querySelectorAll(MIXED))
    if (box.indeterminate === true && box.type === "checkbox") yield [box, "mixed"];
  for (const sought of INVALID)
    for (const field of root.querySelectorAll(sought)) if (isFaulty(field)) yield [field, "invalid"];
};

// A body is always the active element of its document, which need not have the focus itself: editors are such frames.
const isEdited = (body) => body?.localName === "body" && body.isContentEditable;

const focusIn = (root) => {
  const active = root.activeElement;
  if (isEdited(active)) return root.hasFocus() ? active : null;
  if (!active || /^(html|body|iframe|frame)$/.test(active.localName) || active.shadowRoot?.activeElement)
    return null;
  return root === document || root.nodeType !== 9 || root.hasFocus() ? active : null;
};

const contentOf = (frame) => {
  try {
    return frame.contentDocument;
  } catch {
    return null; // of another origin
  }
};

// The roots in the order of `framework_handlers.js`, the number of all elements, those of the wanted numbers, and hosts
// of roots within others, other than custom elements.
const walk = (numbers) => {
  const roots = [document];
  const found = [];
  const hosts = [];
  let total = 0;
  for (let next = 0; next < roots.length && total < MOST; next++) {
    // A walker takes a tenth of the time of a list of all elements.
    const walker = document.createTreeWalker(roots[next], NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element; element = walker.nextNode()) {
      if (numbers.has(total)) found.push(element);
      const inner = element.shadowRoot ?? (FRAMES.has(element.localName) ? contentOf(element) : null);
      if (inner) roots.push(inner);
      if (inner?.host && roots[next].host && !element.localName.includes("-")) hosts.push(element);
      total += 1;
    }
  }
  return { roots, total, found, hosts };
};

const statesOf = function* (root) {
  const active = focusIn(root);
  if (active) yield [active, "focused"];
  for (const element of shownByPointer(root)) yield [element, "hovered"];
  yield* statesIn(root);
};

// The elements of the document with such states, by their places among all of it, each with its state. What no slot takes
// has no place.
const statesNow = () => {
  const states = allRoots().flatMap((root) => [...statesOf(root)]);
  const placed = states.map(([element, state]) => [placeOf(element), state]);
  return placed.filter(([place]) => place >= 0);
};

let marked = [];

// Marks the elements of these numbers; false, and no framework's marks, where the document has changed since they were read.
// `total` is how many elements there were then; null where no element was read.
const markHandled = (_page, type, total, numbers) => {
  unmarkHandled();
  const walked = walk(new Set(numbers));
  const fits = total === null || walked.total === total;
  for (const root of walked.roots)
    for (const [element, state] of statesOf(root)) marked.push([element, `${type}=${state}`]);
  for (const host of walked.hosts) marked.push([host, `${type}=host`]);
  if (fits) for (const element of walked.found) marked.push([element, type]);
  for (const [element, mark] of marked) element.addEventListener(mark, listen);
  return fits;
};

// Removes the marks of `markHandled`.
const unmarkHandled = () => {
  for (const [element, mark] of marked) element.removeEventListener(mark, listen);
  marked = [];
};

export { markHandled, statesNow, unmarkHandled };
