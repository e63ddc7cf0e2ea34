// Fields that show a text, and give way to another field in their place once they have the focus; and those that nobody
// sees, which hand it to the one that is drawn for them.

import { unseen } from "../elements/appearance.js";
import { activeElement, nextFrame, parentOf } from "../elements/dom.js";

const SWAPS_MS = 150;
const TAKES_TEXT = "input, textarea, [contenteditable]";

let place = null;

// Notes where a field is before it gets the focus, unless it is hidden already.
const noteFieldPlace = (field) => {
  const box = field.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) place = { field, box };
};

// Whether a field lies where another one was, in most of its width or of the other's.
const isAt = (field, was) => {
  const box = field.getBoundingClientRect();
  const wide = Math.min(box.right, was.right) - Math.max(box.left, was.left);
  const high = Math.min(box.bottom, was.bottom) - Math.max(box.top, was.top);
  return wide > Math.min(box.width, was.width) / 2 && high > Math.min(box.height, was.height) / 2;
};

// The box that a field is in, its own label apart.
const boxAround = (field) => {
  const parent = parentOf(field);
  return parent?.localName === "label" ? parentOf(parent) : parent;
};

// Whether a field is drawn for one that nobody sees: it has the focus instead, in the same box.
const isDrawnFor = (active, field) =>
  active !== null &&
  active !== field &&
  active.matches(TAKES_TEXT) &&
  unseen(field) &&
  !unseen(active) &&
  Boolean(boxAround(field)?.contains(active));

// The field that has the focus in the place of a field that is hidden or gone since `noteFieldPlace`, or that nobody sees;
// null without one.
const fieldInItsPlace = async () => {
  if (!place) return null;
  const { field, box } = place;
  if (field.isConnected && isDrawnFor(activeElement(), field)) return activeElement();
  const end = performance.now() + SWAPS_MS;
  while (!(field.isConnected && field.checkVisibility({ visibilityProperty: true }))) {
    const active = activeElement();
    if (active && active !== field && active.matches(TAKES_TEXT) && isAt(active, box)) return active;
    if (performance.now() >= end) break;
    await nextFrame();
  }
  return null;
};

export { fieldInItsPlace, noteFieldPlace };
