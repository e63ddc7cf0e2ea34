// State of a page that changes without a mutation: scroll offsets, form values, style sheets.

import { elementsIn, isFaulty } from "../elements/dom.js";

const FIELDS = new Set(["input", "select", "textarea", "option", "progress", "meter", "output"]);

const MOST_SCANNED = 500;

let fields = [];
// The elements whose style lets them scroll, and those of them whose contents are larger than they are now.
let scrollable = [];
let scrollers = [];
// How wide those were inside, beside their scroll bars, when `noteWidths` was called last.
let widths = new WeakMap();
let knownSheets = [];
let sheetChanges = 0;

// Most elements let their contents overflow and never scroll. To ask for that style takes a fifth of the time of the
// lengths. The viewport and the text of an input scroll whatever their style is.
const mayScroll = (element) =>
  getComputedStyle(element).overflowX !== "visible" ||
  FIELDS.has(element.localName) ||
  element === document.documentElement ||
  element === document.body;

const canScroll = (known) => {
  const element = known.deref();
  return (
    element !== undefined &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
  );
};

// A number of its own for each field and scroller, so that sums over them do not depend on the order in which they were
// found.
const numbers = new WeakMap();
let numbered = 0;
const numberOf = (element) => {
  let number = numbers.get(element);
  if (number === undefined) {
    numbered += 1;
    number = numbered;
    numbers.set(element, number);
  }
  return number;
};

// Elements that can scroll, which scripts move without an event before the next frame, and fields with a value.
const scan = (roots) => {
  scrollable = [];
  fields = [];
  for (const root of roots)
    for (const element of elementsIn(root)) {
      if (FIELDS.has(element.localName)) fields.push(new WeakRef(element));
      if (mayScroll(element)) scrollable.push(new WeakRef(element));
    }
  measureScrollers();
};

// Keeps the elements that are still there.
const keepConnected = (known) => {
  const found = new Map();
  for (const entry of known) {
    const element = entry.deref();
    if (element?.isConnected) found.set(element, entry);
  }
  return found;
};

// The same in some elements only, beside what is known; false where that is much.
const scanIn = (elements) => {
  let left = MOST_SCANNED;
  const tops = [...elements].filter((top) => top.isConnected);
  for (const top of tops) left -= 1 + top.getElementsByTagName("*").length;
  if (left < 0) return false;
  const [isField, isScrollable] = [keepConnected(fields), keepConnected(scrollable)];
  const add = (element) => {
    if (FIELDS.has(element.localName) && !isField.has(element)) isField.set(element, new WeakRef(element));
    if (!isScrollable.has(element) && mayScroll(element)) isScrollable.set(element, new WeakRef(element));
  };
  for (const top of tops) {
    add(top);
    for (const element of elementsIn(top)) add(element);
  }
  fields = [...isField.values()];
  scrollable = [...isScrollable.values()];
  measureScrollers();
  return true;
};

// Which elements can scroll depends on the sizes of others, too.
const measureScrollers = () => {
  scrollers = scrollable.filter(canScroll);
};

const noteWidths = () => {
  widths = new WeakMap();
  for (const known of scrollable) {
    const element = known.deref();
    if (element) widths.set(element, element.clientWidth);
  }
};

// Whether an element is among those whose style let them scroll at the mark.
const isScroller = (element) => widths.has(element);

// How far each element is scrolled inside, without the document itself, which `scrollX` and `scrollY` are.
const positions = () => {
  const page = document.scrollingElement;
  const found = new Map();
  for (const known of scrollers) {
    const element = known.deref();
    if (element && element !== page) found.set(element, [element.scrollLeft, element.scrollTop]);
  }
  return found;
};

// The elements that are scrolled otherwise inside than they were.
const scrolledSince = (was) => {
  const isElsewhere = (element) => {
    const [left, top] = was.get(element) ?? [0, 0];
    return element.isConnected && (element.scrollLeft !== left || element.scrollTop !== top);
  };
  return [...new Set([...was.keys(), ...positions().keys()])].filter(isElsewhere);
};

// Whether an element may have got a scroll bar, or lost one.
const isNarrower = (element) => {
  const width = widths.get(element);
  return width === undefined ? mayScroll(element) : element.clientWidth !== width;
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

// The fields that the last scan found, as far as they are still there.
const knownFields = function* () {
  for (const known of fields) {
    const field = known.deref();
    if (field) yield field;
  }
};

// The states of all known fields.
const fieldStates = () => new Map(Array.from(knownFields(), (field) => [field, stateOf(field)]));

// The form values as one number.
const held = () => {
  let sum = 0;
  let hash = 0;
  const add = (number) => {
    hash = (Math.imul(hash, 31) + number) | 0;
  };
  for (const field of knownFields()) {
    const [value, state] = stateOf(field);
    hash = numberOf(field);
    for (let i = 0; i < value.length; i += 1) add(value.charCodeAt(i));
    add(7);
    add(state);
    sum = (sum + hash) | 0;
  }
  return sum;
};

let tracedValues = null;
let heldSince = 0;

// The values of the fields as one number; some pages change them all the time, without a mutation.
const heldNow = () => {
  const now = held();
  if (now !== tracedValues) {
    tracedValues = now;
    heldSince = performance.now();
  }
  return now;
};

// For how many milliseconds the fields hold what they hold, as far as somebody looked.
const heldFor = () => {
  if (tracedValues === null) return Infinity;
  heldNow();
  return performance.now() - heldSince;
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

// The scroll ranges.
const extents = () =>
  scrollers
    .map((known) => known.deref())
    .map((element) => (element ? `${element.scrollWidth},${element.scrollHeight}` : ""))
    .join();

// The same as one number.
const offsets = () => {
  let sum = 0;
  for (const [element, [left, top]] of positions()) sum += (top * 7 + left) * numberOf(element);
  return sum;
};

export {
  extents,
  fieldStates,
  heldFor,
  heldNow,
  isNarrower,
  isScroller,
  knownFields,
  measureScrollers,
  noteWidths,
  offsets,
  positions,
  scan,
  scanIn,
  scrolledSince,
  sheets,
};
