// What the field of a calendar holds once a day, or several, were chosen there.

import { nextFrame, shownValue, words } from "../elements/dom.js";
import { listControl } from "../lists/list_field.js";
import { DATE_FORMS, dateIn, monthNames } from "./calendars.js";

const TAKES_MS = 700;

// What a field holds once it is that day, or after a moment, and whether it is.
const dayHeld = async (element, date) => {
  const end = performance.now() + TAKES_MS;
  const [year, month, day] = date.split("-").map(Number);
  const numbers = [year % 100, month, day].sort().join();
  const names = monthNames();
  for (;;) {
    const control = listControl(element);
    const value = shownValue(control) || words(control.innerText);
    const given = (value.match(/\d+/g) || []).map((one) => Number(one) % 100);
    const matches = dateIn(value, names) === date || (given.length === 3 && given.sort().join() === numbers);
    if (matches || performance.now() > end) return { value, matches };
    await nextFrame();
  }
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
const daysHeld = async (element, dates) => {
  const end = performance.now() + TAKES_MS;
  const sorted = (list) => [...list].sort().join();
  const names = monthNames();
  const written = sorted(dates.flatMap((date) => date.split("-")).map((one) => Number(one) % 100));
  for (;;) {
    const control = listControl(element);
    const value = shownValue(control) || words(control.innerText);
    const named = datesIn(value, names);
    const numbers = sorted((value.match(/\d+/g) || []).map((one) => Number(one) % 100));
    const matches = sorted(named) === sorted(dates) || numbers === written;
    if (matches || performance.now() > end)
      return { value, matches: matches || (named.length ? false : null) };
    await nextFrame();
  }
};

export { dayHeld, daysHeld };
