// What a press on a choice opens beside it, instead of choosing it: a further menu.

import { isIn } from "../elements/flat_tree.js";
import { itemLabel } from "./item_lines.js";
import { listControl } from "./list_field.js";
import { gatherItems, itemsRead } from "./list_items.js";

const NEAR = 30;

const apart = (from, to, otherFrom, otherTo) => Math.max(otherFrom - to, from - otherTo, 0);

const isNear = (one, other) =>
  apart(one.left, one.right, other.left, other.right) <= NEAR &&
  apart(one.top, one.bottom, other.top, other.bottom) <= NEAR;

// The choices that came close to one of those that were read, which is there still.
const openedBeside = (element, index) => {
  const read = itemsRead();
  const pressed = read[index];
  if (!pressed?.isConnected) return [];
  const now = gatherItems(listControl(element));
  const itself = now.find((one) => isIn(one, pressed) || isIn(pressed, one));
  if (!itself) return [];
  const box = itself.getBoundingClientRect();
  const came = now.filter((one) => one !== itself && !read.includes(one) && itemLabel(one));
  return came.some((one) => isNear(one.getBoundingClientRect(), box)) ? came.map(itemLabel) : [];
};

export { openedBeside };
