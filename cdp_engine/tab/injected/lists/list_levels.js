// The rows of a list that has no roles, and the levels of a tree or a cascade: which row opens a further one, and by what.

import { all, hasClass, isPlaced, shown } from "../elements/appearance.js";
import { closest, parentOf, words } from "../elements/dom.js";
import { isTickOnly, unticked } from "./item_lines.js";
import { drawsItself, ITEMS } from "./list_field.js";
import { ownText } from "./list_value.js";

const EXPANDS =
  /(^|[-_])(expand|expander|switcher|toggle|toggler|caret|arrow|chevron|submenu|group-icon)(?=[-_A-Z]|$)/i;
const ARROWS = /chevron|caret|expand|collapse|arrow(-?)(right|down|drop)/i;
const CALLED = ["data-testid", "data-icon", "data-lucide"];
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

// Whether a picture is called an arrow by the library that it is from.
const isArrow = (part) =>
  part.localName === "svg" && CALLED.some((name) => ARROWS.test(part.getAttribute(name) ?? ""));

const LINES = "li, [role=none], [role=presentation]";

// The arrow that is drawn first in the line of a tree's item, before the item itself.
const arrowBefore = (item) => {
  const before = item.matches("[role=treeitem][aria-expanded]") && item.previousElementSibling;
  if (!before || before.previousElementSibling || !parentOf(item).matches(LINES)) return undefined;
  const isPressed =
    getComputedStyle(before).cursor === "pointer" && !before.matches("input, label, [role=checkbox]");
  return isPressed && !words(before.textContent) && shown(before) && drawsAnything(before)
    ? before
    : undefined;
};

const partThatExpands = (item) =>
  arrowBefore(item) ??
  all(item, "*").find(
    (part) =>
      (hasClass(part, EXPANDS) || isArrow(part)) &&
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

// Whether an item is a node of a tree that opens by a press on itself: it has no arrow of its own.
const isBranch = (item) =>
  nodeOf(item).matches("[role=treeitem][aria-expanded=true], [role=treeitem][aria-expanded=false]") &&
  !opensMore(item);

// Whether a text is a part of the line that its parent writes: what was typed, marked, or what else the choice is.
const isPartOfLine = (element, isIncluded) => {
  const parent = parentOf(element);
  const [own, around] = [element, parent].map((at) => at && getComputedStyle(at));
  return (
    own.display === "inline" &&
    !element.matches("a, button, [role], [tabindex], [onclick]") &&
    parent !== null &&
    ownText(parent) !== "" &&
    isIncluded(parent) &&
    own.cursor === around.cursor
  );
};

// How many times as high as its text a row is at most: the box of a list with one choice has the same text.
const ROW_LINES = 3;

// The whole row of a text: what has the same text, with a tick if there is one, and nothing else.
const rowOf = (element) => {
  if (element.matches("input")) return element;
  const text = unticked(words(element.innerText));
  const hasWords = (one) => ownText(one) !== "" && !isTickOnly(ownText(one));
  const most = element.getBoundingClientRect().height * ROW_LINES;
  let row = element;
  for (
    let at = parentOf(element);
    at && unticked(words(at.innerText)) === text && at.children.length < 4;
    at = parentOf(at)
  ) {
    if (
      at.matches("body, ul, ol, table") ||
      at.getBoundingClientRect().height > most ||
      (at.childElementCount > 1 && all(at, "*").filter(hasWords).length > 1)
    )
      break;
    // What a list hangs from is around its box, and no row of it.
    if (isPlaced(row) && all(at, "input, textarea").length > 0) break;
    row = at;
  }
  return row;
};

const CHECKED = "input[type=checkbox], [role=checkbox]";

// The line of a text and of a check box without a label before it, which says whether the choice is made; it may say, too, what
// else the choice is. Null for none.
const rowWithBox = (text) => {
  const row = closest(text, (at) => all(at, CHECKED).length > 0);
  const boxes = row ? all(row, CHECKED) : [];
  if (boxes.length !== 1 || boxes[0].labels?.length || row.matches("body, ul, ol, table")) return null;
  const [own, drawn] = [text, boxes[0]].map((at) => at.getBoundingClientRect());
  const isOnLine = drawn.top < own.bottom && drawn.bottom > own.top && drawn.left <= own.left;
  const most = Math.max(own.height, drawn.height) * ROW_LINES;
  return isOnLine && row.getBoundingClientRect().height <= most ? row : null;
};

export { EXPANDS, isBranch, isPartOfLine, nodeOf, opensMore, partThatExpands, rowOf, rowWithBox };
