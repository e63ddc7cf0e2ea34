// The box in which a list without roles came: its later choices come in it, too, or in a box that hangs beside it.

import { isPlaced, shown } from "../elements/appearance.js";
import { lineage, parentOf } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { wasShown } from "./list_before.js";

// The box that came with a list without roles, as it was first read.
let layer = { control: null, top: null };
const forgetLayer = () => {
  layer = { control: null, top: null };
};

// The outermost box around an item that came with it.
const topOf = (item) =>
  Array.from(lineage(item))
    .filter((at) => !wasShown(at))
    .at(-1) ?? item;

const hangsBeside = (one, top) => isPlaced(one) && parentOf(one) === parentOf(top);

// The items of the box of those first read, and of boxes beside it, as further levels are: what the page draws again elsewhere as
// one is chosen is none of them.
const inOneLayer = (control, items) => {
  if (layer.control !== control || !layer.top?.isConnected || !shown(layer.top)) {
    const top = items.length > 0 ? topOf(items[0]) : null;
    layer = { control, top: top && items.every((one) => isIn(top, one)) ? top : null };
  }
  const { top } = layer;
  return top ? items.filter((one) => isIn(top, one) || hangsBeside(topOf(one), top)) : items;
};

export { forgetLayer, inOneLayer };
