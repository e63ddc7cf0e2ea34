// State of a page that changes without a mutation: scroll offsets, form values, style sheets.

import { elementOf, elementsIn, isFaulty } from "./dom.js";

const FIELDS = new Set(["input", "select", "textarea", "option", "progress", "meter", "output"]);

let scrollers = [];
let fields = [];
let knownSheets = [];
let sheetChanges = 0;

// Most elements let their contents overflow and never scroll. To ask for that style takes a fifth of the time of the
// lengths. The viewport and the text of an input scroll whatever their style is.
const mayScroll = (element) =>
  getComputedStyle(element).overflowX !== "visible" ||
  FIELDS.has(element.localName) ||
  element === document.documentElement ||
  element === document.body;

const canScroll = (element) =>
  mayScroll(element) &&
  (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth);

// Elements that can scroll, which scripts move without an event before the next frame, and fields with a value.
const scan = (roots) => {
  scrollers = [];
  fields = [];
  for (const root of roots)
    for (const element of elementsIn(root)) {
      if (FIELDS.has(element.localName)) fields.push(new WeakRef(element));
      if (canScroll(element)) scrollers.push(new WeakRef(element));
    }
};

// After changes of text only, only its ancestors can have become scrollable.
const scanAround = (nodes) => {
  const known = new Set(scrollers.map((entry) => entry.deref()));
  for (const node of nodes)
    for (let element = elementOf(node); element; element = element.parentElement)
      if (!known.has(element) && canScroll(element)) {
        known.add(element);
        scrollers.push(new WeakRef(element));
      }
};

// The value of a field, and its states that no attribute shows.
const stateOf = (field) => [
  String(field.value),
  (field.checked ? 1 : 0) +
    (field.indeterminate ? 2 : 0) +
    (field.selected ? 4 : 0) +
    (isFaulty(field) ? 8 : 0) +
    (field.files ? 16 * field.files.length : 0),
];

// The states of all known fields.
const fieldStates = () => {
  const states = new Map();
  for (const known of fields) {
    const field = known.deref();
    if (field) states.set(field, stateOf(field));
  }
  return states;
};

// The form values as one number.
const held = () => {
  let hash = 0;
  const add = (number) => {
    hash = (Math.imul(hash, 31) + number) | 0;
  };
  for (const known of fields) {
    const field = known.deref();
    if (!field) continue;
    const [value, state] = stateOf(field);
    for (let i = 0; i < value.length; i += 1) add(value.charCodeAt(i));
    add(7);
    add(state);
  }
  return hash;
};

// The style sheets, the first and last rule of each that can be read, how many these are, and whether it applies. To
// compare all rules takes long, and rules edited in place are compared where there are few (`restyledSince`).
const sheetParts = () => {
  const parts = [];
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    parts.push(sheet, sheet.disabled, sheet.media.length);
    try {
      const rules = sheet.cssRules;
      parts.push(rules.length, rules[0], rules[rules.length - 1]);
    } catch {
      parts.push(null);
    }
  }
  return parts;
};

// A number that differs once the style sheets do.
const sheets = () => {
  const now = sheetParts();
  if (now.length !== knownSheets.length || now.some((part, index) => part !== knownSheets[index]))
    sheetChanges += 1;
  knownSheets = now;
  return sheetChanges;
};

// The scroll ranges and offsets.
const extents = () =>
  scrollers
    .map((known) => known.deref())
    .map((element) => (element ? `${element.scrollWidth},${element.scrollHeight}` : ""))
    .join();

const offsets = () => {
  let sum = 0;
  scrollers.forEach((known, index) => {
    const element = known.deref();
    if (element) sum += (element.scrollTop * 7 + element.scrollLeft) * (index + 1);
  });
  return sum;
};

export { extents, fieldStates, held, offsets, scan, scanAround, sheets };
