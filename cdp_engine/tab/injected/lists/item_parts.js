// What is pressed of an item of a custom list: itself or the link in it, the arrow that opens its branch, its check box.

import { all, shown } from "../elements/appearance.js";
import { words } from "../elements/dom.js";
import { itemLabel } from "./item_lines.js";
import { checkBoxOf } from "./list_choices.js";
import { GROUPS, ITEMS, listControl } from "./list_field.js";
import { gatherItems, itemsRead } from "./list_items.js";
import { nodeOf, partThatExpands } from "./list_levels.js";

// An item as it was last read; null where it is another one by now.
const named = (element, index, label) => {
  const one = itemsRead()[index];
  if (one && !one.isConnected) return redrawnItem(element, index, label);
  return one && itemLabel(one) === label ? one : null;
};

// The only item of that name and kind now, where the list has drawn itself again since it was read; null for none.
const redrawnItem = (element, index, label) => {
  const [one, control] = [itemsRead()[index], listControl(element)];
  const isAlike = (at) =>
    at.localName === one.localName && at.getAttribute("role") === one.getAttribute("role");
  const now = gatherItems(control).filter((at) => isAlike(at) && itemLabel(at) === label);
  if (now.length !== 1) return null;
  itemsRead()[index] = now[0];
  return now[0];
};

// The link or button of an item whose words are all that it says: beside it a press may do nothing.
const linkOf = (one, label) => {
  const links = one.matches("a, button")
    ? []
    : all(one, "a, button, [role=button], [role=link]").filter(shown);
  return links.length === 1 && words(links[0].innerText) === label ? links[0] : null;
};

// Whether the middle of an item is on a part of it: beside the words of a leaf, a tree may not react.
const isInMiddle = (part, item) => {
  const { left, width } = item.getBoundingClientRect();
  const own = part.getBoundingClientRect();
  return own.left <= left + width / 2 && own.right >= left + width / 2;
};

// What to press of an item: its own row where it holds others. Null where it is another item by now.
const item = (element, index, label) => {
  const one = named(element, index, label);
  const link = one && linkOf(one, label);
  if (!one || link) return link;
  const nested = all(one, `${ITEMS}, ${GROUPS}`).length > 0;
  if (!nested && !one.matches("[role=treeitem]")) return one;
  const line = all(one, "*").find((part) => words(part.innerText) === label && shown(part)) || one;
  return nested || !isInMiddle(line, one) ? line : one;
};

// What opens the level below an item: its arrow in a tree, which often has no roles, the item itself in a cascade.
const itemToggle = (element, index, label) => {
  const one = named(element, index, label);
  if (!one) return null;
  const arrow = partThatExpands(nodeOf(one));
  const takesPresses = arrow && getComputedStyle(arrow).pointerEvents !== "none";
  return takesPresses ? arrow : item(element, index, label);
};

// The check box of an item, where it takes presses itself.
const itemBox = (element, index, label) => {
  const one = named(element, index, label);
  const box = one && checkBoxOf(one);
  return box && getComputedStyle(box).pointerEvents !== "none" ? box : null;
};

export { item, itemBox, itemToggle };
