// The computed styles that an observation depends on (observe/sources/computed_styles.py names the same ones).

const written = (style) => [
  style.display,
  style.visibility,
  style.opacity,
  style.cursor,
  style.pointerEvents,
  style.overflow,
  style.position,
  style.clip,
  style.clipPath,
  style.contentVisibility,
  style.zIndex,
  style.color,
  style.backgroundColor,
  style.backgroundImage,
  style.borderWidth,
  style.boxShadow,
];

// A drawing in a document always has its own layer, whatever its style is.
const isOuterDrawing = (element) => element.localName === "svg" && !element.ownerSVGElement;

// Whether an element may be painted in its own layer, apart from its siblings. A z-index makes one of a flex item.
// `element` is null for what a style sheet adds.
const isLayer = (style, element) =>
  (element !== null && isOuterDrawing(element)) ||
  style.position !== "static" ||
  style.zIndex !== "auto" ||
  style.opacity !== "1" ||
  style.overflow !== "visible" ||
  style.transform !== "none" ||
  style.translate !== "none" ||
  style.scale !== "none" ||
  style.rotate !== "none" ||
  style.filter !== "none" ||
  style.backdropFilter !== "none" ||
  style.clipPath !== "none" ||
  style.maskImage !== "none" ||
  style.willChange !== "auto" ||
  style.mixBlendMode !== "normal" ||
  style.isolation !== "auto" ||
  style.contain !== "none" ||
  style.perspective !== "none" ||
  style.transformStyle !== "flat" ||
  style.backfaceVisibility !== "visible" ||
  style.columnCount !== "auto" ||
  style.columnWidth !== "auto" ||
  style.viewTransitionName !== "none";

const generates = (element, side) => {
  const { content, display } = getComputedStyle(element, side);
  return content !== "none" && content !== "normal" && display !== "none";
};

export { generates, isLayer, isOuterDrawing, written };
