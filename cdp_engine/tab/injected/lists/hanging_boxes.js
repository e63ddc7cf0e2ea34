// What hangs from a field: boxes drawn in a place of their own beside it, as lists and calendars are.

import { isPlaced } from "../elements/appearance.js";
import { closest, folded, lineage } from "../elements/dom.js";

const GAP = 24;

// The box of its own place, beside the field, that an element belongs to; null for none.
const boxBeside = (element, field) => {
  for (const at of lineage(element)) {
    if (at.contains(field)) return null;
    if (isPlaced(at)) return at;
  }
  return null;
};

// Whether a box is drawn close above or below a field.
const isNear = (box, field) => {
  const own = field.getBoundingClientRect();
  const drawn = box.getBoundingClientRect();
  const apart = Math.max(drawn.top - own.bottom, own.top - drawn.bottom);
  return apart <= GAP && drawn.left < own.right + GAP && drawn.right > own.left - GAP;
};

const NO_CHOICES = "[role=tooltip], [role=status], [role=alert], [aria-live], label, script, style";

// The box that hangs from a field of text and has a choice of that name, as a list that nothing names; null for none.
const hangingList = (field, text) => {
  const wanted = folded(text);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.length < text.length || folded(node.data) !== wanted) continue;
    const item = node.parentElement;
    if (!item.checkVisibility({ visibilityProperty: true }) || closest(item, (at) => at.matches(NO_CHOICES)))
      continue;
    const box = boxBeside(item, field);
    if (box && isNear(box, field)) return box;
  }
  return null;
};

// What the lists say that hang from a field and call themselves lists.
const hangingChoices = (field) =>
  Array.from(document.querySelectorAll("[role=listbox], [role=menu]"))
    .filter((one) => {
      const box = one.checkVisibility({ visibilityProperty: true }) && boxBeside(one, field);
      return box && isNear(box, field);
    })
    .flatMap((one) => Array.from(one.querySelectorAll("li, [role=option], [role=menuitem]")))
    .filter((item) => item.checkVisibility({ visibilityProperty: true }) && item.innerText?.trim())
    .map((item) => folded(item.innerText));

export { boxBeside, hangingChoices, hangingList, isNear };
