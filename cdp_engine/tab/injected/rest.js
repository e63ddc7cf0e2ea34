// Waits until a document is at rest after an action.

import { nextFrame } from "./dom.js";
import { pulse } from "./recorder.js";

const TICK_MS = 25;
const TWO_FRAMES = 2;
const CALM_MS = 8;
// How long what came unseen is waited for; longer where the browser draws too few frames in that time.
const COMING_MS = 120;
const COMING_FRAMES = 8;
const FEW_FRAMES_MS = 400;

const pause = (limit) => new Promise((resolve) => setTimeout(resolve, limit));

// A promise and the function that resolves it.
const promised = () => {
  let tell;
  return [
    new Promise((resolve) => {
      tell = resolve;
    }),
    tell,
  ];
};

// Has styles and layout updated, so that nothing of it is pending.
const layOut = () => document.documentElement?.getBoundingClientRect();

// Resolves once the page has reacted and nothing has changed for `quiet` ms, or for two frames and `least` ms; where it
// has not reacted at all, after `first` ms; after `cap` ms at the latest. `watch.changed` gives the time of the last
// change that the action caused; `watch.calmed` is called in the first quiet frame; `watch.comes` says whether something
// that came is not seen yet, which is then waited for somewhat longer.
const atRest = async ({ first, quiet, least, cap }, watch) => {
  const start = performance.now();
  let since = start;
  let frames = 0;
  while (watch.goes()) {
    const last = watch.changed();
    const now = performance.now();
    const waited = now - start;
    const [, unchanged] = pulse();
    // The recorder does not see into closed shadow roots. Without a change, this call is the start of the interval.
    const still = Math.min(unchanged, last === null ? waited : now - last);
    if (now - still > since + 1) frames = 0;
    since = Math.max(since, now - still);
    const enough = last !== null || watch.reacted() || waited >= first;
    const needed = frames < TWO_FRAMES ? quiet : least;
    const calm = enough && still >= needed;
    const late = still >= (frames < COMING_FRAMES ? FEW_FRAMES_MS : COMING_MS);
    const comes = calm && !late && watch.comes();
    if ((calm && !comes) || waited >= cap) return;
    if (frames && still >= CALM_MS && (enough || waited >= first / 2)) {
      layOut();
      watch.calmed(true);
    }
    const left = enough ? needed - still : Math.min(first - waited, TICK_MS);
    const patience = comes ? TICK_MS : Math.max(1, left);
    if (await nextFrame(patience)) {
      frames += 1;
      await pause(0); // what the page does in this frame may come after us
    }
  }
};

export { atRest, layOut, promised };
