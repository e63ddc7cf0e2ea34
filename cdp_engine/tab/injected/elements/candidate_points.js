// Points of an element that are worth trying: in those parts of its boxes that can be seen, best first.

// Fractions of a visible part where a point is tried: the middle first, then ever nearer to the edges.
const SPREAD = [0.5, 0.25, 0.75, 0.08, 0.92];
const MOST_POINTS = 24;
// Half a pixel of an element is nothing anyone could point at.
const THINNEST = 0.5;

const cut = ([x, y, width, height], [left, top, across, down]) => {
  const begin = [Math.max(x, left), Math.max(y, top)];
  const end = [Math.min(x + width, left + across), Math.min(y + height, top + down)];
  return [...begin, Math.max(0, end[0] - begin[0]), Math.max(0, end[1] - begin[1])];
};

// What can be seen of boxes, each cut by every clip, largest first.
const visibleParts = (boxes, clips) =>
  boxes
    .map((box) => clips.reduce(cut, box))
    .filter(([, , width, height]) => width >= THINNEST && height >= THINNEST)
    .sort((a, b) => b[2] * b[3] - a[2] * a[3]);

// Points inside visible parts, best first: every part's middle, then a widening grid over the largest two.
const candidatePoints = (parts) => {
  const found = new Map();
  const add = ([x, y, width, height], along, down) => {
    const point = [x + width * along, y + height * down];
    if (!found.has(String(point))) found.set(String(point), point);
  };
  for (const part of parts) add(part, 0.5, 0.5);
  for (const part of parts.slice(0, 2))
    for (const along of SPREAD) for (const down of SPREAD) add(part, along, down);
  return [...found.values()].slice(0, MOST_POINTS);
};

// A number of px from the beginning of all boxes, or a share of their size: "100%" is the last point inside.
const placeOf = (boxes, axis, part) => {
  const start = Math.min(...boxes.map((box) => box[axis]));
  if (typeof part === "number") return start + part;
  const size = Math.max(...boxes.map((box) => box[axis] + box[axis + 2])) - start;
  const share = parseFloat(part) / 100;
  return start + (share > 1 ? share * size : Math.min(share * size, size - THINNEST));
};

// Points in boxes, or the one at a position from the top left corner of them all; none where that is out of sight.
const pointsOf = ({ boxes, clips, viewport }, position) => {
  const view = [0, 0, ...viewport];
  if (!position) return candidatePoints(visibleParts(boxes, [view, ...clips]));
  const [x, y] = [0, 1].map((axis) => placeOf(boxes, axis, position[axis]));
  return x >= 0 && y >= 0 && x < view[2] && y < view[3] ? [[x, y]] : [];
};

// Points in one box.
const pointsIn = (box) => candidatePoints(visibleParts([box], []));

export { pointsIn, pointsOf };
