// Chips that stay in the field of a list, greyed, once they are taken out of what is chosen.

import { words } from "../elements/dom.js";

const LEAST_SHARE = 0.5;
const GREY = 24;

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

export { withoutFaded };
