// A group of spin buttons that take no text, each a part of one date: its parts in the order in which they are drawn.

import { all, shown } from "../elements/appearance.js";
import { words } from "../elements/dom.js";

const GROUPS = "[role=group], fieldset";
const numberOf = (part, name) => Number(part.getAttribute(name) ?? Number.NaN);
const isOfKeys = (one) => !one.isContentEditable && !one.matches("input") && one.tabIndex >= 0;

const spinsOf = (element) => {
  if (!element.matches(GROUPS)) return [];
  const parts = all(element, "[role=spinbutton]").filter(shown);
  return parts.length > 1 && parts.every(isOfKeys) ? parts : [];
};

const spinParts = (element) =>
  spinsOf(element).map((part) => ({
    text: words(part.getAttribute("aria-valuetext") || part.innerText),
    now: numberOf(part, "aria-valuenow") || 0,
    least: numberOf(part, "aria-valuemin") || 0,
    most: numberOf(part, "aria-valuemax") || 0,
  }));

const spinAt = (element, index) => spinsOf(element)[index] ?? null;

export { spinAt, spinParts };
