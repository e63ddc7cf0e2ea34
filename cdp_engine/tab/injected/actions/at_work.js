// Whether a page shows that it is at work, on what holds an element back or on what a control began: then waiting may help.

import { boxOf, closest, elementAt, lineage, parentOf, visible, words } from "../elements/dom.js";
import { disabled, lastCover } from "../elements/hit_test.js";

const WAITING = "[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow])";
const WORKS = /(^|[-_\s])(spin|load|progress|busy|skeleton|shimmer|wait)/i;
const SAYS_SO = /\b(loading|please wait|processing|saving|working)\b|(…|\.\.\.)$/i;
const DIALOGS = "dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]";
const CONTROLS = "button, a[href], input, select, textarea, [role=button], [role=link]";
const LONGEST = 200;
const MOVED_MS = 1000;

let last = { element: null, place: "", moved: -Infinity };

const placeOf = (element) => (element ? [...boxOf(element), getComputedStyle(element).opacity] : []);

// The recorder does not count scripts that move an element frame by frame.
const isMoving = (element, cover) => {
  const place = String([placeOf(element), placeOf(cover)]);
  if (last.element !== element) last = { element, place, moved: -Infinity };
  else if (last.place !== place) last = { element, place, moved: performance.now() };
  return performance.now() - last.moved < MOVED_MS;
};

const concerns = (target, element) =>
  element !== null && (element.contains(target) || target.contains(element));

const classesAround = (element) =>
  [element, parentOf(element)].map((at) => at?.getAttribute("class") || "").join(" ");

// A bar of no height, or one that its library hides from readers while it is idle, waits for nothing.
const waits = (element) => {
  if (!visible(element) || element.matches("[aria-busy=true]")) return visible(element);
  const [, , width, height] = boxOf(element);
  return width > 0 && height > 0 && element.getAttribute("aria-hidden") !== "true";
};

const isEndless = (effect) => !Number.isFinite(effect.getComputedTiming().endTime);

// An animation without an end is a sign of work on the element, on its cover, or where its name says so.
const runsEndlessly = (animation, element, cover) => {
  const { effect, playState } = animation;
  const target = effect?.target;
  if (!target || playState !== "running" || !isEndless(effect)) return false;
  const counts = concerns(target, element) || concerns(target, cover) || WORKS.test(classesAround(target));
  return counts && visible(target);
};

const saysSo = (element) => {
  const said = element ? words(element.innerText) : "";
  return said.length <= LONGEST && SAYS_SO.test(said);
};

const isAtWork = (element) => {
  const found = lastCover();
  const cover = found?.isConnected ? found : null;
  return (
    isMoving(element, cover) ||
    saysSo(element) ||
    saysSo(cover) ||
    Array.from(document.querySelectorAll(WAITING)).some(waits) ||
    document.getAnimations().some((animation) => runsEndlessly(animation, element, cover))
  );
};

const offers = (box) =>
  Array.from(box.querySelectorAll(CONTROLS)).some((control) => visible(control) && !disabled(control));

const isOnTop = (dialog) => {
  const [x, y, width, height] = boxOf(dialog);
  const hit = elementAt(x + width / 2, y + height / 2);
  return hit !== null && closest(hit, (at) => at === dialog) !== null;
};

// Whether what lies over an element, or a dialog that the element is not in, has a control: then a person has to act first.
const awaitsPerson = (element) => {
  const cover = lastCover();
  const around = new Set(lineage(element));
  const over = cover?.isConnected ? closest(cover, (at) => around.has(parentOf(at))) : null;
  const dialogs = Array.from(document.querySelectorAll(DIALOGS)).filter(
    (dialog) => visible(dialog) && !around.has(dialog) && isOnTop(dialog),
  );
  return [over, ...dialogs].some((box) => box && offers(box));
};

// Whether a control shows by itself that it is at work: it is busy, turns a spinner, or its text says so.
const showsWork = (control) =>
  visible(control) &&
  (saysSo(control) ||
    [control, ...control.querySelectorAll(WAITING)].some((at) => at.matches(WAITING) && waits(at)) ||
    control.getAnimations({ subtree: true }).some((animation) => runsEndlessly(animation, control, null)));

export { awaitsPerson, classesAround, isAtWork, isEndless, showsWork, WAITING, WORKS, waits };
