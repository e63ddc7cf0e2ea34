// How long the animations of a document and its shadow roots still run.

import { allRoots } from "../elements/flat_tree.js";

const MOST_ANIMATIONS = 500;
const FADING = ["opacity", "visibility", "transform", "translate"];
// What has a layer of its own as long as it is animated, whatever its value is.
const LAYERING = [
  "opacity",
  "transform",
  "translate",
  "scale",
  "rotate",
  "offsetPath",
  "offsetDistance",
  "offsetRotate",
  "offsetAnchor",
  "offsetPosition",
  "filter",
  "backdropFilter",
];

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

// The elements of the document that are animated, or keep what an animation has given them; null where scrolling animates
// one, one runs backwards, or there are many.
const animatedNow = () => {
  const all = allRoots().flatMap((root) => root.getAnimations());
  const isOdd = ({ timeline, playbackRate }) => timeline !== document.timeline || playbackRate < 0;
  if (all.length > MOST_ANIMATIONS || all.some(isOdd)) return null;
  return new Set(all.map(({ effect }) => effect?.target).filter(Boolean));
};

// Whether an animation is under way, or will be, that gives an element, or what a style sheet adds to it, its own layer.
const isAnimatedLayer = (element, side = null) =>
  element
    .getAnimations({ subtree: side !== null })
    .some(
      ({ currentTime, effect }) =>
        effect.target === element &&
        effect.pseudoElement === side &&
        (currentTime ?? 0) < effect.getComputedTiming().endTime &&
        effect.getKeyframes().some((frame) => LAYERING.some((property) => property in frame)),
    );

export { animatedNow, isAnimatedLayer, timesLeft };
