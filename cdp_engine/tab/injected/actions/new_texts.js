// The texts that come during an action, as far as a person sees them.

import { concealed, elementOf, liveAround } from "../elements/dom.js";
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

// The texts that were seen, those of them that are seen now and were not there before, what was said outside of
// controls and of forms that opened, and what of it is gone again.
const textsThatCame = ({ came, gone, control }, isOfNewForm) => {
  const added = [];
  const now = [];
  const said = [];
  const past = [];
  const isDrawnAgain = wordsThatWent(gone);
  for (const { node, raw, seen, said: first } of came) {
    const again = gone.has(raw);
    const current = node.isConnected ? tidy(seenIn(node)) : "";
    keep(added, again ? raw : current || seen);
    if (!again && !isDrawnAgain(current)) keep(now, current);
    if (!node.isConnected || !isOfNewForm(elementOf(node)))
      keep(said, (node.isConnected && tidy(saidIn(node, control))) || first);
    if (!current) keep(past, first);
  }
  return { added, now, said, past };
};

// Whether a text that came is laid out and not seen: libraries place a popup unseen, and show it some frames later.
const isComing = ({ node }) => {
  const element = elementOf(node);
  if (!element?.isConnected || liveAround(element)) return false;
  return !tidy(seenIn(node)) && tidy(unseenIn(node)) !== "";
};

export { isComing, keep, noteGone, noteText, textsThatCame };
