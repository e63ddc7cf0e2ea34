// Where an element can be pointed at: its own boxes, or those of what it draws.

import { boxOf, closest } from "./dom.js";

const STROKED = /^(auto|painted|visiblepainted|stroke|visiblestroke)$/i;
const ALONG = [0.5, 0.25, 0.75, 0.1, 0.9];

const boxes = (element) => {
  if (element.localName === "area") return areaBoxes(element);
  const stroked = strokeBoxes(element);
  if (stroked.length) return stroked;
  return Array.from(element.getClientRects(), (box) => [box.x, box.y, box.width, box.height]).filter(
    (box) => box[2] > 0 && box[3] > 0,
  );
};

// The places on a line of a drawing: it takes the pointer on its stroke alone, and a straight one has no size.
const strokeBoxes = (element) => {
  if (!(element instanceof SVGGeometryElement)) return [];
  const { fill, stroke, strokeWidth, pointerEvents } = getComputedStyle(element);
  if (fill !== "none" || stroke === "none" || !STROKED.test(pointerEvents)) return [];
  const matrix = element.getScreenCTM();
  const length = element.getTotalLength();
  if (!matrix || !length) return [];
  const wide = Math.max(1, parseFloat(strokeWidth) * Math.hypot(matrix.a, matrix.b));
  return ALONG.map((share) => {
    const { x, y } = element.getPointAtLength(share * length).matrixTransform(matrix);
    return [x - wide / 2, y - wide / 2, wide, wide];
  });
};

// The area of an image map has no box of its own: its shape lies on its picture.
const areaBoxes = (area) => {
  const map = area.closest("map");
  const names = map ? [map.name, map.id].filter(Boolean) : [];
  const root = area.getRootNode();
  const picture = names.map((name) => root.querySelector(`[usemap="#${CSS.escape(name)}"]`)).find(Boolean);
  if (!picture) return [];
  const [x, y, width, height] = boxOf(picture);
  let spots = area.coords
    .split(/[\s,;]+/)
    .map(Number)
    .filter(Number.isFinite);
  if (area.shape === "default") spots = [0, 0, width, height];
  if (area.shape.startsWith("circ"))
    spots = [spots[0] - spots[2], spots[1] - spots[2], spots[0] + spots[2], spots[1] + spots[2]];
  const across = spots.filter((_, at) => at % 2 === 0);
  const down = spots.filter((_, at) => at % 2 === 1);
  const left = Math.max(Math.min(...across), 0);
  const right = Math.min(Math.max(...across), width);
  const top = Math.max(Math.min(...down), 0);
  const bottom = Math.min(Math.max(...down), height);
  return right > left && bottom > top ? [[x + left, y + top, right - left, bottom - top]] : [];
};

// What an element without a box of its own draws: the text of a node.
const boxesOfText = (text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return boxes(range);
};

const SIDES = ["::before", "::after"];
const FRAME = ["Left", "Right", "Top", "Bottom"];
const px = (length) => Number.parseFloat(length) || 0;

// The corner that what an element places absolutely is measured from: of the nearest box around it that is positioned.
const cornerFor = (element) => {
  const isHolder = (at) => {
    const { position, transform } = getComputedStyle(at);
    return position !== "static" || transform !== "none";
  };
  const holder = closest(element, isHolder);
  if (!holder) return [-window.scrollX, -window.scrollY];
  const [box] = holder.getClientRects();
  return box && [box.x + holder.clientLeft - holder.scrollLeft, box.y + holder.clientTop - holder.scrollTop];
};

// What a style sheet adds to an element without a size, at a place of its own, as the thumb of a slider or an arrow.
const generatedBoxes = (element) => {
  const corner = element.getClientRects().length ? cornerFor(element) : null;
  if (!corner) return [];
  const found = [];
  for (const side of SIDES) {
    const style = getComputedStyle(element, side);
    if (style.content === "none" || style.position !== "absolute" || style.visibility !== "visible") continue;
    const [left, right, top, bottom] =
      style.boxSizing === "border-box"
        ? [0, 0, 0, 0]
        : FRAME.map((name) => px(style[`padding${name}`]) + px(style[`border${name}Width`]));
    const shift = style.transform === "none" ? { e: 0, f: 0 } : new DOMMatrix(style.transform);
    const x = corner[0] + px(style.left) + px(style.marginLeft) + shift.e;
    const y = corner[1] + px(style.top) + px(style.marginTop) + shift.f;
    found.push([x, y, px(style.width) + left + right, px(style.height) + top + bottom]);
  }
  return found.filter((box) => box[2] > 0 && box[3] > 0);
};

// The element's own boxes; where it has none, those of what a style sheet adds or of its children (display: contents,
// floated content).
const surfaceBoxes = (element, depth = 0) => {
  const own = boxes(element);
  if (own.length || depth > 3) return own;
  const { display, position } = getComputedStyle(element);
  const generated = generatedBoxes(element);
  if (generated.length && position !== "static") return generated;
  const found = [];
  const texts = display === "contents";
  for (const child of element.childNodes) {
    if (texts && child.nodeType === 3) found.push(...boxesOfText(child));
    if (child.nodeType !== 1 || getComputedStyle(child).visibility !== "visible") continue;
    found.push(...surfaceBoxes(child, depth + 1));
    if (found.length > 8) break;
  }
  return found.length ? found : generated;
};

export { boxesOfText, surfaceBoxes };
