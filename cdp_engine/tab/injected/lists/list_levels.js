// The levels of a tree or a cascade: which item opens a further one, and by what.

import { all, hasClass, shown } from "../elements/appearance.js";
import { closest, words } from "../elements/dom.js";
import { drawsItself, ITEMS } from "./list_field.js";

const EXPANDS =
  /(^|[-_])(expand|expander|switcher|toggle|toggler|caret|arrow|chevron|submenu|group-icon)(?=[-_A-Z]|$)/i;
const PICTURES = "svg, img, canvas, object, video";
const HAS_POPUP = /^(true|menu|listbox|tree)$/;

const drawsBy = (element, pseudo) => {
  const style = getComputedStyle(element, pseudo);
  if (pseudo && /^(none|normal)$/.test(style.content)) return false;
  if (pseudo && style.content !== '""') return true;
  return style.backgroundImage !== "none" || style.maskImage !== "none" || drawsItself(element, pseudo);
};

// Whether there is something to see of an element: a leaf of a tree keeps the room of the arrow, and draws none.
const drawsAnything = (element) =>
  words(element.textContent) !== "" ||
  [element, ...all(element, "*")].some(
    (at) => at.matches(PICTURES) || [undefined, "::before", "::after"].some((pseudo) => drawsBy(at, pseudo)),
  );

const partThatExpands = (item) =>
  all(item, "*").find(
    (part) =>
      hasClass(part, EXPANDS) &&
      closest(part, (at) => at === item || at.matches(ITEMS)) === item &&
      shown(part) &&
      drawsAnything(part),
  );

// An option may lie in the node of a tree, which has the arrow and says whether it is expanded.
const nodeOf = (item) =>
  (item.matches("[role=option]") && item.parentElement?.closest("[role=treeitem]")) || item;

// Whether an item opens a further level: in it (a tree, by its arrow) or beside it (a cascade, by itself).
const opensMore = (item) => {
  const node = nodeOf(item);
  if (HAS_POPUP.test(node.getAttribute("aria-haspopup") || "")) return true;
  return !node.matches("[role=option]") && partThatExpands(node) !== undefined;
};

export { nodeOf, opensMore, partThatExpands };
