// Brings an element into view by scrolling what is around it.

import { lineage, parentOf } from "./dom.js";
import { surfaceOf } from "./hit_test.js";
import { surfaceBoxes } from "./surface_boxes.js";

// An element without a box (display: contents) is scrolled to by its first part that has one.
const boxed = (element) => {
  if (element.getClientRects().length) return element;
  for (const child of element.children) {
    const found = boxed(child);
    if (found) return found;
  }
  return null;
};

const AXES = [
  ["scrollLeft", "overflowX", "left", "right"],
  ["scrollTop", "overflowY", "top", "bottom"],
];

// What the window goes by: the root, or the body where the root leaves it to that.
const isOfWindow = (box) => box === document.documentElement || box === document.body;

// The boxes around an element that no person can scroll along an axis, and where they are scrolled to.
const fixedBoxes = (element) =>
  [...lineage(element)].flatMap((box) =>
    AXES.filter(([, overflow]) => getComputedStyle(box)[overflow] === "hidden").map((axis) => {
      const scrolled = isOfWindow(box) ? [box, document.scrollingElement || box] : [box];
      return { box, axis, offsets: scrolled.map((one) => [one, one[axis[0]]]) };
    }),
  );

// Scrolls boxes back that no person can scroll, where the element can be seen without that: a page whose menu a script has moved
// out of sight would stay so.
const putBack = (surface, boxes) => {
  for (const { box, axis, offsets } of boxes) {
    const [property, , from, to] = axis;
    const moved = offsets.filter(([one, offset]) => one[property] !== offset);
    if (!moved.length) continue;
    const scrolled = moved.map(([one]) => [one, one[property]]);
    for (const [one, offset] of moved) one[property] = offset;
    const own = surface.getBoundingClientRect();
    const size = from === "left" ? innerWidth : innerHeight;
    const view = isOfWindow(box) ? { [from]: 0, [to]: size } : box.getBoundingClientRect();
    if (own[from] >= view[from] && own[to] <= view[to]) continue;
    for (const [one, offset] of scrolled) one[property] = offset;
  }
};

const bring = (element, block) => {
  const surface = surfaceOf(element);
  const how = { block, inline: block, behavior: "instant" };
  const drawn = boxed(surface);
  const fixed = fixedBoxes(drawn || surface);
  if (drawn || getComputedStyle(surface).display !== "contents") (drawn || surface).scrollIntoView(how);
  else bringTexts(surface, how);
  if (drawn) putBack(drawn, fixed);
};

// A text without an element of its own is scrolled to where the element around it shows it.
const bringTexts = (element, how) => {
  const around = parentOf(element);
  if (!around) return;
  around.scrollIntoView({ ...how, block: "nearest" });
  const [box] = surfaceBoxes(element);
  if (box && (box[1] < 0 || box[1] + box[3] > innerHeight)) window.scrollBy(0, box[1] - innerHeight / 2);
};

export { bring };
