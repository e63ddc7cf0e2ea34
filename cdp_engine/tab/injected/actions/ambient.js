// What shows no effect of an action: tips, marks of a press, what changes again and again by itself.

import { hasChangedAlone, isRestless } from "../changes/restless.js";
import { closest, elementOf, parentOf, words } from "../elements/dom.js";

const TIPS = "[role=tooltip], [class*=tooltip i]";
const RIPPLES = "[class*=ripple i], [class*=-wave i]";
const USED =
  "a[href], button, input, select, textarea, [role=option], [role=menuitem], [role=treeitem], [tabindex='0']";
const LEVELS = 2;

const isTip = (element) => element.matches(TIPS) && !element.querySelector(USED);

// Whether an element is a tip or the mark of a press, or lies in one.
const isTipOrRipple = (element) => closest(element, (at) => at.matches(RIPPLES) || isTip(at)) !== null;

const isAround = (element, test) => {
  let up = 0;
  for (let at = element; at && at !== document.body && up <= LEVELS; at = parentOf(at), up++)
    if (test(at)) return true;
  return false;
};

const isAmbient = (node) => {
  const element = elementOf(node);
  return element !== null && (isTipOrRipple(element) || isAround(element, isRestless));
};

// Whether nothing has changed at an element without any input.
const isCalm = (node) => {
  const element = elementOf(node);
  return element !== null && !isAround(element, hasChangedAlone);
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

export { isAmbient, isCalm, isTip, isTipOrRipple, isTrifle, onlyDigits, speaks };
