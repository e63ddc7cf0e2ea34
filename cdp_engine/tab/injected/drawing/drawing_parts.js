// How the parts of a drawing (`svg`) are measured: a capture counts the stroke of a shape, a script does not.

const SHAPES = /^(path|rect|circle|ellipse|line|polyline|polygon)$/;
const UNMITRED = /^(rect|circle|ellipse|line)$/;
const GROUPS = /^(g|a|svg|switch)$/;
// What is drawn only where other parts refer to it.
const REFERRED = "defs, clipPath, mask, marker, pattern, symbol, linearGradient, radialGradient, filter";
const EVEN = 0.001;

// See `marginOf`.
const UNKNOWN = -1;
const UNMEASURED = -2;

const strokeMargin = (shape) => {
  const { stroke, strokeWidth, strokeLinejoin, strokeLinecap } = getComputedStyle(shape);
  if (stroke === "none") return 0;
  const matrix = shape.getScreenCTM();
  const isEven = matrix && !matrix.b && !matrix.c && Math.abs(matrix.a - matrix.d) < EVEN;
  // A capture counts mitres as far as they may reach, but for lines that have no corners.
  const mitred = strokeLinejoin === "miter" && !UNMITRED.test(shape.localName);
  if (!isEven || mitred || strokeLinecap === "square" || !strokeWidth.endsWith("px")) return UNKNOWN;
  return (Number.parseFloat(strokeWidth) / 2) * Math.abs(matrix.a);
};

const isExact = (part) =>
  GROUPS.test(part.localName) || marginOf(part) === 0 || marginOf(part) === UNMEASURED;

// By how much a capture measures a part of a drawing larger on each side than a script does, in px; UNKNOWN where that is
// not certain, UNMEASURED for what is not drawn.
const marginOf = (part) => {
  if (part.closest(REFERRED) || !part.getClientRects().length) return UNMEASURED;
  if (GROUPS.test(part.localName)) return [...part.getElementsByTagName("*")].every(isExact) ? 0 : UNKNOWN;
  return SHAPES.test(part.localName) ? strokeMargin(part) : UNKNOWN;
};

export { marginOf, UNMEASURED };
