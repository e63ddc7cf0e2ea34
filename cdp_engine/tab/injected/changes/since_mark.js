// What changed in a document since it was captured: texts, attributes, values, and children that came or went.

import { showsByPointer } from "../drawing/hover_rules.js";
import { noteStyling, OTHER_RULES, restyledSince, stylesUnknown } from "../drawing/reach.js";
import { redrawnParts } from "../drawing/redrawn.js";
import { asksContainers } from "../drawing/rules.js";
import { allRoots, around, elementsNow, hasShadows, placeOf } from "../elements/flat_tree.js";
import { statesNow } from "../pages/listeners.js";
import {
  attributesOf,
  stylesWithSurroundings,
  takesClicks,
  textsWithSurroundings,
  valuesOf,
} from "./changes.js";
import { beginLists, changedLists, forgetLists, listChanged, OUTSIDE } from "./child_lists.js";
import { extents, noteWidths, scanIn } from "./fingerprint.js";
import { isUncertainBy, takeReason, uncertain } from "./uncertain.js";

const TOUCHED_KEPT = 64;
const SMALL = "a small document";
const NEW_ROOTS = "new shadow roots";
const MOVED = "scrolling, or events that may change anything";

let touched = null;
let attributed = null;
let marked = null;
let rootsAtMark = new WeakSet();
let elementsMoved = false;
let changed = [];
let redrawn = null;

// The elements whose texts changed since the last mark, each with whether text nodes were replaced, and the elements with
// changed attributes; null as soon as there are many or anything else changed.
const textChanged = (node, record = null) => {
  if (touched === null) return;
  touched.set(node, record !== null || touched.get(node) === true);
  if (record) listChanged(record);
  if (touched.size > TOUCHED_KEPT) forgetMark();
};

// Values that an attribute had for a while: what was drawn then, and is drawn again, may be other nodes of style sheets.
const passed = (known, name, value) => {
  known.passing ??= new Map();
  known.passing.set(name, (known.passing.get(name) ?? new Set()).add(value));
};

const attributeChanged = ({ target, attributeName, oldValue }) => {
  if (attributed === null) return;
  const known = attributed.get(target) ?? new Map();
  if (!known.has(attributeName)) known.set(attributeName, oldValue);
  else passed(known, attributeName, oldValue);
  attributed.set(target, known);
  if (attributed.size > TOUCHED_KEPT) forgetMark();
};

const elementsChanged = (record) => {
  elementsMoved = true;
  listChanged(record);
};

// Too much changed: nothing is known until the next mark.
const forgetMark = () => {
  touched = null;
  attributed = null;
  marked = null;
  forgetLists();
};

const clicksOf = () =>
  [...attributed].map(([element, names]) => (names.has("disabled") ? takesClicks(element) : null));

// Boxes beside an element in the document show nothing of what is around it in a shadow tree.
const isPlain = () =>
  !elementsMoved &&
  !hasShadows() &&
  marked !== null &&
  !document.getAnimations().length &&
  extents() === marked;

// Whether an element is in a drawing, or has one in it.
const isDrawn = (element) =>
  element.ownerSVGElement || element.localName === "svg" || element.querySelector("svg");

// The changes where no element came, went or moved beyond its surroundings: texts, attributes, styles, values. Null where
// they reach further. In a small document, attributes are reported even where it is not certain what is drawn by them.
const plainChanges = (restyled, small) => {
  const styles = restyled && stylesWithSurroundings(restyled.roots);
  if (restyled && !styles && !small) return null;
  if (restyled?.relayers && styles?.some(([, , layers]) => layers.includes(1))) return null;
  if (restyled?.relayers && restyled.roots.some(isDrawn)) return null;
  const given = attributesOf(attributed.keys());
  if (!given || !(styles || touched.size || given.length) || (!styles && touched.size && given.length))
    return null;
  if ((touched.size || styles?.length) && !isPlain()) return null;
  const texts = textsWithSurroundings(touched.keys());
  if (!texts) return null;
  const fields = styles ? restyled.fields : [];
  changed = [...touched.keys(), ...attributed.keys(), ...(styles ? restyled.roots : []), ...fields];
  const rehovered = given.length > 0 && allRoots().some(showsByPointer);
  const restated = (styles && restyled.restated) || rehovered ? 1 : 0;
  const found = [texts, [], given, clicksOf(), styles, valuesOf(fields), restated, [], [], 0, 0];
  return [...found, ...placesOf(changed), restated ? statesNow() : null];
};

// The places of elements among all of the document, how many these are, and how many elements have other text nodes now:
// only these are reported themselves. No other node came or went since the capture.
const placesOf = (wanted) => {
  if (!wanted.length) return [[], 0, 0];
  changed = [...touched.keys()].filter((element) => touched.get(element));
  return [wanted.map(placeOf), elementsNow().length, changed.length];
};

// The same where elements came or went, or texts and boxes beyond the surroundings are others: what is in the parts that
// may be drawn otherwise is reported by `redrawnSince`.
const redrawnChanges = (restyled, lists) => {
  const given = attributesOf(attributed.keys());
  if (!given) return uncertain("attributes of elements that are gone");
  for (const element of touched.keys())
    if (element.nodeType !== 1 || element.shadowRoot || around(element, OUTSIDE))
      return uncertain("texts of a special element");
  const { fields } = restyled;
  changed = [...attributed.keys(), ...fields, ...lists.parents, ...lists.created, ...lists.blank];
  const { reports, nodes, blank } = lists;
  const found = [[], [], given, clicksOf(), [], valuesOf(fields), 1, reports, nodes, blank.length, 1];
  return [...found, [], 0, 0, statesNow()];
};

// The changes since the mark; a text that says why, where they are not certain. In a document of fewer elements than
// `least`, a capture is quicker than to measure them all. `styled`: something differs that styles may depend on; `moved`:
// something that may change anything.
const changesSinceMark = (least, { styled, moved }) => {
  takeReason();
  changed = [];
  redrawn = null;
  if (moved) return MOVED;
  const unknown = styled && stylesUnknown();
  if (unknown) return unknown;
  if (allRoots().some((root) => !rootsAtMark.has(root))) return NEW_ROOTS;
  if (!touched || !attributed) return "many changes, or no mark";
  const small = elementsNow().length < least;
  if (small && elementsMoved) return SMALL;
  const lists = changedLists();
  const isOld = (node) => node.isConnected && !lists?.created.some((top) => top.contains(node));
  for (const element of attributed.keys()) if (!isOld(element)) attributed.delete(element);
  for (const element of touched.keys()) if (!isOld(element)) touched.delete(element);
  const restyled = lists && restyledSince(attributed, lists);
  if (styled && !restyled) return takeReason();
  if (restyled) scanIn(restyled.roots);
  const isFar =
    elementsMoved ||
    restyled?.scrolled.length ||
    isUncertainBy(OTHER_RULES) ||
    (!restyled && asksContainers());
  let found = isFar ? null : plainChanges(restyled, small);
  if (restyled && lists && !small) {
    const tops = lists.created.filter((node) => node.nodeType === 1);
    redrawn = {
      roots: [...restyled.roots, ...tops.filter((top) => !restyled.roots.some((root) => root.contains(top)))],
      parents: [...new Set([...lists.parents, ...touched.keys(), ...restyled.scrolled])],
      flow: restyled.flow,
      relayers: restyled.relayers,
    };
    found ??= redrawnChanges(restyled, lists);
  }
  if (!found) return small && restyled ? SMALL : takeReason();
  touched = new Map();
  attributed = new Map();
  elementsMoved = false;
  marked = extents();
  beginLists();
  return found;
};

// What the parts hold that may be drawn otherwise, by the changes that were reported last; a text that says why not.
const redrawnSince = (placed) => {
  takeReason();
  if (!redrawn) return SMALL;
  const found = redrawnParts(redrawn, placed);
  noteWidths();
  return found ?? takeReason();
};

// Whether changes are recorded.
const hasMark = () => touched !== null;

// From now on `changesSinceMark` can report the changes.
const beginMark = () => {
  touched = new Map();
  attributed = new Map();
  elementsMoved = false;
  rootsAtMark = new WeakSet(allRoots());
  beginLists();
  marked = extents();
  noteWidths();
  noteStyling();
};

// One of the elements whose changes were reported.
const changedElement = (_node, index) => changed[index] ?? null;

export {
  attributeChanged,
  beginMark,
  changedElement,
  changesSinceMark,
  elementsChanged,
  hasMark,
  redrawnSince,
  textChanged,
};
