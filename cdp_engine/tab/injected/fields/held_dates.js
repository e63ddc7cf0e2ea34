// What the field of a calendar holds once a day, or several, were chosen there.

import { all, shown } from "../elements/appearance.js";
import { lineage, shownValue, words } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { fieldsTogether, TEXT_FIELDS } from "../elements/periods.js";
import { listControl } from "../lists/list_field.js";
import { heldInBoxes } from "./boxes_of_dates.js";
import { DATE_FORMS, dateIn, monthNames } from "./calendars.js";
import { isBesideField } from "./date_dialogs.js";

const TAKES_MS = 700;
const LEVELS = 4;

// The only field in the line of a button without words: the calendar that the button opens writes there.
const fieldOfButton = (button) => {
  for (const at of Array.from(lineage(button)).slice(1, LEVELS + 1)) {
    const fields = all(at, TEXT_FIELDS).filter((one) => shown(one) && isBesideField(button, one));
    if (fields.length) return fields.length === 1 ? fields[0] : null;
  }
  return null;
};

// What the field holds that a button belongs to; nothing for a control that is a field itself, or says a number.
const heldBeside = (control) => {
  const isOwn = control.matches("input, select, textarea") || /\d/.test(control.innerText);
  const field = isOwn ? null : fieldOfButton(control);
  return field ? [shownValue(field)] : [];
};

// What a control holds, or the field that it belongs to where it is a button without words.
const heldBy = (control) => shownValue(control) || words(control.innerText) || heldBeside(control)[0] || "";

const sorted = (list) => [...list].sort().join();

// A time at the end of a text.
const CLOCK = /[T,\s]\s*\d{1,2}:\d{2}(:\d{2})?\s*([ap]\.?m\.?)?\s*$/i;

const numbersOf = (text) => (text.match(/\d+/g) || []).map((one) => Number(one) % 100);

// What a field holds once that matches, or after a moment, and whether it does; `among` other texts that may be its own.
const heldOnce = (element, matchesOf, among = () => []) => {
  const heldNow = () => {
    const control = listControl(element);
    const value = heldBy(control);
    const matches = matchesOf(value);
    const other = matches ? undefined : among(control).find((text) => matchesOf(text));
    return other === undefined ? { value, matches } : { value: other, matches: true };
  };
  return seenWithin(TAKES_MS, heldNow, ({ matches }) => matches);
};

// What the fields in the closest box around a field hold together, where there are as many of them as wanted: a period may
// have a field for each of its ends.
const heldTogether = (control, count) => {
  const found = fieldsTogether(control, count, LEVELS);
  return found ? [found.fields.map(shownValue).join(" - ")] : [];
};

// What a field holds once it is that day, or after a moment, and whether it is; at whatever time of it.
const dayHeld = (element, date) => {
  const written = sorted(numbersOf(date));
  const names = monthNames();
  const matchesOf = (value) =>
    dateIn(value, names) === date || sorted(numbersOf(value.replace(CLOCK, ""))) === written;
  // the words of a button may be the name of its picture
  return heldOnce(element, matchesOf, (control) => [...heldInBoxes(control), ...heldBeside(control)]);
};

// Whether a text that names a time names a day too: in words, or by the numbers that it begins or ends with.
const dayWritten = (text, date) => {
  const numbers = numbersOf(text);
  const written = sorted(numbersOf(date));
  return (
    dateIn(text, monthNames()) === date ||
    sorted(numbers.slice(0, 3)) === written ||
    sorted(numbers.slice(-3)) === written
  );
};

const datesIn = (text, names) => {
  const found = [];
  let left = text;
  for (const form of DATE_FORMS)
    for (let one = form.exec(left); one && dateIn(one[0], names); one = form.exec(left)) {
      found.push(dateIn(one[0], names));
      left = left.replace(one[0], " ");
    }
  return found;
};

// What a field holds once it names these days alone, or after a moment; whether it does is null where it names none.
const daysHeld = (element, dates) => {
  const written = sorted(dates.flatMap(numbersOf));
  const names = monthNames();
  const matchesOf = (value) => {
    const named = datesIn(value, names);
    if (sorted(named) === sorted(dates) || sorted(numbersOf(value)) === written) return true;
    return named.length ? false : null;
  };
  return heldOnce(element, matchesOf, (control) => [
    ...heldTogether(control, dates.length),
    ...heldBeside(control),
  ]);
};

export { dayHeld, daysHeld, dayWritten, heldOnce, numbersOf, sorted };
