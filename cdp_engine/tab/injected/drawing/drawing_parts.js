// How the parts of a drawing (`svg`) are measured: a capture counts the stroke of a shape, a script does not.

const SHAPES = /^(path|rect|circle|ellipse|line|polyline|polygon)$/;
const UNMITRED = /^(rect|circle|ellipse|line)$/;
const GROUPS = /^(g|a|svg|switch)$/;
// What is drawn only where other parts refer to it.
const REFERRED = "defs, clipPath, mask, marker, pattern, symbol, linearGradient, radialGradient, filter";
const EVEN = 0.001;

const strokeMargins = (shape) => {
  const style = getComputedStyle(shape);
  if (style.stroke === "none") return [0];
  const matrix = shape.getScreenCTM();
  const isEven = matrix && !matrix.b && !matrix.c && Math.abs(matrix.a - matrix.d) < EVEN;
  if (!isEven || style.strokeLinecap === "square" || !style.strokeWidth.endsWith("px")) return [];
  const half = (Number.parseFloat(style.strokeWidth) / 2) * Math.abs(matrix.a);
  // Mitres count as far as they may reach, but for lines that have no corners.
  const isMitred = style.strokeLinejoin === "miter" && !UNMITRED.test(shape.localName);
  return isMitred ? [half, half * Math.max(1, style.strokeMiterlimit)] : [half];
};

const isExact = (part) => {
  const margins = GROUPS.test(part.localName) ? null : marginsOf(part);
  return margins === null || (margins.length === 1 && margins[0] === 0);
};

// By how much a capture measures a part of a drawing larger on each side than a script does, in px: one of these; none where
// that is not certain, null for what is not drawn.
const marginsOf = (part) => {
  if (part.closest(REFERRED) || !part.getClientRects().length) return null;
  if (GROUPS.test(part.localName)) return [...part.getElementsByTagName("*")].every(isExact) ? [0] : [];
  return SHAPES.test(part.localName) ? strokeMargins(part) : [];
};

export { marginsOf };
