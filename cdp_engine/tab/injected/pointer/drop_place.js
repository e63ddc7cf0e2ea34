// Where the destination of a drag lies: pages move the grips of a list away, or hide them, while one of them is dragged.

import { boxOf, parentOf, visible } from "../elements/dom.js";

let noted = null;
let holder = null;
let inHolder = [];

// Notes where an element lies in the one around it, before the drag.
const notePlace = (element) => {
  noted = element;
  holder = parentOf(element);
  const [left, top] = boxOf(holder || element);
  const [x, y, width, height] = boxOf(element);
  inHolder = [x - left, y - top, width, height];
};

// The box that it had there, as the page is scrolled now; none where it has no place any more, or nobody sees that place.
const placeKept = (element) => {
  if (!element.isConnected || !element.getClientRects().length) return { box: null };
  if (!holder || parentOf(element) !== holder || !visible(holder)) return { box: null };
  const [left, top] = boxOf(holder);
  const [x, y, width, height] = inHolder;
  const middle = [left + x + width / 2, top + y + height / 2];
  const inWindow = middle[0] >= 0 && middle[1] >= 0 && middle[0] < innerWidth && middle[1] < innerHeight;
  return { box: inWindow ? [left + x, top + y, width, height] : null };
};

// The destination of this drag; null where it is in another document.
const destination = () => noted;
const forgetDestination = () => {
  noted = null;
};

export { destination, forgetDestination, notePlace, placeKept };
