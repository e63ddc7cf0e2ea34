// Scrolls a long list that draws only a part of its items.

import { closest, nextFrame } from "../elements/dom.js";
import { itemLabel } from "./item_lines.js";
import { listControl } from "./list_field.js";
import { gatherItems, itemsRead } from "./list_items.js";

const NEW_ITEMS_MS = 300;

// The box around an item that scrolls; the item itself may be one that cuts off its own text.
const scrollerOf = (node) =>
  closest(node, (at) => {
    if (at === node || at === document.body || at === document.documentElement) return false;
    return (
      /^(auto|scroll|hidden)$/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1
    );
  });

const ends = (list) =>
  list.length ? `${list.length} ${itemLabel(list[0])} … ${itemLabel(list.at(-1))}` : "";

// A long list draws only a part of itself: on to what follows the last item drawn, or false at its end.
const moreItems = async (element, fromTop) => {
  const control = listControl(element);
  const read = itemsRead();
  const last = read.at(-1);
  const scroller = last && scrollerOf(last);
  if (!scroller) return false;
  const was = ends(read);
  const offset = scroller.scrollTop;
  if (fromTop) scroller.scrollTop = 0;
  else if (last.getBoundingClientRect().top > scroller.getBoundingClientRect().top + 1)
    last.scrollIntoView({ block: "start", behavior: "instant" });
  else scroller.scrollTop += scroller.clientHeight;
  const moved = scroller.scrollTop !== offset;
  const end = performance.now() + NEW_ITEMS_MS;
  do {
    await nextFrame();
    if (ends(gatherItems(control)) !== was) return true;
  } while (performance.now() < end);
  return moved && !fromTop;
};

export { moreItems };
