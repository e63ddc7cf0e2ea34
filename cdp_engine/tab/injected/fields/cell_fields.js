// A field that a grid has opened to edit one of its cells: what the cell shows once the field was left.

import { shown } from "../elements/appearance.js";
import { closest, nextFrame } from "../elements/dom.js";
import { bare, CELLS, cellNow, EDITORS, followCell, GRIDS, openEditor, textIn } from "./grid_cells.js";

const TABLES = "table, [role=grid], [role=treegrid], [role=table]";
const CHOICES = "select, input:is([type=checkbox], [type=radio])";
const CORNER = 8;
const OPEN_MS = 150;
const STILL = 3;

const isSame = (text, other) => {
  const plain = bare(text);
  if (plain === bare(other)) return true;
  const number = (of) => of.replace(/[^\d.-]/g, "");
  return /^[\d.,-]+$/.test(plain) && number(other) !== "" && Number(number(plain)) === Number(number(other));
};

// The cell that a field lies over, with the same text: grids draw some editors outside of their cells.
const cellUnder = (field) => {
  const box = field.getBoundingClientRect();
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const cell = document.elementsFromPoint(x, y).find((at) => at.matches(CELLS) && !at.contains(field));
  if (!cell) return null;
  const own = cell.getBoundingClientRect();
  return Math.abs(own.left - box.left) < CORNER && Math.abs(own.top - box.top) < CORNER ? cell : null;
};

// The cell that a field edits, from here on that of the action: `before` is what the field held first.
const cellOfField = (field, before) => {
  if (field.matches(CHOICES)) return { is_cell: false };
  const inside = closest(field, (at) => at.matches(CELLS));
  const cell = inside ?? cellUnder(field);
  if (!cell || (!inside && !isSame(before, textIn(cell)))) return { is_cell: false };
  followCell(cell);
  return { is_cell: true, text: before, entered: field.value ?? field.innerText };
};

// Whether another cell shows a text: the rows may have been sorted again.
const isElsewhere = (cell, text) => {
  const table = closest(cell, (at) => at.matches(TABLES));
  const cells = Array.from(table?.querySelectorAll(CELLS) ?? []);
  return cells.some((at) => at !== cell && bare(textIn(at)) === bare(text));
};

// Whether a field was opened to edit a cell, and is not always there: it lies over the cell, or no other cell has one.
const wasOpened = (cell, field) => {
  if (!cell.contains(field)) return true;
  const table = closest(cell, (at) => at.matches(GRIDS));
  const others = Array.from(table?.querySelectorAll(CELLS) ?? []).filter((at) => !at.contains(field));
  return others.length > 0 && !others.some((at) => at.querySelector(EDITORS));
};

// What the cell shows once its field was left with `entered`. No text where it has a field still, or is gone; it does not
// match where it shows the value `before`, and `matches` is null where it shows something else. `stuck`: a field that was
// opened to edit it is open still, with another value than before.
const cellLeft = async (field, entered, before, limit) => {
  const start = performance.now();
  let last = null;
  let still = 0;
  for (;;) {
    const cell = cellNow();
    const past = performance.now() - start;
    const open = openEditor() === field || (cell?.contains(field) && shown(field));
    if (open && past >= OPEN_MS) {
      const stuck = cell !== null && !isSame(before, entered) && wasOpened(cell, field);
      if (!stuck || past >= limit) return { open, stuck };
    }
    if (cell && !open) {
      if (Array.from(cell.querySelectorAll(EDITORS)).some(shown)) return {};
      const text = textIn(cell);
      still = text === last ? still + 1 : 0;
      last = text;
      if (bare(text) === bare(entered)) return { text, matches: true };
      const dropped = isSame(before, text) && !isSame(entered, text);
      if (still >= STILL && dropped && past >= limit) return { text, matches: false };
      if (still >= STILL && !dropped) return isElsewhere(cell, entered) ? {} : { text, matches: null };
    }
    if (past >= limit) return {};
    await nextFrame();
  }
};

export { cellLeft, cellOfField };
