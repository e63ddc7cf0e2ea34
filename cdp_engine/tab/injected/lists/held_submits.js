// While a list is opened, or a choice is taken by Enter, no form is sent.
import { activeElement } from "../elements/dom.js";
import { listControl } from "./list_field.js";

// For a moment the form is not sent by the button itself, which is pressed in search of its list.
const holdOwnSubmit = (element) => {
  const control = listControl(element);
  const stop = (event) => {
    if (event.submitter !== control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("submit", stop, true);
  setTimeout(() => removeEventListener("submit", stop, true), HELD_MOST_MS);
  return true;
};

const HELD_MS = 200;
const HELD_MOST_MS = 2000;
const SENDERS = "button[type=submit], button:not([type]), input[type=submit], input[type=image]";

// Whether a click is the one by which Enter in a field sends its form: on the form's button, which has no focus.
const sendsForm = ({ isTrusted, detail, target }) =>
  isTrusted && detail === 0 && target.matches?.(SENDERS) && target !== activeElement();

// Until the next key has gone up no form is sent: Enter in a field of a list chooses, and nothing else.
const holdSubmit = () => {
  const stop = (event) => {
    if (event.type === "click" && !sendsForm(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const end = () => {
    for (const type of ["submit", "click"]) removeEventListener(type, stop, true);
    removeEventListener("keyup", soon, true);
  };
  const soon = () => setTimeout(end, HELD_MS);
  for (const type of ["submit", "click"]) addEventListener(type, stop, true);
  addEventListener("keyup", soon, true);
  setTimeout(end, HELD_MOST_MS);
  return true;
};

export { holdOwnSubmit, holdSubmit };
