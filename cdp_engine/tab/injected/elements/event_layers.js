// Layers that draw nothing and take the pointer for a canvas: a canvas has no children, so libraries lay a box for scrolling,
// dragging or captions over it.

import { boxOf, lineage, parentOf, words } from "./dom.js";

const LEVELS = 6;
const SLACK_PX = 24;
const CONTROLS =
  "a[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role=menuitem], [tabindex]" +
  ":not(canvas)";
const PICTURES = "img, svg, canvas, video, iframe, object, embed";
const CLEAR = /^(transparent|rgba\(.*, 0\))$/;

const covers = ([left, top, across, down], [x, y, width, height]) =>
  left <= x + SLACK_PX &&
  top <= y + SLACK_PX &&
  left + across >= x + width - SLACK_PX &&
  top + down >= y + height - SLACK_PX;

const paints = (element) => {
  const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(element);
  return !CLEAR.test(backgroundColor) || backgroundImage !== "none" || (backdropFilter || "none") !== "none";
};

// Whether the layer that was hit lies over the whole canvas, in a box that is hardly larger, and shows nothing itself.
const isEventLayer = (canvas, hit) => {
  if (canvas.localName !== "canvas") return false;
  const box = boxOf(canvas);
  let around = parentOf(canvas);
  for (let up = 0; around && !around.contains(hit); up++) {
    if (up === LEVELS) return false;
    around = parentOf(around);
  }
  if (!around || around === hit || around.matches("body, html")) return false;
  const [, , width, height] = boxOf(around);
  if (width > box[2] + SLACK_PX || height > box[3] + SLACK_PX) return false;
  const layers = [];
  for (const at of lineage(hit)) {
    if (at === around) break;
    layers.push(at);
  }
  const layer = layers.at(-1);
  return (
    covers(boxOf(layer), box) &&
    !layers.some((at) => at.matches(`${CONTROLS}, ${PICTURES}`) || paints(at)) &&
    !words(hit.innerText ?? "")
  );
};

export { isEventLayer };
