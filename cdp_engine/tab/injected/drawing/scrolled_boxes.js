// Where elements are after the document was scrolled, in px of the document.

import { elementsNow } from "../elements/flat_tree.js";
import { animatedNow } from "./animations.js";

// How the document is scrolled, and the boxes of the elements of these places among all, null without a box; no boxes where
// the document has other elements than known, or may be drawn otherwise by scrolling. `alone`: nothing else has changed, so
// that nothing is known of what is animated.
const boxesAt = (total, places, alone) => {
  const elements = elementsNow();
  const animated = animatedNow();
  if (elements.length !== total || !animated || (alone && animated.size)) return [[scrollX, scrollY], []];
  const boxes = places.map((place) => {
    const element = elements[place];
    if (!element.getClientRects().length) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  });
  return [[scrollX, scrollY], boxes];
};

export { boxesAt };
