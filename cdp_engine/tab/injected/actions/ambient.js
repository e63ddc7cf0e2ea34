// What shows no effect of an action: tips, marks of a press, what changes again and again by itself.

import { isRestless } from "../changes/restless.js";
import { closest, elementOf, parentOf, words } from "../elements/dom.js";

const TIPS = "[role=tooltip], [class*=tooltip i]";
const RIPPLES = "[class*=ripple i], [class*=-wave i]";
const USED =
  "a[href], button, input, select, textarea, [role=option], [role=menuitem], [role=treeitem], [tabindex='0']";
const LEVELS = 2;

const isTip = (element) => element.matches(TIPS) && !element.querySelector(USED);

const isAmbient = (node) => {
  const element = elementOf(node);
  if (!element) return false;
  if (closest(element, (at) => at.matches(RIPPLES) || isTip(at))) return true;
  let up = 0;
  for (let at = element; at && at !== document.body && up <= LEVELS; at = parentOf(at), up++)
    if (isRestless(at)) return true;
  return false;
};

// Whether an added or removed node is only a mark of a press, or a tip, unless the action itself brought the tip up.
const isTrifle = (node, caused) => {
  if (node.nodeType !== 1) return false;
  if (node.matches(RIPPLES)) return true;
  if (caused) return false;
  const tip = node.matches(TIPS) ? node : node.querySelector(TIPS);
  return tip !== null && isTip(tip) && words(tip.textContent) === words(node.textContent);
};

const onlyDigits = (before, after) =>
  before !== after && before.replace(/[\d:.,%\s]+/g, "#") === after.replace(/[\d:.,%\s]+/g, "#");

const speaks = (node) =>
  node.nodeType !== 1 || !/^(script|style|template|noscript|link|meta)$/.test(node.localName);

export { isAmbient, isTrifle, onlyDigits, speaks };
