// What changed in a document since it was captured, as long as only texts and attributes did.

import {
  attributesOf,
  stylesWithSurroundings,
  takesClicks,
  textsWithSurroundings,
  valuesOf,
} from "./changes.js";
import { extents } from "./fingerprint.js";
import { noteStyling, restyledSince } from "./reach.js";

const TOUCHED_KEPT = 64;

let touched = null;
let attributed = null;
let marked = null;
let changed = [];

// The texts that changed since the last mark, and the elements with changed attributes; null as soon as there are many
// or anything else changed.
const textChanged = (node) => {
  if (touched === null) return;
  touched.add(node);
  if (touched.size > TOUCHED_KEPT) touched = null;
};

const attributeChanged = ({ target, attributeName, oldValue }) => {
  if (attributed === null) return;
  const known = attributed.get(target) ?? new Map();
  if (!known.has(attributeName)) known.set(attributeName, oldValue);
  attributed.set(target, known);
  if (attributed.size > TOUCHED_KEPT) attributed = null;
};

// Elements came or went: nothing is known until the next mark.
const forgetMark = () => {
  touched = null;
  attributed = null;
  marked = null;
};

// The changes since the mark where only texts and attributes changed: those, and the elements that may be styled
// otherwise, with their styles; null for these where they are not certain. Null for anything else.
// Where there are shadow roots (`shadowed`), only attributes are reported.
const changesSinceMark = (shadowed) => {
  changed = [];
  if (!touched || !attributed) return null;
  const restyled = shadowed ? null : restyledSince(attributed);
  const styles = restyled && stylesWithSurroundings(restyled.roots);
  const given = attributesOf(attributed.keys());
  if (!given || !(styles || touched.size || given.length) || (!styles && touched.size && given.length))
    return null;
  if (touched.size || styles?.length) {
    if (marked === null || shadowed || document.getAnimations().length || extents() !== marked) return null;
  }
  const texts = textsWithSurroundings(touched);
  if (!texts) return null;
  const fields = styles ? restyled.fields : [];
  const clicked = [...attributed].map(([element, names]) =>
    names.has("disabled") ? takesClicks(element) : null,
  );
  changed = [...touched, ...attributed.keys(), ...(styles ? restyled.roots : []), ...fields];
  touched = new Set();
  attributed = new Map();
  return [texts, [], given, clicked, styles, valuesOf(fields), styles && restyled.restated ? 1 : 0];
};

// From now on `changesSinceMark` can report the changes.
const beginMark = () => {
  touched = new Set();
  attributed = new Map();
  marked = extents();
  noteStyling();
};

// One of the elements whose changes were reported.
const changedElement = (_node, index) => changed[index] ?? null;

export { attributeChanged, beginMark, changedElement, changesSinceMark, forgetMark, textChanged };
