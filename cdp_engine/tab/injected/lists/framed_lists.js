// A list that opens in a frame of its own, as the panels of editors do that keep them from the styles of the page.

import { all, isPlaced, shown } from "../elements/appearance.js";
import { closest } from "../elements/dom.js";
import { cameWithList } from "./list_before.js";
import { LISTS } from "./list_field.js";

// The only frame that came, in a place of its own, since the list was opened; null for none.
const frameThatCame = () => {
  const came = all(document, "iframe").filter(
    (one) => cameWithList(one) && shown(one) && closest(one, isPlaced) !== null,
  );
  return came.length === 1 ? came[0] : null;
};

// The only list on the screen of a document; null for none.
const onlyList = () => {
  const lists = all(document, LISTS).filter(shown);
  return lists.length === 1 ? lists[0] : null;
};

export { frameThatCame, onlyList };
