// One pass over all nodes of a document: which boxes, styles and visibilities are others than those noted before.

import { isWritten } from "./ledger_styles.js";

const FRAMES = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);
const STILL = 0.01;
const NOWHERE = [0, 0, 0, 0];

const range = document.createRange();
const about = (node) => {
  if (node.nodeType === 1) return node;
  range.selectNodeContents(node);
  return range;
};

// The box of a node in its document; nothing at all where it has none.
const boxIn = (thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return x || y || width || height ? [x + scrollX, y + scrollY, width, height] : NOWHERE;
};

const SEEN = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
const isSeen = (element) => (element.checkVisibility(SEEN) ? 1 : 2);

// The same arrays for another order of nodes; places of new ones hold nothing that could be equal to anything.
const rearranged = (was, difference, count) => {
  const boxes = new Float64Array(4 * count).fill(Number.NaN);
  const styles = new Uint16Array(count).fill(0xffff);
  const seen = new Uint8Array(count);
  const { start, end, endNow, from } = difference;
  boxes.set(was.boxes.subarray(0, 4 * start));
  boxes.set(was.boxes.subarray(4 * end), 4 * endNow);
  styles.set(was.styles.subarray(0, start));
  styles.set(was.styles.subarray(end), endNow);
  seen.set(was.seen.subarray(0, start));
  seen.set(was.seen.subarray(end), endNow);
  from.forEach((place, index) => {
    if (place < 0) return;
    boxes.set(was.boxes.subarray(4 * place, 4 * place + 4), 4 * (start + index));
    styles[start + index] = was.styles[place];
    seen[start + index] = was.seen[place];
  });
  return { boxes, styles, seen };
};

const ARRANGES = /flex|grid|table(?!-cell|-caption)|contents|none/;

// Whether white space that shows nothing still has a box: after something in the same line.
const isCollapsed = (text) => {
  const parent = text.parentElement;
  if (!parent || ARRANGES.test(getComputedStyle(parent).display)) return false;
  for (let before = text.previousSibling; before; before = before.previousSibling) {
    if (before.nodeType === 3 && before.data.trim()) return true;
    if (before.nodeType !== 1) continue;
    const { display, position, float } = getComputedStyle(before);
    if (display === "none" || position === "absolute" || position === "fixed" || float !== "none") continue;
    return before.localName !== "br" && display.startsWith("inline");
  }
  return getComputedStyle(parent).display === "inline";
};

const isShift = (shift, right, down) => shift?.[0] === right && shift[1] === down;

class Sweep {
  constructor(was, order, difference) {
    this.order = order;
    this.records = was.records;
    const { boxes, styles, seen } = difference ? rearranged(was, difference, order.nodes.length) : was;
    this.boxes = boxes;
    this.styles = styles;
    this.seen = seen;
    this.stirred = new Uint8Array(order.nodes.length);
    this.moved = [];
    this.restyled = [];
    this.suspects = new Set();
    this.shifts = new Map();
    this.runs = new Map();
    this.inside = null;
    this.doubt = "";
  }

  refuse(why) {
    this.doubt ||= why;
  }

  box(i, node) {
    const thing = about(node);
    const now = boxIn(thing);
    const at = 4 * i;
    const { boxes } = this;
    const [right, down, wider, taller] = now.map((side, index) => side - boxes[at + index]);
    const still = Math.abs(wider) < STILL && Math.abs(taller) < STILL;
    if (still && Math.abs(right) < STILL && Math.abs(down) < STILL) return;
    const parent = this.order.parents[i];
    const above = this.shifts.get(parent);
    if (parent >= 0) this.stirred[parent] = 1;
    if (node.nodeType === 1) {
      this.stirred[i] = 1;
      this.shifts.set(i, [right, down]);
      const beside = this.runs.get(parent);
      this.runs.set(parent, [right, down]);
      if (!still || !(isShift(above, right, down) || isShift(beside, right, down))) this.suspects.add(i);
      if (!still && FRAMES.has(node.localName)) this.refuse("a frame has another size");
    }
    const was = Array.from(boxes.subarray(at, at + 4), (side) => (Number.isNaN(side) ? 0 : side));
    boxes.set(now, at);
    const some = now[2] > 0 || now[3] > 0 || thing.getClientRects().length > 0;
    const collapsed = !some && node.nodeType === 3 && isCollapsed(node) ? [scrollX, scrollY, 0, 0] : null;
    this.moved.push([i, some ? now : collapsed, was]);
  }

  style(i, node) {
    const style = getComputedStyle(node);
    const record = this.records.all[this.styles[i]];
    if (record && isWritten(record, style)) return;
    this.styles[i] = this.records.place(style);
    this.restyled.push([i, this.records.all[this.styles[i]]]);
    this.suspects.add(i);
    if (FRAMES.has(node.localName)) this.refuse("a frame has another style");
  }

  // Boxes and visibility of all elements, styles of those under `roots` (null: of all) and of what was not there, and the
  // boxes of texts beside any of it.
  run(roots) {
    const { nodes, parents } = this.order;
    const inside = new Uint8Array(nodes.length);
    this.inside = inside;
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i];
      inside[i] = roots === null || roots.has(node) || inside[parents[i]] === 1 ? 1 : 0;
      if (node.nodeType !== 1) continue;
      this.box(i, node);
      const seen = isSeen(node);
      const other = seen !== this.seen[i];
      this.seen[i] = seen;
      if (other) inside[i] = 1;
      if (inside[i]) this.style(i, node);
    }
    for (let i = 0; i < nodes.length; i += 1) {
      if (nodes[i].nodeType !== 3) continue;
      const parent = parents[i];
      if (parent < 0 || inside[i] || inside[parent] || this.stirred[parent]) this.box(i, nodes[i]);
    }
  }
}

export { about, boxIn, FRAMES, isSeen, Sweep };
