// What the browser itself traces back to an input: texts and pictures that were painted because of it, through the timers and
// promises of its handlers.

import { nextFrame } from "../elements/dom.js";

const TYPE = "interaction-contentful-paint";
const PRESENTED_AFTER = 3;
// By how much the time of an input may differ from ours: it is taken in another process.
const CLOCKS_DIFFER_MS = 1;

// Calls `painted` with each element that is painted because of an input from now on. `come` resolves once what was painted
// till then is known; where the browser traces nothing, at once.
const watchPaints = (painted) => {
  if (!PerformanceObserver.supportedEntryTypes.includes(TYPE)) return { come: () => {}, stop: () => {} };
  const since = performance.now() - CLOCKS_DIFFER_MS;
  const take = (entries) => {
    for (const { startTime, largestContentfulPaint } of entries)
      if (startTime >= since) painted(largestContentfulPaint?.element ?? null);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: TYPE });
  const come = async () => {
    for (let frame = 0; frame < PRESENTED_AFTER; frame++) await nextFrame();
    take(observer.takeRecords());
  };
  return { come, stop: () => observer.disconnect() };
};

export { watchPaints };
