// Waits until a document is at rest after an action.

import { nextFrame } from "./dom.js";
import { pulse } from "./recorder.js";

const TICK_MS = 25;
const TWO_FRAMES = 2;
const CALM_MS = 8;
const FRAMES_AHEAD = 60;
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

// The frames that are drawn from now on: `next` waits for one of them, `ahead` counts them until it is called, as long as
// `goes` says so, and `since` says how many began when nothing had changed after a time. Begun `before` what listeners do,
// the first frame counts from its own start.
const frameCount = ({ before = false } = {}) => {
  const began = performance.now();
  const starts = new Map();
  let taken = false;
  let start = before ? null : began;

  // Waits for a frame and for what the page does in it, which may come after us; for `patience` ms where none comes.
  const drawn = async (patience) => {
    const frame = await nextFrame(patience);
    if (frame) {
      start ??= performance.now();
      await pause(0);
      if (!starts.has(frame)) starts.set(frame, start);
    }
    start = performance.now();
  };
  const next = (patience) => {
    taken = true;
    return drawn(patience);
  };
  const since = (time) => Array.from(starts.values()).filter((at) => at + 1 >= time).length;
  const ahead = async (goes) => {
    for (let frame = 0; frame < FRAMES_AHEAD && !taken && goes(); frame++) await drawn();
  };
  return { began, ahead, next, since };
};

// Has styles and layout updated, so that nothing of it is pending.
const layOut = () => document.documentElement?.getBoundingClientRect();

// Resolves once the page has reacted and nothing has changed for `quiet` ms, or for two frames and `least` ms; where it
// has not reacted at all, after `first` ms; after `cap` ms at the latest. `watch.counted` counts the frames since the page
// has handled the input; `watch.changed` gives the time of the last change that the action caused; `watch.calmed` is
// called in the first quiet frame; `watch.comes` says whether something that came is not seen yet, which is then waited
// for somewhat longer.
const atRest = async ({ first, quiet, least, cap }, watch) => {
  const called = performance.now();
  const counted = watch.counted ?? frameCount();
  let since = 0;
  while (watch.goes()) {
    const last = watch.changed();
    const now = performance.now();
    const waited = now - counted.began;
    const [, unchanged] = pulse();
    // The recorder does not see into closed shadow roots. Without a change, the input is the start of the interval.
    const still = Math.min(unchanged, last === null ? waited : now - last);
    since = Math.max(since, now - still);
    const frames = counted.since(since);
    const enough = last !== null || watch.reacted() || waited >= first;
    const needed = frames < TWO_FRAMES ? quiet : least;
    const calm = enough && still >= needed;
    const late = still >= (frames < COMING_FRAMES ? FEW_FRAMES_MS : COMING_MS);
    const comes = calm && !late && watch.comes();
    if ((calm && !comes) || now - called >= cap) return;
    if (frames && still >= CALM_MS && (enough || waited >= first / 2)) {
      layOut();
      watch.calmed(true);
    }
    const left = enough ? needed - still : Math.min(first - waited, TICK_MS);
    await counted.next(comes ? TICK_MS : Math.max(1, left));
  }
};

export { atRest, frameCount, layOut, promised };
