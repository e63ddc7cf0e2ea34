// What an element is like, and the first point of it that a pointer reaches.

import { bring } from "./bringing.js";
import { pointsOf } from "./candidate_points.js";
import { closest } from "./dom.js";
import { aim, hitAt, look, runningOn, surfaceOf } from "./hit_test.js";
import { freeBoxes } from "./inner_controls.js";

const WATCHED_MS = 2000;
const BESIDE_MIDDLE = 2;

let aimed = { at: 0, brought: false, animations: new Set(), over: null };

// Points without the exact middle of what can be dragged: a press there is a screen reader's for some libraries (React Aria),
// which then begin a drag by keys.
const besideMiddle = (element, points) => {
  const source = closest(element, (at) => at.getAttribute("draggable") === "true");
  if (!source) return points;
  const { x, y, width, height } = source.getBoundingClientRect();
  const isMiddle = (point) => Math.hypot(point[0] - x - width / 2, point[1] - y - height / 2) < 1;
  return points.map((point) =>
    isMiddle(point) ? [point[0] + Math.min(BESIDE_MIDDLE, width / 4), point[1]] : point,
  );
};

// What the element is like and a point of it that a pointer reaches, brought into view in one way after the other
// until there is one. `alignments` are those that are left. With `covered` nothing is tried: any visible point does.
const takeAim = (element, { enabled, position, covered, alignments, frames }) => {
  const left = [...alignments];
  const turn = {
    at: performance.now(),
    brought: false,
    animations: new Set(runningOn(surfaceOf(element))),
    over: null,
  };
  aimed = turn;
  for (;;) {
    const facts = look(element);
    const answer = { facts, alignments: left };
    if (!facts.connected || facts.invisible !== null || (enabled && facts.disabled !== null)) return answer;
    const free = position || covered ? [] : pointsOf({ ...facts, boxes: freeBoxes(surfaceOf(element)) });
    const found = [...free, ...pointsOf(facts, position)];
    const points = position ? found : besideMiddle(surfaceOf(element), found);
    if (points.length) {
      const { index, ...missed } = covered ? { index: 0 } : aim(element, points);
      if (index >= 0) {
        if (frames && !covered) watchOver(element, points[index], turn);
        return { ...answer, point: points[index] };
      }
      // Under a bar at an edge another place on the screen may do; what ignores the pointer does so everywhere.
      if (missed.ignores_pointer || !left.length) return { ...answer, ...missed };
    } else if (!left.length) return answer;
    turn.brought = true;
    bring(element, left.shift());
  }
};

// Keeps in `turn.over` what lies over the point in any frame drawn from now on, until the next aim: a frame of another
// site may only flicker there. Looks twice a frame, as the page may change before or after our callback.
const watchOver = (element, [x, y], turn) => {
  const test = () => {
    turn.over ||= hitAt(element, x, y);
  };
  const next = () => {
    if (turn !== aimed || turn.over || performance.now() - turn.at > WATCHED_MS) return;
    test();
    setTimeout(test, 0);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
};

// When `takeAim` was called last, whether it scrolled, the animations that ran on the element then, and what lay over the point
// in between.
const lastAim = () => aimed;

export { lastAim, takeAim };
