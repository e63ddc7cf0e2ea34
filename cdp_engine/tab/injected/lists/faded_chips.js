// Chips that stay in the field of a list, greyed, once they are taken out of what is chosen.

import { words } from "../elements/dom.js";

const LEAST_SHARE = 0.5;
const GREY = 24;
const PALER = 0.5;
const LONGEST_OFFER = 40;
const HIGHEST_OFFER = 48;

const numbersOf = (colour) => (/^rgb\(/.test(colour) ? colour.match(/\d+/g).map(Number) : []);

const isGrey = (parts) => parts.length === 3 && Math.max(...parts) - Math.min(...parts) <= GREY;

// The relative luminance of a colour, as guidelines for contrast have it.
const luminance = (parts) => {
  const [red, green, blue] = parts
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (ink, paper) => {
  const [darker, lighter] = [luminance(ink), luminance(paper)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
};

// What the first words of a chip are drawn in.
const withText = (chip) => {
  const walker = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (words(walker.currentNode.data)) return walker.currentNode.parentElement;
  return chip;
};

// How much the text of a chip stands out of what it is drawn on, and that; null where one of them has a colour.
const drawnAs = (chip) => {
  const ground = getComputedStyle(chip).backgroundColor;
  const [ink, paper] = [getComputedStyle(withText(chip)).color, ground].map(numbersOf);
  return isGrey(ink) && isGrey(paper) ? { stands: contrast(ink, paper), ground } : null;
};

// Those of the chips of a field that are not greyed: the text of such a one stands out half as much as that of another on the
// same ground, at most.
const withoutFaded = (chips) => {
  if (chips.length < 2) return chips;
  const drawn = chips.map(({ box }) => drawnAs(box));
  const most = (ground) =>
    Math.max(...drawn.filter((one) => one?.ground === ground).map(({ stands }) => stands));
  return chips.filter((_, at) => !drawn[at] || drawn[at].stands > LEAST_SHARE * most(drawn[at].ground));
};

const isShort = (element) =>
  words(element.innerText).length <= LONGEST_OFFER && element.offsetHeight <= HIGHEST_OFFER;

const isLike = (one, other) =>
  one.localName === other.localName && one.classList.item(0) === other.classList.item(0);

// The colour that an element is drawn on, that of the page where nothing around it has one.
const groundOf = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const parts = numbersOf(getComputedStyle(at).backgroundColor);
    if (parts.length === 3) return parts;
  }
  return [255, 255, 255];
};

// How far the ground of an element is from that of the row that it is in: what is chosen is filled.
const isFilledBy = (element) => {
  const [own, row] = [groundOf(element), groundOf(element.parentElement)];
  return own.reduce((sum, part, at) => sum + Math.abs(part - row[at]), 0);
};

// The tags that a page offers below a text field, to be pressed: of a row of like ones, those that are filled much less.
const offeredBelow = (control, parts) => {
  const isOffer = (at) =>
    control.compareDocumentPosition(at) === Node.DOCUMENT_POSITION_FOLLOWING &&
    getComputedStyle(at).cursor === "pointer" &&
    Boolean(words(at.innerText)) &&
    isShort(at);
  const rows = new Map();
  for (const at of parts.filter(isOffer)) {
    const row = rows.get(at.parentElement) ?? rows.set(at.parentElement, []).get(at.parentElement);
    row.push(at);
  }
  const alike = [...rows.values()].filter((row) => row.length > 1 && row.every((at) => isLike(at, row[0])));
  return alike.flatMap((row) => {
    const fills = row.map(isFilledBy);
    return row.filter((_, at) => fills[at] < PALER * Math.max(...fills));
  });
};

export { offeredBelow, withoutFaded };
