// Links, buttons and fields within a label, within the head of a column, or within what a page draws as a radio button or a
// check box: a press on one of them does something else than a press on the text around it.

import { isCheckBox } from "./check_boxes.js";
import { closest, elementsIn, lineage, words } from "./dom.js";
import { boxesOfText } from "./surface_boxes.js";

const CHOICES = "label, [role=radio], [role=checkbox], [role=switch]";
const HEADS = "th, [role=columnheader]";
const NATIVE = "a[href], button, input, select, textarea, summary";
const INNER = `${NATIVE}, [role=button], [role=link]`;
const ITEM = "[role=treeitem]";
const BELOW = `${ITEM}, [role=group]`;

// The label or drawn choice that an element is, or is a part of, or the head of a column that it is.
const choiceAround = (element) => {
  if (element.matches(HEADS)) return element;
  const found = closest(element, (at) => at.matches(`${CHOICES}, ${INNER}`));
  return found?.matches(CHOICES) ? found : null;
};

// Whether a part of a choice is a control of its own: not the one that the choice is for.
const isInner = (choice, at) => {
  if (!at.matches(INNER) || at.matches(CHOICES)) return false;
  if (choice.matches(HEADS)) return true;
  const { control } = choice;
  if (control) return at !== control && !at.contains(control);
  return !isCheckBox(at) && !Array.from(at.querySelectorAll("input")).some(isCheckBox);
};

// The texts of an element that lie in none of its inner controls.
const freeTexts = function* (element, choice) {
  const inner = new Set();
  for (const at of elementsIn(element)) {
    if (inner.has(at.parentElement) || isInner(choice, at)) inner.add(at);
  }
  for (const at of [element, ...elementsIn(element)])
    if (!inner.has(at))
      for (const child of at.childNodes) if (child.nodeType === 3 && words(child.nodeValue)) yield child;
};

// Whether it has inner controls and nothing that is left of its text.
const isFilled = (choice) =>
  choice.querySelector(INNER) !== null &&
  Array.from(elementsIn(choice)).some((at) => isInner(choice, at)) &&
  freeTexts(choice, choice).next().done;

// The inner control at a point of a choice; null where a press there is one on the choice itself. In what scripts alone
// make a choice, one without any other text is a part of it, as is a box with a role in a label.
const innerAt = (surface, hit) => {
  const choice = choiceAround(surface);
  if (!choice) return null;
  for (const at of lineage(hit)) {
    if (at === surface || at === choice) return null;
    if (!isInner(choice, at)) continue;
    const counts = (choice.localName === "label" && at.matches(NATIVE)) || !isFilled(choice);
    return counts ? at : null;
  }
  return null;
};

const holdsPoint = (part, x, y) => {
  const box = part.getBoundingClientRect();
  return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
};

// The boxes of the own text of a tree item whose middle is bare, as in a row much wider than its text, or is that of an
// item below it: only a press on the text is one on the item.
const boxesOfItem = (item) => {
  const { x, y, width, height } = item.getBoundingClientRect();
  const inMiddle = (part) => holdsPoint(part, x + width / 2, y + height / 2);
  if (Array.from(item.children).some((part) => !part.matches(BELOW) && inMiddle(part))) return [];
  const isOwn = (at) => closest(at, (up) => up === item || up.matches(`${BELOW}, ${INNER}`)) === item;
  return [item, ...elementsIn(item)]
    .filter(isOwn)
    .flatMap((at) => Array.from(at.childNodes))
    .filter((child) => child.nodeType === 3 && words(child.nodeValue))
    .flatMap((text) => boxesOfText(text));
};

// The boxes of the free text of a label or choice that has inner controls, or of such a tree item; none for any other element.
const freeBoxes = (surface) => {
  if (surface.matches(ITEM)) return boxesOfItem(surface);
  const choice = surface.querySelector(INNER) && choiceAround(surface);
  if (!choice || !Array.from(elementsIn(surface)).some((at) => isInner(choice, at))) return [];
  return Array.from(freeTexts(surface, choice)).flatMap((text) => boxesOfText(text));
};

export { freeBoxes, innerAt, isFilled };
