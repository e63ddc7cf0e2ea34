// The box that takes the pointer for what ignores it: for a read-only text field, as those of lists and calendars do, and
// for the check box of an item.

import { closest, lineage, parentOf } from "./dom.js";

const FIELDS =
  "input:not([type=hidden]), textarea, select, [role=combobox], [role=textbox], a[href], button, [role=button]";
const BORDERS = "body, form, fieldset, dialog, table, tr, td, main, section, [role=dialog], [role=group]";
const LEVELS = 4;
const TALLEST_PX = 96;
const OFF = /(^|[-_])disabled$/i;

// Whether it, or a box close around it, says by its class or state that it is switched off.
const isSwitchedOff = (element) => {
  let up = 0;
  for (const at of lineage(element)) {
    if (up++ > LEVELS || at.matches(BORDERS)) return false;
    const said = at.getAttribute("aria-disabled") === "true";
    if (said || Array.from(at.classList).some((name) => OFF.test(name))) return true;
  }
  return false;
};

// Whether what was hit is the box close around such a field, and holds nothing else to press or fill in.
const isBoxOf = (field, hit) => {
  if (!field.matches("input[readonly]") || getComputedStyle(field).pointerEvents !== "none") return false;
  let up = 0;
  for (let at = parentOf(field); at !== hit; at = parentOf(at)) if (!at || up++ > LEVELS) return false;
  if (hit.matches(BORDERS) || hit.getBoundingClientRect().height > TALLEST_PX) return false;
  return !isSwitchedOff(field) && Array.from(hit.querySelectorAll(FIELDS)).every((other) => other === field);
};

const CELLS = "td, th, [role=gridcell], [role=columnheader]";
const ITEMS = `[role=treeitem], [role=option], [role=menuitemcheckbox], ${CELLS}`;

// Whether what was hit is the item whose check box ignores the pointer, as those of trees do, or the cell that holds nothing
// else: that takes the press.
const isItemOf = (box, surface, hit) => {
  if (getComputedStyle(surface).pointerEvents !== "none" || isSwitchedOff(box)) return false;
  const item = closest(box, (at) => at.matches(ITEMS));
  if (!item || item === box) return false;
  if (item.matches(CELLS) && item.querySelectorAll(FIELDS).length > 1) return false;
  const pressed = closest(hit, (at) => at.matches(`${ITEMS}, ${FIELDS}`));
  return pressed === item;
};

export { isBoxOf, isItemOf };
