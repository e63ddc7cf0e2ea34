// The icons that mark the chosen items of a custom list: a tick that only they show, or one of a pair, as an eye and that eye
// crossed out.

import { all, classWords, hasClass } from "../elements/appearance.js";
import { closest, words } from "../elements/dom.js";
import { hasTick } from "./item_lines.js";
import { EXPANDS } from "./list_levels.js";

const ICONS = "svg, img, i";
const PARTS = "button, [role=button], a[href]";
const TICK = /(^|[-_])(check|checkmark|tick)([-_]|$)/i;
const BOX = /(^|[-_])(square|box|circle)([-_]|$)/i;
const OFF = /[-_](off|slash|closed|crossed|invisible|hidden)$/i;
const EYE = /(^|[-_])(eye|visibility)$/i;

const isEmpty = (icon) => icon.localName === "svg" && icon.childElementCount === 0;

const isVisible = ({ icon, draws }) =>
  draws && icon.checkVisibility({ opacityProperty: true, visibilityProperty: true });

const isTick = (icon) => classWords(icon).some((word) => TICK.test(word) && !BOX.test(word));

// What an icon shows, whatever colour it has.
const drawingOf = (icon) => icon.getAttribute("src") ?? icon.innerHTML;

// Where an icon lies in its item: among those of its kind, as an item may have a part more than another.
const placeIn = (item, icon) => {
  const steps = [];
  for (let at = icon; at && at !== item; at = at.parentElement) {
    const alike = Array.from(at.parentElement?.children ?? []).filter(
      (one) => one.localName === at.localName,
    );
    steps.unshift(at.localName + alike.indexOf(at));
  }
  return steps.join();
};

// The icons of an item that are part of no button in it and of no arrow of a tree, by their places. An item that opens a further level has its arrow.
const iconsIn = (item) => {
  if (item.matches("[aria-haspopup], [aria-expanded]")) return [];
  const own = (icon) =>
    closest(icon, (at) => at === item || at.matches(PARTS) || hasClass(at, EXPANDS)) === item;
  return all(item, ICONS)
    .filter(own)
    .map((icon) => ({ item, icon, place: placeIn(item, icon) }));
};

// A drawing without parts where others have some only keeps its place.
const byPlace = (items) => {
  const places = new Map();
  for (const one of items.flatMap(iconsIn)) places.set(one.place, [...(places.get(one.place) ?? []), one]);
  for (const icons of places.values()) {
    const empty = icons.filter(({ icon }) => isEmpty(icon));
    for (const one of icons) one.draws = empty.length === icons.length || !empty.includes(one);
  }
  return places;
};

// Whether the icons at one place are drawn in some of the items only, and say by that which are chosen; those of the item
// under the pointer may be its own. Pictures of what the items are differ from each other.
const isPlaceOfTicks = (icons) => {
  const drawn = icons.filter(({ draws }) => draws);
  if (drawn.every(({ icon }) => isTick(icon))) return true;
  const seen = icons.filter(isVisible).length;
  const alike = new Set(drawn.map(({ icon }) => drawingOf(icon))).size === 1;
  return alike && seen < icons.length && seen !== 1;
};

// The same of ticks that are letters of the text.
const withTickInText = (items) => {
  const ticked = items.filter((item) => hasTick(item.innerText ?? ""));
  return ticked.length ? new Set(ticked) : null;
};

// The items that show a tick; null where the list shows none by which they differ.
const tickedItems = (items) => {
  const places = [...byPlace(items).values()].filter(isPlaceOfTicks);
  if (!places.length) return withTickInText(items);
  const ticks = places.flat().filter(isVisible);
  return new Set(ticks.map(({ item }) => item));
};

const namesOfIcon = (icon) => [...classWords(icon), icon.getAttribute("data-icon")].filter(Boolean);

// The pairs of icons that were seen in the list.
const pairs = new Set();

const forgetPairs = () => pairs.clear();

// What an icon says by its name: true, false where it is the crossed out one of a pair, null where it is of none.
const saysOn = (names) => {
  const isOf = (name) => EYE.test(name) || pairs.has(name);
  if (names.some((name) => OFF.test(name) && isOf(name.replace(OFF, "")))) return false;
  return names.some(isOf) ? true : null;
};

const notePairs = (icons) => {
  const names = new Set(icons.flatMap(({ icon }) => namesOfIcon(icon)));
  for (const name of names)
    if (OFF.test(name) && names.has(name.replace(OFF, ""))) pairs.add(name.replace(OFF, ""));
};

const isBehindText = ({ item, icon }) => {
  const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (words(texts.currentNode.data))
      return Boolean(texts.currentNode.compareDocumentPosition(icon) & Node.DOCUMENT_POSITION_FOLLOWING);
  return false;
};

// What the icon of each item says that is switched by a press, where most items have one at the same place: "Show all" and
// "Hide all" may have such icons, too.
const switchedItems = (items) => {
  const places = [...byPlace(items).values()].map((icons) => icons.filter(isVisible));
  places.forEach(notePairs);
  const says = ({ icon }) => saysOn(namesOfIcon(icon)) !== null;
  const switches = places.filter((icons) => icons.every(says) && (icons.length > 1 || items.length === 1));
  const most = Math.max(...switches.map((icons) => icons.length));
  const fullest = switches.filter((icons) => icons.length === most);
  const behind = fullest.filter((icons) => icons.every(isBehindText));
  const chosen = fullest.length === 1 ? fullest : behind;
  if (chosen.length !== 1) return new Map();
  return new Map(chosen[0].map(({ item, icon }) => [item, saysOn(namesOfIcon(icon))]));
};

export { forgetPairs, switchedItems, tickedItems };
