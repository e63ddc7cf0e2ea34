// The boxes of all elements, and for the parts of the document that may be drawn otherwise, the styles and texts.

import { uncertain } from "../changes/uncertain.js";
import { parentOf } from "../elements/dom.js";
import {
  around,
  boxAround,
  childrenOf,
  elementsBelow,
  elementsNow,
  findAll,
  hasShadows,
  isSlot,
} from "../elements/flat_tree.js";
import { animatedNow, isAnimatedLayer } from "./animations.js";
import { marginsOf } from "./drawing_parts.js";
import { drawnAs, isBare, isDisguised, textFacts } from "./drawn_texts.js";
import { flowRootsBeside, witnesses } from "./measured_elements.js";
import { isLayer, written } from "./styles.js";

const MOST_NODES = 600;
// To read what is in the changed parts costs about two times a capture of the same elements.
const SHARE_READ = 0.15;
const MOST_ELEMENTS = 40_000;
const CHUNK = 8192;
const ODD =
  "math, iframe, frame, object, embed, video, audio, canvas, map, area, col, colgroup, wbr, ruby, meter, progress, " +
  "slot, details:not([open]), details:not([open]) *, dialog[open], frameset, fencedframe, [contenteditable], :popover-open, [inert]";
const CLOSED =
  "details:not([open]) > :not(summary:first-of-type), details:not([open]) > :not(summary:first-of-type) *";
const CHECKABLE = /^(checkbox|radio)$/;

// One string alone, without line breaks and the like, which are written as numbers.
const QUOTED = /^"((?:[^"\\]|\\[^0-9a-f])*)"$/;

const isMarked = (style) => style.listStyleType !== "none" || style.listStyleImage !== "none";

const encoded = (numbers) => {
  const bytes = new Uint8Array(numbers.buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK));
  return btoa(text);
};

// Whether an element takes clicks by itself, without any listener.
const takesClicks = (element) => {
  const { localName } = element;
  if (localName === "input") return !element.matches(":disabled");
  if (localName === "button")
    return element.form !== null && element.type !== "button" && !element.matches(":disabled");
  if (localName === "a" || localName === "area")
    return element.hasAttribute("href") || element.hasAttribute("xlink:href");
  if (localName === "label") return element.control ? takesClicks(element.control) : false;
  if (localName === "summary")
    return element.parentElement?.localName === "details" && element.matches(":first-of-type");
  return element.isContentEditable === true;
};

// The same for a label: 1 or 0, -1 where that depends on the listeners of what it is for.
const labelTakesClicks = (label) => {
  if (takesClicks(label)) return 1;
  return label.control && label.control.localName !== "input" ? -1 : 0;
};

class Facts {
  constructor() {
    this.styles = [];
    this.places = new Map();
    this.left = Math.max(MOST_NODES, SHARE_READ * elementsNow().length);
    this.animated = animatedNow();
  }

  isAnimatedLayer(element, side) {
    return this.animated?.has(element) && isAnimatedLayer(element, side);
  }

  style(style) {
    const row = written(style);
    const key = row.join("|");
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.styles.length;
      this.places.set(key, place);
      this.styles.push(row);
    }
    return place;
  }

  // What style sheets add to an element, in the order in which the browser lists it: side, style, layer, text.
  generated(element, style) {
    const found = [];
    for (const side of ["::before", "::after", "::marker"]) {
      const own = getComputedStyle(element, side);
      const marks = side === "::marker";
      if (marks && !(style.display.includes("list-item") && isMarked(style))) continue;
      if (own.content === "none" || (own.content === "normal" && !marks) || own.display === "none") continue;
      const text = marks ? "" : QUOTED.exec(own.content)?.[1].replace(/\\(.)/g, "$1");
      if (text === undefined || (text && isDisguised(own)) || own.float !== "none")
        throw new RangeError("content of style sheets");
      const layered = !marks && (isLayer(own, null) || this.isAnimatedLayer(element, side));
      found.push([side, this.style(own), layered ? 1 : 0, drawnAs(text, own)]);
    }
    return found;
  }

  // What is in a drawing, which moves with it and has no layers: the style, -1 where it is not displayed, -2 where it has
  // no box to measure; last, see `marginsOf`.
  drawing(element, hidden, found) {
    for (let child = element.firstChild; child; child = child.nextSibling) {
      this.left -= 1;
      if (child.nodeType === 3) {
        if (child.data.trim() && element.closest("text, foreignObject"))
          throw new RangeError("texts in a drawing");
        found.push([3, child.data, null]);
      }
      if (child.nodeType !== 1) continue;
      const style = getComputedStyle(child);
      const gone = hidden || style.display === "none";
      const drawn = child.getClientRects().length > 0 ? this.style(style) : -2;
      const margins = gone ? null : marginsOf(child);
      found.push([1, gone ? -1 : drawn, 0, null, takesClicks(child) ? 4 : 0, [], margins]);
      this.drawing(child, gone, found);
    }
  }

  // An element and everything in it, in the order of the document. `hidden`: it is in something that is not displayed.
  below(element, hidden, found) {
    this.left -= 1;
    if (this.left < 0) throw new RangeError("many elements that may be drawn otherwise");
    const style = getComputedStyle(element);
    const gone = hidden || style.display === "none";
    const drawn = !gone && style.display !== "contents" && element.getClientRects().length > 0;
    const bare = !gone && isBare(element);
    if (!gone) {
      if (isDisguised(style)) throw new RangeError("texts drawn otherwise than written");
      if (style.contentVisibility !== "visible") throw new RangeError("content-visibility");
      if (!drawn && !bare && !element.matches("option, optgroup"))
        throw new RangeError("elements without a box");
    }
    const isField = /^(input|textarea)$/.test(element.localName);
    found.push([
      1,
      drawn || bare ? this.style(style) : -1,
      drawn && (isLayer(style, element) || this.isAnimatedLayer(element)) ? 1 : 0,
      isField ? element.value : null,
      (element.checked === true && CHECKABLE.test(element.type) ? 1 : 0) +
        (element.localName === "option" && element.selected ? 2 : 0) +
        (takesClicks(element) ? 4 : 0) +
        (bare ? 8 : 0),
      gone ? [] : this.generated(element, style),
    ]);
    if (element.localName === "svg") {
      this.drawing(element, gone, found);
      return;
    }
    for (const child of childrenOf(element)) {
      if (child.nodeType === 1) this.below(child, gone, found);
      else if (child.nodeType === 3) {
        this.left -= 1;
        found.push(gone ? [3, child.data, null] : textFacts(child));
      }
    }
  }
}

const isHidden = (element) => {
  for (let at = element; at; at = parentOf(at)) if (getComputedStyle(at).display === "none") return true;
  return false;
};

const textsOf = (element) => {
  if (around(element, "details:not([open])") && !around(element, "summary"))
    throw new RangeError("texts in closed details");
  const hidden = isHidden(element);
  const found = [];
  if (!hidden) {
    const style = getComputedStyle(element);
    if (isDisguised(style)) throw new RangeError("texts drawn otherwise than written");
  }
  for (const child of childrenOf(element))
    if (child.nodeType === 3) found.push(hidden ? [3, child.data, null] : textFacts(child));
  return found;
};

const BULLETS = /^(disc|circle|square|none|disclosure-open|disclosure-closed)$/;

// Whether the children of an element are counted, or it is in a list whose items are.
const isNumbered = (element) => {
  if (around(element, "ol, [reversed], [start]")) return true;
  for (const child of element.children) {
    const { display, listStyleType } = getComputedStyle(child);
    if (display.includes("list-item")) return !BULLETS.test(listStyleType);
  }
  return false;
};

// The elements to measure, each with its place among all elements, in the order of the document. `placed`: places of those
// that may move by themselves; null to measure all. `steady`: elements that must be as large as before.
const measured = (total, roots, parents, placed, steady) => {
  const all = elementsNow();
  const found = placed && witnesses(roots, parents);
  if (!found) return Array.from(all, (element, place) => [element, place]);
  for (const place of placed) found.set(all[place], place);
  if (steady.size)
    for (let place = 0; place < total; place++) if (steady.has(all[place])) found.set(all[place], place);
  if (2 * found.size >= total) return measured(total, roots, parents, null, steady);
  return [...found].sort(([, one], [, other]) => one - other);
};

// What closed details hold.
const closedNow = () => {
  const folds =
    document.getElementsByTagName("details").length > 0 || (hasShadows() && findAll("details").length);
  const held = new Set(folds ? findAll(CLOSED) : []);
  if (!held.size || !hasShadows()) return held;
  for (const element of elementsNow()) if (held.has(parentOf(element))) held.add(element);
  return held;
};

const labelsNow = () =>
  hasShadows()
    ? elementsNow().filter(({ localName }) => localName === "label")
    : [...document.querySelectorAll("label")];

const isOdd = (element) => element.matches(ODD) && !isSlot(element);

// Whether an element is in a special one, or holds one.
const holdsOdd = (root) => {
  if (!hasShadows()) return root.closest(ODD) ?? root.querySelector(ODD);
  for (let at = root; at; at = parentOf(at)) if (isOdd(at)) return true;
  for (const element of elementsBelow(root)) if (isOdd(element)) return true;
  return false;
};

// The boxes of all elements, or of those that show whether all others moved with what they are in; the facts of everything
// in `roots`, and the texts directly in `parents`.
const redrawnParts = ({ roots, parents, flow, relayers }, placed) => {
  const { mayFlow, isShared } = flow;
  const total = elementsNow().length;
  if (total > MOST_ELEMENTS) return uncertain("a very large document");
  const steady = mayFlow ? flowRootsBeside([...roots, ...parents], parents) : new Set();
  if (!steady) return uncertain("floats or columns");
  for (const root of roots)
    if (holdsOdd(root) || root.ownerSVGElement) return uncertain("a special element drawn otherwise");
  for (const list of new Set([...parents, ...roots.map(boxAround)]))
    if (list && isNumbered(list)) return uncertain("numbered lists");
  const wanted = measured(total, roots, parents, isShared ? null : placed, steady);
  const places = new Map(wanted);
  // To measure what closed details hold would lay it out.
  const closed = closedNow();
  const boxes = new Float32Array(4 * wanted.length);
  wanted.forEach(([element], index) => {
    if (closed.has(element)) {
      boxes[4 * index] = Number.NaN;
      return;
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    if (x || y || width || height) boxes.set([x + scrollX, y + scrollY, width, height], 4 * index);
  });
  const facts = new Facts();
  try {
    const parts = roots.map((root) => {
      const found = [];
      facts.below(root, parentOf(root) ? isHidden(parentOf(root)) : false, found);
      return [places.get(root), found];
    });
    const texts = parents.map((parent) => [places.get(parent), textsOf(parent)]);
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    const labels = labelsNow().map(labelTakesClicks);
    const known = wanted.length < total ? wanted.map(([, place]) => place) : null;
    const fixed = [...steady].map((element) => places.get(element));
    const size = [scrollWidth, scrollHeight];
    return [total, known, encoded(boxes), facts.styles, parts, texts, labels, size, fixed, relayers];
  } catch (error) {
    return uncertain(error instanceof RangeError ? error.message : String(error));
  }
};

// The texts directly in the elements of these places, with their boxes; none at all where one is drawn otherwise than written.
const textsAt = (places) => {
  const elements = elementsNow();
  try {
    return places.map((place) => textsOf(elements[place]));
  } catch {
    return [];
  }
};

export { redrawnParts, textsAt };
