// Ranges that a page draws itself, over a hidden native one: many such sliders commit a value only after a real key.

import { cutAway } from "../elements/appearance.js";
import { parentOf, visible } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";

// A native range that only repeats what the handle around it holds, which takes the keys.
const repeatsHandle = (field) => field.matches("input[type=range][readonly][aria-valuenow]");

const isDrawn = (range) => !visible(range) || cutAway(range);

// The value that the range can hold nearest to a text, the value one step beside it, and the key that leads back.
// Null where one key is not one step.
const lastStep = (range, text) => {
  if (!isDrawn(range)) return null;
  const copy = range.cloneNode();
  copy.value = text;
  const wanted = copy.value;
  if (wanted === range.value) return null;
  try {
    copy.stepDown();
    if (copy.value !== wanted) return { wanted, beside: copy.value, key: "ArrowUp" };
    copy.stepUp();
  } catch {
    return null; // step=any
  }
  return copy.value === wanted ? null : { wanted, beside: copy.value, key: "ArrowDown" };
};

const announce = (target) => {
  target.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  target.dispatchEvent(new Event("change", { bubbles: true }));
};

// Wait until a range holds a value after its last key; set it where the key did something else.
const endRange = async (range, wanted, limit) => {
  if (await seenWithin(limit, () => range.value === wanted)) return true;
  range.value = wanted;
  announce(range);
  return false;
};

const TRACK_LEVELS = 5;
const TRACK_THUMBS = 3;

// The element around a thumb that looks like its track; null for none.
const trackAround = (thumb) => {
  const { width, height } = thumb.getBoundingClientRect();
  let at = parentOf(thumb);
  for (let up = 0; at && up < TRACK_LEVELS; up++, at = parentOf(at)) {
    const box = at.getBoundingClientRect();
    if (box.width >= TRACK_THUMBS * width && box.width >= box.height) return at;
    if (box.height >= TRACK_THUMBS * height && box.height > box.width) return at;
  }
  return null;
};

const trackBox = (thumb) => trackAround(thumb)?.getBoundingClientRect() ?? null;

// What parts two panes, and can be moved.
const isSplitter = (field) => field.matches("[role=separator][aria-valuenow]");

const COARSE = 10;

// The number that a slider says. The place of a splitter is seldom a whole number of hundredths.
const positionOf = (field) => {
  const [now, least, most] = ["now", "min", "max"].map((name) =>
    Number(field.getAttribute(`aria-value${name}`)),
  );
  return isSplitter(field) && most - least > COARSE ? Math.round(now) : now;
};

// The size of a slider's thumb, how far it goes across and up for its whole range, and the ends of the range. Nothing
// where no box around it looks like its track.
const trackOf = (thumb) => {
  const [least, most] = ["aria-valuemin", "aria-valuemax"].map((name) =>
    parseFloat(thumb.getAttribute(name)),
  );
  const { width, height } = thumb.getBoundingClientRect();
  const parted = isSplitter(thumb) && parentOf(thumb)?.getBoundingClientRect();
  const box = most > least ? parted || trackBox(thumb) : null;
  if (!box) return {};
  const across = parted ? width < height : box.width >= box.height;
  return { width, height, across: across ? box.width : 0, up: across ? 0 : box.height, least, most };
};

export {
  announce,
  endRange,
  isSplitter,
  lastStep,
  positionOf,
  repeatsHandle,
  trackAround,
  trackBox,
  trackOf,
};
