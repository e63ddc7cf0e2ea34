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
];

const isWritten = (record, style) =>
  record[0] === style.display &&
  record[1] === style.visibility &&
  record[2] === style.opacity &&
  record[3] === style.cursor &&
  record[4] === style.pointerEvents &&
  record[5] === style.overflow &&
  record[6] === style.position &&
  record[7] === style.clip &&
  record[8] === style.clipPath &&
  record[9] === style.contentVisibility &&
  record[10] === style.zIndex &&
  record[11] === style.color &&
  record[12] === style.backgroundColor &&
  record[13] === style.backgroundImage;

// Whether an element may be painted in its own layer, apart from its siblings.
const isLayer = (style) =>
  style.position !== "static" ||
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
  style.columnCount !== "auto" ||
  style.columnWidth !== "auto" ||
  style.viewTransitionName !== "none";

// What a box of a style sheet (::before, ::after, ::marker) looks like, as one text.
const pseudoStyle = (element, side) => {
  const style = getComputedStyle(element, side);
  const { content, width, height, top, left, transform, margin, padding, float } = style;
  return [...written(style), content, width, height, top, left, transform, margin, padding, float].join("|");
};

const generates = (element, side) => {
  const { content, display } = getComputedStyle(element, side);
  return content !== "none" && content !== "normal" && display !== "none";
};

export { generates, isLayer, isWritten, pseudoStyle, written };
