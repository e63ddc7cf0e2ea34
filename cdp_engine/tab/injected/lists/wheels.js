// Wheels: columns of choices side by side, of which each has one choice of its own, as those of a season and a part of it.

import { closest } from "../elements/dom.js";
import { opensMore } from "./list_levels.js";

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

// The number of the wheel of each item, from the left; null for each where they are in no wheels.
const wheelsOf = (items, choices) => {
  const none = items.map(() => null);
  if (items.length < 4 || items.some(opensMore)) return none;
  const columns = items.map(columnOf);
  const wheels = Array.from(new Set(columns));
  if (wheels.length < 2 || wheels.includes(null)) return none;
  const chosenIn = (wheel) => items.filter((_, at) => columns[at] === wheel && choices[at].chosen).length;
  const several = (wheel) => columns.filter((one) => one === wheel).length > 1;
  const apart = wheels.every((one, at) => wheels.slice(at + 1).every((other) => isBeside(one, other)));
  if (!apart || !wheels.every((wheel) => several(wheel) && chosenIn(wheel) === 1)) return none;
  wheels.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
  return columns.map((one) => wheels.indexOf(one));
};

export { wheelsOf };
