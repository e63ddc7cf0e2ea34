// What turns a calendar by a month: by its name or its class, by the arrow that it says, by where it lies beside the month.

import { all, classWords, shown } from "../elements/appearance.js";
import { closest, lineage, parentOf, words } from "../elements/dom.js";
import { disabled } from "../elements/hit_test.js";
import { ownText } from "../lists/list_value.js";
import { besideTest, daysShown, headingOf, LEVELS, monthIn, monthNames } from "./calendars.js";
import { isNumber, NUMBER } from "./day_numbers.js";

const BUTTONS = "button, [role=button]";
const TURNS = `${BUTTONS}, a, [class*=next], [class*=prev], [data-action*=next], [data-action*=prev]`;
const MONTH_YEAR = /^\p{L}{3,}\.?,?\s+(19|20|21)\d\d$/u;
const NEXT =
  /(^|[^a-z])(next|forward|following|nächste\w*|suivant\w*|siguiente|successiv\w*|próximo|volgende)/i;
const BACK =
  /(^|[^a-z])(prev|previous|back|vorherige\w*|précédent\w*|anterior|precedente|vorige)(?=[^a-z]|$)/i;
const MONTH = /month|monat|mois|\bmes\b|mese|mês|maand/i;
const YEAR = /year|jahr|année|\baño\b|\banno\b|\bano\b|jaar|decade/i;
// Arrows that are letters; of two kinds, the double ones are for years.
const RIGHT = /^([›>→▶►▸❯⟩〉⏵]|»|>>)$/;
const LEFT = /^([‹<←◀◄◂❮⟨〈⏴]|«|<<)$/;
const DOUBLE = /^(«|»|<<|>>)$/;
const NAMING = ["aria-label", "title", "data-action", "data-direction"];

const partName = (button) =>
  [button, ...all(button, "*")]
    .flatMap((at) => [...NAMING.map((name) => at.getAttribute(name)), ...classWords(at)])
    .concat(words(button.textContent))
    .filter(Boolean)
    .join(" ");

const arrowOf = (one) => (one.childElementCount ? "" : words(one.textContent));

// What may turn a calendar: buttons and links, what is called so, arrows.
const turnsIn = (box) =>
  all(box, "*").filter((one) => one.matches(TURNS) || LEFT.test(arrowOf(one)) || RIGHT.test(arrowOf(one)));

// What turns the calendar by a month, on or back; null for none.
const calendarTurn = (element, goesOn) => {
  const days = [...daysShown(element).values()];
  const around = days.length ? closest(days[0], (at) => days.every((day) => at.contains(day))) : null;
  const box = around && closest(around, (at) => turnsIn(at).some((one) => isTurn(one, goesOn, days)));
  if (!box || box === document.body) return around ? namelessTurn(around, goesOn, days) : null;
  const found = turnsIn(box).filter((one) => isTurn(one, goesOn, days));
  const single = (one) => !DOUBLE.test(arrowOf(one));
  return found.find((one) => MONTH.test(partName(one))) || found.find(single) || found[0];
};

const NARROWEST = 8;
const FEW_PARTS = 3;

// The texts in an element with a space between them: the month and the year may be elements of their own.
const spacedText = (one) =>
  one.childElementCount > FEW_PARTS ? "" : words([one, ...all(one, "*")].map((at) => ownText(at)).join(" "));

// A button, or what shows the hand like one, that is drawn without words and has no name.
const isArrowAlone = (one) => {
  if (words(one.textContent) || NAMING.some((name) => one.hasAttribute(name))) return false;
  if (one.matches(BUTTONS)) return true;
  const hand = (at) => at !== null && getComputedStyle(at).cursor === "pointer";
  return one.querySelector("svg, i, img") !== null && hand(one) && !hand(parentOf(one));
};

// What turns a calendar by an arrow alone, to the left or the right of the month above its days; null for none. Of two
// months beside each other, each may have the arrow of its side.
const namelessTurn = (around, goesOn, days) => {
  const names = monthNames();
  const boxes = Array.from(lineage(around)).slice(0, LEVELS);
  for (const box of boxes.filter((at) => at !== document.body && headingOf(at, days, names))) {
    const turn = turnIn(box, goesOn, names);
    if (turn) return turn;
  }
  return null;
};

// The year may have a line of its own, with arrows of its own.
const turnIn = (box, goesOn, names) => {
  const texts = all(box, "*").filter(shown);
  const heading =
    texts.findLast((one) => MONTH_YEAR.test(spacedText(one))) ??
    texts.findLast((one) => monthIn(ownText(one), names));
  if (!heading) return null;
  const { left, right, top, bottom } = heading.getBoundingClientRect();
  const places = all(box, "*")
    .filter((one) => isArrowAlone(one) && shown(one))
    .map((one) => ({ one, at: one.getBoundingClientRect() }))
    .filter(({ at }) => at.top < bottom && at.bottom > top && at.width >= NARROWEST);
  const beside = places.filter(({ at }) => (goesOn ? at.left >= right : at.right <= left));
  // The arrows of the years are further from the month.
  const next = beside.sort((one, other) => (one.at.left - other.at.left) * (goesOn ? 1 : -1))[0]?.one;
  return next && disabled(next) === null ? next : null;
};

const isTurn = (button, goesOn, days) => {
  const name = partName(button);
  return (
    ((goesOn ? NEXT : BACK).test(name) || (goesOn ? RIGHT : LEFT).test(arrowOf(button))) &&
    !YEAR.test(name) &&
    !NUMBER.test(words(button.textContent)) && // a day of the next month, as its class says
    !days.some((day) => day.contains(button) || button.contains(day)) &&
    !all(button, "*").some(isNumber) && // the next month itself, beside the one shown
    !besideTest()(button) &&
    shown(button) &&
    disabled(button) === null
  );
};

export { BACK, calendarTurn, NEXT, partName, TURNS, YEAR };
