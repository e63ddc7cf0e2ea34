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

const WHEEL = ["wheel", "mousewheel"];
const TURNS = 50;

// Turns the wheel over an item, as often as the page takes it; false where it takes none. A box without a scroll bar of its
// own may be moved by its page, which does not follow where it is scrolled otherwise.
const turned = (item, scroller, deltaY, times) => {
  const how = { deltaY, bubbles: true, composed: true, cancelable: true };
  const at = () => (item.isConnected ? item : scroller); // items may be drawn again
  const taken = () => WHEEL.some((type) => !at().dispatchEvent(new WheelEvent(type, how)));
  let turns = 0;
  while (turns < times && taken()) turns++;
  return turns > 0;
};

// The same with the box: to its top, or on from the last item that is drawn.
const scrollOn = (last, scroller, fromTop) => {
  if (fromTop) scroller.scrollTop = 0;
  else if (last.getBoundingClientRect().top > scroller.getBoundingClientRect().top + 1)
    last.scrollIntoView({ block: "start", behavior: "instant" });
  else scroller.scrollTop += scroller.clientHeight;
};

// A long list draws only a part of itself: on to what follows the last item drawn, or false at its end.
const moreItems = async (element, fromTop) => {
  const control = listControl(element);
  const read = itemsRead();
  const last = read.at(-1);
  const scroller = last && scrollerOf(last);
  if (!scroller) return false;
  const was = ends(read);
  const offset = scroller.scrollTop;
  const hides = getComputedStyle(scroller).overflowY === "hidden";
  const [down, times] = fromTop ? [-scroller.scrollHeight, TURNS] : [scroller.clientHeight, 1];
  if (!(hides && turned(last, scroller, down, times))) scrollOn(last, scroller, fromTop);
  const moved = scroller.scrollTop !== offset;
  const end = performance.now() + NEW_ITEMS_MS;
  do {
    await nextFrame();
    if (ends(gatherItems(control)) !== was) return true;
  } while (performance.now() < end);
  return moved && !fromTop;
};

export { moreItems };
