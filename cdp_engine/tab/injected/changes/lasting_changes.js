// What an action leaves changed. During a drag its marks, a placeholder and what follows the pointer come and go; during
// any other action, the marks of what is pressed.

import { boxOf, elementOf, liveAround } from "../elements/dom.js";
import { destination } from "../pointer/drop_place.js";

// What libraries set on what can be dragged, and leave there.
const DRAGGING = new Set(["draggable", "aria-grabbed", "aria-dropeffect"]);
// What shows the pointer or a selection.
const MARKS = new Set(["class", "aria-selected"]);
const OF_POINTER = /hover|focus/i;
const OF_CHOICE = /hover|focus|select|active/i;
const LEAST_PX = 2;

const placeNow = (node) =>
  node.isConnected
    ? { parent: node.parentNode, before: node.previousSibling, after: node.nextSibling }
    : null;

// A neighbour may be a mark of the drag: the other one shows that the node is where it was.
const isSamePlace = (a, b) =>
  a && b ? a.parent === b.parent && (a.before === b.before || a.after === b.after) : a === b;
const isSameText = (a, b) => (a || "") === (b || "");

// Announcements that nobody sees say what the hand does, not what came of it.
const isUnseenLive = (node) => {
  const live = elementOf(node);
  if (!live || !liveAround(live)) return false;
  const { width, height } = live.getBoundingClientRect();
  return width < LEAST_PX || height < LEAST_PX;
};

// Notes how everything was that changes; `press` how it is once the button is down, which the press has brought about.
const watchLasting = () => {
  const notes = new Map();
  const keep = (node, key, first, now, same) => {
    const ofNode = notes.get(node) ?? notes.set(node, new Map()).get(node);
    if (!ofNode.has(key)) ofNode.set(key, { node, key, first, pressed: first, now, same });
  };
  const keepPlace = (node, place) => keep(node, "", place, () => placeNow(node), isSamePlace);
  const note = (record) => {
    const { type, target, attributeName: name, oldValue } = record;
    if (isUnseenLive(target)) return;
    if (type === "attributes" && !DRAGGING.has(name))
      keep(target, name, oldValue, () => target.getAttribute(name), isSameText);
    if (type === "characterData") keep(target, "#", oldValue, () => target.nodeValue, isSameText);
    if (type !== "childList") return;
    for (const node of record.removedNodes)
      keepPlace(node, { parent: target, before: record.previousSibling, after: record.nextSibling });
    for (const node of record.addedNodes) keepPlace(node, null);
  };
  const all = () => [...notes.values()].flatMap((ofNode) => [...ofNode.values()]);
  const press = () => {
    for (const one of all()) one.pressed = one.now();
  };
  const isLasting = ({ now, first, pressed, same }) => !same(now(), first) && !same(now(), pressed);
  // The elements that came and went of each box, but for those made again in the same order, which show nothing new.
  const cameAndGone = () => {
    const boxes = new Map();
    for (const one of all()) {
      const at = one.now();
      if (one.same !== isSamePlace || !isLasting(one) || (at && one.first)) continue;
      const { parent } = at ?? one.first ?? one.pressed;
      const box = boxes.get(parent) ?? boxes.set(parent, { came: [], gone: [] }).get(parent);
      (at ? box.came : box.gone).push(one.node);
    }
    const htmlOf = (nodes) => nodes.map((node) => `\n${node.outerHTML ?? node.nodeValue}`).join("");
    return Array.from(boxes).filter(([, { came, gone }]) => htmlOf(came) !== htmlOf(gone));
  };
  const isMoved = ({ now, first, same }) => same === isSamePlace && now() && first;
  const changedIn = ({ node, same }) => same !== isSamePlace && node.isConnected;
  const lasting = () => all().filter(isLasting);
  // Whether everything is again as it was before the press, or as the press has left it.
  const isUndone = () =>
    !lasting().some((one) => isMoved(one) || changedIn(one)) && cameAndGone().length === 0;
  return { note, press, isUndone, lasting, cameAndGone, isMoved, changedIn };
};

// Where an element is: in the window, and in what is around it.
const whereIs = (element) => {
  const [x, y, width, height] = boxOf(element);
  const [left, top] = element.parentElement ? boxOf(element.parentElement) : [0, 0];
  return { shown: [x, y, width, height], inParent: [x - left, y - top, width, height] };
};
const areNear = (a, b) => a.every((n, i) => Math.abs(n - b[i]) < LEAST_PX);
const isWhereItWas = (was, now, scrolled) =>
  areNear(was.inParent, now.inParent) && (scrolled || areNear(was.shown, now.shown));

const wordsOf = (node) => (node.textContent ?? "").trim();

const tokens = (text) => new Set((text || "").split(/\s+/).filter(Boolean));
// Whether only such classes came or went as `names` has.
const isOnly = (names, { key, first, now }) => {
  if (key !== "class") return false;
  const [a, b] = [tokens(first), tokens(now())];
  const others = [...a, ...b].filter((one) => !(a.has(one) && b.has(one)));
  return others.length > 0 && others.every((one) => names.test(one));
};
// Whether it floats over the page and the pointer passes through it, as the frame and badge of what is below the pointer.
const letsPointerThrough = (element) => {
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    const { pointerEvents, position } = getComputedStyle(at);
    if (pointerEvents !== "none") return false;
    if (position === "absolute" || position === "fixed") return true;
  }
  return false;
};

// Whether what a box has lost or got may be what was dropped: in the source, in or right around the destination, or a copy
// of the source.
const mayBeDropped = (source, to, [parent, { came, gone }]) => {
  if ([source, to].some((end) => end && (end === parent || end.contains(parent)))) return true;
  if ([...came, ...gone].some((node) => node.contains(source) || node.contains(to))) return true;
  if (to && parent !== document.body && parent.contains(to)) return true;
  const words = source ? wordsOf(source) : "";
  return words !== "" && came.some((node) => wordsOf(node).includes(words));
};

// Of a drag that left source and destination as they were: "marks" where something was marked by the pointer, or
// something else as selected, "other" where anything else changed; empty where one of them changed, or this is not known.
const beside = (s, source) => {
  const to = destination();
  const { lasting } = s;
  if (!s.drags || s.valued || !s.count || lasting.isUndone()) return "";
  if (s.target && (!source?.isConnected || !s.place)) return "";
  if (s.target && !isWhereItWas(s.place, whereIs(source), s.scrolls.moved())) return "";
  if (source && to && (source.contains(to) || to.contains(source))) return "";
  const changes = lasting.lasting();
  if (changes.some(lasting.isMoved)) return "";
  const boxes = lasting.cameAndGone();
  if (boxes.some((box) => mayBeDropped(source, to, box))) return "";
  const hovers = changes.some((one) => to?.contains(one.node) && isOnly(OF_POINTER, one));
  const isBadge = (node) => hovers && letsPointerThrough(elementOf(node));
  let found = s.dropped || boxes.some(([parent]) => !isBadge(parent)) ? "other" : "marks";
  for (const one of changes.filter(lasting.changedIn)) {
    if (isOnly(OF_POINTER, one) || isBadge(one.node)) continue;
    const isMark = MARKS.has(one.key);
    const inEnd = Boolean(source?.contains(one.node) || to?.contains(one.node));
    if (inEnd && !(one.key === "aria-selected" || isOnly(OF_CHOICE, one))) return "";
    if (inEnd || !isMark) found = "other";
  }
  return found;
};

// Whether all that changed has changed back: during a drag anything, else the attributes of the target alone …
const isUndone = (s) => s.count > 0 && !s.valued && (s.drags || s.count === s.marks) && s.lasting.isUndone();

// … and what is reported of it then: nothing but how much it was.
const undone = (s) =>
  isUndone(s)
    ? {
        count: 0,
        near: 0,
        caused: 0,
        told: 0,
        added: [],
        now: [],
        removed: [],
        attributes: [],
        undone: s.drags ? s.count : 0,
      }
    : {};

export { beside, isUndone, undone, watchLasting, whereIs };
