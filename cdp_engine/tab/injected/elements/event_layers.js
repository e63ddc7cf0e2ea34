// Layers that draw nothing and take the pointer for what lies beneath. A canvas has no children, so libraries lay a box for
// scrolling, dragging or captions over it; an unseen check box or file field lies over the words that are its drawing.

import { boxOf, closest, lineage, parentOf, words } from "./dom.js";

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

const UNSEEN = "input:is([type=checkbox], [type=radio], [type=file])";
const PARTS = 3;

// Whether a field that was hit is drawn by the words beneath it: it is not seen, and lies over them in the same small part
// of the page.
const isUnseenField = (element, hit) => {
  if (!hit.matches(UNSEEN) || element.matches(CONTROLS)) return false;
  if (!closest(hit, (at) => getComputedStyle(at).opacity === "0")) return false;
  let around = parentOf(element);
  for (let up = 1; around && up < PARTS && !around.contains(hit); up++) around = parentOf(around);
  return (
    Boolean(around?.contains(hit)) && !around.matches("body, html") && covers(boxOf(hit), boxOf(element))
  );
};

const isEventLayer = (element, hit) =>
  element.localName === "canvas" ? isLayerOfCanvas(element, hit) : isUnseenField(element, hit);

// Whether the layer that was hit lies over the whole canvas, in a box that is hardly larger, and shows nothing itself.
const isLayerOfCanvas = (canvas, hit) => {
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
