// The text that keys such as Control+A select: no element changes, and the focus stays.

import { activeElement } from "../elements/dom.js";

// Fields such as email and number have no places that scripts may read.
const placesOf = (field) => {
  const places = field && "selectionStart" in field ? [field.selectionStart, field.selectionEnd] : [];
  return Number.isInteger(places[0]) ? places : null;
};

const selection = () => {
  const field = activeElement();
  const places = placesOf(field);
  if (places) return [field, ...places];
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {};
  return [anchorNode, anchorOffset, focusNode, focusOffset];
};

const length = () => {
  const places = placesOf(activeElement());
  if (places) return places[1] - places[0];
  return getSelection()?.toString().length ?? 0;
};

// How many characters are selected that were not before.
const watchSelection = () => {
  const before = selection();
  return () => {
    const now = selection();
    return now.every((part, place) => part === before[place]) ? 0 : length();
  };
};

export { watchSelection };
