// Whether what handles an action leaves something to a timer: a page may take back a moment later what it shows at first, or
// what a field holds. How long a timer runs is not known; a short one is waited for. After a double click on a canvas the
// editor is, which grids open there once they have loaded it.

import { activeElement } from "../elements/dom.js";
import { framesOfPage, timersOfPage } from "../pages/page_timers.js";

const HANDLED = new Set(
  "input change click submit drop focusout keydown keyup hashchange popstate".split(" "),
);
const DROPS = new Set(["pointerup", "mouseup", "dragend"]);
const SHORT_MS = 155;
const EDITOR_MS = 520;

// Also where something lies over the canvas that takes its clicks.
const isDoubleOnCanvas = (event) =>
  event.type === "dblclick" &&
  event
    .composedPath()[0]
    .getRootNode()
    .elementsFromPoint(event.clientX, event.clientY)
    .some((element) => element.localName === "canvas");

const isHandled = (event, drags) =>
  HANDLED.has(event.type) || (drags && DROPS.has(event.type)) || isDoubleOnCanvas(event);

// Until when the editor may open that a double click asks for: the page may set its timer a moment after the event.
const watchEditor = () => {
  const [start, before, focus] = [performance.now(), timersOfPage(), activeElement()];
  const isOpen = (field) =>
    field !== focus && (field?.matches("input, textarea") || field?.isContentEditable);
  return () => {
    if (isOpen(activeElement())) return 0;
    return start + (timersOfPage() > before ? EDITOR_MS : SHORT_MS);
  };
};

const setByPage = () => timersOfPage() + framesOfPage();

// Timers have to wait for a frame after an input.
const soon = (run) =>
  globalThis.scheduler?.postTask
    ? scheduler.postTask(run, { priority: "user-blocking" })
    : setTimeout(run, 0);

// `begin` before an event is handled, `end` once it is; `due` is when a timer has run that was set in between; `further` says
// whether the page has set any timer, asked for any frame, or shows a view transition, since the watch began.
const watchTimers = () => {
  const first = setByPage();
  let before = null;
  let known = null;
  let due = 0;
  let editor = () => 0;
  const begin = ({ type, target }) => {
    // What is sent to the window itself, the page may have handled before us.
    before ??= (target === globalThis ? known : null) ?? timersOfPage();
    if (type === "dblclick") editor = watchEditor();
  };
  const end = () => {
    known = timersOfPage();
    if (before !== null && known > before) due = performance.now() + SHORT_MS;
    before = null;
  };
  const further = () => setByPage() > first || Boolean(document.activeViewTransition);
  return { begin, end, further, due: () => Math.max(due, editor()) };
};

export { HANDLED, isHandled, soon, watchTimers };
