// What a drag leaves that shows no more than where the pointer is, or what is chosen.

import { boxOf, elementOf, visible } from "../elements/dom.js";
import { destination } from "../pointer/drop_place.js";

// What shows the pointer or a selection.
const MARKS = new Set(["class", "aria-selected"]);
const OF_POINTER = /hover|focus/i;
const OF_CHOICE = /hover|focus|select|active/i;
const SHOWING = new Set(["class", "style", "hidden", "open"]);
const EFFECTIVE = "input, select, textarea, style, link";
const LEAST_PX = 2;
const OUTLINE_PX = 24;

// Where an element is: in the window, and in what is around it; a group of a drawing is as large as what it holds.
const whereIs = (element) => {
  const [x, y, width, height] = boxOf(element);
  const around = element.ownerSVGElement ?? element.parentElement;
  const [left, top] = around ? boxOf(around) : [0, 0];
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
// The box that floats over the page around it, through which the pointer passes, as the frame and badge of what is below
// the pointer; null where there is none.
const floatAbove = (element) => {
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    const { pointerEvents, position } = getComputedStyle(at);
    if (pointerEvents !== "none") return null;
    if (position === "absolute" || position === "fixed") return at;
  }
  return null;
};
const areOver = (a, b) => {
  const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
  return p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom;
};
// Whether it floats over an inner document, where the destination may be; or is not drawn at all.
const isOverFrame = (element) =>
  element.getClientRects().length === 0 ||
  Array.from(document.querySelectorAll("iframe, frame")).some((frame) => areOver(element, frame));

// Whether an element takes up nothing, nor does anything in it.
const isUndrawn = (element) => {
  const [, , width, height] = boxOf(element);
  return !visible(element) || (!width && !height && Array.from(element.children).every(isUndrawn));
};
// Whether nobody sees a node without words; words, the value of a field and what styles others count all the same.
const isUnseen = (node) => {
  if (wordsOf(node)) return false;
  if (node.nodeType !== 1) return true;
  if (node.matches(EFFECTIVE) || node.querySelector(EFFECTIVE)) return false;
  return isUndrawn(node);
};
// Whether a node draws no more than the outline of an element around it that the pointer has marked.
const isOutline = (node, marked) => {
  if (node.nodeType !== 1 || wordsOf(node)) return false;
  const [x, y, width, height] = boxOf(node);
  const { fill, backgroundColor } = getComputedStyle(node);
  if (!/^none$|, 0\)$/.test(node instanceof SVGElement ? fill : backgroundColor)) return false;
  return marked.some((at) => {
    const [left, top, wide, high] = boxOf(at);
    const isAround = areNear([x + width / 2, y + height / 2], [left + wide / 2, top + high / 2]);
    return (
      at.contains(node) &&
      isAround &&
      Math.abs(width - wide) < OUTLINE_PX &&
      Math.abs(height - high) < OUTLINE_PX
    );
  });
};

// The element that looks like one that is gone, at the place where that was; null where there is none.
const drawnAgain = (gone, shown) => {
  const [x, y, width, height] = shown;
  const isLike = (at) =>
    at.localName === gone.localName &&
    at.className === gone.className &&
    wordsOf(at) === wordsOf(gone) &&
    areNear(boxOf(at), shown);
  return document.elementsFromPoint(x + width / 2, y + height / 2).find(isLike) ?? null;
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
const beside = (s, target) => {
  const to = destination();
  const { lasting } = s;
  if (!s.drags || s.valued || !s.count || lasting.isUndone()) return "";
  if (s.target && !s.place) return "";
  const source = target && !target.isConnected ? drawnAgain(target, s.place.shown) : target;
  if (s.target && !source) return "";
  if (source === target && target && !isWhereItWas(s.place, whereIs(source), s.scrolls.moved())) return "";
  if (source && to && (source.contains(to) || to.contains(source))) return "";
  const changes = lasting.lasting();
  if (changes.some(lasting.isMoved)) return "";
  const isOfPointer = (one) => isOnly(OF_POINTER, one);
  const marked = changes.filter(isOfPointer).map((one) => one.node);
  const hovers = marked.some((at) => to && at !== document.body && (to.contains(at) || at.contains(to)));
  const isBadge = (node) => {
    const float = floatAbove(elementOf(node));
    return float !== null && (hovers || (!to && isOverFrame(float)));
  };
  const newcomers = changes.filter((one) => lasting.isNew(one)).map((one) => one.node);
  const showsOrHides = changes.filter((one) => SHOWING.has(one.key)).map((one) => one.node);
  // What came meanwhile counts as a whole.
  const isInNew = (node) => newcomers.some((at) => at.contains(node));
  // An attribute of what came meanwhile, or of what nobody sees and has seen before.
  const isOfUnseen = (one) =>
    isInNew(one.node) || (isUnseen(one.node) && !showsOrHides.some((node) => node.contains(one.node)));
  const isTrace = (node) => isUnseen(node) || isBadge(node) || isOutline(node, marked);
  // What came or went of each box, without what shows the pointer alone.
  const boxes = [];
  for (const [parent, { came, gone }] of lasting.cameAndGone()) {
    if (isInNew(parent) || !parent.isConnected) continue; // what it is in counts as a whole
    const shown = came.filter((node) => !isTrace(node));
    const lost = isBadge(parent) ? [] : gone.filter((node) => node.nodeType !== 3 || node.nodeValue.trim());
    if (shown.length || lost.length) boxes.push([parent, { came: shown, gone: lost }]);
  }
  if (boxes.some((box) => mayBeDropped(source, to, box))) return "";
  let found = s.dropped || boxes.length > 0 ? "other" : "marks";
  for (const one of changes.filter(lasting.changedIn)) {
    if (isOfPointer(one) || isBadge(one.node) || isOfUnseen(one)) continue;
    const isMark = MARKS.has(one.key);
    const inEnd = Boolean(source?.contains(one.node) || to?.contains(one.node));
    if (inEnd && !(one.key === "aria-selected" || isOnly(OF_CHOICE, one))) return "";
    if (inEnd || !isMark) found = "other";
  }
  return found;
};

export { beside, whereIs };
