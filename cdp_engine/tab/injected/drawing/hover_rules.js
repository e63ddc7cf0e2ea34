// What the style sheets of a page show only while the pointer is over what it is in: the buttons of a row, the arrows of a
// slide show. Transparent ones take a press wherever the pointer comes from; what has no place or is hidden until then does
// as soon as the pointer is over the row.

import { parentOf } from "../elements/dom.js";

const HOVER = /(?<!\\):hover(?![\w-])/g;
const NOT_HOVER = /(?<!\\):not\(\s*:hover\s*\)/g;
// What is in an element under the pointer, or in one that is not; not what follows it.
const WITHIN_HOVERED = /(?<!\\):hover(?![\w-])[^\s>+~]*[\s>][^+~]*$/;
const WITHIN_NOT_HOVERED = /(?<!\\):not\(\s*:hover\s*\)[^\s>+~]*[\s>][^+~]*$/;
const ANY = ":is(*)";
const MOST_SELECTORS = 400;
const MOST_RULES = 20_000;

// What was read of each style sheet: how many rules, the last of them, the selectors of rules that leave nothing of what
// they match, those of rules that show it under the pointer, that draw it only then, and that never draw it.
const known = new WeakMap();

const nested = (selector, parent) =>
  selector.includes("&") ? selector.replaceAll("&", `:is(${parent})`) : `:is(${parent}) ${selector}`;

const applies = (rule) => !rule.media || matchMedia(rule.media.mediaText).matches;

const note = (selector, style, found) => {
  const { opacity, display, visibility } = style;
  if (opacity !== "") noteOpacity(selector, Number.parseFloat(opacity) === 0, found);
  if (display !== "")
    noteDrawn(selector, display === "none", style.getPropertyPriority("display") !== "", found);
  if (visibility !== "") noteDrawn(selector, visibility !== "visible", false, found);
};

const noteOpacity = (selector, isClear, found) => {
  if (isClear && selector.search(NOT_HOVER) >= 0) {
    const always = selector.replace(NOT_HOVER, ANY);
    found.clear.push(always);
    found.shown.push(always);
  } else if (selector.search(HOVER) < 0) {
    if (isClear) found.clear.push(selector);
  } else if (!isClear) found.shown.push(selector.replace(HOVER, ANY));
};

// What is drawn at all only then, other than by a rule that nothing overrules.
const noteDrawn = (selector, isHidden, isFirm, found) => {
  if (isHidden && WITHIN_NOT_HOVERED.test(selector)) found.drawn.push(selector.replace(NOT_HOVER, ANY));
  else if (isHidden && isFirm) found.never.push(selector);
  else if (!isHidden && WITHIN_HOVERED.test(selector)) found.drawn.push(selector.replace(HOVER, ANY));
};

const readRules = (rules, parent, found, from = 0) => {
  for (let at = from; at < rules.length && found.read < MOST_RULES; at++) {
    const rule = rules[at];
    found.read += 1;
    if (rule.styleSheet) readInto(rule.styleSheet, found);
    else if (rule.selectorText !== undefined) {
      const selector = parent ? nested(rule.selectorText, parent) : rule.selectorText;
      note(selector, rule.style, found);
      if (rule.cssRules.length) readRules(rule.cssRules, selector, found);
    } else if (rule.style && parent) note(parent, rule.style, found);
    else if (rule.cssRules && applies(rule)) readRules(rule.cssRules, parent, found);
  }
};

const readInto = (sheet, found) => {
  try {
    readRules(sheet.cssRules, null, found);
  } catch {
    // of another origin
  }
};

// Rules are mostly added at the end: then only those are read.
const readSheet = (sheet) => {
  let rules = null;
  try {
    rules = sheet.cssRules;
  } catch {
    return null; // of another origin
  }
  const before = known.get(sheet);
  const last = rules[rules.length - 1];
  if (before && before.count === rules.length && before.last === last) return before;
  const grows = before?.count && rules[before.count - 1] === before.last;
  const found = grows ? before : { clear: [], shown: [], drawn: [], never: [], read: 0 };
  readRules(rules, null, found, grows ? before.count : 0);
  Object.assign(found, { count: rules.length, last });
  known.set(sheet, found);
  return found;
};

// The selectors of what the style sheets of a document or a shadow root show under the pointer alone: of what is transparent,
// and of what may not be drawn; empty for nothing.
const selectorsIn = (root) => {
  const sheets = [...root.styleSheets, ...root.adoptedStyleSheets].filter((sheet) => !sheet.disabled);
  const read = sheets.map(readSheet).filter(Boolean);
  const [clear, shown, drawn, never] = ["clear", "shown", "drawn", "never"].map((kind) =>
    read.flatMap((found) => found[kind]),
  );
  const selectors = [];
  if (clear.length && shown.length && clear.length + shown.length <= MOST_SELECTORS)
    selectors.push(`:is(${clear.join()}):is(${shown.join()})`);
  if (drawn.length && drawn.length + never.length <= MOST_SELECTORS)
    // `:is` drops what cannot match an element, as a selector of `::before`; `:not` alone would be refused for it
    selectors.push(`:is(${drawn.join()})${never.length ? `:not(:is(${never.join()}))` : ""}`);
  return selectors;
};

// Whether a document or a shadow root has anything of the kind.
const showsByPointer = (root) => selectorsIn(root).length > 0;

// The elements of a document or a shadow root that a person sees only once the pointer is over them, or over what they are in.
const shownByPointer = (root) => {
  const found = selectorsIn(root).flatMap((selector) => [...root.querySelectorAll(selector)]);
  return new Set(found.filter(mayBeShown));
};

// Not what the element itself hides.
const mayBeShown = ({ style }) => style?.display !== "none" && style?.visibility !== "hidden";

// The element around that is drawn, and draws another one or what that is in once the pointer is over it; null where no style
// sheet says so.
const rowThatDraws = (element) => {
  let outermost = element;
  for (let at = parentOf(element); at && !isDrawn(at); at = parentOf(at)) outermost = at;
  const row = parentOf(outermost);
  if (!row || isDrawn(outermost)) return null;
  return shownByPointer(outermost.getRootNode()).has(outermost) ? row : null;
};

const isDrawn = (element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";

export { rowThatDraws, shownByPointer, showsByPointer };
