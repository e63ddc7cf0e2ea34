// Describes a changed text or attribute, with the boxes that show whether anything around it moved (see recorder.js).

import { marginsOf } from "../drawing/drawing_parts.js";
import { generates, isLayer, written } from "../drawing/styles.js";
import { boxOf, visible } from "../elements/dom.js";

const APART =
  "label, legend, caption, figcaption, option, textarea, title, th, style, script, noscript, template, datalist, " +
  "svg, math, object, canvas, audio, video, [contenteditable], fieldset";
const CONTROLS =
  "a[href], button, input, select, textarea, summary, [role], [tabindex], [onclick], [contenteditable]";
const MOST_INSIDE = 200;
const INSIDE_LEVELS = 4;

const boxInDocument = (thing) => {
  const [x, y, width, height] = boxOf(thing);
  return [x + scrollX, y + scrollY, width, height];
};

// The box of an element as a capture measures it; null for parts of a drawing that only a capture measures.
const capturedBox = (element) => {
  const box = boxInDocument(element);
  if (!element.ownerSVGElement) return box;
  const margins = marginsOf(element);
  if (margins?.length !== 1) return null;
  const [more] = margins;
  return [box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more];
};

const holdsOneText = (element) => {
  const only = element.childNodes.length === 1 ? element.firstChild : null;
  return only?.nodeType === 3 && only.data.trim() !== "";
};

// Whether the page draws a text letter by letter as the document has it.
const isAsWritten = (element) => {
  const { data } = element.firstChild;
  const style = getComputedStyle(element);
  return (
    data === data.trim() &&
    !/\s\s|[\t\n\r\u00ad]/.test(data) &&
    style.textTransform === "none" &&
    style.webkitTextSecurity === "none"
  );
};

const namesAnother = (element) => {
  for (let above = element; above; above = above.parentElement) {
    if (!above.id) continue;
    const id = CSS.escape(above.id);
    if (
      document.querySelector(`[aria-labelledby~="${id}"], [aria-describedby~="${id}"], [aria-owns~="${id}"]`)
    )
      return true;
  }
  return false;
};

// How far a change of size reaches: 'row' for parts of a table, whose cells depend on those of other rows, 'float'
// for what text flows around, else nothing.
const flowOf = (element) => {
  const style = getComputedStyle(element);
  if (style.float !== "none" || style.columnCount !== "auto" || style.columnWidth !== "auto") return "float";
  return /^table-(row|column|header|footer)/.test(style.display) ? "row" : "";
};

// The boxes of all elements and texts in an element, in document order, each with its tag ('' for a text).
const insideOf = (element) => {
  if (element.getElementsByTagName("*").length > MOST_INSIDE) return null;
  const found = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (found.length >= MOST_INSIDE) return null;
    if (node.nodeType === 1) {
      if (node.localName === "iframe" || node.localName === "frame") return null;
      found.push([node.localName, capturedBox(node), visible(node) ? 1 : 0]);
    } else {
      range.selectNodeContents(node);
      found.push(["", boxInDocument(range), 1]);
    }
  }
  return found;
};

const surroundings = (element) => {
  const chain = [];
  for (let around = element; around; around = around.parentElement) {
    const sides = [around.previousElementSibling, around.nextElementSibling];
    chain.push([
      around.localName,
      flowOf(around),
      boxInDocument(around),
      sides.map((side) => (side ? boxInDocument(side) : null)),
      chain.length < INSIDE_LEVELS ? insideOf(around) : null,
    ]);
  }
  return chain;
};

// For each element: its text, and for each ancestor, from the inside out, its box and those of its neighbours, and the
// boxes of the contents of the innermost ones. Null where one of them has other contents than a text.
const textsWithSurroundings = (elements) => {
  const found = [];
  for (const element of elements) {
    if (element.nodeType !== 1 || !element.isConnected || !holdsOneText(element)) return null;
    if (element.closest(APART) || namesAnother(element) || !isAsWritten(element)) return null;
    found.push([element.firstChild.data, surroundings(element)]);
  }
  return found;
};

// The current attributes of each element; only the browser's counters show whether that changed any style. Null where
// one of them is gone.
const attributesOf = (elements) => {
  const given = [];
  for (const element of elements) {
    if (!element.isConnected) return null;
    given.push([...element.attributes].flatMap((attribute) => [attribute.name, attribute.value]));
  }
  return given;
};

const textsIn = (element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  return texts;
};

// For each element: its surroundings as above, and of it and everything in it the styles, whether it is a layer of its own,
// and the texts. Null where a style sheet draws something in one of them, or draws a text otherwise than written.
const stylesWithSurroundings = (elements) => {
  const found = [];
  for (const element of elements) {
    const all = [element, ...element.getElementsByTagName("*")];
    const styles = all.map((one) => getComputedStyle(one));
    if (styles.some((style) => style.textTransform !== "none" || style.webkitTextSecurity !== "none"))
      return null;
    if (all.some((one) => generates(one, "::before") || generates(one, "::after"))) return null;
    const layers = styles.map((style, at) => (isLayer(style, all[at]) ? 1 : 0));
    found.push([surroundings(element), styles.map(written), layers, textsIn(element)]);
  }
  return found;
};

const CHECKABLE = /^(checkbox|radio)$/;

// The value of each field, and whether it is checked.
const valuesOf = (fields) =>
  fields.map((field) => [field.value, field.checked && CHECKABLE.test(field.type) ? 1 : 0]);

// Whether a control takes clicks without any listener, for elements whose `disabled` is other than it was.
const takesClicks = (element) => {
  if (element.matches(":disabled")) return 0;
  return element.localName !== "button" || (element.form !== null && element.type !== "button") ? 1 : 0;
};

// Whether every interactive element in view is still topmost at its middle.
const uncovered = () => {
  for (const element of document.querySelectorAll(CONTROLS)) {
    const [left, top, width, height] = boxOf(element);
    const x = left + width / 2;
    const y = top + height / 2;
    if (width <= 0 || height <= 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const hit = document.elementFromPoint(x, y);
    if (hit && !element.contains(hit) && !hit.contains(element)) return false;
  }
  return true;
};

export { attributesOf, stylesWithSurroundings, takesClicks, textsWithSurroundings, uncovered, valuesOf };
