// A scale that is drawn as a row of equal parts, as the stars of a rating, by an element that says its number.

import { seenWithin } from "../elements/frames.js";

const LEAST_PARTS = 3;
const MOST_PARTS = 10;
const LEAST_PX = 6;
const NUMBER = /^\d{1,2}$/;

const numberOf = (element) => (element.getAttribute("aria-label") ?? element.title ?? "").trim();

const isRow = (parts) => {
  const [first, ...others] = parts.map((part) => part.getBoundingClientRect());
  return (
    first.width >= LEAST_PX &&
    others.every((box) => Math.abs(box.width - first.width) < 2 && Math.abs(box.top - first.top) < 2) &&
    others[0].left !== first.left
  );
};

const partsOf = (element) => {
  if (!NUMBER.test(numberOf(element)) || element.textContent.trim()) return [];
  for (const at of [element, ...element.querySelectorAll("*")]) {
    const parts = [...at.children];
    if (parts.length < LEAST_PARTS || parts.length > MOST_PARTS) continue;
    if (parts.every((part) => part.localName === parts[0].localName) && isRow(parts)) return parts;
  }
  return [];
};

// What a scale says, and how many parts it has; none for any other element.
const drawnScale = (element) => ({ text: numberOf(element), parts: partsOf(element).length });

const scalePart = (element, number) => partsOf(element)[number - 1] ?? null;

// What a scale says once that is the wanted number; at the latest after `limit` ms.
const scaleAfter = (element, wanted, limit) =>
  seenWithin(
    limit,
    () => numberOf(element),
    (number) => number === wanted,
  );

export { drawnScale, scaleAfter, scalePart };
