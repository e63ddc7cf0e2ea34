// Keeps a text that is inserted into a field out of every other one: some pages move the focus in a later task.

import { activeElement, describe, oncePerDocument } from "../elements/dom.js";

let guard = null;

const stop = (event) => {
  if (!guard || guard.keeps()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const active = activeElement();
  guard.strayed = active ? describe(active) : "nothing";
};

// One listener that stays: a new one for each field would make the page's listeners look changed.
const listen = oncePerDocument(() => addEventListener("beforeinput", stop, true));

// From now on, until `strayedTo`, no text is inserted while `keeps` says that the field has lost the focus.
const guardText = (keeps) => {
  listen();
  guard = { keeps, strayed: null };
};

// The element that would have got the text instead since `guardText`; null where none would. Ends the guard.
const strayedTo = () => {
  const strayed = guard?.strayed ?? null;
  guard = null;
  return strayed;
};

export { guardText, strayedTo };
