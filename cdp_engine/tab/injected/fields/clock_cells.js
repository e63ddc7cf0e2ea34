// The cells of a time in a picker that name what they are: hours and minutes.

import { all, shown } from "../elements/appearance.js";
import { ofCalendar } from "./calendars.js";
import { hourOfDay } from "./halves_of_day.js";

const KINDS = {
  hour: /hour|stunde|heure|\bhora|\bora\b|\buur\b/i,
  minute: /minut/i,
  second: /second|sekund|seconde|segundo/i,
};

const NAMED =
  "[role=gridcell][aria-label], [role=option][aria-label], [role=button][aria-label], button[aria-label]";
const NAMED_NUMBER = /^([^\d:]+):?\s(\d{1,2})(?:\s*([ap])\.?m\.?)?$/i;

// The cells of a time that name what they are, as `Hours: 01 PM`, by their kinds and their numbers in 24 hours.
const namedCells = (element) => {
  const came = ofCalendar(element);
  const found = {};
  for (const cell of all(document, NAMED)) {
    const [, name, number, half] = NAMED_NUMBER.exec(cell.getAttribute("aria-label").trim()) || [];
    const kind = name && Object.keys(KINDS).find((one) => KINDS[one].test(name));
    if (!kind || !came(cell) || !shown(cell)) continue;
    found[kind] ??= new Map();
    found[kind].set(half ? hourOfDay(number, half) : Number(number), cell);
  }
  return found.hour && found.minute ? found : null;
};

// All of these cells.
const cellsOfClock = (element) =>
  Object.values(namedCells(element) ?? {}).flatMap((cells) => [...cells.values()]);

export { cellsOfClock, KINDS, namedCells };
