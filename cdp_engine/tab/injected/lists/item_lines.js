// The lines of an item in a custom list: a name, and below it often what else it is.

import { all, wordsIn } from "../elements/appearance.js";
import { activeElement, folded, words } from "../elements/dom.js";
import { GROUPS, ITEMS } from "./list_field.js";

const SAYS = /[\p{L}\p{N}]/u;
const TICK = /^\s*[✓✔✅☑☒]|[✓✔]\s*$/u;
const ONLY_BOX = /^[✓✔✅☑☒☐]$/u;
const BOX = /^\s*[✓✔✅☑☒☐]\s*|\s*[✓✔]\s*$/gu;

// Whether a text begins or ends with a tick, whether it is a tick or an empty box alone, and the text without that.
const hasTick = (text) => TICK.test(text);
const isTickOnly = (text) => ONLY_BOX.test(text);
const unticked = (text) => (SAYS.test(text) ? text.replace(BOX, "") : text);

const isOnLine = (box, before) =>
  Math.min(box.bottom, before.bottom) - Math.max(box.top, before.top) >
  Math.min(box.height, before.height) / 2;

const boxesOf = (text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return Array.from(range.getClientRects()).filter((box) => box.width > 0 && box.height > 0);
};

const sizeOf = (piece) => getComputedStyle(piece.within).fontSize;

// Whether a piece of text goes on with what the one before it began: many lists mark in their choices what was typed.
const goesOn = (piece, before, typed) => {
  const [box, last] = [piece.boxes[0], before.boxes.at(-1)];
  if (!isOnLine(box, last) || Math.abs(box.left - last.right) > 1) return false;
  const isParted = /\s$/.test(before.data) || /^\s/.test(piece.data);
  if (!isParted) return true;
  const isMarked = typed !== "" && [piece, before].some((one) => folded(one.last) === typed);
  return isMarked && sizeOf(piece) === sizeOf(before); // a code in smaller letters is a piece of its own
};

// The pieces of text in an element that say something, each with the boxes of its lines.
const piecesOf = (element) => {
  const typed = folded(String(activeElement()?.value ?? ""));
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const boxes = words(data) ? boxesOf(walker.currentNode) : [];
    if (!boxes.length) continue;
    const piece = { data, last: data, boxes, within: parentElement };
    const before = found.at(-1);
    if (before && goesOn(piece, before, typed)) {
      found.pop();
      piece.data = before.data + data;
      piece.boxes = [...before.boxes, ...boxes];
    }
    found.push(piece);
  }
  return found
    .filter(({ data }) => SAYS.test(data))
    .map(({ data, boxes }) => ({ text: unticked(words(data)), boxes }));
};

// The lines as they are drawn. Custom elements put each of their parts on a line, which `innerText` does not see.
const drawnLines = (pieces) => {
  const lines = [];
  let last = null;
  for (const { text, boxes } of pieces) {
    if (last && isOnLine(boxes[0], last)) lines.push(`${lines.pop()} ${text}`);
    else lines.push(text);
    last = boxes.at(-1);
  }
  return lines;
};

// The lines with a letter or a digit: what is chosen may have a tick on a line of its own.
const linesOf = (item, pieces) => {
  const said = (item.innerText || "").split("\n").filter((line) => SAYS.test(line));
  const drawn = said.length > 1 ? [] : drawnLines(pieces);
  return (drawn.length > 1 ? drawn : said.map(words)).map(unticked);
};

// The first line of an item, and its parts: all lines in one, each of them, and the pieces of text in them, as a name and an
// amount on one line.
const partsOf = (item) => {
  const pieces = piecesOf(item);
  const lines = linesOf(item, pieces);
  return {
    first: lines[0] ?? "",
    parts: [...new Set([lines.join(" "), ...lines, ...pieces.map(({ text }) => text)])],
  };
};

// By the words of each choice that was read, and by its parts: those, as a field may show only one of them.
const otherLines = new Map();

const noteLines = (choices) => {
  const count = new Map();
  for (const { parts } of choices)
    for (const part of new Set(parts.map(folded))) count.set(part, (count.get(part) ?? 0) + 1);
  for (const { label, parts } of choices) {
    // A number may be how many are chosen.
    const own = parts.map(folded).filter((part) => count.get(part) === 1 && /\p{L}/u.test(part));
    if (parts.length > 1) for (const name of [label, ...own]) otherLines.set(folded(name), own);
  }
};

const forgetLines = () => otherLines.clear();

// The parts by which a field may show a choice, beside all of its words.
const linesBy = (label) => otherLines.get(folded(label)) ?? [];

const PRESSED = "[role=button], [role=menuitem], [role=option]";

// What is written in a part that is pressed and has no text: on a button of a form, or by a style sheet, as the headings
// that Quill offers.
const writtenIn = (element) => {
  if (element.matches("input[type=button]")) return words(element.value);
  if (element.childElementCount || !element.matches(PRESSED) || words(element.textContent)) return "";
  const written = /^"(.*)"$/s.exec(getComputedStyle(element, "::before").content);
  return written && /\p{L}{2}/u.test(written[1]) ? words(written[1]) : "";
};

// The name of a button without words, as it says itself or its icon does.
const iconName = (item) => {
  if (!item.matches("button, [role=button]")) return "";
  const icon = item.querySelector("[data-icon]") ?? item;
  return words(item.getAttribute("aria-label") || item.title || icon.getAttribute("data-icon") || "");
};

// An item's own words: those of the items nested in it are theirs.
const itemLabel = (item) => {
  const said = item.getAttribute("aria-label");
  if (said && (!item.matches("[role=treeitem]") || !words(item.innerText))) return words(said);
  const nested = Array.from(item.children).filter(
    (child) => child.matches(GROUPS) || all(child, ITEMS).length > 0,
  );
  if (!nested.length) return unticked(wordsIn(item)) || writtenIn(item) || iconName(item);
  const own = Array.from(item.childNodes).filter((child) => !nested.includes(child));
  return words(own.map((child) => child.innerText ?? child.data ?? "").join(" "));
};

// The nodes in a node of a tree have parts of their own.
const partsOfItem = (item) =>
  item.matches("[role=treeitem]") && all(item, ITEMS).length > 0
    ? { first: itemLabel(item), parts: [] }
    : partsOf(item);

export {
  forgetLines,
  hasTick,
  iconName,
  isTickOnly,
  itemLabel,
  linesBy,
  noteLines,
  partsOf,
  partsOfItem,
  SAYS,
  unticked,
  writtenIn,
};
