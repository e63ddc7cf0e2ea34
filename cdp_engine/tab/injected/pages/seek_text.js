// Pages through boxes that draw only what is scrolled into view, until one of them shows a text.

import { allElementsIn, boxOf, folded, nextFrame } from "../elements/dom.js";
import { ownText } from "../lists/list_value.js";

const LEAST_PX = 60;
const DRAWN_SHARE = 0.75;
const STEP_SHARE = 0.9;
const DRAW_MS = 150;
const LOAD_MS = 600;
const LOADS = "[aria-busy=true], [role=progressbar], [class*=skeleton i], [class*=loading i]";
// What is named by all its texts; those of neighbouring cells are not one text.
const WHOLE =
  "a, button, p, h1, h2, h3, h4, h5, h6, [role=button], [role=link], [role=option], [role=gridcell]";
const ROWS = "[role=row], [role=option], [role=listitem], [role=treeitem], tr, li";

const scrollsDown = (element) =>
  element.clientHeight >= LEAST_PX &&
  element.scrollHeight > element.clientHeight * 1.2 &&
  /auto|scroll|overlay/.test(getComputedStyle(element).overflowY) &&
  element.checkVisibility({ visibilityProperty: true });

// The share of a box's height that its texts and controls take.
const drawnShare = (box) => {
  const [, at] = boxOf(box);
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const element of allElementsIn(box)) {
    if (element.childElementCount > 0) continue;
    const [, y, width, height] = boxOf(element);
    if (width <= 0 || height <= 0 || height > box.clientHeight * 2) continue;
    top = Math.min(top, y - at);
    bottom = Math.max(bottom, y - at + height);
  }
  return bottom > top ? (bottom - top) / box.scrollHeight : 1;
};

// Whether a box says that it has more rows than there are.
const countsMore = (box) => {
  const counted = box.closest("[aria-rowcount]") ?? box.querySelector("[aria-rowcount]");
  const rows = box.querySelectorAll(ROWS);
  const size = Number(counted?.getAttribute("aria-rowcount") ?? rows[0]?.getAttribute("aria-setsize"));
  return rows.length > 0 && size > rows.length + 1;
};

const virtualBoxes = () =>
  Array.from(allElementsIn(document)).filter(
    (element) => scrollsDown(element) && (drawnShare(element) < DRAWN_SHARE || countsMore(element)),
  );

// The innermost element in a box that shows a text; what is drawn ahead of the visible part counts.
const holderIn = (box, wanted) => {
  let held = null;
  if (!folded(box.textContent).includes(wanted) && !box.querySelector("[aria-label]")) return held;
  for (const element of allElementsIn(box)) {
    const own = element.matches(WHOLE) ? element.textContent : ownText(element);
    const said = `${element.getAttribute("aria-label") || ""} ${own}`;
    if (folded(said).includes(wanted) && element.checkVisibility()) held = element;
  }
  return held;
};

// Waits until a box has drawn what it was scrolled to.
const drawn = async (box, before, until) => {
  const start = performance.now();
  for (;;) {
    await nextFrame();
    const waited = performance.now() - start;
    const differs = box.textContent !== before;
    if (performance.now() > until || (differs && (waited > LOAD_MS || !box.querySelector(LOADS)))) return;
    if (!differs && waited > DRAW_MS) return;
  }
};

const scrollTo = async (box, top, until) => {
  const before = box.textContent;
  const at = box.scrollTop;
  box.scrollTo({ top, behavior: "instant" });
  if (box.scrollTop === at) return false;
  await drawn(box, before, until);
  return true;
};

// Boxes that were searched in part: the text, where that began, and whether it came to the end and began at the top.
const unfinished = new WeakMap();

// Down from where the box is, then from its top.
const seekIn = async (box, wanted, until) => {
  const known = unfinished.get(box);
  const search = known?.wanted === wanted ? known : { wanted, from: box.scrollTop, again: false };
  unfinished.delete(box);
  for (;;) {
    const held = holderIn(box, wanted);
    if (held) {
      const [[, y, , height], [, top]] = [boxOf(held), boxOf(box)];
      if (y < top || y + height > top + box.clientHeight)
        await scrollTo(box, box.scrollTop + y - top - box.clientHeight / 2, until);
      return "found";
    }
    if (performance.now() > until) {
      unfinished.set(box, search);
      return "late";
    }
    const over = search.again && box.scrollTop >= search.from;
    if (!over && (await scrollTo(box, box.scrollTop + box.clientHeight * STEP_SHARE, until))) continue;
    if (search.again || search.from < 1) {
      box.scrollTo({ top: search.from, behavior: "instant" });
      return "absent";
    }
    search.again = true;
    await scrollTo(box, 0, until);
  }
};

// `found`, with the box scrolled there; `late`; `absent` from all such boxes; `none` where there is no such box.
const seekText = async (_node, text, milliseconds) => {
  const until = performance.now() + milliseconds;
  let result = "none";
  for (const box of virtualBoxes()) {
    result = await seekIn(box, folded(text), until);
    if (result === "found" || result === "late") break;
  }
  return result;
};

export { seekText };
