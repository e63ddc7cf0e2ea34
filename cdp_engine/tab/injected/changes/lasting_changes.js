// What an action leaves changed. During a drag its marks, a placeholder and what follows the pointer come and go; during
// any other action, the marks of what is pressed.

import { elementOf, liveAround } from "../elements/dom.js";

// What libraries set on what can be dragged, or is dragged just now, and leave there.
const DRAGGING = /^(draggable|aria-grabbed|aria-dropeffect)$|-drag(ging|ged|-?over)?$/i;
const LEAST_PX = 2;

const placeNow = (node) =>
  node.isConnected
    ? { parent: node.parentNode, before: node.previousSibling, after: node.nextSibling }
    : null;

// What a style says of the pointer alone.
const OF_POINTER_ALONE = /(^|;)\s*(cursor|(-webkit-)?user-select|touch-action)\s*:[^;]*(?=;|$)/gi;

// A neighbour may be a mark of the drag: the other one shows that the node is where it was.
const isSamePlace = (a, b) =>
  a && b ? a.parent === b.parent && (a.before === b.before || a.after === b.after) : a === b;
const isSameText = (a, b) => (a || "") === (b || "");
const withoutPointer = (style) => (style || "").replace(OF_POINTER_ALONE, "").replace(/^[;\s]+|[;\s]+$/g, "");
const isSameStyle = (a, b) => withoutPointer(a) === withoutPointer(b);

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
    if (type === "attributes" && !DRAGGING.test(name))
      keep(
        target,
        name,
        oldValue,
        () => target.getAttribute(name),
        name === "style" ? isSameStyle : isSameText,
      );
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
  const isNew = ({ now, first, same }) => same === isSamePlace && !first && now();
  const changedIn = ({ node, same }) => same !== isSamePlace && node.isConnected;
  const lasting = () => all().filter(isLasting);
  // Whether everything is again as it was before the press, or as the press has left it.
  const isUndone = () =>
    !lasting().some((one) => isMoved(one) || changedIn(one)) && cameAndGone().length === 0;
  return { note, press, isUndone, lasting, cameAndGone, isMoved, isNew, changedIn };
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

export { isUndone, undone, watchLasting };
