// The forms of a page during the press of a button: whether one was taken over, and which ones opened with the press.

import { knownFields } from "../changes/fingerprint.js";
import { closest, heldValue, visible } from "../elements/dom.js";

const WRITTEN =
  "textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=button], [type=submit], [type=reset], " +
  "[type=image], [type=file], [type=password], [type=range])";
const NOT_ENTERED = /^(hidden|submit|button|image|reset|fieldset|output)$/;
// On a page with more fields, the first ones.
const MOST_WATCHED = 500;

const watchForms = (target) => {
  const shown = new Set();
  const written = new Set();
  for (const field of knownFields()) {
    if (shown.size === MOST_WATCHED) break;
    if (!field.isConnected || !visible(field)) continue;
    shown.add(field);
    if (field.matches(WRITTEN) && heldValue(field) !== "") written.add(field);
  }

  // Whether the page emptied the fields around the button: a form that is rejected keeps what was written.
  const isTaken = () => {
    const now = [...written].filter((field) => field.isConnected);
    const emptied = now.filter((field) => heldValue(field) === "");
    const box = emptied.length ? closest(target, (at) => emptied.some((field) => at.contains(field))) : null;
    return box !== null && !now.some((field) => box.contains(field) && heldValue(field) !== "");
  };

  // Returns a test whether an element stands with fields that were not there before: what a form says as it opens is not
  // about the press. One that was drawn in place of another may answer it.
  const ofNewForms = () => {
    if (shown.size === MOST_WATCHED) return () => false;
    if ([...shown].some((field) => !field.isConnected || !visible(field))) return () => false;
    return (element) => {
      let fields = [];
      const box = closest(element, (at) => {
        fields = [...at.querySelectorAll(WRITTEN), ...(at.matches(WRITTEN) ? [at] : [])].filter(visible);
        return fields.length > 0;
      });
      return box !== null && !box.contains(target) && !fields.some((field) => shown.has(field));
    };
  };

  return { isTaken, ofNewForms };
};

const pathOf = (form) => {
  try {
    return new URL(form.getAttribute("action") ?? "", document.baseURI).pathname;
  } catch {
    return ""; // no address
  }
};

// A form that does not say where it is sent is read by a script, which may know its fields by their ids alone.
const BY_SCRIPT = "form:not([action], [method])";

// The names of what a person enters into a form.
const entriesOf = (form) => {
  const byScript = form?.matches(BY_SCRIPT);
  const nameIn = (field) => field.name || (byScript ? field.id : "");
  const entered = [...(form?.elements ?? [])].filter((field) => !NOT_ENTERED.test(field.type)).map(nameIn);
  return [...new Set(entered.filter(Boolean))].slice(0, MOST_WATCHED);
};

// Where the forms of the document are sent, and what is entered into them. The path of one that a script reads is empty.
const sentForms = () =>
  [...document.querySelectorAll(`form[method=post i], ${BY_SCRIPT}`)].map((form) => ({
    path: form.matches(BY_SCRIPT) ? "" : pathOf(form),
    entries: entriesOf(form),
  }));

export { entriesOf, sentForms, watchForms };
