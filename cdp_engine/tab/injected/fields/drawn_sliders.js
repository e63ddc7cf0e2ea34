// Sliders without a value that a script could read: a handle on a track, and numbers on the page that follow it.

import { all, classWords } from "../elements/appearance.js";
import { closest, lineage, nextFrame, parentOf } from "../elements/dom.js";
import { hourOfDay } from "./halves_of_day.js";
import { trackBox } from "./ranges.js";

const HANDLE = /(^|[-_])(handle|thumb|knob|grip)(?=[-_]|$)/i;
const BORDERS = "body, form, fieldset, dialog, table, tr, td, th, main, nav, header, footer";
const LEVELS = 4;
const NUMBER = /(?:(?<![\w.,)\]]|[\d\s]\s?)[-\u2212])?\d+(?:[.,'\u00a0\u202f]\d+)*/g;
const HALF = 2;

// Handles of what scrolls, and of what is moved, resized or sorted: title bars, corners, rows.
const OTHERS = /scroll|draggable|resiz|sort/i;

const isHandle = (element) =>
  classWords(element).some((word) => HANDLE.test(word) && !OTHERS.test(word)) &&
  getComputedStyle(element).position !== "static" &&
  element.checkVisibility({ visibilityProperty: true }) &&
  trackBox(element) !== null;

const outermost = (elements) =>
  elements.filter((one) => !elements.some((other) => other !== one && other.contains(one)));

const LARGEST = 160;

// Whether a box is larger than what is drawn around one slider, an upright one apart.
const isLarge = (box) => {
  const { width, height } = box.getBoundingClientRect();
  return height > LARGEST && width > LARGEST;
};

// The handle that an element is, or the handles of the slider that it is a part of.
const handlesOf = (element) => {
  const own = closest(element, isHandle);
  if (own) return [own];
  let up = 0;
  for (const at of lineage(element)) {
    if (up++ > LEVELS || at.matches(BORDERS) || isLarge(at)) return [];
    const found = outermost(all(at, "*").filter(isHandle));
    if (found.length) return found;
    // A library hides the field that holds the value beside what it draws.
    for (const beside of at.matches("input") ? [at.previousElementSibling, at.nextElementSibling] : []) {
      const near = beside ? outermost(all(beside, "*").filter(isHandle)) : [];
      if (near.length) return near;
    }
  }
  return [];
};

// Whether an element is drawn as a part of a slider, which a press would move.
const isOfSlider = (element) => handlesOf(element).length > 0;

const decimal = (text) => {
  const plain = text.replace(/['\u00a0\u202f]/g, "").replace("\u2212", "-");
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  return Number(grouped ? plain.replace(/,/g, "") : plain.replace(",", "."));
};

const ownText = (element) =>
  Array.from(element.childNodes, (node) => (node.nodeType === 3 ? node.data : "")).join(" ");

const textOf = (element) => (element.matches("input") ? element.value : ownText(element));

const HALF_DAY = /(?<!\d)(\d{1,2})((?::\d{2})+)\s*([ap])\.?m\.?\s*$/i;

// The text with its time at the end, which has AM or PM, in 24 hours: what a slider of the hours goes by.
const inWholeDay = (text) =>
  text.replace(HALF_DAY, (_, hour, rest, half) => `${hourOfDay(hour, half)}${rest}`);

const numbersIn = (element) => (inWholeDay(textOf(element)).match(NUMBER) || []).map(decimal);

// Every number on the page, by the element that has it.
const numbersNow = () => {
  const found = new Map();
  for (const element of all(document, "*")) {
    if (element.matches("script, style, select, option, input[type=password]")) continue;
    const numbers = /\d/.test(textOf(element)) ? numbersIn(element) : [];
    if (numbers.length) found.set(element, numbers);
  }
  return found;
};

// How far apart two elements are in the tree.
const distance = (one, other) => {
  const above = Array.from(lineage(one));
  let steps = 0;
  for (let at = other; at; at = parentOf(at), steps++) {
    const place = above.indexOf(at);
    if (place >= 0) return steps + place;
  }
  return Infinity;
};

// Where a handle is on its track, in px from the left or upper end, and how long that is.
const placeOf = (handle) => {
  const track = trackBox(handle);
  const box = handle.getBoundingClientRect();
  const across = track.width >= track.height;
  const at = across ? box.x + box.width / HALF - track.x : box.y + box.height / HALF - track.y;
  const length = across ? track.width : track.height;
  return { at, length, across, width: box.width, height: box.height };
};

let slider = null;

// Notes the slider of an element as it is before it is moved: how many handles it may mean, and its place.
const noteSlider = (element) => {
  const handles = handlesOf(element);
  if (handles.length !== 1) return { handles: handles.length };
  const [handle] = handles;
  slider = { handle, place: placeOf(handle), numbers: numbersNow(), followed: null };
  return { handles: 1, own: handle === element, ...slider.place };
};

// The handle of the slider that was noted.
const drawnHandle = () => slider.handle;

// The only handle of the slider that an element is a part of, where that says its value itself; else null.
const handleThatSays = (element) => {
  const handles = handlesOf(element);
  const [handle] = handles;
  return handles.length === 1 && handle !== element && handle.matches("[role=slider][aria-valuenow]")
    ? handle
    : null;
};

// What takes the keys: the handle, or the only other tab stop in its track.
const sliderStop = () => {
  if (slider.handle.tabIndex >= 0) return slider.handle;
  const stops = all(parentOf(slider.handle), "[tabindex]:not([tabindex='-1'])");
  const others = all(parentOf(slider.handle), "*").filter((one) => one !== slider.handle && isHandle(one));
  return stops.length === 1 && !others.length ? stops[0] : null;
};

const follower = () => {
  const changed = [];
  for (const [element, numbers] of numbersNow()) {
    const before = slider.numbers.get(element);
    const place = numbers.findIndex((number, index) => before && number !== before[index]);
    if (place < 0 || before.length !== numbers.length) continue;
    changed.push({ element, place, before: before[place], away: distance(slider.handle, element) });
  }
  return changed.sort((one, other) => one.away - other.away)[0] || null;
};

// Whether the handle has moved, after `limit` ms at most, and the nearest number that followed it: before and now.
const sliderFollower = async (_element, limit) => {
  const end = performance.now() + limit;
  const moved = () => Math.abs(placeOf(slider.handle).at - slider.place.at) > 0.2;
  while (!(moved() && follower()) && performance.now() < end) await nextFrame();
  slider.followed = moved() ? follower() : null;
  const { at } = placeOf(slider.handle);
  if (!slider.followed) return { moved: moved(), at };
  await nextFrame();
  return { moved: true, at, before: slider.followed.before, now: followed() };
};

const followed = () => numbersIn(slider.followed.element)[slider.followed.place];

// How many frames a number stays before it is at rest: a page may draw several keys one by one.
const STILL = 3;

// A number once it differs from `before` and has stayed for some frames, or after `limit` ms.
const numberAtRest = async (now, before, limit, frames) => {
  const end = performance.now() + limit;
  while (now() === before && performance.now() < end) await nextFrame();
  let last = now();
  for (let still = 0; limit > 0 && still < frames && performance.now() < end; still++) {
    await nextFrame();
    if (now() !== last) still = -1;
    last = now();
  }
  return now();
};

const followedNumber = (_element, before, limit) => numberAtRest(followed, before, limit, STILL);

export {
  drawnHandle,
  followedNumber,
  handleThatSays,
  isHandle,
  isOfSlider,
  noteSlider,
  numberAtRest,
  sliderFollower,
  sliderStop,
};
