// What scrolled during an action: the page, a box around the target or the focus, another part.

import { activeElement, parentOf } from "../elements/dom.js";

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
  let elsewhere = false;

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
    else if (!boxes.has(box) && !restless.has(box)) elsewhere = true;
  };

  const facts = () => {
    let scrolled = [0, 0];
    for (const [box, [x, y]] of boxes) {
      const [nowX, nowY] = offset(box);
      if (!scrolled.some(Boolean) && box.isConnected !== false) scrolled = [nowX - x, nowY - y];
    }
    return { scrolled, part_scrolled: elsewhere };
  };

  const moved = () => {
    const { scrolled, part_scrolled } = facts();
    return part_scrolled || scrolled.some(Boolean);
  };

  return { begin, heard, facts, moved };
};

export { watchScrolls };
