// The choices of a list that are drawn without a word: the cells of a palette, the buttons of a grid of icons.

import { all } from "../elements/appearance.js";
import { words } from "../elements/dom.js";
import { iconName } from "./item_lines.js";
import { isBehind, isOldCell, wasShown } from "./list_before.js";

const LEAST = 6;

// The cells that came with a list and are named, but say nothing, as those of a palette.
const paletteCells = (control, seen) =>
  all(document, "[role=gridcell][aria-label]").filter(
    (one) =>
      !wasShown(one) &&
      seen(one) &&
      !words(one.innerText) &&
      !isOldCell(one, control) &&
      !isBehind(one, control),
  );

// The buttons that came with a list, several beside each other, of which each has a name and no word: a grid of icons.
const namedButtons = (control, seen) => {
  const buttons = all(document, "button, [role=button]").filter(
    (one) => !wasShown(one) && iconName(one) && seen(one) && !isBehind(one, control) && !words(one.innerText),
  );
  const rows = new Map();
  for (const one of buttons) rows.set(one.parentElement, (rows.get(one.parentElement) ?? 0) + 1);
  return buttons.filter((one) => rows.get(one.parentElement) >= LEAST);
};

export { namedButtons, paletteCells };
