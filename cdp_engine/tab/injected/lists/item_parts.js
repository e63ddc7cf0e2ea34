// What is pressed of an item of a custom list: itself or the link in it, the arrow that opens its branch, its check box.

import { all, shown } from "../elements/appearance.js";
import { words } from "../elements/dom.js";
import { checkBoxOf } from "./list_choices.js";
import { ITEMS } from "./list_field.js";
import { GROUPS, itemLabel, itemsRead } from "./list_items.js";
import { nodeOf, partThatExpands } from "./list_levels.js";

// An item as it was last read; null where it is another one by now.
const named = (index, label) => {
  const one = itemsRead()[index];
  return one?.isConnected && itemLabel(one) === label ? one : null;
};

// The link or button of an item whose words are all that it says: beside it a press may do nothing.
const linkOf = (one, label) => {
  const links = one.matches("a, button")
    ? []
    : all(one, "a, button, [role=button], [role=link]").filter(shown);
  return links.length === 1 && words(links[0].innerText) === label ? links[0] : null;
};

// What to press of an item: its own row where it holds others. Null where it is another item by now.
const item = (_element, index, label) => {
  const one = named(index, label);
  const link = one && linkOf(one, label);
  if (!one || link) return link;
  const nested = all(one, `${ITEMS}, ${GROUPS}`).length > 0;
  if (!nested) return one;
  return all(one, "*").find((part) => words(part.innerText) === label && shown(part)) || one;
};

// What opens the level below an item: its arrow in a tree, which often has no roles, the item itself in a cascade.
const itemToggle = (element, index, label) => {
  const one = named(index, label);
  if (!one) return null;
  const arrow = partThatExpands(nodeOf(one));
  const takesPresses = arrow && getComputedStyle(arrow).pointerEvents !== "none";
  return takesPresses ? arrow : item(element, index, label);
};

const itemBox = (_element, index, label) => {
  const one = named(index, label);
  return (one && checkBoxOf(one)) || null;
};

export { item, itemBox, itemToggle };
