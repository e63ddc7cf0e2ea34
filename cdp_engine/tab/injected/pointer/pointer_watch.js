// Sees which pointer events really reached the element, and stops those that would have hit another one.

import { heldFor } from "../changes/fingerprint.js";
import { unchangedFor } from "../changes/recorder.js";
import {
  closest,
  describe,
  elementAt,
  isByPointer,
  nextFrame,
  oncePerDocument,
  PRESSES,
} from "../elements/dom.js";
import { aim, animated, disabled, hits, runningOn, surfaceOf } from "../elements/hit_test.js";
import { lastAim } from "../elements/pointing.js";
import { surfaceBoxes } from "../elements/surface_boxes.js";
import { timersOfPage } from "../pages/page_timers.js";
import { endsEntry } from "./edited_field.js";
import { nextMove } from "./pointer_moves.js";
import { endGuard } from "./press_guard.js";

const PRESS = new Set(PRESSES);
const HOVER = new Set("pointermove mousemove pointerover mouseover".split(" "));
const EXPIRES_MS = 10_000;
const OVER_MS = 500;
// Two frames.
const STILL_MS = 35;
const LATE_FRAMES = 5;

const watches = new Map();
// The watch that events belong to now.
let current = null;
const waiting = new Map();

const same = (a, b) =>
  a.length === b.length && a.every((box, i) => box.every((n, j) => Math.abs(n - b[i][j]) < 0.5));

// Checks a second time, after the move and a frame, and begins to watch if the point still reaches the element. `arrives`: for
// how many ms to wait for the move of the pointer; `must_arrive`: whether it must come to the element; `quick`: without a frame
// where the page is still.
const arm = async (element, token, ...rest) => {
  const answer = await check(element, token, ...rest);
  if (!answer.ok) report(token, null);
  return answer;
};

const check = async (element, token, x, y, before, options) => {
  if (!(await arrival(element, options))) return { ok: false, why: "elsewhere" };
  if (!element.isConnected) return { ok: false, why: "detached" };
  const moved = !same(surfaceBoxes(surfaceOf(element)), before);
  if (moved && !(options.hovered && beganWithTheMove(surfaceOf(element))))
    return { ok: false, why: "unstable" };
  if (options.enabled && disabled(element)) return { ok: false, why: "disabled" };
  const aimed = aim(element, [[x, y]]);
  if (aimed.index !== 0) return { ok: false, why: "obscured", cover: aimed.cover };
  const over = lastAim().over;
  if (over) return { ok: false, why: "obscured", cover: describe(over) };
  watchPointer(element, token, options.kinds === "hover" ? HOVER : PRESS);
  const lasts = options.kinds === "click" && (endsEntry(element) || !isControl(element));
  return { ok: true, why: null, lasts };
};

const CONTROLS =
  "a[href], area, button, input, select, textarea, option, label, summary, " +
  "button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem combobox textbox searchbox"
    .split(" ")
    .map((role) => `[role=${role}]`)
    .join(", ");

// Whether it is, or lies in, what browsers or its own attributes call a control. Of anything else the page makes a click
// itself, and may listen for the end of a press only a frame after its beginning.
const isControl = (element) => closest(element, (at) => at.matches(CONTROLS)) !== null;

// Whether the element moves only as an answer to the pointer, as hover effects do: nothing of it ran before.
const beganWithTheMove = (element) => {
  const running = [...runningOn(element)];
  return running.length > 0 && running.every((animation) => !lastAim().animations.has(animation));
};

// How far an element has moved since it had these boxes.
const shiftOf = (element, before) => {
  const now = element.isConnected ? surfaceBoxes(surfaceOf(element)) : [];
  return now.length === before.length && now.length > 0
    ? [now[0][0] - before[0][0], now[0][1] - before[0][1]]
    : [0, 0];
};

const until = (time) => new Promise((resolve) => setTimeout(resolve, time - performance.now()));
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

let goOn = null;

// Resolves when `withoutTimers` is called and no timer has run since: scripts are off.
const timersAreOff = () =>
  new Promise((resolve) => {
    let run = false;
    setTimeout(() => {
      run = true;
    }, 0);
    goOn = () => {
      if (!run) resolve();
    };
  });

// Called once the browser has delivered the move.
const withoutTimers = () => goOn?.();

// Whether nothing has happened, from a while before the aim until now, that could move the element or cover it, or that
// would be taken for what the press brings about.
const isStill = () =>
  !lastAim().brought &&
  unchangedFor() >= performance.now() - lastAim().at + STILL_MS &&
  heldFor() >= STILL_MS;

// Waits for the move of the pointer, for what the page makes of it, and for a frame drawn since the aim was taken; false
// where the element should have got the move and did not.
const arrival = async (element, { arrives, must_arrive: must, quick, patience, calm }) => {
  let came = false;
  // A busy machine is late with its frames; where something moves, the next one is worth waiting for.
  const longer = patience * LATE_FRAMES;
  const still = isStill();
  const drawn = quick && still ? null : nextFrame(still ? patience : longer);
  const everything = async () => {
    if (arrives) {
      came = await nextMove((x, y) => !must || hits(element, x, y), arrives, lastAim().at);
      // The page's listeners run after ours, and may leave it to a timer; of a mouse, a second event of the pair follows.
      await pause();
      await pause();
    }
    const moves = animated(surfaceOf(element));
    if (must || moves || (drawn === null && !isStill())) await nextFrame(moves ? longer : patience);
    else await drawn;
    // Fields that change by themselves are known by a change before the press.
    for (let frames = 0; frames < 2 && heldFor() < STILL_MS; frames += 1) await nextFrame(patience);
    if (calm) await until(lastAim().at + calm);
  };
  await Promise.race([everything(), timersAreOff()]);
  return came || !must;
};

const looksOf = (element) =>
  [element.localName, element.getAttribute("role"), element.textContent.trim() || element.className].join(
    "|",
  );

// Whether what lies at a point is the element, which its page has drawn again since the first of several presses.
const isDrawnAgain = (element, { clientX, clientY }) => {
  const hit = element.isConnected ? null : elementAt(clientX, clientY);
  return hit !== null && closest(hit, (at) => looksOf(at) === looksOf(element)) !== null;
};

const hear = (event) => {
  const state = current;
  if (!state?.types.has(event.type) || !isByPointer(event)) return;
  // Decided again for every press; once it was received, the page may move or remove the element as it likes.
  if (state.received === null || event.type === "pointerdown") {
    const { element, received } = state;
    const again = received === true && isDrawnAgain(element, event);
    state.passes = again || hits(element, event.clientX, event.clientY);
    state.received ??= state.passes;
    report(state.token, state.received);
    state.heard?.();
  }
  if (state.passes) {
    state.events.push(event.type);
    if (event.type === "click") setTimeout(state.end, OVER_MS);
  } else state.blocked += 1;
  state.clicked?.(event.type);
  if (state.passes || state.types === HOVER) return;
  event.stopImmediatePropagation();
  event.preventDefault();
};

const listen = oncePerDocument(() => {
  for (const type of [...PRESS, ...HOVER]) addEventListener(type, hear, { capture: true, passive: false });
});

const watchPointer = (element, token, types) => {
  endGuard(); // an earlier press was for another document
  // Nobody came back for an earlier one where a dialog opened in the middle: its clicks are over.
  watches.clear();
  const state = { element, token, types, events: [], received: null, passes: false, blocked: 0 };
  state.end = () => {
    if (current === state) current = null;
  };
  current = state;
  listen();
  // Should nobody come back for it, it must not stop what others click later.
  setTimeout(state.end, EXPIRES_MS);
  watches.set(token, state);
};

// Asked before the watch begins: asked later, it could be queued behind a press whose handler never ends.
const received = (_element, token) => new Promise((resolve) => waiting.set(token, resolve));
const report = (token, answer) => {
  waiting.get(token)?.(answer);
  waiting.delete(token);
};

// A finger's events come with a frame, and after the reply to them where the machine is busy: waits `patience` ms for
// the first.
const firstEvent = (state, patience) =>
  new Promise((resolve) => {
    state.heard = resolve;
    setTimeout(resolve, patience);
  });

// Resolves with true at the click number `clicks`, or at the double click of two, before the page's handlers of it, and with false when `goneBy` is called.
// A timer would not do: the browser puts timers off until the frame after a press.
const lastClick = (state, clicks) =>
  new Promise((resolve) => {
    let count = 0;
    state.clicked = (type) => {
      if (type === "click" || type === "auxclick") count += 1;
      const isLast = count === clicks && (clicks !== 2 || type !== "click");
      if (isLast) resolve(true);
    };
    state.passed = () => resolve(false);
  });

// Called once the browser has delivered the input: no click that is still awaited will come.
const goneBy = (_element, token) => watches.get(token)?.passed?.();

// Ends a watch and answers with what it saw: at once, or at so many `clicks`, where it is asked before the press.
const disarm = async (_element, token, { patience = 0, clicks = 0 } = {}) => {
  const state = watches.get(token);
  if (patience && state?.received === null) await firstEvent(state, patience);
  const goesOn = clicks && state ? await lastClick(state, clicks) : false;
  if (!state) {
    report(token, null);
    return {};
  }
  watches.delete(token);
  // The same input may bring a double click or a menu, which must not reach another element either.
  if (goesOn) setTimeout(state.end, 0);
  else state.end();
  report(token, state.received);
  return {
    received: state.received,
    events: state.events,
    blocked: state.blocked,
  };
};

// Whether the next move of the pointer comes to the element (null: anywhere in this document) within `limit` ms.
// Asked before the pointer is moved.
const moveArrives = (element, limit) => nextMove((x, y) => !element || hits(element, x, y), limit);

// Drag: whether the page began a drag of its own, which the browser then takes over from the pointer.
let drag = null;
let timersBefore = 0;

// Whether the page has set a timer since `watchDrag`: many let a drag begin only once the button was held for a while.
const startsTimer = () => timersOfPage() > timersBefore;

const watchDrag = () => {
  const state = { began: false, prevented: false };
  drag = state;
  timersBefore = timersOfPage();
  addEventListener(
    "dragstart",
    (event) => {
      state.began = true;
      // Listeners further in have not run yet; what they decided is known once the event is over.
      setTimeout(() => {
        state.prevented = event.defaultPrevented;
      }, 0);
    },
    { capture: true, once: true },
  );
};
const dragState = async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return drag;
};

// Whether the document gets the drop at the end of a drag: the browser sends none to what refuses it.
let drop = null;
const watchDrop = () => {
  const watching = new AbortController();
  drop = { came: false, watching };
  const state = drop;
  const come = () => {
    state.came = true;
  };
  addEventListener("drop", come, { capture: true, signal: watching.signal });
};
const dropCame = () => {
  drop.watching.abort();
  return drop.came;
};

export {
  arm,
  disarm,
  dragState,
  dropCame,
  goneBy,
  moveArrives,
  received,
  shiftOf,
  startsTimer,
  watchDrag,
  watchDrop,
  withoutTimers,
};
