// The fields of a time in the picker that opened at a field, by their names; and whether the field holds that time.

import { all, shown } from "../elements/appearance.js";
import { activeElement, closest, nextFrame, words } from "../elements/dom.js";
import { disabled } from "../elements/hit_test.js";
import { listControl } from "../lists/list_field.js";
import { ownText } from "../lists/list_value.js";
import { clockInBoxes, heldInBoxes } from "./boxes_of_dates.js";
import { partName } from "./calendar_turns.js";
import { ofCalendar } from "./calendars.js";
import { KINDS, namedCells } from "./clock_cells.js";
import { isHandle } from "./drawn_sliders.js";
import { choose, chooseOption } from "./fields.js";
import { halfOf, hourOfDay } from "./halves_of_day.js";
import { dayWritten, heldOnce } from "./held_dates.js";

const FIELDS = "input:not([type]), input[type=number], input[type=text], input[type=tel], select";
const TAKES_FOCUS_MS = 120;
const HOURS = [11, 12, 23];
const HOUR_OF_HALF = /^\s*(\d{1,2})\s*([ap])\.?m\.?\s*$/i;
const TIME = /(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?(?:\s*([ap])\.?\s?m\b\.?)?/gi;

const SLIDERS = "[role=slider], [type=range]";
const HANDLES = `${SLIDERS}, [tabindex]`;

const isFree = (field) => !field.readOnly && disabled(field) === null && shown(field);

const mostOf = (field) => Number(field.getAttribute("aria-valuemax") ?? field.getAttribute("max") ?? 0);

// The fields of a time by the ends of their ranges: an hour, and then a minute, and a second.
const byRanges = (fields) => {
  const at = fields.findIndex((one) => HOURS.includes(mostOf(one)));
  const [minute, second] = fields.slice(at + 1).filter((one) => mostOf(one) === 59);
  return at >= 0 && minute ? { hour: fields[at], minute, second } : {};
};

// What a field is called by its label, or the term of a list of terms that it is the answer to.
const labelled = (field) => {
  const term = closest(field, (at) => at.matches("dd"))?.previousElementSibling;
  const labels = [...(field.labels ?? []), ...(term?.matches("dt") ? [term] : [])];
  return labels.map((one) => words(one.textContent)).join(" ");
};

const kindsOf = (field) =>
  Object.keys(KINDS).filter((kind) =>
    KINDS[kind].test(`${partName(field)} ${labelled(field)} ${field.getAttribute("name") ?? ""}`),
  );

// The sliders of a time that came with the picker, by their kinds.
const slidersByKind = (came) => {
  const isSlider = (one) => one.matches(SLIDERS) || isHandle(one);
  const found = {};
  for (const one of all(document, HANDLES).filter((at) => isSlider(at) && came(at) && shown(at))) {
    const [kind, ...others] = kindsOf(one);
    if (kind && !others.length) found[kind] ??= one;
  }
  return found.hour && found.minute ? found : {};
};

// The fields of a time that came with the picker by their kinds (hour, minute, second): by their names, or else their ranges;
// or the sliders of one.
const fieldsByKind = (element) => {
  const came = ofCalendar(element);
  const fields = all(document, FIELDS).filter((one) => came(one) && isFree(one));
  const found = { ...clockInBoxes(listControl(element)), ...byRanges(fields) };
  for (const field of fields.reverse()) {
    const [kind, ...others] = kindsOf(field);
    if (kind && !others.length) found[kind] = field;
  }
  return found.hour ? found : { ...slidersByKind(came), ...found };
};

const WHOLE = /^(h{1,2}:mm(:ss)?|\d{1,2}:\d{2}(:\d{2})?)$/i;

// The only field for a whole time that came with the picker: it shows one, or the letters of one; null for none.
const fieldOfTime = (element) => {
  const came = ofCalendar(element);
  const isWhole = (one) => WHOLE.test(words(one.placeholder ?? "")) || WHOLE.test(words(one.value ?? ""));
  const found = all(document, `${FIELDS}, input[type=time]`).filter(
    (one) => (one.type === "time" || isWhole(one)) && came(one) && isFree(one),
  );
  return found.length === 1 ? found[0] : null;
};

const CELLS = "button, li, [role=option], [role=button]";
const DAYS = "table, [role=grid], [role=row]";
const ASIDE = 2;

// The columns of numbers of a picker, as [place across, cells by their numbers], from left to right.
const columnsOf = (element) => {
  const came = ofCalendar(element);
  const isNumber = (one) =>
    /^\d{1,2}$/.test(words(one.innerText || "")) && !closest(one, (at) => at.matches(DAYS));
  const cells = all(document, CELLS).filter((one) => isNumber(one) && came(one) && shown(one));
  const inner = cells.filter((one) => !cells.some((other) => other !== one && one.contains(other)));
  const columns = new Map();
  for (const cell of inner) {
    const list = closest(cell, (at) => inner.filter((one) => at.contains(one)).length > 1);
    if (list && !columns.has(list))
      columns.set(
        list,
        inner.filter((one) => list.contains(one)),
      );
  }
  const left = (one) => one.getBoundingClientRect().left;
  return Array.from(columns.values())
    .filter((column) => column.every((one) => Math.abs(left(one) - left(column[0])) < ASIDE))
    .sort((one, other) => left(one[0]) - left(other[0]))
    .map((column) => new Map(column.map((one) => [Number(words(one.innerText)), one])));
};

// What a picker shows its time on, and opens the cells of another one by: a button whose only words are a time; null for none.
const clockOpener = (element) => {
  const came = ofCalendar(element);
  const isTime = (one) => words(one.innerText || "").replace(TIME, "") === "" && clockIn(one.innerText);
  const found = all(document, "button, [role=button]").filter(
    (one) => isTime(one) && came(one) && shown(one) && disabled(one) === null,
  );
  return found.length === 1 ? found[0] : null;
};

const opensClock = (element) => clockOpener(element) !== null;

// The columns of a time by their kinds: one that ends with the last hour, and the next ones.
const columnsByKind = (element) => {
  const named = namedCells(element);
  if (named) return named;
  const columns = columnsOf(element);
  const at = columns.findIndex((one) => one.size >= 12 && HOURS.includes(Math.max(...one.keys())));
  const [minute, second] = columns.slice(at + 1).filter((one) => one.has(0) && Math.max(...one.keys()) < 60);
  return at >= 0 && minute ? { hour: columns[at], minute, second } : {};
};

// The number of a kind in the columns of a picker; null for none.
const clockCell = (element, kind, number) => columnsByKind(element)[kind]?.get(number) ?? null;

const clockField = (element, kind) =>
  (kind === "time" ? fieldOfTime(element) : fieldsByKind(element)[kind]) ?? null;

const halves = (element) => {
  const came = ofCalendar(element);
  const isHalf = (one) =>
    one.localName === "select"
      ? Array.from(one.options).some((option) => halfOf(option.text))
      : one.localName !== "option" && halfOf(ownText(one));
  return all(document, "*").filter((one) => isHalf(one) && came(one) && shown(one));
};

const clockParts = (element) => {
  const fields = fieldsByKind(element);
  const columns = fields.hour ? {} : columnsByKind(element);
  const { hour, minute, second } = fields.hour ? fields : columns;
  const kept = Object.entries(columns).filter(([, column]) => column);
  const offers = Object.fromEntries(kept.map(([kind, column]) => [kind, [...column.keys()]]));
  const byHalves = !namedCells(element) && halves(element).length > 0;
  const whole = !hour && fieldOfTime(element) !== null;
  return { hour: !!hour, minute: !!minute, second: !!second, halves: byHalves && !whole, offers, whole };
};

// Resolves once the focus is in a field of the time, at the latest after TAKES_FOCUS_MS: a picker that gives it there some time
// after it opened would take it from the field that is entered by then.
const clockFocused = async (element) => {
  const end = performance.now() + TAKES_FOCUS_MS;
  const fields = Object.values(fieldsByKind(element));
  while (!fields.includes(activeElement()) && performance.now() < end) await nextFrame();
  return true;
};

// What is to be pressed so that the picker shows a half of the day (am, pm); null where it shows that one already.
const clockHalf = (element, wanted) => {
  const found = halves(element);
  const list = found.find((one) => one.localName === "select");
  if (list) {
    const at = Array.from(list.options).findIndex((option) => halfOf(option.text) === wanted[0]);
    if (at !== list.selectedIndex) choose(list, [at]);
    return null;
  }
  const isIt = (one) => halfOf(ownText(one)) === wanted[0];
  if (found.length === 1) return isIt(found[0]) ? null : found[0];
  return found.find(isIt) ?? null;
};

// The number that an option names, an hour of a half of the day among them: `7`, `07`, `7pm`; NaN for none.
const numberIn = (text) => {
  const [, hour, half] = HOUR_OF_HALF.exec(text) || [];
  if (half) return hourOfDay(hour, half);
  return text.trim() ? Number(text) : Number.NaN;
};

// Chooses a number in a field that is a list; false for any other field, or where the list does not have it.
const chooseNumber = (field, number) => chooseOption(field, (option) => numberIn(option.text) === number);

const clockIn = (text) => {
  const [, hour, minute, second, half] = [...text.matchAll(TIME)].at(-1) || [];
  if (!minute) return null;
  return [half ? hourOfDay(hour, half) : Number(hour), Number(minute), second && Number(second)];
};

// What a field holds once it is that time, of that day if one is given, or after a moment; whether it is, null where its text
// names no time.
const momentHeld = (element, dates, [hour, minute, second]) => {
  const matchesOf = (value) => {
    const found = clockIn(value);
    if (!found) return null;
    const isTime = found[0] === hour && found[1] === minute && (found[2] ?? second) === second;
    return isTime && dates.every((date) => dayWritten(value, date));
  };
  return heldOnce(element, matchesOf, heldInBoxes);
};

export {
  chooseNumber,
  clockCell,
  clockField,
  clockFocused,
  clockHalf,
  clockOpener,
  clockParts,
  momentHeld,
  opensClock,
};
