// The numbers of days in a calendar, as they are drawn: each alone, in runs from 1 on.

import { all } from "../elements/appearance.js";
import { words } from "../elements/dom.js";
import { ownText } from "../lists/list_value.js";

const NUMBER = /^\d{1,2}$/;
const LEAST_DAYS = 28;

const iso = (year, month, day) =>
  month ? `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` : "";

// Whether an element is the number of a day, and nothing else.
const isNumber = (one) => NUMBER.test(ownText(one)) && NUMBER.test(words(one.textContent));

// Runs of the numbers from 1 on, each as long as a month.
const runsOfNumbers = (seen) => {
  const runs = [[]];
  for (const one of all(document, "*").filter((at) => isNumber(at) && seen(at))) {
    if (Number(one.textContent) === runs.at(-1).length + 1) runs.at(-1).push(one);
    else if (runs.at(-1).length) runs.push(Number(one.textContent) === 1 ? [one] : []);
  }
  return runs.filter((days) => days.length >= LEAST_DAYS);
};

const followingMonth = (month) => {
  const [year, number] = month.split("-").map(Number);
  return iso(number === 12 ? year + 1 : year, (number % 12) + 1, 1).slice(0, 7);
};

export { followingMonth, isNumber, iso, LEAST_DAYS, NUMBER, runsOfNumbers };
