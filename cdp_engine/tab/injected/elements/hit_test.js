// The current state of an element, and hit tests. Changes nothing but scroll offsets.

import { pressedFor } from "../fields/editors.js";
import { isCheckBox } from "./check_boxes.js";
import {
  boxOf,
  closest,
  describe,
  elementAt,
  lineage,
  meeting,
  parentOf,
  shadowRootsAround,
  words,
} from "./dom.js";
import { isEventLayer } from "./event_layers.js";
import { isBoxOf, isItemOf } from "./field_boxes.js";
import { innerAt, isFilled } from "./inner_controls.js";
import { surfaceBoxes } from "./surface_boxes.js";

const LABELED = "input, select, textarea, button, meter, output, progress";
const NATIVE = "a[href], button, input, select, textarea, summary, option";
const WIDGETS =
  "a[href], area[href], button, input, select, textarea, summary, option, label, [role=button], [role=link], " +
  "[role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=menuitem], " +
  "[role=menuitemcheckbox], [role=menuitemradio], [role=treeitem], [role=combobox], [role=textbox]";
const FAR = 1e7;

// Whether a canvas draws an element, which is there for readers of the screen and the keys alone: it has no place.
const isOnCanvas = (element) => closest(element, (at) => at.localName === "canvas") !== null;

// Why an element is not drawn; null where any part of it is.
const invisible = (element) => {
  if (!element.isConnected) return "it is not in the document";
  const style = getComputedStyle(element);
  if (style.visibility !== "visible") return `visibility: ${style.visibility}`;
  if (surfaceBoxes(element).length) return null;
  const hider = closest(element, (at) => getComputedStyle(at).display === "none");
  if (hider) return hider === element ? "display: none" : `inside ${describe(hider)} with display: none`;
  return isOnCanvas(element) ? "a canvas draws it" : "it has no size";
};

const labelsOf = (element) => (element.matches(LABELED) ? Array.from(element.labels || []) : []);

// The label that is drawn of a control; of several, as a dialog has one to close itself, one that nothing covers.
const labelToPress = (element) => {
  const drawn = labelsOf(element).filter((one) => !invisible(one));
  return (drawn.length > 1 && drawn.find(isOnTop)) || drawn[0];
};

const isOnTop = (label) => {
  const [x, y, width, height] = surfaceBoxes(label)[0];
  const hit = deepest(label, x + width / 2, y + height / 2);
  return hit !== null && reaches(hit, label);
};

// A hidden check box or file field is clicked through its label, as a person does, the range in a slider's thumb where
// that is drawn, and a code editor where it draws.
const surfaceOf = (element) => {
  if (!isCheckBox(element) && !element.matches("input[type=file], input[type=range]"))
    return pressedFor(element) ?? element;
  const isDrawn = !invisible(element);
  if (isDrawn && !isDot(element)) return element;
  const label = labelToPress(element);
  if (label && !isFilled(label)) return label;
  if (isDrawn) return element;
  const drawing = drawingOf(element);
  return label && (!drawing || drawing.contains(label)) ? label : drawing || element;
};

// Whether an element takes up no more than a pixel: pages hide a box so, and draw it elsewhere.
const isDot = (element) => surfaceBoxes(element).every(([, , width, height]) => width <= 1 && height <= 1);

const DRAWN_LEVELS = 3;
const DRAWN_LEAST = 6;
const DRAWN_MOST = 96;

// The small box close around a control without a size, in which the page draws it; null where there is none.
const drawingOf = (control) => {
  let at = parentOf(control);
  for (let up = 0; at && up < DRAWN_LEVELS; up++, at = parentOf(at)) {
    const [, , width, height] = surfaceBoxes(at)[0] ?? [0, 0, 0, 0];
    if (height > DRAWN_MOST || at.querySelectorAll("input").length > 1) return null;
    if (width >= DRAWN_LEAST && height >= DRAWN_LEAST) return invisible(at) ? null : at;
  }
  return null;
};

// A label without a control of its own, or a drawing without words, beside the only input of a small box, takes the clicks
// for that check box.
const drawsCheckBox = (control, hit) => {
  if (!isCheckBox(control)) return false;
  const drawn = closest(hit, (at) => parentOf(at)?.contains(control) ?? false);
  const around = drawn && parentOf(drawn);
  if (!around || drawn.contains(control) || around.querySelectorAll("input").length > 1) return false;
  const takes = isEmptyLabel(drawn) || !(words(drawn.innerText) || isWidget(hit) || isWidget(drawn));
  return takes && around.getBoundingClientRect().height <= DRAWN_MOST;
};

const isEmptyLabel = (element) => element.localName === "label" && !element.control;
const isWidget = (element) =>
  (element.matches(WIDGETS) && !isEmptyLabel(element)) ||
  element.hasAttribute("tabindex") ||
  element.hasAttribute("onclick");
const widgetAround = (element) => closest(element, (at) => at.matches(WIDGETS) && !isEmptyLabel(at));

// The control that an element belongs to: the button around an icon, the field of a label.
const controlOf = (element) => {
  if (element.localName === "label" && element.control) return element.control;
  if (isWidget(element)) return element;
  const widget = widgetAround(element);
  if (!widget) return element;
  return widget.localName === "label" && widget.control ? widget.control : widget;
};

const GREYED = 0.75;

// Whether a link says of itself that it is disabled, and the browser follows it nevertheless: to another address, and drawn
// as one that reacts.
const followsAnyway = (link) => {
  if (!link.matches("a[href]:not([href^='#'], [href^='javascript:' i], [href=''])")) return false;
  const { cursor, opacity, pointerEvents } = getComputedStyle(link);
  return Number(opacity) > GREYED && cursor !== "not-allowed" && pointerEvents !== "none";
};

// Why a control takes no input; null where it does.
const disabled = (element) => {
  const control = controlOf(element);
  if (control.matches(":disabled")) {
    const set = control.disabled === true ? null : closest(control, (at) => at.matches("fieldset:disabled"));
    return set ? "it is inside a disabled fieldset" : "it has the disabled attribute";
  }
  const first = control.hasAttribute("role") || control.matches(NATIVE) ? control : parentOf(control);
  for (let at = first; at; at = parentOf(at)) {
    const said = at.getAttribute("aria-disabled");
    if (said === "true" && at === control && followsAnyway(control)) break;
    if (said === "true")
      return at === control ? "aria-disabled is true" : `aria-disabled is true on ${describe(at)}`;
    if (said === "false") break;
  }
  const inert = closest(element, (node) => node.inert === true);
  return inert ? `${describe(inert)} is inert` : null;
};

// What is drawn over the whole page: none of the boxes around it clips it.
const ON_TOP = ":modal, :popover-open";

// Boxes that clip the element: the padding boxes of scrolling and clipping ancestors that contain it.
const clipsOf = (element) => {
  const clips = [];
  if (element.matches(ON_TOP)) return clips;
  let position = getComputedStyle(element).position;
  for (
    let at = parentOf(element);
    at && at !== document.body && at !== document.documentElement;
    at = parentOf(at)
  ) {
    const style = getComputedStyle(at);
    const holds =
      style.transform !== "none" ||
      style.filter !== "none" ||
      style.contain.includes("paint") ||
      style.willChange.includes("transform");
    const escapes =
      !holds && (position === "fixed" || (position === "absolute" && style.position === "static"));
    if (escapes || style.display === "contents") continue;
    position = style.position;
    const across = style.overflowX !== "visible";
    const down = style.overflowY !== "visible";
    if (across || down) {
      const [x, y, width, height] = boxOf(at);
      clips.push([across ? x : -FAR, down ? y : -FAR, across ? width : 2 * FAR, down ? height : 2 * FAR]);
    }
    if (at.matches(ON_TOP)) break;
  }
  return clips;
};

const runningOn = function* (element) {
  for (const at of lineage(element))
    for (const animation of at.getAnimations()) if (animation.playState === "running") yield animation;
};

const animated = (element) => !runningOn(element).next().done;

// The closed <select> that would show an option once it is opened; null for any other element.
const listOf = (option) => {
  const list = closest(option, (at) => at.localName === "select");
  return list && !list.multiple && list.size <= 1 && !invisible(list) ? list : null;
};

const look = (element) => {
  const surface = surfaceOf(element);
  const view = window.visualViewport;
  return {
    connected: element.isConnected,
    invisible: invisible(surface),
    disabled: disabled(element),
    through_label: surface !== element,
    boxes: element.isConnected ? surfaceBoxes(surface) : [],
    clips: element.isConnected ? clipsOf(surface) : [],
    viewport: [window.innerWidth, window.innerHeight],
    visual_offset: [view.offsetLeft, view.offsetTop],
    visual_scale: view.scale,
    description: describe(element),
    tag: element.localName,
    listed: element.localName === "option" && listOf(element) !== null,
    placed: surface.getClientRects().length > 0,
  };
};

// The element under a point, also in the (perhaps closed) shadow roots above `element`.
const deepest = (element, x, y) =>
  elementAt(x, y, new Map(Array.from(shadowRootsAround(element), (root) => [root.host, root])));

const reaches = (hit, target) => {
  if (closest(hit, (at) => at === target)) return true;
  // A closed shadow root hides the slot of a node; the slot's own list shows it.
  const slots = target.localName === "slot" ? [target] : target.querySelectorAll("slot");
  for (const slot of slots)
    for (const shown of slot.assignedElements({ flatten: true }))
      if (closest(hit, (at) => at === shown)) return true;
  return false;
};

const FIELDS =
  "input:not([type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit], [type=image]), textarea, " +
  "select, [role=combobox], [role=textbox], [role=searchbox], [role=spinbutton]";
const BORDERS =
  "body, form, fieldset, dialog, table, tr, td, th, main, nav, header, footer, section, article, [role=dialog], " +
  "[role=alertdialog], [role=form], [role=group], [role=main], [role=row], [role=gridcell], [role=tabpanel]";
const TALLEST_FIELD = 240;
const FIELD_LEVELS = 6;

// Whether what lies over a field is part of its own box: its label, its value, its frame. The box hands presses on.
const isDecoration = (field, hit) => {
  if (!field.matches(FIELDS)) return false;
  let up = 0;
  let around = parentOf(field);
  while (around && !closest(hit, (at) => at === around)) {
    if (up++ > FIELD_LEVELS || around.matches(BORDERS)) return false;
    around = parentOf(around);
  }
  if (!around || around.matches(BORDERS) || around.getBoundingClientRect().height > TALLEST_FIELD)
    return false;
  for (let at = hit; at !== around; at = parentOf(at))
    if (isWidget(at) && !holdsField(at, field) && !searches(at, field)) return false;
  const drawn = Array.from(lineage(hit)).find((at) => parentOf(at) === around);
  // An empty box over a field is a veil; in the field of a list it is part of its frame.
  // A press on the box itself stays there, unless the box is a list's.
  const says =
    drawn && (words(drawn.innerText) || drawn.matches("svg, img, i") || drawn.querySelector("svg, img, i"));
  if (!field.matches("[role=combobox]") && !says) return false;
  const others = Array.from(around.querySelectorAll(FIELDS)).filter((other) => !searches(other, field));
  return others.every((other) => other.contains(field) || field.contains(other) || invisible(other) !== null);
};

// Whether a text field beside a list's field takes only what is typed to find a choice: no tab stop, no name.
const OTHER_INPUTS = (
  "button checkbox color date datetime-local email file hidden image month number password radio range reset " +
  "submit tel time url week"
).split(" ");
// A type that the browser does not know is one of text.
const TEXT_INPUTS = `input:not(${OTHER_INPUTS.map((type) => `[type=${type}]`).join(", ")})`;
const NAMED = "[id], [name], [placeholder], [title], [aria-label], [aria-labelledby]";
const searches = (input, field) =>
  field.matches("[role=combobox]:not(input)") &&
  input.matches(TEXT_INPUTS) &&
  input.tabIndex < 0 &&
  !input.matches(NAMED);

const holdsField = (label, field) => label.localName === "label" && label.control === field;

// Whether a pointer event at `hit` is one for the element: itself, its content, the control it is part of, its label, the
// custom element that takes the events for it.
const accepts = (element, hit) => {
  if (!hit) return false;
  const surface = surfaceOf(element);
  if (reaches(hit, surface)) return innerAt(surface, hit) === null;
  const widget = isWidget(surface) ? null : widgetAround(surface);
  if (widget && reaches(hit, widget)) return innerAt(widget, hit) === null;
  const label = labelsOf(element).find((one) => reaches(hit, one));
  if (label) return innerAt(label, hit) === null;
  if (drawsCheckBox(element, hit)) return true;
  if (isDecoration(surface, hit) || isEventLayer(surface, hit) || isBoxOf(surface, hit)) return true;
  if (isCheckBox(controlOf(element)) && isItemOf(element, surface, hit)) return true;
  return hit === surface.getRootNode().host && ignoresPointer(surface);
};

const ignoresPointer = (element) => getComputedStyle(element).pointerEvents === "none";

// Whether an event arrives at the target, at what a page draws in its place, or at the layer that takes the pointer for it.
const arrivals = (target, control) => {
  const meets = meeting(target, control);
  const surface = target.localName === "input" ? surfaceOf(target) : target;
  return (event) => {
    const path = event.composedPath();
    return meets(event) || path.includes(surface) || isEventLayer(target, path[0]);
  };
};

const hits = (element, x, y) => accepts(element, deepest(element, x, y));

// What lies over the element at a point; null where a pointer reaches it.
const hitAt = (element, x, y) => {
  const hit = deepest(element, x, y);
  return hit && !accepts(element, hit) ? hit : null;
};

let cover = null;

// The index of the first point that would reach the element, else -1 and what lies there instead.
const aim = (element, points) => {
  cover = null;
  for (let index = 0; index < points.length; index++) {
    const hit = deepest(element, points[index][0], points[index][1]);
    if (accepts(element, hit)) return { index, cover: null, ignores_pointer: false };
    cover ||= hit;
  }
  return {
    index: -1,
    cover: cover && describe(cover),
    ignores_pointer: ignoresPointer(surfaceOf(element)),
  };
};

const lastCover = () => cover;

export {
  aim,
  animated,
  arrivals,
  clipsOf,
  controlOf,
  disabled,
  hitAt,
  hits,
  invisible,
  isEmptyLabel,
  isOnCanvas,
  lastCover,
  listOf,
  look,
  runningOn,
  searches,
  surfaceOf,
  TEXT_INPUTS,
};
