// In every document from its beginning: counts changes and records texts that appear and vanish.

import { timesLeft } from "../drawing/animations.js";
import { layerKinds } from "../drawing/layers.js";
import { textsAt } from "../drawing/redrawn.js";
import { boxesAt } from "../drawing/scrolled_boxes.js";
import { activeElement, concealed, elementOf, LIVE, liveAround, visible } from "../elements/dom.js";
import { allRoots, hasLeft, rootOpened, treeTouched } from "../elements/flat_tree.js";
import { heldNow, isScroller, offsets, sheets } from "./fingerprint.js";
import { keptIn } from "./kept_elements.js";
import { announced, isContent, isThere, isToast, LONGEST, notedTextOf } from "./noted_texts.js";
import { forgetScan, rescan, rescanAll, rescanElements, rescanEverything, rescanTexts } from "./rescan.js";
import { flickers, noteRestless } from "./restless.js";
import { watchTypes } from "./secret_types.js";
import { hostsCame, hostsIn } from "./shadow_hosts.js";
import {
  attributeChanged,
  beginMark,
  changesSinceMark,
  elementsChanged,
  hasMark,
  redrawnSince,
  textChanged,
} from "./since_mark.js";

const EVERYTHING = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeOldValue: true,
  characterData: true,
};
const EVENTS =
  "scroll resize loadedmetadata toggle beforetoggle load error invalid reset fullscreenchange slotchange".split(
    " ",
  );
// Events after which only styles and values differ, and only as `restyledSince` reports.
const STYLING =
  "input change mouseover mouseout mousedown mouseup focusin focusout transitionend animationend".split(" ");
const UNREAD = "script, style, template, noscript, head";
const SHOWN_BY = new Set(["class", "style", "hidden", "open", "aria-hidden"]);
const TEXTS_KEPT = 30;
const TEXTS_PER_BATCH = 12;
const FOLD_MS = 300;
const STYLES_UNTIL_ANIMATION = 8;

let mutations = 0;
// What loads something once more by the same value.
const LOADS = new Set(["src", "srcset", "data", "href"]);
let events = 0;
let stylings = 0;
let changedAt = performance.now();
let mutatedAt = changedAt;
let texts = [];
const standing = new Map();
const shown = new WeakMap();
const latest = new WeakMap();
const styled = new WeakMap();
const roots = new WeakSet();
let active = null;
let traced = null;

let parsed = document.readyState !== "loading";
let reading = !parsed;

const note = (kind, text, live, node = null) => {
  if (kind === "removed") {
    if (!standing.has(text)) return;
    standing.delete(text);
  } else {
    if (standing.has(text)) return;
    standing.set(text, true);
  }
  texts.push({
    kind,
    text: concealed(text).slice(0, LONGEST),
    live,
    at: performance.now(),
    of: node && new WeakRef(node),
  });
  if (texts.length > TEXTS_KEPT) texts.shift();
};

const noteAdded = (node, kind, room) => {
  const element = elementOf(node);
  const text = notedTextOf(node);
  if (!element?.isConnected || text.length < 2 || text.length > 4 * LONGEST) return room;
  if (element.closest(UNREAD)) return room;
  const live = liveAround(element);
  if (!live && (room <= 0 || reading)) return room;
  if (isContent(element) || !visible(element)) return room;
  const rewritten = kind === "changed" || node.nodeType === 3;
  if (rewritten && !live && replaced(element, text)) return room;
  note(kind, text, announced(element), node);
  if (rewritten) latest.set(element, texts[texts.length - 1]);
  return room - 1;
};

// Counters and clocks: a text that was replaced after a moment at the same place is not reported.
const replaced = (element, text) => {
  const before = latest.get(element);
  if (!before || !texts.includes(before) || performance.now() - before.at > FOLD_MS) return false;
  standing.delete(before.text);
  standing.set(text, true);
  before.text = concealed(text).slice(0, LONGEST);
  before.at = performance.now();
  return true;
};

const noteShown = (element) => {
  if (isContent(element)) return;
  const live = liveAround(element);
  if (!live && !isToast(element)) return;
  const text = notedTextOf(element);
  if (text.length < 2 || text.length > 4 * LONGEST) return;
  const now = visible(element);
  if (shown.get(element) === now) return;
  shown.set(element, now);
  note(now ? "added" : "removed", text, live || "toast", element);
};

// What changes frame by frame never ends, an animation that writes styles or a counter; it does not count against the quiet.
const animates = (record) => {
  if (record.type !== "attributes" || record.attributeName !== "style") return flickers(record);
  const times = (styled.get(record.target) || 0) + 1;
  styled.set(record.target, times);
  return times > STYLES_UNTIL_ANIMATION;
};

// Whether an attribute was given the value that it had, as editors switch themselves on: nothing that a person could see.
const isAlike = ({ type, attributeName, target, oldValue }) =>
  type === "attributes" && oldValue === target.getAttribute(attributeName) && !LOADS.has(attributeName);

const areTexts = (nodes) => {
  for (const node of nodes) if (node.nodeType !== 3) return false;
  return true;
};

// What the parser adds is counted only, unless something may announce it: to read each record would make a wrapper of
// every node, and the tables of these stay large.
const countsOnly = () => reading && !hasMark() && !document.querySelector(LIVE);

const take = (records) => {
  mutatedAt = performance.now();
  reading = !parsed;
  if (countsOnly()) {
    mutations += records.length;
    hostsCame();
    rescanEverything();
    changedAt = performance.now();
    return;
  }
  if (!records.every(animates)) changedAt = performance.now();
  noteRestless(records);
  let room = TEXTS_PER_BATCH;
  let looks = TEXTS_PER_BATCH;
  for (const record of records) {
    if (!isAlike(record)) mutations += 1;
    if (record.type === "childList") {
      if (areTexts(record.addedNodes) && areTexts(record.removedNodes)) {
        rescanTexts();
        textChanged(record.target, record);
      } else {
        rescanElements();
        elementsChanged(record);
      }
      for (const node of record.removedNodes) if (standing.size) note("removed", notedTextOf(node), "");
      for (const node of record.addedNodes) {
        if (node.nodeType === 1) {
          rescanElements(node);
          watchShadows(node);
        }
        if (room > -TEXTS_PER_BATCH) room = noteAdded(node, "added", room);
      }
    } else if (record.type === "characterData") {
      rescanTexts();
      if (record.target.parentNode) textChanged(record.target.parentNode);
      room = noteAdded(record.target, "changed", room);
    } else {
      rescanElements(record.target);
      attributeChanged(record);
      if (SHOWN_BY.has(record.attributeName) && looks-- > 0) noteShown(record.target);
    }
  }
};

const observer = new MutationObserver(take);

const takeWaiting = () => {
  const records = observer.takeRecords();
  if (records.length) take(records);
};

// For how many milliseconds nothing has changed, animations by script included.
const unchangedFor = () => {
  takeWaiting();
  return performance.now() - mutatedAt;
};

const watch = (root) => {
  if (roots.has(root)) return;
  roots.add(root);
  observer.observe(root, EVERYTHING);
  watchTypes(root);
};

const watchShadows = (top) => {
  const pending = [top];
  const open = (element) => {
    if (roots.has(element.shadowRoot) && !hasLeft(element.shadowRoot)) return;
    watch(element.shadowRoot);
    pending.push(element.shadowRoot);
    rootOpened(element.shadowRoot);
    mutations += 1;
  };
  while (pending.length) for (const host of hostsIn(pending.pop())) open(host);
};

const noted = () => {
  const now = performance.now();
  const found = texts.map((entry) => [entry.kind, entry.text, entry.live, now - entry.at, isThere(entry)]);
  texts = [];
  standing.clear();
  return found;
};

// The count of changes, the milliseconds since the last one, and the remaining time of each finite animation that may change
// what a view contains: first of all of them, then of those that may bring something into view or out of it; then whether
// there is a canvas, and whether any finite animation runs.
const pulse = () => {
  takeWaiting();
  const roots = allRoots();
  const [moving, fading, animated] = timesLeft(roots);
  return [
    mutations,
    performance.now() - changedAt,
    document.readyState,
    document.body ? 1 : 0,
    moving,
    fading,
    roots.some((root) => keptIn(root, "canvas").length) ? 1 : 0,
    animated ? 1 : 0,
  ];
};

// Whether, since the last `trace`, anything differs that makes changes uncertain: `moved`, and what only styles depend on:
// `styled`.
const difference = (own, others) => {
  const now = [own.join(), others.join()];
  const [styled, moved] = now.map((numbers, at) => traced !== null && numbers !== traced[at]);
  traced = now;
  return { styled, moved };
};

// The recorded texts, and all numbers that show whether the page is unchanged, except the browser's own counters. Unless
// `least` is null, the changes since the mark come second; see `changesSinceMark`. With `marks`, a new mark is set.
const trace = (_node, least, marks) => {
  takeWaiting();
  document.documentElement?.getBoundingClientRect();
  rescan(allRoots, watchShadows, least !== null && hasMark());
  const now = activeElement();
  if (now !== active) {
    active = now;
    stylings += 1;
  }
  const own = [stylings, heldNow(), document.hasFocus() ? 1 : 0, offsets()];
  const others = [sheets(), innerWidth, innerHeight, document.readyState, location.href];
  const differs = difference(own, [events, ...others]);
  const since = least === null ? null : changesSinceMark(least, differs);
  if (typeof since === "string") forgetScan();
  if (marks) mark();
  return [noted(), since, mutations, events, ...own, ...others, scrollX, scrollY];
};

// From now on `trace` can report the changes. Returns the count of changes so far.
const mark = () => {
  takeWaiting();
  rescanAll(allRoots);
  beginMark();
  return mutations;
};

const isAsBefore = (count) => {
  takeWaiting();
  return mutations === count;
};

// What the parts hold that may be drawn otherwise, by the last `trace`, where nothing changed since; else why not.
const redrawn = (_node, count, placed) => (isAsBefore(count) ? redrawnSince(placed) : "changes meanwhile");

// The texts directly in some elements, by their places among all elements, where nothing changed since.
const textBoxes = (_node, count, places) => (isAsBefore(count) ? textsAt(places) : []);

// The kinds of the layers of some elements, where nothing changed since.
const layersAt = (_node, count, asked) => (isAsBefore(count) ? layerKinds(asked) : []);

// How the document is scrolled, and the boxes of the elements of these places, where nothing changed since.
const scrolledBoxes = (_node, count, total, ...rest) => boxesAt(isAsBefore(count) ? total : -1, ...rest);

// The texts recorded since the last call, with their age in milliseconds.
const notedTexts = () => {
  takeWaiting();
  return noted();
};

const onEach = (types, count) => {
  for (const type of types) addEventListener(type, count, { capture: true, passive: true });
};
onEach(EVENTS, ({ type, target }) => {
  if (type === "scroll" && target === document) return; // `trace` has how far the page itself is scrolled
  if (type === "scroll" && isScroller(target)) rescanTexts();
  else events += 1;
  if (type === "slotchange") treeTouched();
});
document.fonts?.addEventListener("loadingdone", () => {
  events += 1;
});
onEach(STYLING, () => {
  stylings += 1;
});
// What the parser added is delivered by now, or is taken here; whatever comes later, scripts bring.
document.addEventListener(
  "DOMContentLoaded",
  () => {
    takeWaiting();
    watchShadows(document);
    parsed = true;
  },
  { once: true },
);
watch(document);

export {
  layersAt,
  mark,
  notedTexts,
  pulse,
  redrawn,
  scrolledBoxes,
  takeWaiting,
  textBoxes,
  trace,
  unchangedFor,
};
