// The picker of a month that opened at a field: the months of the year that it shows, what turns it, and what the field holds.

import { all, drawnTest, shown } from "../elements/appearance.js";
import { closest, folded, lineage } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { disabled } from "../elements/hit_test.js";
import { ownText } from "../lists/list_value.js";
import { BACK, NEXT, partName, TURNS, YEAR } from "./calendar_turns.js";
import { monthIn, monthNames, ofCalendar, textsBeside, YEAR_IN } from "./calendars.js";
import { heldOnce, numbersOf, sorted } from "./held_dates.js";

const MONTHS = 12;
const LEVELS = 4;
const TURNS_MS = 700;

// The twelve months of a picker in their order; none where it shows others, or more of them.
const monthsShown = (element, names) => {
  const came = ofCalendar(element);
  const seen = drawnTest();
  const isMonth = (one) =>
    one.localName !== "option" && monthIn(ownText(one), names) && came(one) && seen(one);
  const found = all(document, "*").filter(isMonth);
  const inOrder = found.every((one, at) => monthIn(ownText(one), names) === at + 1);
  return found.length === MONTHS && inOrder ? found : [];
};

const boxOf = (months) => closest(months[0], (at) => months.every((one) => at.contains(one)));

// The year beside the months; empty for none.
const yearBeside = (months) => {
  for (const at of Array.from(lineage(boxOf(months))).slice(0, LEVELS)) {
    const year = YEAR_IN.exec(textsBeside(at, months).join(" "))?.[1];
    if (year) return year;
  }
  return "";
};

// The year of a picker of months, once that is another one than `before`; empty where none came in time.
const monthsYear = (element, before) => {
  const names = monthNames();
  const shownYear = () => {
    const months = monthsShown(element, names);
    return months.length ? yearBeside(months) : "";
  };
  return seenWithin(TURNS_MS, shownYear, (year) => year && year !== before);
};

// What turns a picker of months to the next year, or back; null for none.
const monthsTurn = (element, goesOn) => {
  const months = monthsShown(element, monthNames());
  const isIt = (one) =>
    (goesOn ? NEXT : BACK).test(partName(one)) &&
    !months.some((month) => month.contains(one) || one.contains(month)) &&
    shown(one) &&
    disabled(one) === null;
  for (const at of months.length ? Array.from(lineage(boxOf(months))).slice(0, LEVELS) : []) {
    const found = all(at, TURNS).filter(isIt);
    if (found.length) return found.find((one) => YEAR.test(partName(one))) || found[0];
  }
  return null;
};

// The element of a month (1 to 12), where it can be chosen.
const monthPart = (element, month) => {
  const found = monthsShown(element, monthNames())[month - 1];
  return found && disabled(found) === null ? found : null;
};

// What a field holds once it is those months (YYYY-MM), or after a moment, and whether it is.
const monthsHeld = (element, months) => {
  const written = sorted(months.flatMap(numbersOf));
  const names = monthNames();
  return heldOnce(element, (value) => {
    const named = value.split(/[^\p{L}]+/u).map((word) => names.get(folded(word)));
    const says = ([year, number]) => value.includes(year) && named.includes(Number(number));
    return sorted(numbersOf(value)) === written || months.every((month) => says(month.split("-")));
  });
};

export { monthPart, monthsHeld, monthsTurn, monthsYear };
