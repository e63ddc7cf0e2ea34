// The cell of a grid: what it shows, and the editor that opens over it for a person who wants to change it.

import { complaintAbout, isMarkedInvalid } from "../actions/notices.js";
import { hasClass, isPlaced, shown } from "../elements/appearance.js";
import { activeElement, closest, describe, lineage, nextFrame, parentOf, words } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { isOnCanvas } from "../elements/hit_test.js";
import { cameWithList } from "../lists/list_before.js";

const CELLS = "td, [role~=gridcell], [role=cell]";
const GRIDS = "[role=grid], [role=treegrid]";
const TICKED = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
const EDITORS =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image]), textarea, " +
  "select, [role=combobox], [role=listbox], [role=textbox], [role=spinbutton]";
const EDITABLE = /(^|[-_])edit(able|ing)?(?=[-_]|$)/i;
const REFUSED = /(invalid|validation-?(fail|failed|error)|-error)$/i;
const COORDINATE = /^(x|y|row|col|column|cell|field)(?![a-z])/;
const NEAR = 8;
const STILL = 3;
const CHOICES = 3;
const MARKED_MS = 400;

let known = null;
let route = [];
let asked = false;
let unfocused = null;

// Cells say so by their role; those of grids without roles by what only grids give them.
const isOfGrid = (cell) =>
  cell.matches("[role~=gridcell]") ||
  closest(cell, (at) => at.matches(GRIDS)) !== null ||
  cell.hasAttribute("tabindex") ||
  hasClass(cell, EDITABLE) ||
  Object.keys(cell.dataset).some((name) => COORDINATE.test(name)) ||
  getComputedStyle(cell).cursor === "cell";

// What a cell shows, without arrows and other decoration.
const textIn = (cell) => {
  if (isOnCanvas(cell)) return words(cell.textContent);
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const parts = [];
  while (texts.nextNode()) {
    const holder = parentOf(texts.currentNode);
    const hidden = closest(holder, (at) => at === cell || at.getAttribute("aria-hidden") === "true");
    if (hidden === cell && holder.checkVisibility({ visibilityProperty: true }))
      parts.push(texts.currentNode.data);
  }
  return words(parts.join(""));
};

// The cell of the action, or the one in its place where the grid has drawn it again.
const cellNow = () => {
  if (known.isConnected) return known;
  const start = route.findIndex(([parent]) => parent.isConnected);
  if (start < 0) return null;
  let at = route[start][0];
  for (const [, index] of route.slice(0, start + 1).reverse()) at = at?.children[index];
  return at?.matches(CELLS) ? at : null;
};

// How a cell and its row are marked: a grid that makes a cell the current one marks it in another way.
const marksOf = (cell) =>
  [cell, cell.parentElement]
    .map((at) => [...(at?.attributes ?? [])].map((one) => one.value).join())
    .join("|");

// A cell as it is before it gets the focus.
const noteCell = (element) => {
  unfocused = element?.matches(CELLS) ? { cell: element, marks: marksOf(element) } : null;
};

// Whether the grid took the focus of a cell for a choice of that cell; others know only the pointer, and type into the
// cell that it chose last.
const isCurrent = async (cell) => {
  await nextFrame();
  return unfocused?.cell !== cell || (cell.isConnected && marksOf(cell) !== unfocused.marks);
};

// Makes a cell that of the action.
const followCell = (cell) => {
  known = cell;
  route = [];
  asked = false;
  for (const at of lineage(cell)) {
    const parent = at.parentElement;
    if (parent) route.push([parent, Array.prototype.indexOf.call(parent.children, at)]);
  }
};

// The cell that an element is, or lies in; from here on that of the action.
const gridCell = (element) => {
  const cell = closest(element, (at) => at.matches(CELLS));
  if (!cell || !isOfGrid(cell) || cell.querySelector(TICKED)) return { is_cell: false };
  followCell(cell);
  const read_only = cell.getAttribute("aria-readonly") === "true";
  return {
    is_cell: true,
    text: textIn(cell),
    description: describe(cell),
    drawn: isOnCanvas(cell),
    read_only,
    takes_text: cell === element && cell.isContentEditable && !cell.parentElement?.isContentEditable,
  };
};

const overlaps = (one, other) =>
  one.left < other.right + NEAR &&
  one.right > other.left - NEAR &&
  one.top < other.bottom + NEAR &&
  one.bottom > other.top - NEAR;

// The field in the cell that came as the cell was asked to be edited, or whose list is open elsewhere with the focus.
const fieldIn = (cell, active) => {
  const list = active && closest(active, (at) => at.matches("[role=listbox]"));
  const listed = list && !list.contains(cell) && !cell.contains(list);
  return (
    Array.from(cell.querySelectorAll(EDITORS)).find(
      (at) => shown(at) && (listed || (asked && cameWithList(at))),
    ) ?? null
  );
};

// The field with the focus that lies over the cell, or what came there with the focus as the cell was asked to be edited.
// Grids keep another field out of sight for the keys.
const openEditor = () => {
  const cell = cellNow();
  const active = activeElement();
  const field = cell && fieldIn(cell, active);
  if (field) return field;
  if (!cell || !active || active.contains(cell)) return null;
  if (!active.matches(EDITORS) && !active.isContentEditable && !(asked && isNewLayer(cell, active)))
    return null;
  if (!shown(active) || !active.checkVisibility({ opacityProperty: true })) return null;
  const layer = (asked && layerOf(cell, active)) || active;
  if (isOnCanvas(cell)) return asked && layer.getBoundingClientRect().height ? active : null;
  return overlaps(layer.getBoundingClientRect(), cell.getBoundingClientRect()) ? active : null;
};

// The box that came over the cell with a field in it, and with buttons beside that.
const layerOf = (cell, field) =>
  closest(field, (at) => cameWithList(at) && !at.contains(cell) && isPlaced(at));

// A list without roles, drawn over the cell.
const isNewLayer = (cell, active) =>
  cameWithList(active) &&
  !active.matches(`${TICKED}, ${CELLS}, button, a`) &&
  !closest(active, (at) => at.matches(CELLS) && at !== cell);

// Makes a cell that a canvas draws the current one of its grid, by the focus; grids take the first focus for their first
// cell. Returns whether the grid marks it.
const chooseDrawnCell = async () => {
  for (let turn = 0; turn < CHOICES; turn++) {
    cellNow()?.focus({ preventScroll: true });
    const end = performance.now() + MARKED_MS;
    while (performance.now() < end) {
      const cell = cellNow();
      if (cell?.getAttribute("aria-selected") === "true" && activeElement() === cell) return true;
      await nextFrame();
    }
  }
  return false;
};

// The editor once it is open, waited for at most `limit` ms; null where none opens.
const cellEditor = (_element, limit) => {
  asked = limit > 0;
  return seenWithin(limit, openEditor);
};

const bare = (text) => text.replace(/\s+/g, "").toLowerCase();

// What the cell shows once its editor has closed and it shows the wanted text, or another than `before` and no longer
// changes; at the latest after `limit` ms.
const cellAfter = async (_element, wanted, before, limit) => {
  const end = performance.now() + limit;
  let last = null;
  let still = 0;
  for (;;) {
    const cell = cellNow();
    const editor = openEditor();
    const open = editor !== null;
    const text = cell && !open ? textIn(cell) : null;
    const matches = text !== null && bare(text) === bare(wanted);
    still = text === last ? still + 1 : 0;
    last = text;
    const other = text !== null && text !== before && still >= STILL;
    if (matches || other || performance.now() >= end) {
      return { open, text, matches, held: editor?.value ?? null };
    }
    await nextFrame();
  }
};

// What a grid says against the value of a cell: its mark is of this value, as it judges each one that it is given.
const cellComplaint = (element) => {
  const cell = closest(element, (at) => at.matches(CELLS)) ?? (known && cellNow());
  if (!cell || !(isMarkedInvalid(cell) || hasClass(cell, REFUSED))) return "";
  return complaintAbout(cell, false) || "invalid";
};

// As `gridCell`, for a cell that was given the focus to type in it.
const cellForKeys = async (element, focused) => {
  const found = gridCell(element);
  if (!found.is_cell) return found;
  asked = true;
  return { ...found, current: focused && (openEditor() !== null || (await isCurrent(known))) };
};

export {
  bare,
  CELLS,
  cellAfter,
  cellComplaint,
  cellEditor,
  cellForKeys,
  cellNow,
  chooseDrawnCell,
  EDITORS,
  followCell,
  GRIDS,
  gridCell,
  noteCell,
  openEditor,
  textIn,
};
