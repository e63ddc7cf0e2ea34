// How long the animations of a document and its shadow roots still run.

import { allRoots } from "../elements/flat_tree.js";

const MOST_ANIMATIONS = 500;
const FADING = ["opacity", "visibility", "transform", "translate"];
// What is drawn otherwise by these, and no view contains it.
const EDGES =
  /^(boxShadow|textShadow|outline\w*|border\w*Color|textDecoration\w*|caretColor|columnRuleColor|accentColor)$/;
// A text may have the colour of what is behind it, as long as these have just begun.
const COLOURS = new Set(["color", "backgroundColor"]);
const COLOUR_SHARE = 1 / 3;
// What moves nothing else on the page.
const MOVES_ITSELF = new Set([...FADING, ...COLOURS, "scale", "rotate", "filter"]);
const NOT_PROPERTIES = new Set(["offset", "computedOffset", "easing", "composite"]);
const CONTENTS =
  "img, svg, canvas, video, audio, iframe, object, embed, input, select, textarea, button, a, [role], [aria-label], [title], [tabindex]:not([tabindex^='-'])";
const EMPTY = /^(none|normal|"")$/;
const MOST_INSIDE = 4;
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

const propertiesOf = ({ effect }) => {
  const found = new Set((effect.getKeyframes?.() ?? []).flatMap(Object.keys));
  return [...found].filter((name) => !NOT_PROPERTIES.has(name));
};

const addsNothing = (element, side) => EMPTY.test(getComputedStyle(element, side).content);

// Whether an element shows nothing and takes no pointer events, and nothing in it does, as the ripple of a button.
const isBare = (element) => {
  if (element.textContent.trim() || element.childElementCount > MOST_INSIDE) return false;
  const inside = [element, ...element.querySelectorAll("*")];
  return (
    inside.length <= MOST_INSIDE &&
    inside.every(
      (one) =>
        !one.matches(CONTENTS) &&
        !one.localName.includes("-") &&
        !one.shadowRoot &&
        getComputedStyle(one).pointerEvents === "none" &&
        addsNothing(one, "::before") &&
        addsNothing(one, "::after"),
    )
  );
};

// Whether an animation is of something that no view contains, and moves nothing else.
const decorates = ({ effect: { target, pseudoElement } }, properties) => {
  if (!target || !(pseudoElement ? addsNothing(target, pseudoElement) : isBare(target))) return false;
  const { position } = getComputedStyle(target, pseudoElement);
  return /^(absolute|fixed)$/.test(position) || properties.every((name) => MOVES_ITSELF.has(name));
};

// For how many milliseconds an animation may change what a view contains, and whether it may bring an element into view or
// out of it.
const relevance = (animation) => {
  const left = timeLeft(animation);
  const properties = left > 0 ? propertiesOf(animation).filter((name) => !EDGES.test(name)) : [];
  if (!properties.length || decorates(animation, properties)) return [0, false];
  if (!properties.every((name) => COLOURS.has(name)))
    return [left, FADING.some((name) => properties.includes(name))];
  const { delay, endTime } = animation.effect.getComputedTiming();
  return [Math.max(0, left - ((1 - COLOUR_SHARE) * (endTime - delay)) / animation.playbackRate), false];
};

// The remaining milliseconds of each finite animation in these roots that may change what a view contains: of all of them,
// and of those that may bring something into view or out of it; then whether any finite one runs. A document does not list
// those in its shadow roots.
const timesLeft = (roots) => {
  const running = roots.flatMap((root) => root.getAnimations()).slice(0, MOST_ANIMATIONS);
  const moving = running.map(relevance).filter(([left]) => left > 0);
  const fading = moving.filter(([, fades]) => fades);
  return [
    moving.map(([left]) => left),
    fading.map(([left]) => left),
    running.some((animation) => timeLeft(animation) > 0),
  ];
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
