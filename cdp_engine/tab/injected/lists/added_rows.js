// The rows of a table below a text field that adds its choices there, and is empty again after each.

import { all, shown } from "../elements/appearance.js";
import { closest, folded, lineage } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { seenWithin } from "../elements/frames.js";
import { partsOf } from "./item_lines.js";
import { BORDERS, foreign, isTextField, LISTS, listControl } from "./list_field.js";

const LEVELS = 10;
const TABLES = "table, [role=grid], [role=treegrid], [role=table]";
const ROWS = "tbody > tr, [role=row]";
const BOXES = "input[type=checkbox], [role=checkbox]";

// The tables with rows to mark that an element holds beside a field; one in a list that drops down is a list of choices.
const tablesIn = (element, control) =>
  all(element, TABLES).filter(
    (table) =>
      !isIn(control, table) &&
      !closest(table, (at) => at.matches(LISTS)) &&
      all(table, BOXES).length > 0 &&
      shown(table),
  );

// The table close to an empty text field that no other field is near to; null where there is none, or several.
const tableBeside = (control) => {
  if (!isTextField(control) || control.value) return null;
  for (const at of Array.from(lineage(control)).slice(1, LEVELS + 1)) {
    if (at.matches(BORDERS) || foreign(control, at)) return null;
    const tables = tablesIn(at, control);
    if (tables.length) return tables.length === 1 ? tables[0] : null;
  }
  return null;
};

// What each of its rows says: all in one, each line, each piece.
const rowsIn = (table) => {
  const rows = table ? all(table, ROWS).filter((row) => shown(row) && !row.querySelector("th")) : [];
  return rows.map((row) => partsOf(row).parts).filter((parts) => parts[0]);
};

// Whether a choice is in one of those rows.
const isInRow = (control, label) =>
  rowsIn(tableBeside(control)).some((parts) => parts.some((part) => folded(part) === folded(label)));

// Whether all choices are in those rows, waited for at most `limit` ms: a page may ask its server before it adds one.
const rowsHold = (element, labels, limit) => {
  const control = listControl(element);
  return seenWithin(limit, () => labels.every((label) => isInRow(control, label)));
};

export { isInRow, rowsHold, rowsIn, tableBeside };
