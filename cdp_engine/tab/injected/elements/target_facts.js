// The value and states of an action's target, before the action and after it, and where the focus went.

import { entriesOf } from "../actions/form_watch.js";
import { tidy } from "../actions/notices.js";
import { drawnText } from "../fields/editors.js";
import { isCheckBox, isChecked } from "./check_boxes.js";
import { activeElement, closest, isSecret, shownValue, visible } from "./dom.js";

const LONGEST_NAME = 40;
const FIELDS =
  "input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=searchbox]";
const CONTROLS = "input, select, textarea, button, a[href], [role], summary, details";
const CHOICES =
  "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch], option, [role=option]";
const BUTTONS = "button, input[type=submit], input[type=button], input[type=image], [role=button]";
const SUGGESTING =
  "[aria-autocomplete]:not([aria-autocomplete=none]), [role=combobox], [autocomplete=off], [aria-haspopup=listbox]," +
  " [type=search], [role=searchbox]";
const SUGGESTING_WORDS =
  /auto.?complete|typeahead|suggest|combo|lookup|search|city|town|address|country|place|location/i;
const FORM_LIKE = "form, fieldset, [role=form], [role=dialog], dialog";
const STATES = ["checked", "expanded", "selected", "pressed", "disabled", "current", "busy"];

// The control whose value and states count: that of a label, the <details> of a summary.
const subjectOf = (element) => {
  if (element.localName === "label" && element.control) return element.control;
  if (element.localName === "summary" && element.parentElement) return element.parentElement;
  return closest(element, (at) => at.matches(CONTROLS)) || element;
};

const statesOf = (element) => {
  const states = {};
  for (const name of STATES) {
    const said = element.getAttribute(`aria-${name}`);
    if (said !== null) states[name] = said;
  }
  if (isCheckBox(element)) states.checked = element.indeterminate ? "mixed" : String(isChecked(element));
  if (element.matches("details, dialog")) states.open = String(element.open);
  if (element.localName === "option") states.selected = String(element.selected);
  if ("disabled" in element) states.disabled = String(element.disabled);
  return states;
};

const isButton = (control) => control.matches(BUTTONS);

const kindOf = (control) => {
  if (control.matches(CHOICES)) return "choice";
  if (isButton(control)) return "button";
  if (control.matches("a[href], area[href], [role=link]")) return "link";
  return isInputField(control) ? "field" : "";
};

// Whether pressing it submits a form by itself, and whether it belongs to fields that a script may submit.
const submits = (control) =>
  control.matches("button, input") && /^(submit|image)$/.test(control.type) && control.form !== null;

const isInForm = (control) => {
  const box = control.form || closest(control, (at) => at.matches(FORM_LIKE));
  return box?.querySelector(FIELDS) != null;
};

const isInputField = (element) => element.matches(FIELDS);

// Fields that a page may autocomplete, or filter by, a moment later.
const suggests = (field) => {
  if (field.matches(SUGGESTING)) return true;
  if (!field.matches("input, textarea")) return false;
  const label = field.getAttribute("aria-label");
  return SUGGESTING_WORDS.test([field.id, field.name, field.className, field.placeholder, label].join(" "));
};

const facts = (element) => {
  if (!element) return null;
  const control = subjectOf(element);
  return {
    connected: element.isConnected,
    visible: element.isConnected && visible(element) && element.getClientRects().length > 0,
    // The checked state is reported as a state.
    value: isCheckBox(control) ? null : (drawnText(control) ?? shownValue(control)),
    secret: isSecret(control),
    states: statesOf(control),
    suggests: suggests(control),
    kind: kindOf(control),
    submits: submits(control),
    in_form: isInForm(control),
    entries: entriesOf(control.form),
    type: typeof control.type === "string" ? control.type : "",
  };
};

// A field that a framework replaced by another of the same name.
const twinOf = (element) => {
  if (!element || element.isConnected) return element;
  const id = element.id && document.getElementById(element.id);
  if (id) return id;
  const name = element.getAttribute("name");
  return (name && document.querySelector(`${element.localName}[name="${CSS.escape(name)}"]`)) || element;
};

const nameOf = (element) => {
  const said = element.getAttribute("aria-label") || element.innerText;
  const name = tidy(said || element.getAttribute("name") || element.id).slice(0, LONGEST_NAME);
  return name ? `<${element.localName}> “${name}”` : `<${element.localName}>`;
};

// `before` has the element that was focused, and the target with its control.
const focusFacts = (before) => {
  const active = activeElement();
  const moved = active !== before.focus;
  return {
    focus_moved: moved,
    focus: moved && active ? nameOf(active) : "",
    focus_is_target: active !== null && (active === before.control || active === before.target),
    focus_is_field: active !== null && isInputField(active),
  };
};

export { facts, focusFacts, isButton, subjectOf, twinOf };
