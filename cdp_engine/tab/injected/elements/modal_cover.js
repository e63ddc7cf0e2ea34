// The dialog that lies over a field: what a browser sets without a pointer, as the choice of a list, must not be set beneath it.

import { cutAway } from "./appearance.js";
import { bring } from "./bringing.js";
import { pointsIn } from "./candidate_points.js";
import { boxOf, closest, describe, elementAt, parentOf, visible } from "./dom.js";
import { hits, invisible } from "./hit_test.js";

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

let modal = null;

// The dialog that covers every point of a field; null where one is free, or nothing of it is drawn.
const modalOver = (field) => {
  modal = null;
  const dialogs = otherDialogs(field);
  const place = dialogs.length ? placeOf(field) : null;
  if (!place) return { cover: null };
  const inWindow = () => pointsIn(boxOf(place)).filter(([x, y]) => elementAt(x, y) !== null);
  if (!inWindow().length) bring(place, "center");
  const points = inWindow();
  const over = points.map(([x, y]) => {
    const hit = elementAt(x, y);
    if (hits(field, x, y) || contains(place, hit)) return null;
    return (
      dialogs.find((dialog) => contains(dialog, hit)) ?? (closest(hit, isOtherVeil(field)) && dialogs.at(-1))
    );
  });
  if (!points.length || !over.every(Boolean)) return { cover: null };
  modal = over[0];
  return { cover: describe(modal) };
};

const isOtherVeil = (field) => (at) => !contains(at, field) && isVeil(at);

const lastModal = () => modal;

export { lastModal, modalOver };
