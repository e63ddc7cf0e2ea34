// In every document from its beginning: the field that a text was entered into and that still has the focus.

const FIELDS =
  "input:not([type=submit], [type=button], [type=image], [type=reset]), textarea, select, [contenteditable]";

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

// Whether a press on an element ends the entry of a text: many pages take the text over only then, and not at once.
const endsEntry = (element) =>
  edited?.isConnected === true && !edited.contains(element) && !element.matches(FIELDS);

export { endsEntry };
