// What was on the screen before a custom list opened: whatever shows later belongs to the list.

import { all, drawnTest, shown } from "../elements/appearance.js";
import { allElementsIn, closest, lineage } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { hangingList } from "./hanging_boxes.js";
import { isTextField, listControl } from "./list_field.js";

const LEVELS = 6;
const OTHERS = "[role=combobox], [role=listbox], [aria-haspopup=listbox], select";

let before = new WeakSet();
let remembered = false;
let stands = false;

// The options in the own box of an open list, or always on the screen below a field, as in a dialog to choose from, and that no list
// names; none where another field may have them.
const standingOptions = (control) => {
  const own = control.getAttribute("aria-expanded") === "true" ? all(control, "[role=option]") : [];
  if (own.some(shown)) return own;
  for (const at of Array.from(lineage(control)).slice(1, LEVELS + 1)) {
    if (at === document.body || at === document.documentElement) break;
    const options = all(at, "[role=option]").filter((one) => !isIn(control, one) && shown(one));
    if (!options.length) continue;
    const apart = (one) => one !== control && !isIn(one, control) && !isIn(control, one);
    return all(at, OTHERS).some(apart) ? [] : options;
  }
  return [];
};

// Notes what is on the screen; nothing where the list is open already.
const noteShown = (element, isOpen) => {
  before = new WeakSet();
  remembered = !isOpen;
  const control = listControl(element);
  const options = standingOptions(control);
  stands = options.length > 0;
  if (isOpen) return;
  const seen = drawnTest();
  const faded = (one) => !one.checkVisibility({ opacityProperty: true });
  // A list that the text of its field has opened.
  const open = isTextField(control) && control.value ? hangingList(control, control.value) : null;
  const standing = new Set(options.flatMap((one) => [one, ...all(one, "*")]));
  for (const one of allElementsIn(document))
    if (seen(one) && !faded(one) && !open?.contains(one) && !standing.has(one)) before.add(one);
};

const wasShown = (element) => before.has(element);
const cameWithList = (element) => !wasShown(element);

const SEARCHED =
  "[role=combobox], [role=searchbox], [type=search], [aria-autocomplete=list], [aria-autocomplete=both]";

// The only field of a list that came as its button was pressed: that may offer nothing until something is typed.
const searchThatCame = () => {
  const came = remembered ? all(document, SEARCHED).filter((one) => cameWithList(one) && shown(one)) : [];
  return came.length === 1 ? came[0] : null;
};

// Whether an element is one of the options that are always on the screen below the field, drawn again or not.
const isStanding = (element) => stands && element.matches("[role=option]") && !wasShown(element);

// Whether an element is in a part of the page that a dialog around the control has put out of use.
const isBehind = (element, control) => {
  if (!closest(control, (at) => at.matches("[role=dialog], dialog"))) return false;
  const unused = (at) => at.inert || at.getAttribute("aria-hidden") === "true";
  return closest(element, (at) => at !== element && unused(at) && !isIn(at, control)) !== null;
};

export { cameWithList, isBehind, isStanding, noteShown, searchThatCame, wasShown };
