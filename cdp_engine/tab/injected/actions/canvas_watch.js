// Compares the pictures of canvases before and after an action: they change without a change of the document.

import { boxOf, nextFrame, rootsOf } from "../elements/dom.js";

const MOST = 6;
const MOST_PIXELS = 1_000_000;
const SLOW_MS = 20;
const MOVES_MS = 60;
const AROUND = 24;
const BLANK = 32;
const LEAST_PX = 8;
const MOST_UNREAD = 2;
const PRIME = 16_777_619;

const slow = new WeakSet();
const unread = new WeakSet();

const inView = (canvas) => {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && canvas.checkVisibility();
};

// A number computed from the picture; null where the browser does not let it be read.
const printOf = (canvas) => {
  if (!canvas.width || !canvas.height) return 0;
  const start = performance.now();
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (canvas.width * canvas.height)));
  const width = Math.max(1, Math.round(canvas.width * scale));
  const height = Math.max(1, Math.round(canvas.height * scale));
  const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  try {
    copy.drawImage(canvas, 0, 0, width, height);
    const pixels = new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
    let print = width ^ Math.imul(height, PRIME);
    for (let at = 0; at < pixels.length; at++) print = Math.imul(print ^ pixels[at], PRIME);
    if (performance.now() - start > SLOW_MS) slow.add(canvas);
    return print;
  } catch {
    return null;
  }
};

// The canvases in view, the target's first; those that take long to read only where the action is about them, or where
// nobody reads them.
const canvasesFor = (target, roots, costless = null) => {
  const own = (canvas) => target !== null && (canvas.contains(target) || target.contains(canvas));
  const found = [...roots].flatMap((root) => Array.from(root.querySelectorAll("canvas"))).filter(inView);
  const near = found.filter(own);
  const others = found.filter((canvas) => !own(canvas) && (!slow.has(canvas) || costless?.has(canvas)));
  return [...near, ...others].slice(0, MOST);
};

const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

// The largest part of a canvas in view, as left, top, right, bottom, that leaves out the target and what it draws about it.
const partFor = (canvas, target) => {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const all = { left: Math.max(0, left), top: Math.max(0, top) };
  Object.assign(all, { right: Math.min(innerWidth, right), bottom: Math.min(innerHeight, bottom) });
  if (!target || canvas.contains(target) || target.contains(canvas)) return all;
  const box = target.getBoundingClientRect();
  const kept = { left: box.left - AROUND, top: box.top - AROUND };
  Object.assign(kept, { right: box.right + AROUND, bottom: box.bottom + AROUND });
  if (!overlap(all, kept)) return all;
  const strips = [
    { ...all, right: kept.left },
    { ...all, left: kept.right },
    { ...all, bottom: kept.top },
    { ...all, top: kept.bottom },
  ];
  const area = (strip) => Math.max(0, strip.right - strip.left) * Math.max(0, strip.bottom - strip.top);
  return strips.reduce((best, strip) => (area(strip) > area(best) ? strip : best));
};

const isBlank = (canvas) => {
  const copy = new OffscreenCanvas(BLANK, BLANK).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0, BLANK, BLANK);
  return copy.getImageData(0, 0, BLANK, BLANK).data.every((part) => part === 0);
};

const isUnread = (canvas) => {
  try {
    return canvas.width > 0 && canvas.height > 0 && isBlank(canvas);
  } catch {
    return true;
  }
};

// One that took long to read is not read again, but stays what it was found to be: the browser takes its picture.
const noteUnread = (canvas) => {
  if (slow.has(canvas) && unread.has(canvas)) return true;
  if (isUnread(canvas)) unread.add(canvas);
  else unread.delete(canvas);
  return unread.has(canvas);
};

// The places in the document, as x, y, width, height, of canvases in view whose pictures a script cannot read: WebGL, which
// reads as blank, and images of other origins. A blank canvas over one that can be read is a layer of the same drawing.
const unreadCanvases = (target) => {
  const found = canvasesFor(target, rootsOf(target), unread);
  const pictured = found.filter(noteUnread);
  const read = found.filter((canvas) => !pictured.includes(canvas)).map((canvas) => String(boxOf(canvas)));
  return pictured
    .filter((canvas) => !read.includes(String(boxOf(canvas))))
    .map((canvas) => partFor(canvas, target))
    .map((part) => [part.left + scrollX, part.top + scrollY, part.right - part.left, part.bottom - part.top])
    .filter(([, , width, height]) => width >= LEAST_PX && height >= LEAST_PX)
    .slice(0, MOST_UNREAD);
};

// Watches the pictures from now on. `press` is called as the action begins, `changed` once the page is at rest: whether
// one of them shows something else, other than a picture that moves all the time.
const watchCanvases = (target, roots) => {
  const first = new Map();
  for (const canvas of canvasesFor(target, roots)) first.set(canvas, printOf(canvas));
  let pressed = first;
  // Within one frame a picture that moves all the time looks still.
  let framed = false;
  let wasStill = false;
  if (first.size)
    requestAnimationFrame(() => {
      framed = true;
    });
  return {
    press: () => {
      wasStill = framed;
      pressed = new Map([...first.keys()].map((canvas) => [canvas, printOf(canvas)]));
    },
    changed: async () => {
      for (const [canvas, before] of pressed) {
        if (before === null || !canvas.isConnected) continue;
        const now = printOf(canvas);
        if (now === before || now === null) continue;
        if (wasStill && before === first.get(canvas)) return true;
        await nextFrame(MOVES_MS);
        await nextFrame(MOVES_MS);
        if (printOf(canvas) === now) return true;
      }
      return false;
    },
  };
};

export { unreadCanvases, watchCanvases };
