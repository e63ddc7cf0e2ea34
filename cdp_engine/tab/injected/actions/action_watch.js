// Watches a document during an action: its changes, their places, and the page's messages about it.

import { beside } from "../changes/drag_traces.js";
import { isUndone, undone, watchLasting } from "../changes/lasting_changes.js";
import { pulse, takeWaiting } from "../changes/recorder.js";
import { activeElement, describe, folded, oncePerDocument, rootsOf, visible } from "../elements/dom.js";
import { arrivals } from "../elements/hit_test.js";
import { facts, focusFacts, isButton, subjectOf, twinOf } from "../elements/target_facts.js";
import { forgetDestination } from "../pointer/drop_place.js";
import { watchScrolls } from "../pointer/scroll_watch.js";
import { isAmbient } from "./ambient.js";
import { showsWork } from "./at_work.js";
import { watchCanvases } from "./canvas_watch.js";
import { sentForms, watchForms } from "./form_watch.js";
import { lastChangeAt } from "./last_change.js";
import { isOfRecord } from "./listed_records.js";
import { watchMarks } from "./marked_fields.js";
import { isComing, keep, textsThatCame } from "./new_texts.js";
import { isUrgent, namedBy, newNotices, notices, readNotices, refusalOf, seenInvalid } from "./notices.js";
import { watchPressedPart } from "./pressed_part.js";
import {
  beginCarrying,
  boxOfReactions,
  leaveReactions,
  paintsCome,
  take,
  takeValues,
  watchReactions,
} from "./reactions.js";
import { atRest, frameCount, IDLE_MS, layOut, promised } from "./rest.js";
import { watchSearch } from "./search_watch.js";
import { NOTHING, watchSelection } from "./selected_text.js";
import { HANDLED, isHandled, soon, watchTimers } from "./timer_watch.js";
import { watchValues } from "./value_watch.js";
import { watchWork } from "./work_signs.js";

const EXPIRES_MS = 60_000;
const AROUND_EXPIRES_MS = 600_000;
const INPUT = (
  "pointerdown mousedown touchstart pointermove pointerup mouseup touchend click dblclick auxclick contextmenu " +
  "keydown keyup beforeinput input change submit dragover drop wheel"
).split(" ");
const BEGIN_PRESS = new Set(["pointerdown", "mousedown", "touchstart"]);
const CLICKS = new Set(["click", "auxclick", "contextmenu", "dblclick"]);

// The watch of the action; its `outer` is one that a program holds around several actions.
let state = null;

const end = (s) => {
  if (s === state) state = s.outer;
  else for (let at = state; at; at = at.outer) if (at.outer === s) at.outer = s.outer;
  leaveReactions(s);
  clearTimeout(s.expiry);
  s.strike(s.clicked);
  s.calmed(false);
  s.tell?.();
};

const stop = () => state && end(state);

// Stops the watch that is held around actions, and what an action left above it.
const stopAround = () => {
  while (state && !state.surrounds) stop();
  stop();
};

const inputHeard = (s, event) => {
  const { type } = event;
  if (!event.isTrusted) return;
  if (!s.begun && (type !== "pointermove" || s.hover)) {
    s.begun = true;
    s.canvases.press();
    s.values.begin();
  }
  s.event = event;
  if (s.begun) {
    s.scrolls.begin();
    handling(s);
  }
  if (type === "keydown" && !s.keyed) {
    s.keyed = true;
    s.focus = activeElement(); // the target has been given it for the key
  }
  if (type === "pointerdown") s.pressed.press(event);
  if (s.begun && !BEGIN_PRESS.has(type)) beginCarrying(s);
  if (type === "input") {
    s.entered = true;
    s.search = watchSearch(event.composedPath()[0]);
  }
  if (type === "drop") s.dropped = true;
  if (type === "submit") s.submitted = true;
  if (type === "change" && s.meets && !s.meets(event)) s.committed = true;
  if (CLICKS.has(type) && s.meets) {
    s.clicked = s.clicked === true || s.meets(event);
    s.strike(s.clicked);
  }
};

// What differs once the handlers have run, they have brought about. From then on the page has time to react further.
const handling = (s) => {
  s.inputAt = performance.now();
  s.counted = null;
  if (s.handling) return;
  s.handling = true;
  const counted = frameCount({ listeners: true });
  counted.ahead(() => s === state && (s.handling || s.counted === counted));
  soon(() => {
    takeValues(s, true);
    s.handling = false;
    if (s !== state) return;
    counted.over(s.inputAt);
    s.counted = counted;
  });
};

const refusalHeard = (s, event) => {
  const [field] = event.composedPath();
  if (s.begun && field instanceof Element)
    keep(field === s.control ? s.refusedOwn : s.refused, refusalOf(field));
  s.last = performance.now();
};

// A popover opens and an element fills the screen without any change of the document.
const layerHeard = (s, event) => {
  if (!s.begun || !event.isTrusted) return;
  s.count += 1;
  s.last = performance.now();
  s.tell?.();
};

const scrollHeard = (s, event) => {
  s.scrolls.heard(event);
  s.counted = null;
};

const focusHeard = (s, event) => s.begun && s.marked.heard(event);

const HEARD = { scroll: scrollHeard, invalid: refusalHeard, focusin: focusHeard };
for (const type of ["toggle", "fullscreenchange"]) HEARD[type] = layerHeard;
for (const type of INPUT) HEARD[type] = inputHeard;
const hear = (event) => {
  for (let s = state; s; s = s.outer) {
    HEARD[event.type]?.(s, event);
    if (s.begun && isHandled(event, s.drags)) {
      s.timers.begin(event);
      soon(s.timers.end);
    }
  }
};

const listen = oncePerDocument(() => {
  const types = new Set([...Object.keys(HEARD), ...HANDLED]);
  for (const type of types) addEventListener(type, hear, { capture: true, passive: true });
});

// Begins to watch. `pointer`: nothing counts before the first pointer event of the action. `around`: the watch goes on
// beneath those of the actions that follow, until it is the last one to be stopped.
const begin = (target, { pointer, action, around = false, texts = [] }) => {
  while (state && !state.surrounds) stop();
  listen();
  takeWaiting();
  forgetDestination();
  const roots = rootsOf(target);
  const control = target && subjectOf(target);
  const related = ["aria-controls", "aria-owns", "aria-describedby", "aria-errormessage"];
  const s = {
    ...{ target, control, hover: action === "hover", begun: !pointer, event: null, last: null, tell: null },
    ...{ outer: state, surrounds: around, search: null, entered: false },
    ...{ count: 0, around: 0, caused: 0, valued: 0, submitted: false, clicked: null },
    ...{ ambient: 0, told: 0, came: [], removed: [], attributes: [], refused: [], refusedOwn: [] },
    ...{ gone: new Set(), roots: new Set(), lasting: watchLasting() },
    ...{ drags: action === "drag", marks: 0 },
    meets: target && arrivals(target, control),
    near: target ? [boxOfReactions(target), ...namedBy(control, ...related)] : [],
    heard: new Map(),
    expiry: setTimeout(() => end(s), around ? AROUND_EXPIRES_MS : EXPIRES_MS),
    focus: activeElement(),
    scrolls: watchScrolls(target),
    timers: watchTimers(),
    canvases: watchCanvases(target, roots),
    values: watchValues(control, activeElement()),
    pressed: watchPressedPart(target),
    forms: control && isButton(control) ? watchForms(target) : null,
    selection: pointer && action !== "drag" ? () => NOTHING : watchSelection(), // a press sets it by itself
    inputAt: null,
    handling: false,
    counted: null,
    drawn: false,
    said: new Set(Array.from(notices(roots).values(), (notice) => notice.whole)),
    ...{ marked: watchMarks(roots, control), url: location.href },
    condition: conditionOf(target),
    ready: Boolean(control && isButton(control) && !showsWork(control)),
  };
  state = s;
  [s.struck, s.strike] = promised();
  [s.calm, s.calmed] = promised();
  watchReactions(s, roots);
  s.work = watchWork(s.roots);
  setTimeout(() => {
    s.timed = true;
  }, 0);
  return { facts: facts(target), shows: texts.map(shows) };
};

// Changes that the page makes to its target, except the entered value.
const conditionOf = (target) => {
  const now = facts(target);
  return now && JSON.stringify([now.connected, now.visible, now.states]);
};

// Whether the page reacted other than by a change of its document. Every press moves the focus by itself.
const reacted = (s) => location.href !== s.url || s.scrolls.moved() || conditionOf(s.target) !== s.condition;

// What shows that the action has set the page to work, and whether that is certain; null where nothing does.
const workOf = (s) => {
  if (s.search?.awaits()) return ["a search", true];
  const own = s.ready && s.control.isConnected && showsWork(s.control);
  return own ? [describe(s.control), true] : s.work.shows();
};

// Whether the page may go on: it has set a timer, asked for a frame, or something ran after its frame.
const further = (s) => (s.counted?.kept() ?? Infinity) > IDLE_MS || s.timers.further();

// Resolves with what it has seen once the document is at rest; at once where scripts, and so timers, are off.
const rest = async (_target, limits) => {
  const s = state;
  let work = null;
  if (s)
    await atRest(s.values.limitsOf(limits, s.entered), {
      counted: s.counted,
      goes: () => s.timed && s === state,
      changed: () => {
        take(s, s.observer.takeRecords());
        takeValues(s, s.handling);
        return isUndone(s) ? null : s.last;
      },
      reacted: () => reacted(s),
      comes: () => s.came.some(isComing),
      due: s.timers.due,
      further: () => further(s),
      works: () => {
        work = workOf(s);
        return work !== null && (work[1] || limits.talks);
      },
      calmed: s.calmed,
    });
  s?.calmed(false);
  const sawNothing = () => s !== null && s === state && (!s.count || isUndone(s));
  if (sawNothing()) await paintsCome(s);
  if (sawNothing()) s.drawn = await s.canvases.changed();
  layOut();
  const [works, certain] = work ?? ["", true];
  const [timed, more] = [Boolean(s?.timed), !s || further(s)];
  return { timed, further: more, pulse: pulse(), works, certain, report: report(_target, limits) };
};

// Resolves with true at the first quiet frame of `rest`, with false where none came.
const calm = () => (state ? state.calm : false);

// Resolves when the click arrives, before the page's handlers: this answer is sent even if the page then goes away.
const struck = () => (state ? state.struck : null);

// Resolves at the next change, or after `limit` ms.
const nextChange = (_target, limit) =>
  new Promise((resolve) => {
    if (!state) {
      resolve(false);
      return;
    }
    const timer = setTimeout(() => resolve(false), limit);
    state.tell = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });

const shows = (text) => {
  const wanted = folded(text);
  const has = (element) => folded(element.innerText).includes(wanted);
  if (document.body && has(document.body)) return true;
  for (const root of state ? state.roots : []) {
    if (root === document || !root.host.isConnected || !visible(root.host)) continue;
    if (Array.from(root.children).some(has)) return true;
  }
  return false;
};

// The messages that came, and which of them nothing says any more.
const messages = (s, isOfNewForm) => {
  const isOther = (at) => isAmbient(at) || (isOfNewForm(at) && !isUrgent(at));
  const current = Array.from(notices(s.roots, isOther).values());
  const heard = [...s.heard.values()].filter(({ at }) => !isOfNewForm(at) || isUrgent(at));
  const all = newNotices(s.said, [...current, ...readNotices(heard)]);
  const isOver = (text) => !current.some((one) => one.text === text || one.whole.includes(text));
  return { notices: all, isOver };
};

const report = (_target, { texts = [] }) => {
  const s = state;
  const everywhere = { shows: texts.map(shows), url: location.href };
  takeWaiting();
  if (!s) return { watched: false, notices: freshNotices(), sent_forms: sentForms(), ...everywhere };
  take(s, s.observer.takeRecords());
  const isOfNewForm = s.forms?.ofNewForms() ?? (() => false);
  const [came, said] = [textsThatCame(s, isOfNewForm), messages(s, isOfNewForm)];
  return {
    watched: true,
    facts: facts(twinOf(s.target)),
    count: s.count,
    ...{ near: s.around, caused: s.caused, mutated_at: s.count ? Date.now() : lastChangeAt() },
    valued: s.valued,
    told: s.told,
    ambient: s.ambient,
    drawn: s.drawn,
    ...s.selection(),
    ...came,
    past: [...came.past, ...said.notices.map(({ text }) => text)].filter(said.isOver),
    removed: s.removed,
    attributes: s.attributes,
    notices: said.notices,
    refused: s.refused,
    refused_own: s.refusedOwn,
    marked: s.marked.since(s.roots, isOfNewForm),
    submitted: s.submitted,
    taken: s.forms?.isTaken() ?? false,
    clicked: s.clicked,
    committed: s.committed ?? false,
    replaced: s.pressed.isReplaced(),
    beside: beside(s, twinOf(s.target)),
    ...undone(s),
    ...s.scrolls.facts(),
    ...focusFacts(s),
    ...everywhere,
  };
};

// A document that the action loaded: all its messages are new, but for those of its records.
const freshNotices = () => {
  const roots = rootsOf(null);
  const marked = seenInvalid(roots).map((text) => ({ text, live: "", hint: "error" }));
  return [...newNotices(new Set(), Array.from(notices(roots, isOfRecord).values())), ...marked];
};
const root = () => document;

export { begin, calm, nextChange, report, rest, root, stop, stopAround, struck };
