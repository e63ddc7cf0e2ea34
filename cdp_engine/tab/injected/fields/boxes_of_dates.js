// A date, or a moment, whose parts have a text field each in one box: day, month, year, hour, minute.

import { shown } from "../elements/appearance.js";
import { lineage, shownValue } from "../elements/dom.js";
import { TEXT_FIELDS } from "../elements/periods.js";
import { halfOf } from "./halves_of_day.js";

const LEVELS = 3;
const LEAST = 3;
const MOST = 9;
const PART = /^(\d{1,4}|\p{L}+\.?)?$/u;
const COLON = /^\s*:\s*$/;

// The fields of a box in order, each with the text since the one before it.
const piecesOf = (box) => {
  const pieces = [];
  let before = "";
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const at = walker.currentNode;
    if (at.nodeType === 3) before += at.nodeValue;
    else if (at.matches(TEXT_FIELDS) && shown(at)) {
      pieces.push({ field: at, before, text: shownValue(at).trim() });
      before = "";
    }
  }
  return pieces;
};

// The parts of the date that a field belongs to; none where it is a field of its own.
const piecesAround = (control) => {
  for (const box of Array.from(lineage(control)).slice(0, LEVELS + 1)) {
    const pieces = piecesOf(box);
    if (pieces.length < LEAST) continue;
    const isDate = pieces.length <= MOST && pieces.every(({ text }) => PART.test(text));
    return isDate && pieces.some(({ text }) => /^\d{4}$/.test(text)) ? pieces : [];
  }
  return [];
};

// What they say together, as one text.
const heldInBoxes = (control) => {
  const pieces = piecesAround(control);
  return pieces.length
    ? [
        pieces
          .map(({ before, text }, i) => (i ? before || " " : "") + text)
          .join("")
          .trim(),
      ]
    : [];
};

// Those of a time of 24 hours: numbers with colons between them.
const clockInBoxes = (control) => {
  const pieces = piecesAround(control);
  if (pieces.some(({ text }) => halfOf(text))) return {};
  const follows = (i) => COLON.test(pieces[i]?.before ?? "") && /^\d{1,2}$/.test(pieces[i].text);
  const at = pieces.findIndex((_, i) => i > 0 && follows(i));
  if (at < 0) return {};
  const [hour, minute, second] = [at - 1, at, at + 1].map((i) => pieces[i]?.field);
  return { hour, minute, second: follows(at + 1) ? second : undefined };
};

export { clockInBoxes, heldInBoxes, piecesOf };
