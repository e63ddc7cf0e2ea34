// The field of a custom list: the control that opens it, the box drawn around that, and what it shows as chosen.

import { all, classWords, cutAway, hasClass, isPlaced, shown, unseen } from "../elements/appearance.js";
import { closest, elementAt, lineage, parentOf, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { controlOf, invisible, searches } from "../elements/hit_test.js";
import { keyedTwin, triggerOf } from "./field_in_popup.js";

const RADIOS = "input[type=radio], [role=radio]";
const GROUPS = "[role=group], [role=tree], [role=treeitem], [role=menu], ul, ol";
const ITEMS =
  "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]";
// A field that calls itself a list, and opens one within it (Semantic UI).
const FOLDED_LIST = "[role=listbox][aria-expanded][tabindex='0']";
const LISTS =
  `[role=listbox]:not(input, ${FOLDED_LIST}), ` +
  "[role=menu], [role=tree], [role=radiogroup], [role=menubar], [role=tablist]";
const OPENERS = `[role=combobox], [aria-haspopup]:not([aria-haspopup=false]), ${FOLDED_LIST}`;
const FIELDS =
  "input:not([type=hidden], [type=checkbox], [type=radio], [type=button]), textarea, select, [role=combobox], " +
  "[role=textbox], [role=searchbox], [role=spinbutton], [contenteditable=true]";
const BORDERS =
  "body, form, fieldset, dialog, table, tr, td, th, main, nav, header, footer, section, article, " +
  "[role=dialog], [role=alertdialog], [role=form], [role=group], [role=main], [role=row], [role=gridcell], [role=tabpanel]";
const CHIP = /(^|[-_])(chip|tag|token|pill|item(?!s)|multi-?value|selection)(?=[-_A-Z]|$)/i;
const BUTTONS = "button, [role=button], a[href]";
const LIST_BUTTONS = "button[aria-haspopup=listbox]";
const HIGHEST = 240;
const LEVELS = 6;

const REMOVES = /(^|[-_\s])(remove|delete|close(?!d)|clear|dismiss(?!ible)|deselect|unselect|×|✕|✖)/i;

const isTextField = (element) => element.matches("input, textarea");

// Fields that a library keeps for itself beside the one that a person works with.
const isSpare = (element) =>
  invisible(element) !== null ||
  closest(element, (at) => at.getAttribute("aria-hidden") === "true") !== null ||
  (element.getAttribute("tabindex") === "-1" && unseen(element));

const sameWidget = (one, other) =>
  one === other || one.contains(other) || other.contains(one) || other.matches("select") || isSpare(other);

// Whether an element is in a list, other than one around the control as well: an accordion may call itself a list of tabs.
const isInList = (element, control) =>
  closest(element, (at) => at.matches(LISTS) && !isIn(at, control)) !== null;

// The buttons that are fields: they have labels of their own, or show, beside a text field, what their own list offers.
const fieldButtons = (control, around) => [
  ...all(around, "label[for]").flatMap(({ control: one }) => (one?.localName === "button" ? [one] : [])),
  ...(isTextField(control) ? all(around, LIST_BUTTONS) : []).filter((one) => words(one.innerText)),
];

const foreign = (control, around) =>
  [...all(around, FIELDS), ...fieldButtons(control, around)].some(
    (field) => !isInList(field, control) && !sameWidget(control, field) && !searches(field, control),
  );

// The only control that opens a list close around an element: of the placeholder, the chip or the arrow of a field.
const controlNear = (element) => {
  let up = 0;
  for (const at of lineage(element)) {
    if (up++ > LEVELS || at.matches(BORDERS)) return null;
    const near = all(at, `${OPENERS}, input:not([type=hidden])`).filter((one) => !isSpare(one));
    if (near.length === 0) continue;
    const fields = near.filter((one) => one.matches("[role=combobox], input"));
    const outer = fields.filter((one) => !fields.some((other) => other !== one && one.contains(other)));
    if (outer.length === 1) return outer[0];
    return near.length === 1 ? near[0] : null;
  }
  return null;
};

// The control that a library draws in place of a <select>, which it hides from the eye.
const standIn = (element) => {
  if (element.localName !== "select" || !cutAway(element)) return null;
  const beside = element.nextElementSibling;
  return beside && shown(beside) ? all(beside, OPENERS)[0] || null : null;
};

// The <select> that a library hides beside the control which it draws for it, and which shows one of its options, or
// a placeholder while none is chosen.
const drawnFor = (control) => {
  const text = words((control.innerText || "").trim().split("\n")[0]);
  return (
    hiddenSelects(control).find((list) => {
      const chosen = list.selectedOptions[0];
      const offers = Array.from(list.options).some((option) => words(option.label) === text);
      return !list.multiple && text && (offers || (chosen && !words(chosen.label)));
    }) ?? null
  );
};

const BESIDE = 3;

const hiddenSelects = (control) =>
  Array.from(lineage(control))
    .slice(0, BESIDE)
    .flatMap((at) => [at.previousElementSibling, at.nextElementSibling])
    .filter((one) => one?.localName === "select" && (invisible(one) || cutAway(one)));

// Whether a field of text is drawn for a <select> that its library keeps from the Tab key: it is only searched by text.
const searchesSelect = (field) => hiddenSelects(field).some((list) => list.getAttribute("tabindex") === "-1");

// The list that follows a button in the same box, and one item of which is what the button says.
const listBehind = (button) => {
  if (button.localName !== "button" || button.hasAttribute("role")) return null;
  const shownAs = words(button.innerText);
  for (let at = button.nextElementSibling; at; at = at.nextElementSibling) {
    if (at.matches("ul, ol")) {
      const items = Array.from(at.querySelectorAll("li"), (item) => words(item.textContent));
      return shownAs && items.includes(shownAs) && !at.querySelector("a, button, input") ? at : null;
    }
    if (!at.matches("input[type=hidden]") && shown(at)) return null;
  }
  return null;
};

// What the caller's element is for: a list that is there, or the control that opens one.
const listControl = (element) => {
  const control = ownControl(element);
  return standIn(control) || control;
};

// Whether a text field shares the box that opens something with others, as the two ends of a range do.
const isOneOfFields = (element, box) =>
  isTextField(element) && element !== box && all(box, "input").filter(isTextField).length > 1;

const ownControl = (element) => {
  // The months of a calendar share a box with the field of its year.
  if (element.localName === "select" && !isSpare(element) && !cutAway(element)) return element;
  if (element.matches(LISTS)) {
    // A box of chips may call itself a list; its field opens the real one.
    const inner = all(element, "input[role=combobox], input[aria-controls], input[aria-autocomplete]");
    return inner.length === 1 ? inner[0] : element;
  }
  const list = element.matches(`${ITEMS}, [role=tab]`) && !element.matches(OPENERS);
  const around = list && closest(element, (at) => at.matches(LISTS));
  if (around) return around;
  const instead = isTextField(element) && (triggerOf(element) || keyedTwin(element));
  if (instead) return instead;
  const opener = closest(element, (at) => at.matches(OPENERS));
  if (opener && isOneOfFields(element, opener)) return element;
  if (opener) return opener.matches("[role=button], button") ? (fieldBeside(opener) ?? opener) : opener;
  const control = controlOf(element);
  if (control !== element && control.matches(OPENERS)) return control;
  if (control.matches("input, textarea, button")) return control;
  return (
    element.querySelector("[role=combobox]") ||
    element.querySelector(OPENERS) ||
    controlAround(element) ||
    control
  );
};

// The control in whose box an element lies.
const controlAround = (element) => {
  const found = controlNear(element);
  return found && boxOfField(found).contains(element) ? found : null;
};

// The field that the arrow beside it belongs to; menus and buttons of their own have none.
const fieldBeside = (button) => {
  if (words(button.innerText) || button.getAttribute("aria-haspopup") === "menu") return null;
  const found = parentOf(button) && controlAround(parentOf(button));
  return found?.matches("[role=combobox]") && !found.contains(button) ? found : null;
};

const DROPPED = 0.25;

// Whether an element hangs out of a field's box, as a list does that opened in it; a value may be a little higher.
const dropsFrom = (element, box) => {
  if (!isPlaced(element)) return false;
  const [list, field] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  const within = Math.min(list.bottom, field.bottom) - Math.max(list.top, field.top);
  return list.height - Math.max(within, 0) > Math.max(1, list.height * DROPPED);
};

const drawsItself = (element, pseudo) => {
  const style = getComputedStyle(element, pseudo);
  const edged = ["Top", "Bottom"].some(
    (side) => Number.parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== "none",
  );
  const filled = !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor);
  return edged || filled || style.boxShadow !== "none";
};

// By itself, not because all around it is still fading in.
const ignoresPointer = (element) => {
  const around = parentOf(element);
  return (
    getComputedStyle(element).pointerEvents === "none" &&
    (!around || getComputedStyle(around).pointerEvents !== "none")
  );
};

const isTechnical = (control) => {
  const style = getComputedStyle(control);
  const box = control.getBoundingClientRect();
  return (
    invisible(control) !== null ||
    cutAway(control) ||
    Number(style.opacity) === 0 ||
    ignoresPointer(control) ||
    (!control.matches(BUTTONS) && (box.width < 24 || box.height < 8))
  );
};

// A group that is drawn as a box is the one that a person sees as the field, with the chips of its choices.
const isBorder = (element) =>
  element.matches(BORDERS) && !(element.matches("div[role=group]") && drawsItself(element));

const surroundingsNow = function* (control) {
  yield control;
  let up = 0;
  for (let at = parentOf(control); at && up < LEVELS; at = parentOf(at), up++) {
    if (isBorder(at) || at.getBoundingClientRect().height > HIGHEST || foreign(control, at)) return;
    yield at;
  }
};

// Those of the controls that the script now running has asked about.
const known = new Map();

// A control and the ancestors that hold no other field: what belongs to the control alone.
const surroundings = (control) => {
  if (known.size === 0) queueMicrotask(() => known.clear());
  if (!known.has(control)) known.set(control, Array.from(surroundingsNow(control)));
  return known.get(control);
};

// Whether a control is only the place of the text field in it, beside the chips in the box that is drawn around both.
const isPlaceOfField = (control) =>
  control.matches("div, span") && control.querySelector("input, textarea") !== null && !drawsItself(control);

// The box that a person sees as the field: drawn by the control, or around it where that is only technical.
const boxOfField = (control) => {
  if (!isTextField(control) && !isTechnical(control) && !isPlaceOfField(control)) return control;
  const around = surroundings(control);
  const drawn = around.find((at) => drawsItself(at) && !isTechnical(at));
  if (drawn) return drawn;
  return around.find((at) => !isTechnical(at)) || control;
};

const regionOf = (control) => surroundings(control).at(-1);

const nameOf = (element) =>
  [element.getAttribute("aria-label"), element.getAttribute("title"), ...classWords(element)]
    .filter(Boolean)
    .join(" ");

const SHARES = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];

const OTHER_PARTS = `${BUTTONS}, svg`;

// What lies at a point of a field's box: "control", "box", "part" (a chip), or null for a button, a cross, something else.
const partAt = (control, box, x, y) => {
  const hit = elementAt(x, y);
  if (!hit || !closest(hit, (at) => at === box)) return null;
  const part = closest(hit, (at) => at === box || at === control || at.matches(OTHER_PARTS) || isMarked(at));
  if (part === control) return "control";
  if (part === box) return "box";
  if (isCross(hit)) return null;
  return part.matches(OTHER_PARTS) || REMOVES.test(nameOf(part)) ? null : "part";
};

// Whether an element without a word of its own, in a chip, takes keys: it is what takes the chip away.
const isCross = (element) => !words(element.textContent) && element.tabIndex >= 0;

const isMarked = (element) => REMOVES.test(nameOf(element)) || hasClass(element, CHIP);

// Where to press a field so that its list opens: rather on itself than on its box, and there than on a chip, never on a button.
const pressPoint = (control, box) => {
  const area = box.getBoundingClientRect();
  const spare = {};
  for (const down of [0.5, 0.8, 0.2])
    for (const across of SHARES) {
      const at = [area.width * across, area.height * down];
      const part = partAt(control, box, area.x + at[0], area.y + at[1]);
      if (part === "control" || (part === "box" && !isTextField(control))) return at;
      if (part) spare[part] ??= at;
    }
  return spare.box ?? spare.part ?? null;
};

// A field's box, with the chosen value or the placeholder that is drawn over it.
const withValue = (control, box) => {
  const area = box.getBoundingClientRect();
  const hit = elementAt(area.x + area.width / 2, area.y + area.height / 2);
  if (!hit || isIn(box, hit) || !isIn(regionOf(control), hit)) return box;
  if (closest(hit, (at) => at.matches(OTHER_PARTS) || isIn(at, box))?.matches(OTHER_PARTS)) return box;
  return closest(box, (at) => isIn(at, hit));
};

// The element to press and the place on it, px from its top left; null for its best visible point.
const listSurface = (element) => {
  const control = listControl(element);
  return control.matches(LISTS) ? control : withValue(control, boxOfField(control));
};

const listPoint = (element) => {
  const control = listControl(element);
  const box = listSurface(element);
  // The middle of a control may be the cross of a chip in it.
  const hasParts = control.querySelector(BUTTONS) !== null || all(control, "*").some(isMarked);
  const isPlain = box === control && !isTextField(control) && !hasParts;
  return { position: isPlain ? null : pressPoint(control, box) };
};

// Whether a press would reach the field now.
const fieldIsFree = (element) => {
  const control = listControl(element);
  return !control.matches(LISTS) && pressPoint(control, boxOfField(control)) !== null;
};

export {
  BORDERS,
  boxOfField,
  CHIP,
  drawnFor,
  drawsItself,
  dropsFrom,
  fieldIsFree,
  foreign,
  GROUPS,
  ITEMS,
  isTechnical,
  isTextField,
  LISTS,
  listBehind,
  listControl,
  listPoint,
  listSurface,
  nameOf,
  OPENERS,
  RADIOS,
  REMOVES,
  regionOf,
  searchesSelect,
  surroundings,
};
