// The box that takes the pointer for a read-only text field which ignores it, as those of lists and calendars do.

import { lineage, parentOf } from "./dom.js";

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

export { isBoxOf };
