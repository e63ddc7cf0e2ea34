// The state of a check box, radio button, switch or toggle: native, by role, or by aria-pressed.

import { all, shown } from "../elements/appearance.js";
import { isCheckBox, isChecked } from "../elements/check_boxes.js";
import { closest, parentOf, words } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";

const OTHER_CONTROLS = "button, select, textarea, a[href], input:not([type=checkbox], [type=radio])";
const ROLES = ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"];

const hasCheckedRole = (element) => ROLES.includes(element.getAttribute("role"));

// What may show by a class alone that it is on: `t-switch t-is-checked`.
const SWITCHED = "[role=switch], [role=checkbox], [role=radio]";
const CHECKED = /(?<!(?:^|[-_\s])(?:in|no|non|not|pre|un)[-_])(?<=^|[-_\s])checked(?=\s|$)/i;

const ITEMS = "[role=option], [role=treeitem]";
const BOXES = "input[type=checkbox], [role=checkbox]";
const NESTED = "[role=option], [role=treeitem], [role=group]";

// The check box that an option or an item of a tree draws for itself; null for none, or where it has several.
const boxOfItem = (element) => {
  const item = closest(element, (at) => at.matches(ITEMS));
  if (!item || isCheckBox(element)) return null;
  const isOwn = (box) => closest(box, (at) => at !== box && at.matches(NESTED)) === item;
  const boxes = all(item, BOXES).filter(
    (box) => isOwn(box) && !closest(parentOf(box), (at) => at.matches("[role=checkbox]")),
  );
  return boxes.length === 1 ? boxes[0] : null;
};

// The label that a press on an element is one for: on another control in it, it is not.
const labelAround = (element) => {
  const found = closest(element, (at) => at.localName === "label" || at.matches(OTHER_CONTROLS));
  return found?.localName === "label" ? found : null;
};

// The check box, radio button, switch or toggle that an element is, or belongs to.
const checkable = (element) => {
  const named = labelAround(element)?.control;
  const control = element.localName === "label" && named ? named : element;
  if (isCheckBox(control)) return control;
  const custom = closest(control, hasCheckedRole);
  if (custom?.hasAttribute("aria-checked")) return custom;
  if (custom) return boxOfItem(custom) ?? custom;
  if (named && (isCheckBox(named) || hasCheckedRole(named))) return named;
  return closest(element, (at) => at.hasAttribute("aria-pressed"));
};

const shownState = (control) => {
  if (control.localName === "input") return control.indeterminate ? "mixed" : String(isChecked(control));
  return (
    control.getAttribute("aria-checked") ??
    control.getAttribute("aria-pressed") ??
    control.getAttribute("aria-selected") ??
    String(control.matches(SWITCHED) && CHECKED.test(control.getAttribute("class") ?? ""))
  );
};

let noted = null;

const LEVELS = 12;

// Notes where the control of an element is, as the page may draw another one in its place once it is pressed.
const notePlace = (element, control) => {
  const route = [];
  for (let at = control; parentOf(at) && route.length < LEVELS; at = parentOf(at))
    route.push([parentOf(at), Array.from(parentOf(at).children).indexOf(at)]);
  noted = { element, control, route, said: control.getAttribute("aria-checked") };
};

const saysSame = (one, other) =>
  words(one.textContent) !== "" && words(one.textContent) === words(other.textContent);

// A control, or the one that the page has drawn in its place since it was noted: alone in the same box, or in
// one that says the same in place of one around it, as a row that is drawn again.
const nowOf = (control) => {
  if (control?.isConnected !== false || noted?.control !== control) return control;
  const start = noted.route.findIndex(([parent]) => parent.isConnected);
  if (start < 0) return control;
  const [parent, index] = noted.route[start];
  const gone = noted.route[start - 1]?.[0] ?? control;
  const fresh = parent.children[index];
  const alone = start === 0 && all(parent, BOXES).length === 1;
  if (!fresh || !(alone || saysSame(gone, fresh))) return control;
  let drawn = fresh;
  for (const [, at] of noted.route.slice(0, start).reverse()) drawn = drawn?.children[at];
  return drawn?.matches(BOXES) && drawn.localName === control.localName ? drawn : control;
};

const checked = (element) => {
  const control = checkable(element);
  if (!control) return { state: "" };
  notePlace(element, control);
  const radio = control.matches("input[type=radio], [role=radio], [role=menuitemradio]");
  return { state: shownState(control), radio };
};

// The control of an element, or the one noted for it: a label that was removed does not know its control any more.
const controlOf = (element) => {
  const now = checkable(element);
  return now || element.isConnected || noted?.element !== element ? now : noted.control;
};

// The state of a control, also as it says itself since it was noted: the box behind a drawn one may lag behind it.
const stateNow = (control, wanted) => {
  const said = control.getAttribute("aria-checked");
  return said === wanted && noted?.said && noted.said !== wanted ? wanted : shownState(control);
};

// The state once it is the wanted one, or what it still is after `limit` ms (frameworks render later).
const settle = async (element, wanted, limit) => {
  const read = () => {
    const control = nowOf(controlOf(element));
    return control ? stateNow(control, wanted) : null;
  };
  return (await seenWithin(limit, read, (state) => state === null || state === wanted)) ?? "";
};

const WITH_PARTS = "[role=checkbox], [role=radio], [role=switch], [aria-pressed]";
const CONTROLS = "a, button, input, select, textarea, [role]";

const isPressable = (element) => getComputedStyle(element).cursor === "pointer" && shown(element);

// The only part of such a control that shows the hand; null where the control itself does, or none or several do. A control in it
// is another one.
const pressablePart = (element) => {
  const control = checkable(element);
  if (!control?.matches(WITH_PARTS) || isPressable(control)) return null;
  const parts = all(control, "*").filter((one) => isPressable(one) && !isPressable(parentOf(one)));
  return parts.length === 1 && !parts[0].matches(CONTROLS) ? parts[0] : null;
};

export { boxOfItem, checkable, checked, pressablePart, settle, shownState };
