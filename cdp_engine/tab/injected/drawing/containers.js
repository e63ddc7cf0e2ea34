// How large the containers are that rules of the page ask about: no mutation shows that, and what is in them may be styled
// otherwise.

import { uncertain } from "../changes/uncertain.js";
import { findAll } from "../elements/flat_tree.js";

const ASKS = /@container\b|\dcq(w|h|i|b|min|max)\b/i;
const DECLARES = /(^|[\s;{])container(-type)?:/i;
const MOST = 500;

// The selectors of the elements that rules make containers; null where no rule asks about any. `rules`: each with its
// selector and its text.
const containersIn = (rules) => {
  if (!rules.some(({ written }) => ASKS.test(written))) return null;
  const declaring = rules.filter(({ written }) => DECLARES.test(written));
  const isPlain = ({ rule, selector }) => selector && !rule.cssRules?.length && !/&|:host|::/.test(selector);
  if (!declaring.every(isPlain)) return ["*"];
  return ["[style*=container]", ...declaring.map(({ selector }) => selector)];
};

// The size of each container; null where there are too many.
const sizesOf = (selectors) => {
  const sizes = new Map();
  if (!selectors) return sizes;
  const elements = new Set(selectors.flatMap(findAll));
  if (elements.size > MOST) return uncertain("many containers");
  for (const element of elements) {
    const { containerType, width, height } = getComputedStyle(element);
    if (containerType !== "normal") sizes.set(element, `${width} ${height}`);
  }
  return sizes;
};

// The containers that have another size than before.
const resized = (was, now) =>
  [...now.keys()].filter((element) => was.has(element) && was.get(element) !== now.get(element));

export { containersIn, resized, sizesOf };
