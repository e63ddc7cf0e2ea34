// Elements of a table or list of records: what they are marked with says how the record fares.

import { words } from "../elements/dom.js";
import { isHinted, MESSAGES } from "./notice_tones.js";

const ROW = "tr, [role=row]";
const TABLE = "table, [role=table], [role=grid], [role=treegrid]";
const FILLED_IN =
  "input:not([type=checkbox], [type=radio], [type=hidden], [type=button], [type=submit]), select, textarea, [contenteditable]";

const ITEM = "li, article, [role=listitem]";
const LIST = "ul, ol, [role=list], [role=feed], main, body";
const ONE_WORD = /^\p{L}+$/u;

// Whether an item of a list says its state in one word, as `Failed`, beside the link to what the item is about.
const isState = (element) => {
  const item = ONE_WORD.test(words(element.textContent)) ? element.closest(ITEM) : null;
  const list = item?.parentElement?.closest(LIST);
  const about = item?.querySelector("a[href]");
  return Boolean(list && about) && !element.contains(about) && list.querySelector(FILLED_IN) === null;
};

// Whether a list of links has the element, where only some items are marked: a mark says how the listed thing fares.
const OTHER_PAGE = "a[href]:not([href^='#'])";
const isListed = (element) => {
  const item = element.closest(ITEM);
  const list = item?.querySelector(OTHER_PAGE) ? item.parentElement.closest("ul, ol, [role=list]") : null;
  if (!list || list.querySelector(FILLED_IN) !== null) return false;
  const isPlain = (at) => at.querySelector(OTHER_PAGE) && !isHinted(at) && !at.querySelector(MESSAGES);
  return [...list.children].some((at) => at !== item && at.matches(ITEM) && isPlain(at));
};

// Whether a row of records has the element: what it reports concerns the record. Rows of a form have fields to fill in.
const isOfRecord = (element) => {
  if (isListed(element)) return true;
  const row = element.closest(ROW);
  const table = row?.parentElement.closest(TABLE);
  return Boolean(table) && table.querySelector(FILLED_IN) === null;
};

export { isOfRecord, isState, TABLE };
