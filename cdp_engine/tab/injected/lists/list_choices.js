// Whether an item of a custom list is chosen: by its check box, by the icon that it shows, by what its attributes say.

import { all, hasClass, shown } from "../elements/appearance.js";
import { closest, lineage } from "../elements/dom.js";
import { disabled } from "../elements/hit_test.js";
import { ITEMS } from "./list_field.js";
import { opensMore } from "./list_levels.js";
import { switchedItems, tickedItems } from "./list_marks.js";

// What a library draws as a box may say its state in an attribute of its own.
const DRAWN_BOXES = "div[checked=true], div[checked=false], span[checked=true], span[checked=false]";
const BOXES = `input[type=checkbox], [role=checkbox], ${DRAWN_BOXES}`;
const STATES = ["aria-checked", "aria-pressed", "checked"];
const SELECTED = /(^|[-_])(selected|checked|chosen|is-selected|is-checked)$/i;
const RADIOS = "input[type=radio]";
const boxOf = (item, kinds) =>
  [item, ...all(item, kinds)].find(
    (box) => box.matches(kinds) && closest(box, (at) => at.matches(ITEMS) || at === item) === item,
  ) ?? (item.localName === "label" && item.control?.matches(kinds) ? item.control : undefined);
const checkBoxOf = (item) => boxOf(item, BOXES);

// Whether one choice at most can be made among items: they are radio buttons.
const takesOne = (items) => items.length > 1 && items.every((item) => boxOf(item, RADIOS));

// The words of Radix and zag, which may draw other icons in their items.
const STATED = "[role=option]:is([data-state=checked], [data-state=unchecked])";
const MANY = "[aria-multiselectable=true]";
const ACTIVE = /(^|[-_])(active|highlight|highlighted|focus|focused|hover|hovered)$/i;

const isPointedAt = (item) =>
  item.id !== "" &&
  item.getRootNode().querySelector(`[aria-activedescendant="${CSS.escape(item.id)}"]`) !== null;

// Whether the keys are at an item now, which some lists mark as selected for that.
const hasKeys = (item) => hasClass(item, ACTIVE) || isPointedAt(item);

const ONE = "[aria-multiselectable=false]";

// Whether the only item that is marked as selected is the one that the keys are at, and nothing else says more of it. A list
// that says it takes one choice marks that.
const isOnlyMarked = (item, items) => {
  if (item.getAttribute("aria-selected") !== "true") return false;
  if (item.getAttribute("data-state") === "checked" || closest(item, (at) => at.matches(`${MANY}, ${ONE}`)))
    return false;
  if (hasClass(item, ACTIVE) && hasClass(item, SELECTED)) return false; // a class for each
  return (
    isPointedAt(item) && items.filter((one) => one.getAttribute("aria-selected") === "true").length === 1
  );
};

let byClass = null;

// Whether the class names of siblings said, as the list was first read, that several of them are chosen. Columns of a time
// picker each have one.
const saysByClass = (items) => {
  const parents = items.filter((item) => hasClass(item, SELECTED)).map((item) => item.parentElement);
  if (items.length) byClass ??= new Set(parents).size < parents.length;
  return byClass === true;
};

const forgetClasses = () => {
  byClass = null;
};

// Whether each of the items is chosen, and whether that is certain; `says` where it is more than a guess.
const choicesIn = (items) => {
  const switched = switchedItems(items);
  const ticked = tickedItems(items);
  const isDeclared = items.length > 0 && items.every((item) => item.matches(STATED));
  const isMarked = (item) => item.getAttribute("aria-selected") === "true" && !hasKeys(item);
  // A list of one choice may mark the item that the keys are at in this way; two of them are chosen.
  const several = items.filter(isMarked).length > 1;
  const isClassed = saysByClass(items);
  return items.map((item) => {
    const box = checkBoxOf(item);
    if (box) {
      const said = STATES.map((name) => box.getAttribute(name)).find((state) => state !== null);
      const chosen = box.localName === "input" ? box.checked : said === "true";
      // The box of a branch may say no more than that something in it is chosen.
      return { chosen, says: true, certain: box === item || !opensMore(item), switches: true };
    }
    const checked = item.getAttribute("aria-checked");
    const radio = item.localName === "label" && boxOf(item, RADIOS);
    if (radio) return { chosen: radio.checked, says: true, certain: true };
    if (isDeclared)
      return { chosen: item.getAttribute("data-state") === "checked", says: true, certain: true };
    if (checked === null && switched.has(item))
      return { chosen: switched.get(item), says: true, certain: true, switches: true };
    if (checked === null && ticked) return { chosen: ticked.has(item), says: shown(item), certain: true };
    const selected = checked ?? item.getAttribute("aria-selected");
    if (isOnlyMarked(item, items) && checked === null) return { chosen: false, says: false, certain: false };
    const said = selected ?? item.getAttribute("data-selected");
    if (said === null && isClassed)
      return { chosen: hasClass(item, SELECTED), says: true, certain: true, switches: true };
    return {
      chosen: said === null ? hasClass(item, SELECTED) : said === "true",
      says: /^(true|false)$/.test(selected ?? ""),
      certain:
        checked !== null
          ? item.matches("[role=menuitemcheckbox]")
          : isMarked(item) && (several || closest(item, (at) => at.matches(MANY)) !== null),
    };
  });
};

const NODES = "[role=treeitem]";

// The level of an item of a tree, as it says, else by the items around it.
const levelOf = (item) =>
  Number(
    item.getAttribute("aria-level") ?? Array.from(lineage(item)).filter((at) => at.matches(NODES)).length,
  );

// Whether a branch of a tree that is open is chosen only as all that is right below it is.
const followsFromBelow = (items, choices, at) => {
  if (!choices[at].chosen || !items[at].matches(`${NODES}[aria-expanded=true]`)) return false;
  const level = levelOf(items[at]);
  const levels = items.slice(at + 1).map(levelOf);
  const end = levels.findIndex((one) => one <= level);
  const below = end < 0 ? levels : levels.slice(0, end);
  const least = Math.min(...below);
  return below.length > 0 && below.every((one, place) => one > least || choices[at + 1 + place].chosen);
};

// Whether an item cannot be chosen; a class says so only where the items have no roles (`without`).
const isOff = (item, without) =>
  disabled(item) !== null ||
  item.hasAttribute("disabled") ||
  (without && hasClass(item, /(^|[-_])disabled$/i));

export { ACTIVE, checkBoxOf, choicesIn, followsFromBelow, forgetClasses, isOff, takesOne };
