// Finds clocks, tickers, rotating banners: elements that change again and again without any input.

import { elementOf } from "../elements/dom.js";

const INPUT = ["pointerdown", "mousedown", "touchstart", "wheel", "keydown", "input"];
const AFTER_INPUT_MS = 1000;
const APART_MS = 30;
const MOST_AT_ONCE = 50;
const OFTEN = 3;
const OFF_BEAT = 0.25;
const LASTS_MS = 10_000;

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

// Notes changes that no input can have brought about.
const noteRestless = (records) => {
  const now = performance.now();
  if (now - inputAt < AFTER_INPUT_MS || document.readyState !== "complete") return;
  for (const { target } of records.slice(0, MOST_AT_ONCE)) {
    const element = elementOf(target);
    const known = element && restless.get(element);
    if (element && !known) restless.set(element, { times: 1, at: now, gap: 0 });
    else if (known && now - known.at >= APART_MS)
      restless.set(element, { times: known.times + 1, at: now, gap: now - known.at });
  }
};

// Whether the time since the last change is a multiple of the time between the last two.
const isInTime = ({ at, gap }) => {
  const beats = (performance.now() - at) / gap;
  return Math.round(beats) > 0 && Math.abs(beats - Math.round(beats)) < OFF_BEAT;
};

// Whether an element has lately changed by itself: often, or twice and now again after the same time.
const isRestless = (element) => {
  const known = restless.get(element);
  if (known === undefined || performance.now() - known.at > LASTS_MS) return false;
  return known.times >= OFTEN || (known.times > 1 && isInTime(known));
};

export { isRestless, noteRestless };
