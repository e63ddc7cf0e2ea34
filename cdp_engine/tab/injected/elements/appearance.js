// What a person sees of an element, and what its class names say of it.

import { parentOf, words } from "./dom.js";
import { invisible } from "./hit_test.js";

const LEVELS = 6;
const SMALLEST = 2;
const WITHOUT = /(^|[-_])(without|no|not|non)[-_]/i;

const classWords = (element) =>
  (typeof element.className === "string" ? element.className : element.getAttribute("class") || "")
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .split(/\s+/)
    .filter(Boolean);

// Those of the element as it is: `aria-invalid:border-danger` styles a case, in which it need not be.
const ownClasses = (element) => classWords(element).filter((word) => !word.includes(":"));
const hasClass = (element, pattern) =>
  ownClasses(element).some((word) => pattern.test(word) && !WITHOUT.test(word));

// The overflow of these is that of the window: a body without height cuts nothing away.
const isWindow = (element) =>
  element === document.documentElement ||
  (element === document.body && getComputedStyle(document.documentElement).overflow === "visible");

// An element without a box of its own (display: contents) neither cuts nor places anything, whatever its style says.
const isBoxless = (style) => style.display === "contents";

const isOpenTo = (style) =>
  isBoxless(style) || (style.overflow === "visible" && style.clip === "auto" && style.clipPath === "none");

// `placed`: what is seen in it has its place by another box, whose bounds alone matter then.
const cutsAway = (element, style, placed) => {
  if (isOpenTo(style)) return false;
  if (style.overflow !== "visible" && !placed && !isWindow(element)) {
    const box = element.getBoundingClientRect();
    if (box.width < SMALLEST || box.height < SMALLEST) return true;
  }
  return (
    /^rect\(0(px)?,? 0(px)?,? 0(px)?,? 0(px)?\)$/.test(style.clip) || /^inset\((50|100)%/.test(style.clipPath)
  );
};

// Whether a box is the one that what is `absolute` or `fixed` in it has its place by.
const givesPlace = (style, position) =>
  (position === "absolute" && style.position !== "static") ||
  style.transform !== "none" ||
  style.filter !== "none" ||
  /paint|strict|content|layout/.test(style.contain) ||
  /transform|filter/.test(style.willChange);

// Whether what lies in a box has its place by another one further out.
const isPassedBy = (style, position) => isBoxless(style) || (position !== "" && !givesPlace(style, position));

// How what lies in a box goes on to be placed: "absolute" or "fixed" until the box is met that it has its place by, else "".
const placeWithin = (style, position) => {
  if (isPassedBy(style, position)) return position;
  return /^(absolute|fixed)$/.test(style.position) ? style.position : "";
};

// A test of what a person sees, at whatever opacity (lists are faded in): no display, no size, one pixel, cut off.
// It remembers what it found of ancestors; for one pass over the page.
const drawnTest = () => {
  const known = { "": new Map(), absolute: new Map(), fixed: new Map() };
  const cut = (element, position = "") => {
    if (!element) return false;
    let answer = known[position].get(element);
    if (answer === undefined) {
      const style = getComputedStyle(element);
      answer =
        cutsAway(element, style, isPassedBy(style, position)) ||
        cut(parentOf(element), placeWithin(style, position));
      known[position].set(element, answer);
    }
    return answer;
  };
  const sized = (element) => {
    const box = element.getBoundingClientRect();
    return (
      (box.width > 0 && box.height > 0) ||
      (getComputedStyle(element).display === "contents" && invisible(element) === null)
    );
  };
  return (element) =>
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true }) &&
    sized(element) &&
    !cut(element);
};

const shown = (element) => drawnTest()(element);
const cutAway = (element) => {
  let position = "";
  for (let at = element, up = 0; at && up < LEVELS; at = parentOf(at), up++) {
    const style = getComputedStyle(at);
    if (cutsAway(at, style, isPassedBy(style, position))) return true;
    position = placeWithin(style, position);
  }
  return false;
};

// Whether nobody sees an element that is on the page: it is transparent, or cut away.
const unseen = (element) => cutAway(element) || getComputedStyle(element).opacity === "0";

// Whether an element has a place of its own over the page, as popups have.
const isPlaced = (element) => /^(absolute|fixed)$/.test(getComputedStyle(element).position);

// The elements that another one names by their ids in these attributes; also outside of its shadow tree, where libraries
// put lists and labels.
const referenced = (element, ...attributes) => {
  const ids = attributes.map((name) => element.getAttribute(name) || "").join(" ");
  const root = element.getRootNode();
  return ids
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => root.getElementById?.(id) || document.getElementById(id))
    .filter(Boolean);
};

const collect = (root, selector, found) => {
  if (root.shadowRoot) collect(root.shadowRoot, selector, found);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    if (element.matches(selector)) found.push(element);
    if (element.shadowRoot) collect(element.shadowRoot, selector, found);
  }
};

// The elements in another one, also those in open shadow roots. Without generators, which take most of the time here.
const all = (root, selector) => {
  const found = [];
  collect(root, selector, found);
  return found;
};

// The words of an element as it is drawn, or where it is not.
const ownWords = (element) => words(element.innerText || element.textContent);

// The words of an element; those that its slots show belong to the host of its shadow root.
const wordsIn = (element) => {
  const own = ownWords(element);
  if (own || !(element.getRootNode() instanceof ShadowRoot)) return own;
  const given = all(element, "slot").flatMap((slot) => slot.assignedNodes({ flatten: true }));
  return words(Array.from(new Set(given), (node) => node.innerText ?? node.data ?? "").join(" "));
};

export {
  all,
  classWords,
  cutAway,
  drawnTest,
  hasClass,
  isPlaced,
  ownClasses,
  ownWords,
  referenced,
  shown,
  unseen,
  wordsIn,
};
