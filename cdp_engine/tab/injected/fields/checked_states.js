// The state of a check box, radio button, switch or toggle: native, by role, or by aria-pressed.

import { namedBy } from "../actions/notices.js";
import { all } from "../elements/appearance.js";
import { closest, isCheckBox, isChecked, nextFrame, words } from "../elements/dom.js";
import { disabled, isEmptyLabel } from "../elements/hit_test.js";

const ROLES = ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"];

const hasCheckedRole = (element) => ROLES.includes(element.getAttribute("role"));

// The check box, radio button, switch or toggle that an element is, or belongs to.
const checkable = (element) => {
  const named = closest(element, (at) => at.localName === "label")?.control;
  const control = element.localName === "label" && named ? named : element;
  if (isCheckBox(control)) return control;
  const custom = closest(control, hasCheckedRole);
  if (custom) return custom;
  if (named && (isCheckBox(named) || hasCheckedRole(named))) return named;
  return closest(element, (at) => at.hasAttribute("aria-pressed"));
};

const stateOf = (control) => {
  if (control.localName === "input") return control.indeterminate ? "mixed" : String(isChecked(control));
  return (
    control.getAttribute("aria-checked") ??
    control.getAttribute("aria-pressed") ??
    control.getAttribute("aria-selected") ??
    "false"
  );
};

const checked = (element) => {
  const control = checkable(element);
  if (!control) return { state: "" };
  const radio = control.matches("input[type=radio], [role=radio], [role=menuitemradio]");
  return { state: stateOf(control), radio };
};

// The state once it is the wanted one, or what it still is after `limit` ms (frameworks render later).
const settle = async (element, wanted, limit) => {
  const end = performance.now() + limit;
  let control = checkable(element);
  while (control && stateOf(control) !== wanted && performance.now() < end) {
    await nextFrame();
    control = checkable(element);
  }
  return control ? stateOf(control) : "";
};

const RADIOS = "input[type=radio], [role=radio]";
const GROUPS = "[role=radiogroup], fieldset";

const BOXES = "input[type=checkbox], [role=checkbox], [role=switch]";

// The radio buttons of the group that an element is, or belongs to as one of them; a check box alone; none for anything
// else.
const radiosOf = (element) => {
  if (element.matches(GROUPS)) return all(element, RADIOS);
  const control = checkable(element);
  if (control?.matches(BOXES)) return [control];
  if (!control?.matches(RADIOS)) return [];
  const group = closest(control, (at) => at.matches("[role=radiogroup]"));
  if (group) return all(group, RADIOS);
  const isOther = (one) => one.name === control.name && one.form === control.form;
  const others = control.name ? all(control.getRootNode(), "input[type=radio]").filter(isOther) : [];
  return others.includes(control) ? others : [control];
};

// What a person reads of a radio button: its label, also one beside it that says of no control that it is for it.
const labelOf = (radio) => {
  const labels = Array.from(radio.labels ?? [], (label) => label.innerText).filter(words);
  if (labels.length) return words(labels[0]);
  const named = namedBy(radio, "aria-labelledby")
    .map((one) => one.innerText)
    .join(" ");
  const beside = radio.nextElementSibling;
  const isFree = beside !== null && isEmptyLabel(beside);
  return words(
    radio.getAttribute("aria-label") ||
      named ||
      radio.innerText ||
      (isFree && beside.innerText) ||
      radio.title,
  );
};

// The choices of such a group, each with its label, its value, or its number where it says nothing, as a star.
const radioChoices = (element) => {
  const radios = radiosOf(element);
  const isMute = !radios.some((radio) => /[\p{L}\p{N}]/u.test(labelOf(radio)));
  return radios.map((radio, index) => ({
    index,
    label: isMute ? String(index + 1) : labelOf(radio),
    value: isMute ? `${index + 1} of ${radios.length}` : (radio.getAttribute("value") ?? ""),
    disabled: disabled(radio) !== null,
    selected: stateOf(radio) === "true",
  }));
};

const radioAt = (element, index) => radiosOf(element)[index] ?? null;

export { checked, radioAt, radioChoices, settle };
