// The dialog that lies over a field: what a browser sets without a pointer, as a text or a choice, must not be set beneath it.

import { cutAway } from "../elements/appearance.js";
import { bring } from "../elements/bringing.js";
import { pointsIn } from "../elements/candidate_points.js";
import { boxOf, closest, describe, elementAt, parentOf, visible } from "../elements/dom.js";
import { hits, invisible } from "../elements/hit_test.js";
import { field, fieldOf, holdsFocus } from "./fields.js";

const DIALOGS =
  "dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true], .modal, [popover]:popover-open";
const TALLEST_PX = 96;
const LEVELS = 3;
// What covers the window but for so many px is a veil over it.
const MARGIN_PX = 40;

const contains = (element, field) => closest(field, (at) => at === element) !== null;
const isDrawn = (element) => visible(element) && element.getClientRects().length > 0;

// The open dialogs that the field is not in.
const otherDialogs = (field) =>
  Array.from(field.ownerDocument.querySelectorAll(DIALOGS)).filter(
    (dialog) => !contains(dialog, field) && isDrawn(dialog),
  );

const isVeil = (element) => {
  if (getComputedStyle(element).position !== "fixed") return false;
  const [x, y, width, height] = boxOf(element);
  const [across, down] = [innerWidth - MARGIN_PX, innerHeight - MARGIN_PX];
  return x <= MARGIN_PX && y <= MARGIN_PX && x + width >= across && y + height >= down;
};

// Where a person sees the field: its own box, or where it is hidden, that of what is drawn for it beside or around it.
const placeOf = (field) => {
  if (!invisible(field) && !cutAway(field)) return field;
  const beside = [field.nextElementSibling, field.previousElementSibling];
  const drawn = beside.find((at) => at && isDrawn(at) && !cutAway(at));
  if (drawn) return drawn;
  let around = parentOf(field);
  for (let up = 0; around && up < LEVELS; up++, around = parentOf(around)) {
    const [, , width, height] = boxOf(around);
    if (height > TALLEST_PX) return null;
    if (width > 1 && height > 1) return isDrawn(around) ? around : null;
  }
  return null;
};

const ALIGNMENTS = ["center", "end", "start"];

let modal = null;

const isOtherVeil = (element) => (at) => !contains(at, element) && isVeil(at);

// The dialog that covers every point of a field where the page is scrolled to; null where one is free.
const dialogOver = (element, place, dialogs) => {
  const points = pointsIn(boxOf(place)).filter(([x, y]) => elementAt(x, y) !== null);
  const over = points.map(([x, y]) => {
    const hit = elementAt(x, y);
    if (hits(element, x, y) || contains(place, hit)) return null;
    return (
      dialogs.find((dialog) => contains(dialog, hit)) ??
      (closest(hit, isOtherVeil(element)) && dialogs.at(-1))
    );
  });
  return points.length && over.every(Boolean) ? over[0] : null;
};

// The dialog that covers a field wherever the page is scrolled to; null where nothing of the field is drawn.
const modalOver = (element) => {
  const dialogs = otherDialogs(element);
  const place = dialogs.length ? placeOf(element) : null;
  if (!place) return null;
  const [x, y, width, height] = boxOf(place);
  if (elementAt(x + width / 2, y + height / 2) === null) bring(place, ALIGNMENTS[0]);
  let over = dialogOver(element, place, dialogs);
  for (const alignment of over ? ALIGNMENTS : []) {
    bring(place, alignment);
    over = dialogOver(element, place, dialogs);
    if (!over) break;
  }
  return over;
};

// A dialog that a text field opened over itself leaves it the focus; one that wants an answer first takes it.
const keepsFocus = (element) => holdsFocus(element) && !element.matches("select");

// A field's state, and the dialog that lies over it.
const fieldToSet = (element) => {
  const target = fieldOf(element);
  modal = keepsFocus(target) ? null : modalOver(target);
  return { ...field(element), under: modal && describe(modal) };
};

const lastModal = () => modal;

export { fieldToSet, lastModal };
