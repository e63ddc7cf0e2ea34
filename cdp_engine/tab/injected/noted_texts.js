// The text of a node as the recorder notes it, and whether it is there still.

import { concealed, elementOf, isIcon, visible, withoutIcons, words } from "./dom.js";

const LONGEST = 200;

const notedTextOf = (node) => {
  if (node.nodeType === 3) return node.parentElement && isIcon(node.parentElement) ? "" : words(node.data);
  if (node.nodeType !== 1 || isIcon(node)) return "";
  if (node.textContent.length >= 8 * LONGEST) return words(node.textContent);
  return withoutIcons(node, words(node.isConnected ? node.innerText : node.textContent));
};

// Whether an element still shows a text, but for its numbers: those of sliders and counters go on.
const isThere = ({ kind, of, text }) => {
  const node = kind === "removed" ? null : of?.deref();
  const element = node && elementOf(node);
  if (!element?.isConnected || !visible(element)) return 0;
  const { right, bottom } = element.getBoundingClientRect();
  if (right + scrollX <= 0 || bottom + scrollY <= 0) return 0;
  const digits = /\d+/g;
  return concealed(notedTextOf(node)).slice(0, LONGEST).replace(digits, "0") === text.replace(digits, "0")
    ? 1
    : 0;
};

export { isThere, LONGEST, notedTextOf };
