// Finds clocks, tickers, rotating banners: elements that change again and again without any input.

import { elementOf } from "../elements/dom.js";

const INPUT = ["pointerdown", "mousedown", "touchstart", "wheel", "keydown", "input"];
const AFTER_INPUT_MS = 1000;
const APART_MS = 30;
const MOST_AT_ONCE = 50;
const OFTEN = 3;
const OFF_BEAT = 0.25;
// How often, and how close upon each other, changes come that leave no quiet between them.
const FLICKERS = 10;
const FLICKER_MS = 100;
const LASTS_MS = 10_000;
const LISTENED_MS = 1000;

const beganAt = performance.now();
const restless = new WeakMap();
let inputAt = Number.NEGATIVE_INFINITY;

for (const type of INPUT) {
  addEventListener(
    type,
    (event) => {
      if (event.isTrusted) inputAt = performance.now();
    },
    { capture: true, passive: true },
  );
}

// Whether changes without any input were listened to long enough by now to know what changes by itself at least that often.
const knowsRestless = () => {
  if (document.readyState !== "complete") return false;
  const loadedAt = performance.getEntriesByType("navigation")[0]?.domComplete ?? 0;
  return performance.now() - Math.max(beganAt, loadedAt, inputAt + AFTER_INPUT_MS) >= LISTENED_MS;
};

// The length of a text by itself, NaN where there is more than one, and how often it was longer than before.
const grown = (element, known) => {
  const [only, more] = element.childNodes;
  const length = more ? Number.NaN : only?.nodeType === 3 ? only.length : 0;
  return { length, grew: (known?.grew ?? 0) + (length > (known?.length ?? length) ? 1 : 0) };
};

// Notes changes that no input can have brought about.
const noteRestless = (records) => {
  const now = performance.now();
  if (now - inputAt < AFTER_INPUT_MS || document.readyState !== "complete") return;
  for (const { target } of records.slice(0, MOST_AT_ONCE)) {
    const element = elementOf(target);
    const known = element && restless.get(element);
    if (!element || (known && now - known.at < APART_MS)) continue;
    const { times, at } = known ?? { times: 0, at: now };
    restless.set(element, { times: times + 1, at: now, gap: now - at, ...grown(element, known) });
  }
};

// Whether an element has lately changed without any input.
const hasChangedAlone = (element) => {
  const known = restless.get(element);
  return known !== undefined && performance.now() - known.at <= LASTS_MS;
};

// Whether the time since the last change is a multiple of the time between the last two.
const isInTime = ({ at, gap }) => {
  const beats = (performance.now() - at) / gap;
  return Math.round(beats) > 0 && Math.abs(beats - Math.round(beats)) < OFF_BEAT;
};

// Whether an element has lately changed by itself: often, or twice and now again after the same time.
const isRestless = (element) => {
  if (!hasChangedAlone(element)) return false;
  const known = restless.get(element);
  return known.times >= OFTEN || (known.times > 1 && isInTime(known));
};

// Whether a change is one of those that come so fast by themselves that nothing would ever be quiet beside them, as of a
// counter or a drawn animation. A text that grows is written as one reads, and ends.
const flickers = ({ target, type }) => {
  const element = elementOf(target);
  if (!element || !hasChangedAlone(element)) return false;
  const { times, gap, length, grew } = restless.get(element);
  if (times < FLICKERS || gap >= FLICKER_MS) return false;
  return type === "attributes" || (!Number.isNaN(length) && grew < times / 2);
};

export { flickers, hasChangedAlone, isRestless, knowsRestless, noteRestless };
