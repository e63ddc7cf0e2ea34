// Whether what handles an action leaves something to a timer: a page may take back a moment later what it shows at first, or
// what a field holds. How long a timer runs is not known; a short one is waited for.

import { timersOfPage } from "../pages/page_timers.js";

const HANDLED = new Set(["input", "change", "click", "submit", "drop", "focusout", "keydown", "keyup"]);
const DROPS = new Set(["pointerup", "mouseup", "dragend"]);
const SHORT_MS = 155;

const isHandled = ({ type }, drags) => HANDLED.has(type) || (drags && DROPS.has(type));

// `begin` before an event is handled, `end` once it is; `due` is when a timer has run that was set in between.
const watchTimers = () => {
  let before = null;
  let due = 0;
  const begin = () => {
    before ??= timersOfPage();
  };
  const end = () => {
    if (before !== null && timersOfPage() > before) due = performance.now() + SHORT_MS;
    before = null;
  };
  return { begin, end, due: () => due };
};

export { isHandled, watchTimers };
