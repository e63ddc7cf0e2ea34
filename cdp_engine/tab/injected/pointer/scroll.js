// Finds the container to scroll, the point for the wheel, and the offset at rest.

import { pointsIn } from "../elements/candidate_points.js";
import { allElementsIn, boxOf, closest, elementAt, folded, nextFrame } from "../elements/dom.js";
import { clipsOf, invisible } from "../elements/hit_test.js";

const FRAMES = 2;
const FRAMES_UNTIL_BEGUN = 6;
const UNROLL_PAUSE_MS = 25;

const page = () => document.scrollingElement || document.documentElement;

const scrolls = (element, axis) => {
  if (element === page()) return true;
  const style = getComputedStyle(element);
  if (!/^(auto|scroll|overlay)$/.test(axis === "x" ? style.overflowX : style.overflowY)) return false;
  return axis === "x"
    ? element.scrollWidth > element.clientWidth
    : element.scrollHeight > element.clientHeight;
};

const room = (box, axis) => {
  const whole = axis === "x" ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight;
  return Math.max(0, whole);
};

// Whether the wheel moves the document: it is longer than the window, and no open dialog keeps it still.
const pageScrolls = (axis) => {
  if (!page()) return false;
  const clips = [document.documentElement, document.body].filter(Boolean).map((element) => {
    const style = getComputedStyle(element);
    return axis === "x" ? style.overflowX : style.overflowY;
  });
  // What the body says counts where the root says nothing.
  const clip = clips[0] === "visible" ? clips[1] : clips[0];
  return room(page(), axis) > 0 && !/^(hidden|clip)$/.test(clip);
};

// The box that is scrolled in place of the document: the one in the middle of the window, else the largest that nothing
// covers; null for none.
const mainBox = (axis) => {
  const middle = elementAt(innerWidth / 2, innerHeight / 2);
  const box = middle && closest(middle, (at) => at !== page() && scrolls(at, axis));
  if (box) return box;
  let largest = null;
  let most = 0;
  for (const element of allElementsIn(document)) {
    if (element === page() || !scrolls(element, axis)) continue;
    const [x, y, width, height] = boxOf(element);
    const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
    const [across, down] = [Math.min(x + width, innerWidth) - left, Math.min(y + height, innerHeight) - top];
    if (across <= 0 || down <= 0 || across * down <= most) continue;
    const hit = elementAt(left + across / 2, top + down / 2);
    if (!hit || !closest(hit, (at) => at === element)) continue;
    [largest, most] = [element, across * down];
  }
  return largest;
};

const containerOf = (element, axis) => {
  if (element) return closest(element, (at) => scrolls(at, axis)) || page();
  return pageScrolls(axis) ? page() : (mainBox(axis) ?? page());
};

const offsetOf = (box) => [box.scrollLeft, box.scrollTop];

const visualSize = () => [visualViewport.width, visualViewport.height];

// The zoom and the size of what is on the screen, once two frames in a row agree, at most `limit` ms later.
const visibleArea = async (_element, limit) => {
  const end = performance.now() + limit;
  let zoom = 0;
  for (let still = 0; still < FRAMES && performance.now() < end; ) {
    await nextFrame();
    still = zoom === visualViewport.scale ? still + 1 : 0;
    zoom = visualViewport.scale;
  }
  return { zoom: visualViewport.scale, size: visualSize() };
};

// `element` null is the page, or the box that scrolls in its place.
const scrollFacts = (element, axis) => {
  const box = containerOf(element, axis);
  const root = box === page();
  return {
    connected: element ? element.isConnected : true,
    own: element === box,
    page: root,
    offset: offsetOf(box),
    room: room(box, axis),
    extent: axis === "x" ? box.clientWidth : box.clientHeight,
    box: root ? [0, 0, innerWidth, innerHeight] : boxOf(box),
    viewport: [innerWidth, innerHeight],
    visual_offset: [visualViewport.offsetLeft, visualViewport.offsetTop],
    visual_size: visualSize(),
    visible: document.visibilityState === "visible",
  };
};

const movable = (box, axis, sign) => {
  const at = axis === "x" ? box.scrollLeft : box.scrollTop;
  return sign > 0 ? at < room(box, axis) - 0.5 : at > 0.5;
};

// The first point in `part` at which a wheel turn by `sign` would move this container and no other one; empty for none.
const wheelPoint = (element, axis, sign, part) => {
  const box = containerOf(element, axis);
  for (const [x, y] of pointsIn(part)) {
    const hit = elementAt(x, y);
    if (!hit || hit.localName === "iframe" || hit.localName === "frame") continue;
    const taker = closest(hit, (at) => scrolls(at, axis) && movable(at, axis, sign)) || page();
    if (taker === box) return [x, y];
  }
  return [];
};

// The offset once two frames in a row agree on it, at most `limit` ms later.
const rested = async (element, axis, from, limit) => {
  const box = containerOf(element, axis);
  const end = performance.now() + limit;
  let last = offsetOf(box);
  let still = 0;
  while (performance.now() < end) {
    await nextFrame();
    const now = offsetOf(box);
    const moved = now[0] !== last[0] || now[1] !== last[1];
    // A wheel turn takes a frame or two before anything moves.
    const begun = now[0] !== from[0] || now[1] !== from[1];
    still = moved ? 0 : still + 1;
    if (still >= (begun ? FRAMES : FRAMES_UNTIL_BEGUN)) break;
    last = now;
  }
  return offsetOf(box);
};

const scrollByScript = (element, axis, dx, dy) => {
  const box = containerOf(element, axis);
  box.scrollBy({ left: dx, top: dy, behavior: "instant" });
  return offsetOf(box);
};

// Whether a container around the element clips a part of it away.
const isCut = (element) => {
  const [x, y, width, height] = boxOf(element);
  return clipsOf(element).some(
    ([left, top, across, down]) =>
      x < left - 1 || y < top - 1 || x + width > left + across + 1 || y + height > top + down + 1,
  );
};

const position = (element) => {
  const [x, y, width, height] = boxOf(element);
  return {
    box: [x, y, width, height],
    page: [scrollX, scrollY],
    inside: y + height > 0 && x + width > 0 && y < innerHeight && x < innerWidth,
    cut: isCut(element),
  };
};

// The readable text of an element: rendered text, including that of open shadow roots.
const readable = (element) => {
  let text = element.innerText ?? element.textContent;
  const inside = (host) => {
    for (const child of host.shadowRoot.children) text += ` ${readable(child)}`;
  };
  for (const inner of element.querySelectorAll("*"))
    if (inner.shadowRoot && invisible(inner) === null) inside(inner);
  if (element.shadowRoot) inside(element);
  return text;
};
const says = (element, wanted) => folded(readable(element)).includes(wanted);

// The innermost element that shows the text, or null.
const holderOf = (root, wanted) => {
  if (!says(root, wanted)) return null;
  let at = root;
  for (;;) {
    const parts = [...at.children, ...(at.shadowRoot?.children ?? [])];
    const next = parts.find((child) => says(child, wanted));
    if (!next) return at;
    at = next;
  }
};

// What holds the text of the document; none while a document has nothing yet.
const body = () => document.body ?? document.documentElement;

const reads = (element, text) => {
  const root = element ?? body();
  return root !== null && says(root, folded(text));
};

// Scrolls the text into view where it is drawn already; returns whether it was.
const bringText = (element, axis, text) => {
  const box = containerOf(element, axis);
  const root = !element || box === page() ? body() : box;
  const held = root && holderOf(root, folded(text));
  if (!held || invisible(held) !== null) return false;
  held.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return true;
};

// Scrolls the page (or its main box) down step by step, so that a list that loads on scrolling
// loads; ends when no content is added, and restores the offset. A hidden tab draws no frames: timers only.
const unroll = async (_node, steps, milliseconds, patience) => {
  const since = performance.now();
  const late = () => performance.now() - since > milliseconds;
  const pause = () => new Promise((done) => setTimeout(done, UNROLL_PAUSE_MS));
  const box = containerOf(null, "y");
  const began = box.scrollTop;
  const size = () => `${box.scrollHeight} ${box.querySelectorAll("*").length}`;
  let taken = 0;
  let reason = "";
  while (!reason) {
    if (taken >= steps) reason = "steps";
    else if (late()) reason = "time";
    else {
      const before = size();
      box.scrollTop = box.scrollHeight;
      taken += 1;
      const until = performance.now() + patience;
      while (size() === before && performance.now() < until && !late()) await pause();
      if (size() === before) reason = late() ? "time" : "end";
      else await pause();
    }
  }
  box.scrollTop = began;
  return { taken, reason, height: box.scrollHeight };
};

export { bringText, position, reads, rested, scrollByScript, scrollFacts, unroll, visibleArea, wheelPoint };
