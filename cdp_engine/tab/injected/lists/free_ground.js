// Free ground beside a field: where a person presses to close a list, and the press does nothing else.

import { boxOf, closest, elementAt, lineage } from "../elements/dom.js";
import { listControl, regionOf } from "./list_field.js";

const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover]";
const ACTS =
  "a, button, label, summary, iframe, canvas, svg, img, video, [onclick], [role=button], [role=link], [role=row], " +
  "[contenteditable], [draggable=true], [tabindex]";
const COLUMNS = 24;
const ROWS = 16;

// The boxes around the field, inner ones first. Those of a dialog and beyond may close it when they are pressed.
const boxesAround = (element) => {
  const found = [];
  for (const at of Array.from(lineage(regionOf(listControl(element)))).slice(1)) {
    if (at.matches?.(DIALOGS) || getComputedStyle(at).position === "fixed") break;
    found.push(at);
  }
  return found;
};

// Whether a press on the box itself is one on its background. All that listens around it heard the press on the field, too.
const isFree = (box) =>
  closest(box, (at) => at.matches(ACTS)) === null && getComputedStyle(box).cursor !== "pointer";

// The innermost box around the field that has a free point, and that point.
const freeGround = (element) => {
  const around = boxesAround(element);
  let best = null;
  for (let row = 1; row < ROWS; row++)
    for (let column = 1; column < COLUMNS; column++) {
      const [x, y] = [(innerWidth * column) / COLUMNS, (innerHeight * row) / ROWS];
      const rank = around.indexOf(elementAt(x, y));
      if (rank < 0 || (best && rank >= best.rank) || !isFree(around[rank])) continue;
      best = { rank, box: around[rank], x, y };
    }
  return best;
};

const ground = (element) => freeGround(element)?.box ?? null;

const groundPoint = (element) => {
  const best = freeGround(element);
  if (!best) return { position: null };
  const [left, top] = boxOf(best.box);
  return { position: [best.x - left, best.y - top] };
};

export { DIALOGS, ground, groundPoint };
