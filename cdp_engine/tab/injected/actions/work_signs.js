// The signs of work that came with an action and still show: what is busy, turns, or says so, and did not before.

import { keptIn } from "../changes/kept_elements.js";
import { classWords } from "../elements/appearance.js";
import { boxOf, concealed, describe, elementOf, LIVE, shortened, visible, words } from "../elements/dom.js";
import { classesAround, isEndless, WAITING, WORKS, waits } from "./at_work.js";
import { saidIn } from "./notices.js";

const NAMED = ["[role=img]", "[role=status]", "svg", "img"]
  .flatMap((one) => ["aria-label", "alt"].map((name) => [one, name]))
  .flatMap(([one, name]) => ["$='...'", "$='…'", "*='loading' i"].map((how) => `${one}[${name}${how}]`))
  .join(", ");
const TURNING = "animateTransform[type=rotate][repeatCount=indefinite]";
const MARKS = `${WAITING}, ${NAMED}, ${TURNING}`;
const VERBS =
  "loading|processing|saving|working|running|updating|uploading|submitting|sending|searching|generating|calculating|" +
  "computing|executing|connecting|thinking|waiting|please wait|one moment";
// The whole text says no more than that, with figures; or it ends with dots. "Executing (2)" is the heading of a list.
const ONLY = new RegExp(`^(?!.*\\(\\d+\\)$)[^\\p{L}]*(${VERBS})[^\\p{L}]*(?:\\d\\s*m?s)?[^\\p{L}]*$`, "iu");
const GOES_ON = /^[^\p{L}]*\p{L}*ing\b[^.…]{0,60}(…|\.\.\.)[^\p{L}]*$|^please wait\b/iu;
const DOTS = /^.{2,60}(…|\.\.\.)$/u;
// The beginning of an id or a code, cut short.
const CUT_SHORT = /(?=\S*\p{L})(?=\S*\d)[\p{L}\d_-]+(…|\.\.\.)$/u;
const STATE =
  /^(is-?)?(loading|busy|pending|processing|running|saving|submitting|waiting|generating|executing|(in-)?progress)$/i;
const STATE_NAME = /^data-.*(loading|busy|pending|processing|submitting|generating|stale)$/;
const YES = /^(|true|1|yes)$/i;
const SMALL_PX = 120;
const MOST_TEXTS = 20;
const MOST_WALKED = 300;
const MOST_STATES = 20;
const LONGEST = 60;
const MODALS = "dialog[open], [aria-modal=true]";

const modalsIn = (roots) => [...roots].flatMap((root) => keptIn(root, MODALS)).filter((one) => visible(one));

const saysSo = (text) => ONLY.test(text) || GOES_ON.test(text);

// Whether an attribute calls its element at work. Libraries write it for their style sheets, and some keep it.
const attributeSaysSo = (name, value) => {
  if (value === null) return false;
  if (name === "class")
    return value.split(/\s+/).some((word) => STATE.test(word.replace(/^.*(--|__|:)/, "")));
  return name.startsWith("data-") && (STATE.test(value) || (STATE_NAME.test(name) && YES.test(value)));
};

const turns = (target, effect) => {
  const [, , width, height] = boxOf(target);
  if (Math.max(width, height) > SMALL_PX) return false;
  return effect
    .getKeyframes()
    .some(({ rotate, transform }) => rotate || /rotate[zxy]?\(/i.test(transform || ""));
};

const isSpinner = ({ effect, playState }) => {
  const target = effect?.target;
  if (!target || playState !== "running" || !isEndless(effect) || !visible(target)) return false;
  return WORKS.test(classesAround(target)) || turns(target, effect);
};

const markShows = (element) => {
  if (element.matches(WAITING)) return waits(element);
  if (element.localName === "animateTransform") return visible(element.parentElement);
  return saysSo(words(element.getAttribute("aria-label") || element.getAttribute("alt"))) && visible(element);
};

// What spins or is marked as busy now, in these roots.
const marksIn = (roots) => {
  const found = new Set();
  for (const root of roots) {
    for (const element of keptIn(root, MARKS)) if (markShows(element)) found.add(element);
    for (const animation of root.getAnimations())
      if (isSpinner(animation)) found.add(animation.effect.target);
  }
  return found;
};

// Elements that are rendered again are taken for those that they replace.
const kindOf = (element) => [element.localName, ...classWords(element)].join(" ");

const textsThatSaySo = (node) => {
  if (node.nodeType === 3) return saysSo(words(node.data)) || isDotted(node) ? [node] : [];
  if (node.nodeType !== 1) return [];
  const found = [];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let walked = 0; walked < MOST_WALKED && walker.nextNode(); walked++)
    found.push(...textsThatSaySo(walker.currentNode));
  return found;
};

// In any language, a message that ends with dots.
const isDotted = (text) => {
  const said = words(text.data);
  return DOTS.test(said) && !CUT_SHORT.test(said) && Boolean(elementOf(text)?.closest(LIVE));
};

// Watches for them from now on, in `roots`, which may grow. What a control calls itself is none.
const watchWork = (roots) => {
  const before = new Map();
  for (const element of marksIn(roots)) before.set(kindOf(element), (before.get(kindOf(element)) ?? 0) + 1);
  const title = document.title;
  const texts = new Set();
  const old = new Set();
  const states = new Map();
  const modals = new Set(modalsIn(roots));

  // Whether a sign lies beneath a dialog that came since: that waits for its answer.
  const isBeneath = (element) => {
    const asks = modalsIn(roots).filter((one) => !modals.has(one));
    return asks.length > 0 && !asks.some((one) => one.contains(element));
  };

  const came = (node) => {
    for (const text of textsThatSaySo(node)) if (texts.size < MOST_TEXTS) texts.add(text);
  };
  const went = (node) => {
    for (const text of textsThatSaySo(node)) if (!texts.has(text)) old.add(words(text.data));
  };
  const stated = ({ target, attributeName: name, oldValue }) => {
    if (states.size >= MOST_STATES || attributeSaysSo(name, oldValue)) return;
    if (attributeSaysSo(name, target.getAttribute(name))) states.set(target, name);
  };

  const aText = () => {
    for (const text of texts) {
      const said = words(text.data);
      if (!text.isConnected || old.has(said) || !(saysSo(said) || isDotted(text))) continue;
      if (saidIn(text, null) && !isBeneath(elementOf(text))) return words(elementOf(text).innerText);
    }
    return document.title !== title && saysSo(words(document.title)) ? document.title : "";
  };
  const aMark = () => {
    const left = new Map(before);
    for (const element of marksIn(roots)) {
      const many = left.get(kindOf(element)) ?? 0;
      if (!many && isBeneath(element)) continue;
      if (!many) return element;
      left.set(kindOf(element), many - 1);
    }
    return null;
  };
  const aState = () => {
    for (const [element, name] of states)
      if (element.isConnected && attributeSaysSo(name, element.getAttribute(name)) && !isBeneath(element))
        return [element, name];
    return null;
  };

  // What shows it, in a few words, and whether that is certain: what only an attribute says need not concern the action.
  const shows = () => {
    const text = aText();
    if (text) return [`“${concealed(shortened(text, LONGEST))}”`, true];
    const mark = aMark();
    if (mark) return [describe(mark), true];
    const state = aState();
    return state ? [`${state[1]}="${shortened(state[0].getAttribute(state[1]), LONGEST)}"`, false] : null;
  };
  return { came, went, stated, shows };
};

export { watchWork };
