// In every document from its beginning, before any script of the page: while a press is meant for another document,
// none takes effect in this one.

import { isByPointer, PRESSES } from "../elements/dom.js";

const TOUCH = ["touchstart", "touchend"];

let until = 0;
let stopped = 0;

const stop = (event) => {
  if (performance.now() > until || !isByPointer(event)) return;
  stopped += 1;
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
};

for (const type of PRESSES) addEventListener(type, stop, { capture: true, passive: false });
// Listeners that may cancel a touch would make scrolling wait for scripts; the mouse events after it are cancelled.
for (const type of TOUCH) addEventListener(type, stop, { capture: true, passive: true });

// Stops presses for `ms`, which bounds a guard that nobody ends.
const guardPress = (_element, ms) => {
  until = performance.now() + ms;
  stopped = 0;
  return true;
};

// Lets presses through again; how many events were stopped.
const endGuard = () => {
  until = 0;
  return stopped;
};

export { endGuard, guardPress };
