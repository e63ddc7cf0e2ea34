// The text that keys such as Control+A select, and the caret that keys move: no element changes, the focus stays.

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

// A body may itself be what is edited, as in the frame of an editor.
const isEdited = (element) => Boolean(placesOf(element) || (element ?? document.body)?.isContentEditable);

const NOTHING = { selected: 0, caret: false };

// How many characters are selected that were not before, and whether the caret is at another place of the same text.
const watchSelection = () => {
  const before = selection();
  const field = activeElement();
  return () => {
    const now = selection();
    if (now.every((part, place) => part === before[place])) return NOTHING;
    return { selected: length(), caret: isEdited(field) && activeElement() === field };
  };
};

export { NOTHING, watchSelection };
