// Texts as they are drawn: their letters, and the boxes of those that are laid out.

import { parentOf } from "../elements/dom.js";
import { boxAround, childrenOf, isSlot } from "../elements/flat_tree.js";

const ARRANGES = /flex|grid|table(?!-cell|-caption)|none/;
const SPACE_AT_END = /[ \t\n\v\f\r]$/;

const range = document.createRange();

// Languages that have rules of their own about capital letters.
const ODD_CASES = /^"?(tr|az|lt|el)\b/i;
const SIGMA = "\u03a3";

// Whether texts are drawn in other letters than they are written in, which are not certain.
const isDisguised = ({ textTransform, webkitTextSecurity, webkitLocale }) =>
  webkitTextSecurity !== "none" ||
  (textTransform !== "none" && (!/^(upper|lower)case$/.test(textTransform) || ODD_CASES.test(webkitLocale)));

// A text as it is drawn.
const drawnAs = (data, { textTransform }) => {
  if (textTransform === "uppercase") return data.toUpperCase();
  if (textTransform !== "lowercase") return data;
  if (data.includes(SIGMA)) throw new RangeError("texts drawn otherwise than written");
  return data.toLowerCase();
};

// Whether a node has no box, but what is in it is drawn: slots and the like.
const isBare = (node) => node.nodeType === 1 && getComputedStyle(node).display === "contents";

// A node, or what is drawn in one without a box, the last first.
const lastFirst = function* (node) {
  if (!isBare(node)) yield node;
  else for (const child of [...childrenOf(node)].reverse()) yield* lastFirst(child);
};

// What is drawn before a node in the same box, nearest first.
const drawnBefore = function* (node) {
  const parent = parentOf(node);
  if (!parent) return;
  if (isSlot(parent)) {
    const beside = [...childrenOf(parent)];
    for (const before of beside.slice(0, beside.indexOf(node)).reverse()) yield* lastFirst(before);
  } else {
    for (let before = node.previousSibling; before; before = before.previousSibling) yield* lastFirst(before);
  }
  if (isBare(parent)) yield* drawnBefore(parent);
};

// Whether white space that shows nothing still has a box: after something in the same line that does not end with any; in
// flex boxes and the like, only after a text.
const isCollapsed = (text) => {
  const box = boxAround(text);
  if (!text.data || !box) return false;
  const arranges = ARRANGES.test(getComputedStyle(box).display);
  for (const before of drawnBefore(text)) {
    // White space before it has the box of both, or none has one.
    if (before.nodeType === 3 && before.data) return !SPACE_AT_END.test(before.data);
    if (before.nodeType !== 1) continue;
    const { display, position, float } = getComputedStyle(before);
    if (display === "none" || position === "absolute" || position === "fixed" || float !== "none") continue;
    return !arranges && before.localName !== "br" && display.startsWith("inline");
  }
  return !arranges && getComputedStyle(box).display === "inline";
};

// A text with its box; without one where it is not laid out.
const textFacts = (text) => {
  range.selectNodeContents(text);
  const drawn = drawnAs(text.data, getComputedStyle(parentOf(text)));
  if (!range.getClientRects().length)
    return isCollapsed(text) ? [3, drawn, [scrollX, scrollY, 0, 0]] : [3, text.data, null];
  const { x, y, width, height } = range.getBoundingClientRect();
  return [3, drawn, [x + scrollX, y + scrollY, width, height]];
};

export { drawnAs, isBare, isDisguised, textFacts };
