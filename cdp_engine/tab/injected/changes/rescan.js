// Keeps the known fields and scrollers in step with the document (see fingerprint.js).

import { treeTouched } from "../elements/flat_tree.js";
import { measureScrollers, scan, scanIn } from "./fingerprint.js";
import { anythingTouched, elementTouched } from "./kept_elements.js";

const MOST_TOPS = 100;

let isDue = true;
// Whether the last scan was of the whole document.
let isWhole = false;
let hasScanned = false;
let isRewritten = false;
// The elements that came and those with other attributes since the last scan; null where they are too many.
let tops = new Set();

// A text is another one, so that other elements may be too small for their contents.
const rescanTexts = () => {
  isRewritten = true;
};

// Elements came, went, or have other attributes: this one, if it is there.
const rescanElements = (element = null) => {
  isDue = true;
  treeTouched();
  if (element) tops?.add(element);
  if (element) elementTouched(element);
  if (tops?.size > MOST_TOPS) tops = null;
};

// Anything may have come or gone.
const rescanEverything = () => {
  isDue = true;
  isWhole = false;
  tops = null;
  anythingTouched();
  treeTouched();
};

// Between two marks, what changed says which elements hold a value now, or have a style that lets them scroll:
// `restyledSince` reports those that other styles reach, and in doubt a capture follows, and with it a mark.
const rescan = (allRoots, watchShadows, isMarked) => {
  if (isDue || !(isMarked || isWhole)) {
    watchShadows(document);
    isWhole = !(isMarked && hasScanned && tops !== null && scanIn(tops));
    if (isWhole) scan(allRoots());
    hasScanned = true;
  } else if (isRewritten) measureScrollers();
  isDue = isRewritten = false;
  tops = new Set();
};

// What changed is not certain, so that a capture follows, and a mark.
const forgetScan = () => {
  isWhole = false;
};

// For a new mark.
const rescanAll = (allRoots) => {
  if (!isWhole) scan(allRoots());
  isWhole = true;
};

export { forgetScan, rescan, rescanAll, rescanElements, rescanEverything, rescanTexts };
