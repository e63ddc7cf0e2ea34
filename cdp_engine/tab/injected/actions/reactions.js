// What counts as a page's reaction to an action: changes of its document, and of the values of its fields.

import { whereIs } from "../changes/drag_traces.js";
import { unchangedFor } from "../changes/recorder.js";
import { knowsRestless } from "../changes/restless.js";
import { all } from "../elements/appearance.js";
import { closest, lineage, parentOf, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { isAmbient, isCalm, isTipOrRipple, isTrifle, onlyDigits, speaks } from "./ambient.js";
import { keep, noteGone, noteText } from "./new_texts.js";
import { isUnread, noticesAround, readableIn } from "./notices.js";
import { watchPaints } from "./traced_paints.js";

const MOST_HEARD = 20;
// In so many frames after the input, and no longer, a page that reacts in a frame or a task of its own has done so.
const SOON_FRAMES = 2;
const SOON_MS = 300;
// What libraries set on an element while the pointer or the focus is on it.
const PASSING = new Set(["aria-describedby", "data-focus", "data-hover", "data-active"]);
const PRESSING = new Set("pointerdown mousedown touchstart pointerup mouseup touchend keydown".split(" "));
const BOXES =
  "form, dialog, [role=dialog], [role=alertdialog], fieldset, li, tr, [role=row], [role=listitem], " +
  "[role=listbox], [role=menu], [role=tablist], [role=radiogroup], details";
const EVERYTHING = {
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
  attributes: true,
  attributeOldValue: true,
};

const announced = (s, node) => {
  for (const notice of noticesAround(node)) {
    if (s.heard.size >= MOST_HEARD) return;
    s.heard.set(notice.text, notice);
  }
};

// What says that an element is shown, chosen, open or off.
const STATES = new Set(
  (
    "hidden open checked disabled aria-checked aria-current aria-disabled aria-expanded aria-hidden aria-invalid " +
    "aria-pressed aria-selected"
  ).split(" "),
);

const HIDES = /(display: *none|visibility: *hidden|opacity: *0(?!\.|\d))/;

// Whether a change says that an element is shown, or no longer.
const isShowing = (name, before, now) =>
  STATES.has(name) || (name === "style" && HIDES.test(before) !== HIDES.test(now));

// Each handles one change and returns whether it counts as the page's reaction. `expected`: the change is near the
// target, or was made while an event of the action was being handled, or nothing there changes by itself.
const attributeCounts = (s, record, expected) => {
  const name = record.attributeName;
  const now = record.target.getAttribute(name);
  if (now === record.oldValue || PASSING.has(name)) return false;
  if (!expected && !isShowing(name, record.oldValue, now)) return false;
  if (name !== "style") keep(s.attributes, `${name}=${now}`);
  return true;
};

const textCounts = (s, record, expected) => {
  const before = record.oldValue || "";
  const now = record.target.nodeValue || "";
  if (now === before || (!expected && onlyDigits(before, now))) return false;
  noteGone(s, [before]);
  noteText(s, record.target, now);
  s.work.came(record.target);
  announced(s, record.target);
  return true;
};

const childrenCount = (s, record, expected, caused) => {
  const came = Array.from(record.addedNodes).filter((node) => speaks(node) && !isTrifle(node, caused));
  const went = Array.from(record.removedNodes).filter((node) => speaks(node) && !isTrifle(node, false));
  if (!came.length && !went.length) return false;
  const before = went.map((at) => at.textContent).join(" ");
  const after = came.map((at) => at.textContent).join(" ");
  const isClock = before && after && onlyDigits(before, after);
  if (!expected && (isClock || s.noisy.has(record.target))) return false;
  noteGone(s, went.map(readableIn));
  for (const at of went) s.work.went(at);
  for (const at of came) {
    noteText(s, at, readableIn(at));
    s.work.came(at);
    announced(s, at);
    if (at.shadowRoot) observe(s, at.shadowRoot);
  }
  return true;
};

const COUNTS = { attributes: attributeCounts, characterData: textCounts, childList: childrenCount };

// What a control looks like while it is pressed, or disabled until an answer comes, does not show what came of it.
const MARKS = new Set(["class", "style", "disabled", "aria-disabled", "aria-busy"]);
const isMark = ({ type, attributeName }) => type === "attributes" && MARKS.has(attributeName);

// Whether what held the focus when the action began was taken away, and not for something else in its place: a clock
// or a banner does not do that by itself.
const takesFocus = (s, { addedNodes, removedNodes }) =>
  s.focus !== null &&
  !addedNodes.length &&
  Array.from(removedNodes).some((gone) => closest(s.focus, (at) => at === gone));

// The part of the page in which a reaction to an action on an element is near.
const boxOfReactions = (target) => {
  const box = closest(target, (at) => at.matches(BOXES));
  if (box) return box;
  let at = target;
  for (let step = 0; step < 2; step++) {
    const up = parentOf(at);
    if (!up || up === document.body || up === document.documentElement) break;
    at = up;
  }
  return at;
};

const isNear = (s, node) => s.near.some((box) => isIn(box, node));

// Whether nothing changes by itself at a node, nor has changed since the watch began, as by the pointer that came.
const isStill = (s, node) => s.knows && !s.noisy.has(node) && isCalm(node);

const isRightAfter = (s) =>
  performance.now() - s.inputAt < SOON_MS && (s.counted === null || s.counted.since(0) < SOON_FRAMES);

// Whether an attribute changes right after the input, or while a timer of its handlers may run, at a node where nothing was
// seen to change by itself: what does that again and again seldom meets that moment.
const isSoon = (s, { type, target }) =>
  type === "attributes" &&
  (isRightAfter(s) || performance.now() < s.timers.due()) &&
  !s.noisy.has(target) &&
  isCalm(target);

const counts = (s, near, caused, at = performance.now()) => {
  s.count += 1;
  if (near) s.around += 1;
  if (caused) s.caused += 1;
  if (at !== null) s.last = Math.max(s.last ?? 0, at);
};

const FIELDS = "button, input, select, textarea";
const FRAMES = 2;

// Whether an element close around a control holds nothing else, as the item of a tool bar: it has the marks of its press.
const isFrameOf = (control, node) => {
  if (!control || !node.contains(control) || words(node.textContent) !== words(control.textContent))
    return false;
  const around = Array.from(lineage(control)).slice(1, FRAMES + 1);
  return around.includes(node) && all(node, FIELDS).every((one) => one === control);
};

const take = (s, records) => {
  const caused = s.event !== null && s.event.eventPhase !== 0;
  for (const record of records) {
    const node = record.target;
    if (!s.begun) {
      s.noisy.add(node);
      continue;
    }
    const place = node.nodeType === 1 ? node : node.parentElement;
    if (record.type !== "attributes" && place && isUnread(place)) continue;
    const taken = takesFocus(s, record);
    const near = taken || isNear(s, node);
    if (!caused && !taken && isAmbient(node)) {
      s.ambient += 1;
      continue;
    }
    if (record.type === "attributes") s.work.stated(record);
    const expected = near || caused || isStill(s, node) || isSoon(s, record);
    if (COUNTS[record.type](s, record, expected, caused)) {
      const isOwnMark =
        record.type === "attributes" && (s.control?.contains(node) || isFrameOf(s.control, node));
      if (isOwnMark) s.marks += 1;
      // The mark of a press does not say that the page has reacted.
      counts(s, near, caused, isOwnMark && PRESSING.has(s.event?.type) ? null : undefined);
      if (s.drags || isOwnMark) s.lasting.note(record);
      if (!isMark(record)) s.told += 1;
      if (record.type !== "attributes") s.search?.changed(node);
    }
  }
  s.tell?.();
};

// What the press alone has brought about is not an effect of the drag that begins.
const beginCarrying = (s) => {
  if (!s.drags || s.carries) return;
  s.carries = true;
  take(s, s.observer.takeRecords());
  s.lasting.press();
  s.place = s.target?.isConnected ? whereIs(s.target) : null;
};

// The same for fields to which the page gives other values, which does not change the document.
const takeValues = (s, caused) => {
  if (!s.begun) return;
  for (const [field, before, now] of s.values.changed()) {
    const near = isNear(s, field);
    const expected = near || isStill(s, field);
    if (!caused && (isAmbient(field) || (!expected && onlyDigits(before, now)))) s.ambient += 1;
    else {
      if (near || caused) s.valued += 1;
      s.told += 1;
      counts(s, near, caused, caused ? s.inputAt : undefined);
    }
  }
};

// The same for a paint that the browser traces back to the action, where no other change was taken for its effect: not for
// that of a text which was entered.
const takePaint = (s, element) => {
  if (!s.begun || s.count > s.marks || s.entered || (element !== null && isTipOrRipple(element))) return;
  // What has the marks of its press is painted for these.
  if (s.marks && element !== null && (s.control?.contains(element) || isFrameOf(s.control, element))) return;
  s.told += 1;
  counts(s, false, true);
  s.tell?.();
};

const observe = (s, root) => {
  s.roots.add(root);
  s.observer.observe(root, EVERYTHING);
};

const watchReactions = (s, roots) => {
  s.observer = new MutationObserver((records) => take(s, records));
  s.noisy = new WeakSet();
  s.knows = knowsRestless();
  s.watchedAt = performance.now();
  for (const root of roots) observe(s, root);
  s.paints = watchPaints((element) => takePaint(s, element));
};

const leaveReactions = (s) => {
  s.observer.disconnect();
  s.paints.stop();
};

// Where the page has changed in what was not taken for an effect, the browser may still say that the action has painted it.
const paintsCome = async (s) => {
  if (unchangedFor() < performance.now() - s.watchedAt) await s.paints.come();
};

export { beginCarrying, boxOfReactions, leaveReactions, paintsCome, take, takeValues, watchReactions };
