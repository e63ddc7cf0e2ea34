// A slider of two values in one element, `aria-valuenow="5|15"`: each of its handles is a tab stop in it.

import { all } from "../elements/appearance.js";
import { closest } from "../elements/dom.js";
import { numberAtRest } from "./drawn_sliders.js";

const BETWEEN = /\s*[|;,]\s*/;

const pairOf = (element) => closest(element, (at) => at.matches("[role=slider][aria-valuenow]"));

// The two numbers that a slider says it holds; none for any other element.
const pairValues = (element) => {
  const slider = pairOf(element);
  const numbers = slider ? slider.getAttribute("aria-valuenow").split(BETWEEN).map(Number) : [];
  return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : [];
};

// The tab stop of one of the two handles; null where there are not two.
const pairStop = (element, index) => {
  const stops = all(pairOf(element), "[tabindex]").filter((at) => at.tabIndex >= 0 && at.checkVisibility());
  return stops.length === 2 ? stops[index] : null;
};

// One of the two values once it differs from `before` and rests, or after `limit` ms.
const pairValue = (element, index, before, limit) =>
  numberAtRest(() => pairValues(element)[index] ?? before, before, limit, 1);

export { pairStop, pairValue, pairValues };
