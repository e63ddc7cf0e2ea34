// In every document from its beginning: the field that a text was entered into and that still has the focus.

import { activeElement } from "../elements/dom.js";

const FIELDS =
  "input:not([type=submit], [type=button], [type=image], [type=reset]), textarea, select, [contenteditable]";

const TEXTS =
  "input:is(:not([type]), [type=text], [type=search], [type=email], [type=url], [type=tel]), textarea, [contenteditable]";

let edited = null;

// Of what is entered, texts have a type; check boxes, lists and dates are taken over at once.
addEventListener(
  "input",
  (event) => {
    if (event.isTrusted && event.inputType) edited = event.composedPath()[0];
  },
  { capture: true, passive: true },
);
addEventListener(
  "focusout",
  () => {
    edited = null;
  },
  { capture: true, passive: true },
);

// Whether a press on an element ends the entry of a text, or takes the focus from a field of one: many pages take the text
// over, or look whether what is around the field was left, only then, and not at once.
const endsEntry = (element) => {
  const field = edited || activeElement();
  return (
    field?.isConnected === true &&
    field.matches(edited ? "*" : TEXTS) &&
    !field.contains(element) &&
    !element.matches(FIELDS)
  );
};

export { endsEntry };
