// Whether the page put something else in the place of what was pressed inside the target, as a cell does that opens its
// editor at the press: the browser then sends no click.

import { parentOf } from "../elements/dom.js";

// The child of the target that the press went through; null where the press was on the target itself, or elsewhere.
const partOf = (target, pressed) => {
  for (let at = pressed; at; at = parentOf(at)) if (parentOf(at) === target) return at;
  return null;
};

// Content that is removed and added again, as in a redraw at every event of the pointer, does not count as a reaction
// to the press.
const watchPressedPart = (target) => {
  let part = null;
  const isSame = (child) => child.isEqualNode(part);
  return {
    press: (event) => {
      part = target && partOf(target, event.composedPath()[0]);
    },
    isReplaced: () =>
      part !== null &&
      target.isConnected &&
      !part.isConnected &&
      target.childElementCount > 0 &&
      !Array.from(target.children).some(isSame),
  };
};

export { watchPressedPart };
