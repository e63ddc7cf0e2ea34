// Codes that are entered one character a field: a row of fields of one size, beside no other one. They are small, or say that
// they take one character.

import { allElementsIn, isSecret, parentOf } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { invisible } from "../elements/hit_test.js";

const LEAST = 3;
const LEVELS = 3;
const WIDEST = 100;
const LATE_MS = 400;
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const CELL = "input:not([type]), input[type=text], input[type=tel], input[type=number], input[type=password]";

const isAlike = (field, box) => {
  const { width, height, top } = field.getBoundingClientRect();
  const same =
    Math.abs(width - box.width) <= 1 && Math.abs(height - box.height) <= 1 && Math.abs(top - box.top) <= 1;
  return same && field.matches(CELL) && field.value.length <= 1;
};

const NUMBERED = /\d+\s*(?:of|\/)\s*(\d+)\s*$/i;

// Whether a field says that it takes one character: by its length, or as one of so many.
const takesOne = (field, count) =>
  field.maxLength === 1 || NUMBERED.exec(field.getAttribute("aria-label"))?.[1] === String(count);

// The fields of the code that a field belongs to, in their order; none for any other field.
const codeCellsOf = (field) => {
  if (!field.matches(CELL)) return [];
  const box = field.getBoundingClientRect();
  const isSmall = box.width <= WIDEST && box.width <= 2 * box.height;
  if (!isSmall && field.maxLength !== 1 && !NUMBERED.test(field.getAttribute("aria-label"))) return [];
  let at = parentOf(field);
  for (let up = 0; at && up < LEVELS; up++, at = parentOf(at)) {
    const found = Array.from(allElementsIn(at)).filter((one) => one.matches(FIELDS) && !invisible(one));
    if (found.length < LEAST) continue;
    return found.every((one) => isAlike(one, box) && (isSmall || takesOne(one, found.length))) ? found : [];
  }
  return [];
};

// How many fields of a code there are from a field on; 0 where it is of none.
const cellsLeft = (field) => {
  const found = codeCellsOf(field);
  return found.length && found.length - found.indexOf(field);
};

let cells = [];

// Puts the focus on a field of the code, counted from the first one that was asked for, unless the page has done so. What it
// holds is selected, so that the next key replaces it.
const focusCell = (element, index) => {
  if (index === 0) {
    const found = codeCellsOf(element);
    cells = found.slice(found.indexOf(element));
  }
  const cell = cells[index];
  if (!cell?.isConnected) return false;
  if (cell.getRootNode().activeElement !== cell) cell.focus();
  if (cell.value) cell.select();
  return cell.getRootNode().activeElement === cell;
};

// What the fields of a code hold together, once that is `wanted` or after a moment; nothing where the page took them away.
const cellsHold = async (_element, wanted) => {
  const asked = cells.slice(0, wanted.length);
  const joined = () => asked.map((cell) => cell.value).join("");
  const held = await seenWithin(LATE_MS, joined, (text) => text === wanted);
  if (!asked.every((cell) => cell.isConnected)) return { value: null, matches: null };
  const value = asked.some(isSecret) ? "•".repeat(held.length) : held;
  return { value, matches: held === wanted };
};

export { cellsHold, cellsLeft, focusCell };
