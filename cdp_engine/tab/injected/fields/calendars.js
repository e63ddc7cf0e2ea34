// The calendar that opened at a field: the month it shows, what turns it, and its days by the dates that they are named by.

import { all, drawnTest, hasClass, referenced, shown } from "../elements/appearance.js";
import { closest, folded, lineage, nextFrame, parentOf, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { seenWithin } from "../elements/frames.js";
import { disabled } from "../elements/hit_test.js";
import { TEXT_FIELDS } from "../elements/periods.js";
import { cameAbove } from "../lists/list_before.js";
import { hangingFrom, isInSpinButton, isMoving } from "../lists/list_closing.js";
import { BORDERS, isTextField, listControl } from "../lists/list_field.js";
import { followingMonth, isNumber, iso, LEAST_DAYS, NUMBER, runsOfNumbers } from "./day_numbers.js";
import { choose } from "./fields.js";

const DAYS = "button, [role=button], [role=gridcell], [role=option], td, time, [data-date], [data-iso-date]";
const YEAR_IN = /(?:^|\D)((?:19|20|21)\d\d)(?!\d)/;
const MONTH_IN = /(\d{1,2})\s*[月월]/;
const POINTS = /(?:^|\D)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const LEVELS = 6;
const ISO = /(?:^|\D)(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const DAY_LAST = /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u;
const DAY_FIRST = /(\d{1,2})(?:st|nd|rd|th|[.,])?\s+(?:of\s+|de\s+)?(\p{L}{3,})\.?,?\s+(?:de\s+)?(\d{4})/u;
const DATE_FORMS = [ISO, POINTS, DAY_LAST, DAY_FIRST];
const MARKED = "[aria-selected=true], [aria-pressed=true], [aria-checked=true], [aria-current=date]";
const MARKS = /(^|[-_])(selected|active|chosen|checked|start|end)(?=[-_]|$)/i;
const CELL_LEVELS = 3;
const TURNS_MS = 700;
const RESTS_MS = 1000;

// What calendars of the page may call a part of these days: name -> its number, from 1 on.
const namesOf = (part, days) => {
  const names = new Map();
  for (const language of [document.documentElement.lang, navigator.language, "en"].filter(Boolean))
    for (const width of ["long", "short"])
      for (const [at, day] of days.entries())
        try {
          names.set(folded(day.toLocaleDateString(language, { [part]: width })).replace(/\.$/, ""), at + 1);
        } catch {
          // Not a language tag.
        }
  return names;
};

const MONTHS = Array.from({ length: 12 }, (_, at) => new Date(2001, at, 15));
const WEEK = Array.from({ length: 7 }, (_, at) => new Date(2001, 0, at + 1));

const monthNames = () => namesOf("month", MONTHS);

// The number of the month that a text names, and nothing else.
const monthIn = (text, names) => names.get(folded(text).replace(/\.$/, ""));

// The date in a text, as YYYY-MM-DD; empty where it names none, or not all of one.
const dateIn = (text, names) => {
  const written = ISO.exec(text);
  if (written) return written.slice(1).join("-");
  const points = POINTS.exec(text);
  if (points && Number(points[2]) <= 12) return iso(points[3], Number(points[2]), points[1].padStart(2, "0"));
  const last = DAY_LAST.exec(text);
  if (last && names.has(folded(last[1]))) return iso(last[3], names.get(folded(last[1])), last[2]);
  const first = DAY_FIRST.exec(text);
  return first ? iso(first[3], names.get(folded(first[2])), first[1]) : "";
};

const NOTES = ["today", "selected"];

// The date that a text names and says nothing else than, as YYYY-MM-DD: as calendars call their days, with or without
// the day of the week. Empty for any other text.
const dateNamed = (_element, text) => {
  const date = dateIn(text, monthNames());
  const rest = DATE_FORMS.reduce((left, form) => left.replace(form, " "), text);
  const known = ["", ...NOTES, ...namesOf("weekday", WEEK).keys()];
  return rest.split(/[^\p{L}\d]+/u).every((word) => known.includes(folded(word))) ? date : "";
};

// Whether an element says that a list of choices opens at it, and so no calendar, even where the choices are dates.
// Around a field of text any popup may be called a menu.
const opensNamedList = (element) => {
  const control = listControl(element);
  const lists = [control, ...referenced(control, "aria-controls", "aria-owns")];
  const kinds = control.querySelector(TEXT_FIELDS) ? /^(listbox|tree)$/ : /^(listbox|menu|tree)$/;
  return (
    kinds.test(control.getAttribute("aria-haspopup")) ||
    lists.some((one) => one.matches("[role=listbox], [role=menu], [role=tree]"))
  );
};

// The date that a day, or the only element in it, names in an attribute, or in a text of its own beside its number.
const dateOf = (one, names) => {
  const within = one.childElementCount === 1 ? one.firstElementChild.attributes : [];
  for (const { value } of [...one.attributes, ...within]) {
    const found = nameIn(value, names);
    if (found) return found;
  }
  // a day may say its date to those who do not see it
  const unseen = one.childElementCount > 1 ? Array.from(one.children, (part) => words(part.textContent)) : [];
  return unseen.map((text) => nameIn(text, names)).find(Boolean) ?? "";
};

const nameIn = (text, names) => (text.length < 80 && /\d{4}/.test(text) ? dateIn(text, names) : "");

// The box around a field of text that holds a calendar, open already, and no other such field; null where there is none.
const boxWithDays = (control) => {
  if (!isTextField(control)) return null;
  for (const at of Array.from(lineage(control)).slice(1, LEVELS + 1)) {
    if (at.matches(BORDERS) || all(at, TEXT_FIELDS).some((one) => one !== control && shown(one))) return null;
    if (all(at, DAYS).filter((one) => NUMBER.test(words(one.innerText))).length >= LEAST_DAYS) return at;
  }
  return null;
};

// Whether an element came since the field was pressed, or is in a calendar that hangs from it, or stays open in its box.
const ofCalendar = (element) => {
  const control = listControl(element);
  const boxes = [...hangingFrom(control), boxWithDays(control)].filter(Boolean);
  return (one) => cameAbove(one) || boxes.some((box) => isIn(box, one));
};

// Whether an element lies beside the box that cuts it off, as the months before and after the one that a calendar shows, which
// it has drawn for a slide.
const besideTest = () => {
  const cutting = new Map();
  const cutterOf = (at) => {
    if (!at) return null;
    if (!cutting.has(at)) {
      const cuts = /^(hidden|clip)$/.test(getComputedStyle(at).overflowX);
      cutting.set(at, cuts ? at.getBoundingClientRect() : cutterOf(parentOf(at)));
    }
    return cutting.get(at);
  };
  return (one) => {
    const cutter = cutterOf(parentOf(one));
    const { left, width } = one.getBoundingClientRect();
    const middle = left + width / 2;
    return cutter !== null && (middle < cutter.left || middle > cutter.right);
  };
};

// The days of a field's calendar: date -> element; those that can be pressed go first.
const daysShown = (element) => {
  const seen = drawnTest();
  const names = monthNames();
  const days = new Map();
  const came = ofCalendar(element);
  const isBeside = besideTest();
  for (const one of all(document, DAYS)) {
    const isDay = came(one) && /\d/.test(one.textContent) && seen(one) && !isBeside(one);
    const date = isDay ? dateOf(one, names) : "";
    if (date && (!days.has(date) || disabled(days.get(date)) !== null)) days.set(date, one);
  }
  if (days.size >= LEAST_DAYS) return days;
  const numbered = daysByNumber((one) => came(one) && seen(one) && !isBeside(one), names);
  return numbered.size ? numbered : days; // today alone may be named
};

// The days of a calendar that names none of them: the numbers from 1 on, under the name of a month and a year; those of the
// months that follow beside it, too.
const daysByNumber = (seen, names) => {
  const found = new Map();
  let last = "";
  for (const days of runsOfNumbers(seen)) {
    const grid = closest(days[0], (at) => days.every((day) => at.contains(day)));
    const month = Array.from(lineage(grid))
      .slice(0, LEVELS)
      .map((at) => headingOf(at, days, names))
      .find(Boolean);
    if (!month || (last && month !== followingMonth(last))) break;
    last = month;
    for (const [at, day] of days.entries()) found.set(`${month}-${String(at + 1).padStart(2, "0")}`, day);
  }
  return found;
};

// The texts and values in a box beside its days, or months; the names of months that only give a box its width are hidden.
const textsBeside = (box, days) =>
  [box, ...all(box, "*")]
    .filter((one) => !days.some((day) => day.contains(one)) && !one.matches("option, script, style"))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) =>
      one.localName === "select"
        ? one.selectedOptions[0]?.text || ""
        : one.localName === "input"
          ? one.value
          : Array.from(one.childNodes, (node) => (node.nodeType === 3 ? node.data : " ")).join(""),
    );

// The month that a box names beside its days, as YYYY-MM; empty where it names none.
const headingOf = (box, days, names) => {
  const text = textsBeside(box, days).join(" ");
  const year = YEAR_IN.exec(text)?.[1];
  const named = text.split(/[^\p{L}]+/u).find((word) => names.has(folded(word)));
  const month = named ? names.get(folded(named)) : Number(MONTH_IN.exec(text)?.[1] || 0);
  return year && month ? `${year}-${String(month).padStart(2, "0")}` : "";
};

const monthsOf = (days) => {
  const count = new Map();
  for (const date of days.keys()) count.set(date.slice(0, 7), (count.get(date.slice(0, 7)) || 0) + 1);
  return [...count.keys()].filter((month) => count.get(month) >= LEAST_DAYS).sort();
};

// Whether a calendar that shows several months shows the one of a date, which may not be the first of them.
const showsMonthOf = (element, date) => monthsOf(daysShown(element)).slice(1).includes(date.slice(0, 7));

// The month that a calendar shows, as YYYY-MM, once that is another one than `before`; empty where none came in time.
const calendarMonth = (element, before) =>
  seenWithin(
    TURNS_MS,
    () => monthsOf(daysShown(element))[0] || "",
    (month) => month && month !== before,
  );

// Chooses the year, or else the month, of a date in a list beside the days; false where none has another one to choose.
const calendarJump = (element, date) => {
  const days = [...daysShown(element).values()];
  const names = monthNames();
  const [year, month] = date.split("-").map(Number);
  const seen = drawnTest();
  const isYear = ({ text }) => words(text) === String(year);
  const isMonth = ({ text }) => monthIn(text, names) === month;
  const box = days.length
    ? Array.from(lineage(days[0]))
        .slice(0, 2 * LEVELS)
        .find((at) => days.every((day) => at.contains(day)) && all(at, "select").some(seen))
    : null;
  for (const is of [isYear, isMonth])
    for (const list of box ? all(box, "select").filter(seen) : []) {
      const at = Array.from(list.options).findIndex((option) => is(option) && !option.disabled);
      if (at >= 0 && at !== list.selectedIndex && disabled(list) === null) return choose(list, [at]).changed;
    }
  return false;
};

// Whether days of the calendar that opened at a field are on the screen, once they no longer fade or slide away. Those of
// one that stays open in the box of the field do not count.
const calendarShows = async (element) => {
  const box = boxWithDays(listControl(element));
  const stays = (day) => box !== null && isIn(box, day);
  const [day] = await seenWithin(
    RESTS_MS,
    () => [...daysShown(element).values()],
    ([day]) => !day || stays(day) || !isMoving(day),
  );
  return day !== undefined && !stays(day);
};

const STILL_FRAMES = 3;

// Whether the days of a calendar have stayed the same and in their places for some frames, as a script may slide them, too.
const calendarRests = async (element) => {
  const end = performance.now() + RESTS_MS;
  let last = null;
  for (let still = 0; still < STILL_FRAMES; ) {
    if (performance.now() > end) return false;
    await nextFrame();
    const [day] = daysShown(element).values();
    const at = day?.getBoundingClientRect();
    still = day && last && day === last.day && at.x === last.x && at.y === last.y ? still + 1 : 0;
    last = { day, x: at?.x, y: at?.y };
  }
  return true;
};

// The element of a day, where the calendar shows it and it can be chosen: one that fades in may show no day for a moment.
// Days that do not name their dates may be those of the month before, which slide away under the name of the next one.
const calendarDay = async (element, date) => {
  const shownDays = () =>
    seenWithin(
      TURNS_MS,
      () => daysShown(element),
      (days) => days.size,
    );
  let day = (await shownDays()).get(date);
  if (!day || !dateOf(day, monthNames())) {
    await calendarRests(element);
    day = (await shownDays()).get(date);
  }
  return day && disabled(day) === null ? day : null;
};

// Whether a day, or the cell that it is drawn in, is marked as the chosen one.
const isMarked = (day) => {
  for (const at of Array.from(lineage(day)).slice(0, CELL_LEVELS)) {
    if (at.matches(MARKED) || hasClass(at, MARKS)) return true;
    if (at.matches("td, [role=gridcell], [role=row], tr")) return false;
  }
  return false;
};

const dayIsMarked = (element, date) => {
  const day = daysShown(element).get(date);
  return day !== undefined && isMarked(day);
};

// Whether a calendar hangs from a field, and none of its days of that number is marked as the chosen one; or whether only the
// calendar can show that, which is closed.
const calendarMisses = (element, date) => {
  if (isInSpinButton(element)) return true;
  const seen = drawnTest();
  const parts = hangingFrom(listControl(element)).flatMap((box) => all(box, "*"));
  const days = parts.filter((one) => isNumber(one) && seen(one));
  const names = monthNames();
  const isIt = (one) => {
    const named = Array.from(lineage(one))
      .slice(0, CELL_LEVELS)
      .map((at) => dateOf(at, names))
      .find(Boolean);
    return named ? named === date : Number(one.textContent) === Number(date.slice(-2));
  };
  return days.length >= LEAST_DAYS && !days.some((one) => isMarked(one) && isIt(one));
};

export {
  besideTest,
  calendarDay,
  calendarJump,
  calendarMisses,
  calendarMonth,
  calendarRests,
  calendarShows,
  DATE_FORMS,
  dateIn,
  dateNamed,
  dayIsMarked,
  daysShown,
  headingOf,
  LEVELS,
  monthIn,
  monthNames,
  ofCalendar,
  opensNamedList,
  showsMonthOf,
  textsBeside,
  YEAR_IN,
};
