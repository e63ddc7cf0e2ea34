// Wheels: columns of choices side by side, of which each has one choice of its own, as those of a season and a part of it.

import { hasClass } from "../elements/appearance.js";
import { closest } from "../elements/dom.js";
import { opensMore } from "./list_levels.js";

// In a list, the item that the keys are at may be called so.
const CURRENT = /(^|[-_])current$/i;
const MOST_BESIDE = 2;
const CUTS = /^(auto|scroll|hidden|clip)$/;

// The box of a column: the nearest one around an item that cuts off what goes beyond it.
const columnOf = (item) =>
  closest(item, (at) => {
    if (at === item || at === document.body || at === document.documentElement) return false;
    return CUTS.test(getComputedStyle(at).overflowY) && at.clientHeight > item.offsetHeight;
  });

const isBeside = (one, other) => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  const level = Math.abs(a.top - b.top) < 2 && Math.abs(a.height - b.height) < 2;
  return level && (a.right <= b.left + 1 || b.right <= a.left + 1);
};

// Takes the current item of each wheel for its choice, where no item is said to be chosen.
const takeCurrent = (items, choices) => {
  if (choices.some((one) => one.chosen)) return;
  for (const [at, item] of items.entries())
    if (hasClass(item, CURRENT)) choices[at] = { ...choices[at], chosen: true };
};

// The number of the wheel of each item, from the left; null for each where they are in no wheels.
const wheelsOf = (items, choices) => {
  const none = items.map(() => null);
  if (items.length < 4 || items.some(opensMore)) return none;
  const columns = items.map(columnOf);
  const several = (wheel) => columns.filter((one) => one === wheel).length > 1;
  // Beside them may be a button, as one for the time of now.
  const wheels = Array.from(new Set(columns)).filter((one) => one !== null && several(one));
  if (wheels.length < 2 || columns.filter((one) => !wheels.includes(one)).length > MOST_BESIDE) return none;
  takeCurrent(items, choices);
  const chosenIn = (wheel) => items.filter((_, at) => columns[at] === wheel && choices[at].chosen).length;
  const apart = wheels.every((one, at) => wheels.slice(at + 1).every((other) => isBeside(one, other)));
  if (!apart || !wheels.every((wheel) => chosenIn(wheel) === 1)) return none;
  wheels.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
  return columns.map((one) => (wheels.includes(one) ? wheels.indexOf(one) : null));
};

export { wheelsOf };
