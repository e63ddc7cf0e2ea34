// Which elements are painted in layers of their own, and what decides their order.

import { boxAround, elementsNow, findAll } from "../elements/flat_tree.js";
import { animatedNow, isAnimatedLayer } from "./animations.js";
import { isOuterDrawing } from "./styles.js";

const UNCLEAR = -1;
const NONE = 0;
const IN_FLOW = 1;
const STACKED = 2;
const CONTEXT = 3;
const CONTEXT_WITHOUT_Z = 4;

// Painted above everything else, in an order of their own.
const ON_TOP = ":modal, :popover-open, :fullscreen";
const ITEMS = /flex|grid/;
const REPLACED = /^(img|input|textarea|select|button|iframe|video|canvas|audio|object|embed|svg)$/;
const TABLE_PARTS = /^table-(row|column|header|footer)|^ruby/;
const CONTAINS = /paint|layout|strict|content/;
// What makes a context once it is announced, and what makes none.
const MAKES_CONTEXT = /^(opacity|transform|translate|scale|rotate|filter|backdrop-filter)$/;
const MAKES_NONE =
  /^(auto|scroll-position|contents|inset|left|right|top|bottom|((min|max)-)?(width|height)|((margin|padding|border|background|outline)(-[a-z-]+)?)|color|box-shadow|visibility|font-size|flex-[a-z]+|cursor)$/;

const groups = (style) =>
  style.opacity !== "1" ||
  style.filter !== "none" ||
  style.backdropFilter !== "none" ||
  style.clipPath !== "none" ||
  style.maskImage !== "none" ||
  style.mixBlendMode !== "normal" ||
  style.isolation !== "auto";

const isTransformed = (style) =>
  style.transform !== "none" ||
  style.translate !== "none" ||
  style.scale !== "none" ||
  style.rotate !== "none" ||
  style.perspective !== "none" ||
  style.transformStyle !== "flat";

const isOdd = (style) =>
  style.columnCount !== "auto" ||
  style.columnWidth !== "auto" ||
  style.viewTransitionName !== "none" ||
  style.offsetPath !== "none" ||
  style.webkitMaskBoxImageSource !== "none" ||
  style.webkitBoxReflect !== "none" ||
  (style.containerType !== "normal" && style.position === "static");

// The kind of layer that an element has, or that of what a style sheet adds on one of its sides.
const kindOf = (element, side, animated) => {
  if (element === document.documentElement && !side) return CONTEXT;
  const style = getComputedStyle(element, side || null);
  const { display, position, zIndex } = style;
  const announced = style.willChange.split(", ");
  if (isOdd(style) || announced.some((name) => !(MAKES_CONTEXT.test(name) || MAKES_NONE.test(name))))
    return UNCLEAR;
  const isPlaced = position !== "static";
  const isAnimated = animated.has(element) && isAnimatedLayer(element, side || null);
  const isAnnounced = announced.some((name) => MAKES_CONTEXT.test(name));
  // What is only a part of lines is not turned, and clips nothing.
  const isBox = display !== "inline" || REPLACED.test(element.localName);
  const isContained = isBox && CONTAINS.test(style.contain);
  const isTurned = isTransformed(style);
  const isClipped = style.overflow !== "visible" || style.backfaceVisibility !== "visible";
  if (TABLE_PARTS.test(display) && (isTurned || isContained || isClipped)) return UNCLEAR;
  if (!isBox && !isPlaced && (isAnnounced || isAnimated)) return UNCLEAR;
  const parent = side ? element : boxAround(element);
  const isItem = !isPlaced && zIndex !== "auto" && ITEMS.test(getComputedStyle(parent).display);
  const isGroup = groups(style) || isAnimated;
  const makesContext =
    /^(fixed|sticky)$/.test(position) ||
    isItem ||
    (isPlaced && zIndex !== "auto") ||
    isGroup ||
    isTurned ||
    isAnnounced ||
    isContained;
  const isLayer =
    isPlaced ||
    isItem ||
    isGroup ||
    (!side && isOuterDrawing(element)) ||
    (isBox && (isTurned || isAnnounced || isContained || isClipped));
  if (!isLayer) return NONE;
  if (makesContext) return isPlaced || isItem ? CONTEXT : CONTEXT_WITHOUT_Z;
  return isPlaced ? STACKED : IN_FLOW;
};

// The kinds of the layers of some elements, by their places among all, or of what style sheets add to them; none where the
// order of painting is not that of the document and `z-index`.
const layerKinds = (asked) => {
  const animated = animatedNow();
  if (!animated || findAll(ON_TOP).length) return [];
  const all = elementsNow();
  return asked.map(([place, side]) => kindOf(all[place], side, animated));
};

export { layerKinds };
