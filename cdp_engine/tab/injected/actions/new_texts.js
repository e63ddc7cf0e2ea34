// The texts that come during an action, as far as a person sees them.

import { boxOf, concealed, elementOf, liveAround, parentOf } from "../elements/dom.js";
import { saidIn, seenIn, tidy, unseenIn } from "./notices.js";

const KEPT = 10;
const MOST_NODES = 20;
const MOST_GONE = 200;

const keep = (list, text) => {
  const said = concealed(tidy(text));
  if (said && list.length < KEPT && !list.includes(said)) list.push(said);
};

// Notes a text that came: what is seen of it now, and again when it is reported, because pages show things later.
const noteText = ({ came, control }, node, readable) => {
  const raw = tidy(readable);
  if (raw && came.length < MOST_NODES && !came.some((one) => one.raw === raw))
    came.push({ node, raw, seen: tidy(seenIn(node)), said: tidy(saidIn(node, control)) });
};

// Notes the texts of what goes away at once: each may come again.
const noteGone = (s, texts) => {
  for (const text of texts) if (s.gone.size < MOST_GONE) s.gone.add(tidy(text));
  keep(s.removed, texts.join(" "));
};

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

// Whether all words of a text went away in the action: a part of the page that was drawn again, in other pieces.
const wordsThatWent = (gone) => {
  const went = new Set(Array.from(gone, wordsOf).flat());
  return (text) => {
    const words = wordsOf(text);
    return words.length > 0 && words.every((word) => went.has(word));
  };
};

const LEAST_RED = 130;
const REDDER = 80;
let canvas = null;

// The red, green and blue of a colour in any notation.
const channels = (color) => {
  const plain = /^rgba?\((\d+), (\d+), (\d+)/.exec(color);
  if (plain) return plain.slice(1).map(Number);
  canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  canvas.clearRect(0, 0, 1, 1); // what was drawn before would shine through
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
};

// Whether the first text of a node is drawn in red.
const isRed = (node) => {
  const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const element = elementOf(node.nodeType === 3 ? node : (text.nextNode() ?? node));
  if (!element?.isConnected) return false;
  const [red, green, blue] = channels(getComputedStyle(element).color);
  return red >= LEAST_RED && red - Math.max(green, blue) >= REDDER;
};

const TAKES_TEXT = "input:not([type=hidden]), select, textarea, [role=textbox], [role=combobox]";
const BELOW = 24;
const BESIDE = 40;
const NEAREST = 4;

// Whether a text lies right below a field, or right beside it; the field must have been there before the text.
const isAtField = (node, came) => {
  const element = elementOf(node);
  const [x, y, width, height] = boxOf(element);
  const isAt = (field) => {
    const [left, top, wide, high] = boxOf(field);
    if (!wide || !high || came.some((one) => one.node.contains(field))) return false;
    const below = y - (top + high);
    const isBelow = below > -high / 2 && below <= BELOW && x < left + wide && left < x + width;
    const after = x - (left + wide);
    const isAfter = after >= 0 && after <= BESIDE && y < top + high && top < y + height;
    return isBelow || isAfter;
  };
  let at = element;
  for (let steps = 0; at && steps < NEAREST; steps += 1, at = parentOf(at)) {
    const fields = Array.from(at.querySelectorAll?.(TAKES_TEXT) ?? []);
    if (fields.length) return fields.some(isAt);
  }
  return false;
};

// The texts that were seen, those of them that are seen now and were not there before, what was said outside of
// controls and of forms that opened, what of it is red, what of that is right at a field, and what is gone again.
const textsThatCame = ({ came, gone, control }, isOfNewForm) => {
  const added = [];
  const now = [];
  const said = [];
  const red = [];
  const atFields = [];
  const past = [];
  const isDrawnAgain = wordsThatWent(gone);
  for (const { node, raw, seen, said: first } of came) {
    const again = gone.has(raw);
    const current = node.isConnected ? tidy(seenIn(node)) : "";
    keep(added, again ? raw : current || seen);
    if (!again && !isDrawnAgain(current)) keep(now, current);
    if (!node.isConnected || !isOfNewForm(elementOf(node))) {
      const words = (node.isConnected && tidy(saidIn(node, control))) || first;
      keep(said, words);
      if (!again && !isDrawnAgain(words) && isRed(node)) {
        keep(red, words);
        if (isAtField(node, came)) keep(atFields, words);
      }
    }
    if (!current) keep(past, first);
  }
  return { added, now, said, red, red_at_fields: atFields, past };
};

// Whether a text that came is laid out and not seen: libraries place a popup unseen, and show it some frames later.
const isComing = ({ node }) => {
  const element = elementOf(node);
  if (!element?.isConnected || liveAround(element)) return false;
  return !tidy(seenIn(node)) && tidy(unseenIn(node)) !== "";
};

export { isComing, keep, noteGone, noteText, textsThatCame };
