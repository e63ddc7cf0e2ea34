// Code editors that take keys in a field without a size, and draw their text beside it for the eye only.

import { allElementsIn, parentOf } from "../elements/dom.js";

const LEVELS = 4;
const WIDTH = 80;
const HEIGHT = 30;
const SMALL = 8;
const SAME_LINE = 3;
const BLANK = 2;
const LINE = 1.3;
// Numbers of lines, and arrows that fold a part.
const BESIDE = /^[\s\d\u2039\u203a\u2190-\u21ff\u2300-\u23ff\u25a0-\u25ff\u2b00-\u2bff\ue000-\uf8ff]+$/;

// What an editor without a text draws in its place, by its class.
const HINT = /(?<!\S)(?:\w+[-_]+)*placeholder(?!\S)/;
const isHint = (element) => HINT.test(element.closest("[class*=placeholder]")?.getAttribute("class") ?? "");

const GUTTER = /gutter|line-?num|lineno/i;

// Whether an element is in the gutter: it lies over the text of an editor that is scrolled sideways.
const isInGutter = (element, box) => {
  for (let at = element; at && at !== box; at = parentOf(at))
    if (GUTTER.test(at.getAttribute("class") || "")) return true;
  return false;
};

const isMultiline = (field) =>
  field.localName === "textarea" ||
  (field.getAttribute("role") === "textbox" && field.getAttribute("aria-multiline") === "true");

const isSmall = (box) => box.width < SMALL || box.height < SMALL;

// Whether a box without a size, made for the field alone, cuts it off.
const isCutOff = (field) => {
  const around = parentOf(field);
  if (around?.childElementCount !== 1 || !isSmall(around.getBoundingClientRect())) return false;
  return getComputedStyle(around).overflow !== "visible";
};

// An element without a text of its own that takes what is typed, and may be as wide as the line with the caret.
const hasEditContext = (field) => field.editContext instanceof Object;

const isUnseen = (field) => {
  const seen = { opacityProperty: true, visibilityProperty: true };
  if (hasEditContext(field) || isSmall(field.getBoundingClientRect())) return true;
  return isCutOff(field) || !field.checkVisibility(seen);
};

// Whether a field takes the keys for something else, and nobody reads in it, as that of a terminal.
const isUnseenText = (field) => field.localName === "textarea" && !field.name && isUnseen(field);

// A field among the cells of a grid draws no text of its own there.
const ROWS = "tr, [role=row]";

// The box in which the text of such a field is drawn; null for any other field.
const editorOf = (field) => {
  // What has a name is sent by its form with a value of its own.
  if (!isMultiline(field) || field.isContentEditable || field.name || !isUnseen(field)) return null;
  let at = parentOf(field);
  for (let up = 0; at && up < LEVELS; up++, at = parentOf(at)) {
    const box = at.getBoundingClientRect();
    if (box.width < WIDTH || box.height < HEIGHT) continue;
    return at.querySelector(ROWS) === null && drawnIn(at, field).length ? at : null;
  }
  return null;
};

// Other controls in the box of an editor would get its presses.
const CONTROLS = "input:not([type=hidden]), select, button, a[href]";

const isFlat = (field) => {
  const box = field.getBoundingClientRect();
  return box.width <= 0 || box.height <= 0;
};

// The box that takes the presses for a field without a height, or which is cut off by a box of its own: the one around it in
// which a code editor draws, also where it has no text yet; null for any other field.
const pressedFor = (field) => {
  if (!isMultiline(field) || !field.getClientRects().length) return null;
  if (!isCutOff(field)) return isFlat(field) || hasEditContext(field) ? editorOf(field) : null;
  let at = parentOf(field);
  for (let up = 0; at && up < LEVELS; up++, at = parentOf(at)) {
    const box = at.getBoundingClientRect();
    if (box.width < WIDTH || box.height < HEIGHT) continue;
    const others = [...at.querySelectorAll(CONTROLS)].some((one) => one !== field && one.checkVisibility());
    return others || at.querySelector(ROWS) ? null : at;
  }
  return null;
};

// Editors draw their caret by a blank that they place over the text, alone in its box.
const isCaret = (element) => !element.textContent.trim() && getComputedStyle(element).position === "absolute";

const blockOf = (element, box) => {
  let at = element;
  while (at !== box && getComputedStyle(at).display.startsWith("inline")) at = parentOf(at);
  return at;
};

// Whether a text is drawn over another one, not just close to it.
const overlap = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.top + one.tall, other.top + other.tall) - Math.max(one.top, other.top) >
    Math.min(one.tall, other.tall) / 2;

// The texts without the boxes that lie over others: headings that stick to the top, lists of completions.
const withoutOverlays = (pieces, box) => {
  const words = pieces.filter((piece) => piece.text.trim() && !BESIDE.test(piece.text));
  const covers = [];
  const beneath = [];
  for (const piece of words) {
    const under = beneath.find((other) => overlap(piece, other));
    const block = under && blockOf(piece.element, box);
    if (!under || block === box || block === blockOf(under.element, box)) {
      beneath.push(piece);
      continue;
    }
    let cover = piece.element;
    while (!parentOf(cover).contains(under.element)) cover = parentOf(cover);
    covers.push(cover);
  }
  return pieces.filter((piece) => !covers.some((cover) => cover.contains(piece.element)));
};

const drawnIn = (box, field) => {
  const pieces = [];
  for (const element of allElementsIn(box)) {
    if (field.contains(element) || element.matches("textarea, style, script")) continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || !node.data || isCaret(element)) continue;
      const beside = BESIDE.test(node.data) && /\S/.test(node.data) && isInGutter(element, box);
      const range = document.createRange();
      range.selectNodeContents(node);
      const area = range.getBoundingClientRect();
      if (
        area.width > 0 &&
        area.height > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        pieces.push({
          element,
          text: node.data,
          beside,
          top: area.y,
          left: area.x,
          right: area.right,
          tall: area.height,
        });
    }
  }
  return withoutOverlays(pieces, box);
};

// The texts with empty ones where nothing is drawn between two lines.
const withBlankLines = (texts, lines) => {
  const steps = lines.slice(1).map((line, index) => line.top - lines[index].top);
  const tall = Math.min(...lines.flatMap((line) => line.pieces.map((piece) => piece.tall)));
  const near = steps.filter((step) => step < tall * BLANK);
  const usual = near.length ? Math.min(...near) : tall * LINE;
  return texts.flatMap((text, index) =>
    index === 0 ? [text] : [...Array(Math.max(0, Math.round(steps[index - 1] / usual) - 1)).fill(""), text],
  );
};

// The lines that a code editor draws, without the numbers and arrows beside them; null for any other field.
const drawnText = (field) => {
  const box = editorOf(field);
  if (!box) return null;
  const pieces = drawnIn(box, field).filter((piece) => !piece.beside && !isHint(piece.element));
  const own = pieces.filter((piece) => !BESIDE.test(piece.text));
  const left = Math.min(...own.map((piece) => piece.left));
  const lines = [];
  for (const piece of pieces
    .filter((one) => one.right > left)
    .sort((a, b) => a.top - b.top || a.left - b.left)) {
    const line = lines.find((one) => Math.abs(one.top - piece.top) < SAME_LINE);
    if (line) line.pieces.push(piece);
    else lines.push({ top: piece.top, pieces: [piece] });
  }
  const texts = lines.map((line) =>
    line.pieces
      .sort((a, b) => a.left - b.left)
      .map((piece) => piece.text)
      .join(""),
  );
  return withBlankLines(texts, lines)
    .join("\n")
    .replace(/\u00a0/g, " ")
    .replace(/[\u200b\ufeff\u200c]/g, "");
};

const bare = (text) => text.replace(/[\s\u00b7]+/g, "");

// Whether an editor shows a text, or a part of it where it draws only what fits.
const shows = (field, wanted) => {
  const drawn = bare(drawnText(field) ?? "");
  const whole = bare(wanted);
  return drawn === whole || (drawn.length > 0 && whole.includes(drawn));
};

export { drawnText, editorOf, hasEditContext, isUnseenText, pressedFor, shows };
