// What scrolled during an action: the page, a box around the target or the focus, another part.

import { activeElement, parentOf } from "../elements/dom.js";
import { destination } from "./drop_place.js";

const offset = (box) => (box === window ? [scrollX, scrollY] : [box.scrollLeft, box.scrollTop]);

const around = (element) => {
  const found = new Map([[window, offset(window)]]);
  for (let at = element; at; at = parentOf(at)) {
    if (at.nodeType !== 1 || at === document.scrollingElement) continue;
    if (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth) found.set(at, offset(at));
  }
  return found;
};

// `heard` takes scroll events; `begin` forgets what was before, when it is first called.
const watchScrolls = (target) => {
  const restless = new WeakSet();
  let boxes = around(target);
  let begun = false;
  const elsewhere = new Set();

  const begin = () => {
    if (begun) return;
    const focused = Array.from(around(activeElement())).filter(([box]) => !restless.has(box));
    boxes = new Map([...focused, ...around(target)]);
    begun = true;
  };

  const heard = (event) => {
    const box = event.target;
    if (box.nodeType !== 1) return;
    if (!begun) restless.add(box);
    else if (!boxes.has(box) && !restless.has(box)) elsewhere.add(box);
  };

  const facts = () => {
    let scrolled = [0, 0];
    for (const [box, [x, y]] of boxes) {
      const [nowX, nowY] = offset(box);
      if (!scrolled.some(Boolean) && box.isConnected !== false) scrolled = [nowX - x, nowY - y];
    }
    const to = destination();
    const at_drop = Array.from(elsewhere).some((box) => to && box.contains(to));
    return { scrolled, part_scrolled: elsewhere.size > 0, at_drop };
  };

  const moved = () => {
    const { scrolled, part_scrolled } = facts();
    return part_scrolled || scrolled.some(Boolean);
  };

  return { begin, heard, facts, moved };
};

export { watchScrolls };
