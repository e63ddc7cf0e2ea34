// Keeps a text that is inserted into a field out of every other one: some pages move the focus in a later task.

import { activeElement, describe } from "../elements/dom.js";

let guard = null;

// The element that would have got the text instead since `guardText`; null where none would. Ends the guard.
const strayedTo = () => {
  const strayed = guard?.strayed ?? null;
  if (guard) removeEventListener("beforeinput", guard.stop, true);
  guard = null;
  return strayed;
};

// From now on, until `strayedTo`, no text is inserted while `keeps` says that the field has lost the focus.
const guardText = (keeps) => {
  strayedTo();
  const stop = (event) => {
    if (keeps()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const active = activeElement();
    own.strayed = active ? describe(active) : "nothing";
  };
  const own = { stop, strayed: null };
  guard = own;
  addEventListener("beforeinput", stop, true);
};

export { guardText, strayedTo };
