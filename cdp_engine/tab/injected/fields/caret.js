// The caret of editable regions.

import { all } from "../elements/appearance.js";

const NOTICED_MS = 100;

// Editors with their own selection update it in `selectionchange`, which runs in a later task.
const selectionNoticed = () =>
  new Promise((resolve) => {
    document.addEventListener("selectionchange", resolve, { once: true });
    setTimeout(resolve, NOTICED_MS);
  });

// A part that no caret enters and that holds a control is drawn by the editor for its own use: "Insert paragraph".
const CONTROLS = "button, [role=button], input";
const isOwnDrawing = (node) =>
  node.matches?.("[contenteditable=false]") &&
  (node.matches(CONTROLS) || node.querySelector(CONTROLS) !== null);
const isEmbedded = (node) =>
  node.matches?.("br, img, hr, video, canvas, svg, [contenteditable=false]") ?? false;

// The texts, empty lines and embedded parts of an editable region, one after the other.
const leavesOf = (region) => {
  const accept = (node) => {
    if (isOwnDrawing(node) || isEmbedded(node.parentNode)) return NodeFilter.FILTER_REJECT;
    return isEmbedded(node) || node.data?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  };
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  const leaves = [];
  while (walker.nextNode()) leaves.push(walker.currentNode);
  return leaves;
};

// The contents of an editable region from its first text to its last, as the key for it selects them: an editor with a
// model of its own finds no text at the borders of its boxes. Where a picture, or what no caret enters, is the first or
// the last, the borders are needed.
const contentsOf = (region) => {
  const range = document.createRange();
  range.selectNodeContents(region);
  const leaves = leavesOf(region);
  const [first, last] = [leaves[0], leaves[leaves.length - 1]];
  const isPlace = (leaf) => leaf?.nodeType === Node.TEXT_NODE || leaf?.localName === "br";
  if (!isPlace(first) || !isPlace(last)) return range;
  if (first.nodeType === Node.TEXT_NODE) range.setStart(first, 0);
  else range.setStartBefore(first);
  if (last.nodeType === Node.TEXT_NODE) range.setEnd(last, last.length);
  else range.setEndBefore(last);
  return range;
};

// What an editor draws for its own use in a region.
const ownDrawings = (region) =>
  all(region, "[contenteditable=false]").filter(
    (at) => isOwnDrawing(at) && !region.contains(at.parentElement.closest("[contenteditable=false]")),
  );

const blockOf = (node, region) => {
  let at = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  while (at !== region && getComputedStyle(at).display.startsWith("inline")) at = at.parentElement;
  return at;
};

// Whether a range goes over several blocks of a region.
const spansBlocks = (range, region) =>
  blockOf(range.startContainer, region) !== blockOf(range.endContainer, region);

// The last place in an editable region where text can be: in its last text, or in the empty line after it.
const endOf = (region) => {
  const range = document.createRange();
  range.selectNodeContents(region);
  range.collapse(false);
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let last = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === 3 ? node.data.trim() : node.matches("br, img, [contenteditable=false]"))
      last = node;
  }
  if (last?.nodeType === 3) range.setStart(last, last.data.trimEnd() ? last.length : 0);
  else if (last?.localName === "br") range.setStartBefore(last);
  else if (last) range.setStartAfter(last);
  range.collapse(true);
  return range;
};

const caretToEnd = async (target) => {
  const range = endOf(target);
  const selection = getSelection();
  const noticed = selectionNoticed();
  selection.removeAllRanges();
  selection.addRange(range);
  await noticed;
};

export { caretToEnd, contentsOf, ownDrawings, selectionNoticed, spansBlocks };
