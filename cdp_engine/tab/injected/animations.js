// How long the animations of a document and its shadow roots still run.

const MOST_ANIMATIONS = 500;
const FADING = ["opacity", "visibility", "transform", "translate"];

// How many milliseconds an animation still runs; 0 for one that is over, paused, bound to scrolling, or never ends.
const timeLeft = (animation) => {
  const { currentTime, effect, playbackRate, playState, timeline } = animation;
  if (playState !== "running" || timeline !== document.timeline || playbackRate <= 0) return 0;
  const end = effect?.getComputedTiming().endTime;
  return Number.isFinite(end) ? (end - (currentTime ?? 0)) / playbackRate : 0;
};

// Whether an animation may bring an element into view or out of it.
const fades = ({ effect }) =>
  effect.getKeyframes?.().some((frame) => FADING.some((property) => property in frame)) ?? false;

// The remaining milliseconds of each finite animation in these roots: of all of them, and of those that may bring something
// into view or out of it. A document does not list those in its shadow roots.
const timesLeft = (roots) => {
  const running = roots.flatMap((root) => root.getAnimations()).slice(0, MOST_ANIMATIONS);
  const moving = running.map((animation) => [timeLeft(animation), animation]).filter(([left]) => left > 0);
  const fading = moving.filter(([, animation]) => fades(animation));
  return [moving.map(([left]) => left), fading.map(([left]) => left)];
};

export { timesLeft };
