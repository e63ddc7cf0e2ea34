// What tables say of choices in their cells: the heads of the columns for those in one row, or of the rows.

import { closest, words } from "../elements/dom.js";

const CELLS = "td, th, [role=cell], [role=gridcell]";
const HEADS = "th, [role=columnheader], thead td";
const ROWS = "tr, [role=row]";

const rowOf = (cell) => closest(cell, (at) => at.matches(ROWS));
const cellsOf = (row) => Array.from(row?.children ?? []).filter((at) => at.matches(`${CELLS}, ${HEADS}`));

// The last row of nothing but heads above a row, a blank corner apart.
const headRow = (row) => {
  const table = closest(row, (at) => at.matches("table, [role=table], [role=grid]"));
  const rows = Array.from(table?.querySelectorAll(ROWS) ?? []);
  const above = rows.slice(0, Math.max(rows.indexOf(row), 0));
  const isHead = (at) => cellsOf(at).every((cell) => cell.matches(HEADS) || words(cell.innerText) === "");
  return above.reverse().find((at) => cellsOf(at).length > 1 && isHead(at)) ?? null;
};

// The words of each head; none where the choices are not in cells of their own of one row, or one a row.
const headsOf = (choices) => {
  const cells = choices.map((one) => closest(one, (at) => at.matches(CELLS)));
  if (choices.length < 2 || cells.includes(null) || new Set(cells).size < cells.length) return [];
  const rows = cells.map(rowOf);
  const count = new Set(rows).size;
  if (count > 1 && count < rows.length) return [];
  const heads = count === 1 ? cellsOf(headRow(rows[0])) : [];
  const head = (cell, place) => {
    const beside = cellsOf(rows[place]);
    return count === 1 ? heads[beside.indexOf(cell)] : beside.find((at) => words(at.innerText) !== "");
  };
  const found = cells.map((cell, place) => words(head(cell, place)?.innerText ?? ""));
  return found.every(Boolean) && new Set(found).size === found.length ? found : [];
};

export { headsOf };
