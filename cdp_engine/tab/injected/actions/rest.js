// Waits until a document is at rest after an action.

import { pulse } from "../changes/recorder.js";
import { nextFrame } from "../elements/dom.js";

const TICK_MS = 25;
const TWO_FRAMES = 2;
const CALM_MS = 8;
const FRAMES_AHEAD = 60;
// A page that runs takes no longer from one frame, or one timer of ours, to the next.
const LONGEST_TURN_MS = 60;
// How long two messages of ours take at most while nothing else runs, and at least while the page draws a large change in
// slices, which is waited for.
const IDLE_MS = 2;
const SLICE_MS = 8;
const SLICES_MS = 150;
// How long what came unseen is waited for; longer where the browser draws too few frames in that time.
const COMING_MS = 120;
const COMING_FRAMES = 8;
const FEW_FRAMES_MS = 400;
// How long a frame is waited for where one has come before: a busy machine draws it late.
const LATE_FRAME_MS = 250;

const pause = (limit) => new Promise((resolve) => setTimeout(resolve, limit));

// A channel to ourselves, made at the first action: its listener is counted with those of the page.
let outbox = null;
const expected = [];
const channel = () => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => expected.shift()?.();
  return port2;
};

// Resolves with a message of ours, after those that were sent before; messages take longer than timers.
const message = () =>
  new Promise((resolve) => {
    outbox ??= channel();
    expected.push(resolve);
    outbox.postMessage(0);
  });

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
// `goes` says so, `since` says how many began when nothing had changed after a time, `draws` whether any came, `kept` how
// many ms the page kept messages waiting after the last of them, and `had` how much time it has had: while a busy machine does
// not let it run, it has none. Begun while listeners run, it `began`
// when they are `over`, at the first frame at the latest: tasks are put off until then after an input.
const frameCount = ({ listeners = false } = {}) => {
  const starts = new Map();
  let taken = false;
  let counting = true;
  let start = performance.now();
  let over = !listeners;
  let time = 0;
  let timed = start;
  let kept = null;

  const had = () => {
    const now = performance.now();
    time += counting ? Math.min(now - timed, LONGEST_TURN_MS) : now - timed;
    timed = now;
    return time;
  };
  const end = (input = 0) => {
    if (over && count.began >= input) return;
    over = true;
    start = performance.now();
    timed = start;
    time = 0;
    count.began = start;
  };
  // Waits for a frame and for what the page does in it, which may come after us; for `patience` ms where none comes.
  const drawn = async (patience) => {
    const frame = await nextFrame(patience);
    if (frame) {
      end();
      const began = start;
      await pause(0);
      // A message that a callback of the page sends in the frame, as React does, is behind our first one.
      const sent = performance.now();
      await Promise.race([message().then(message), pause(LONGEST_TURN_MS)]);
      kept = performance.now() - sent;
      if (!starts.has(frame)) starts.set(frame, began);
    }
    start = performance.now();
    had();
  };
  const next = (patience) => {
    taken = true;
    return drawn(patience);
  };
  const since = (at) => Array.from(starts.values()).filter((began) => began + 1 >= at).length;
  const ahead = async (goes) => {
    for (let frame = 0; frame < FRAMES_AHEAD && !taken && goes(); frame++) await drawn();
    counting = taken;
  };
  const draws = () => starts.size > 0;
  const count = { began: start, over: end, ahead, next, since, draws, had, kept: () => kept };
  return count;
};

// Has styles and layout updated, so that nothing of it is pending.
const layOut = () => document.documentElement?.getBoundingClientRect();

// Resolves once the page has reacted and nothing has changed for two frames and `least` ms, for one frame where
// `watch.further` says that nothing is left to come, or for `quiet` ms where no frame is drawn; where it has not reacted at
// all, after `first` ms, and two frames or `quiet` ms; after `cap` ms at the latest.
// `watch.counted` counts the frames since the page has handled the input; `watch.changed` gives the time of the last change
// that the action caused; `watch.calmed` is called in the first quiet frame; `watch.comes` says whether something that came
// is not seen yet, which is then waited for somewhat longer; `watch.works`, whether the page shows that it is at work, for
// which `work` ms are waited before the `cap` counts; `watch.due`, until when a timer may run that the action has set.
const atRest = async ({ first, quiet, least, cap, work }, watch) => {
  const called = performance.now();
  let capped = called;
  const counted = watch.counted ?? frameCount();
  let since = 0;
  while (watch.goes()) {
    const last = watch.changed();
    const now = performance.now();
    const waited = counted.had();
    const [, unchanged] = pulse();
    // The recorder does not see into closed shadow roots. Without a change, the input is the start of the interval.
    const still = Math.min(unchanged, last === null ? now - counted.began : now - last);
    since = Math.max(since, now - still);
    const frames = counted.since(since);
    const reacted = last !== null || watch.reacted();
    const enough = reacted || waited >= first;
    const few = counted.draws() ? LATE_FRAME_MS : quiet;
    const further = !reacted || watch.further();
    const needed = frames < (further ? TWO_FRAMES : 1) ? few : further && reacted ? least : 0;
    const slices = counted.kept() > SLICE_MS && waited < SLICES_MS;
    const calm = enough && still >= needed && !slices;
    const late = still >= (frames < COMING_FRAMES ? FEW_FRAMES_MS : COMING_MS);
    const comes = calm && !late && watch.comes();
    const calmed = still >= CALM_MS ? enough || waited >= first / 2 : enough && !reacted;
    const works = (calm || calmed || now - capped >= cap) && watch.works();
    if (works && now - called >= work) return;
    if (works) capped = now;
    const waits = now < watch.due();
    if ((calm && !comes && !works && !waits) || now - capped >= cap) return;
    if (frames && calmed && !works) {
      layOut();
      watch.calmed(true);
    }
    const left = enough ? needed - still : Math.min(first - waited, TICK_MS);
    await counted.next(comes || works || waits || slices ? TICK_MS : Math.max(1, left));
  }
};

export { atRest, frameCount, IDLE_MS, layOut, promised };
