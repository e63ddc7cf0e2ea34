// Groups of radio buttons or of check boxes: their choices, whichever of them, or the group itself, is named.

import { namedBy } from "../actions/notices.js";
import { all, classWords, shown, wordsIn } from "../elements/appearance.js";
import { closest, lineage, parentOf, words } from "../elements/dom.js";
import { elementsBelow, isIn } from "../elements/flat_tree.js";
import { disabled, isEmptyLabel } from "../elements/hit_test.js";
import { SAYS } from "../lists/item_lines.js";
import { drawsItself, RADIOS } from "../lists/list_field.js";
import { checkable, shownState } from "./checked_states.js";
import { headsOf } from "./choice_heads.js";

const BOXES = "input[type=checkbox], [role=checkbox], [role=switch]";
const GROUPS = "[role=radiogroup], [role=group], fieldset";

// What a group of a form is never inside of: there such boxes belong to a list that is opened, or to a control.
const ELSEWHERE =
  "[role=listbox], [role=menu], [role=menubar], [role=tree], [role=grid], [role=option], [role=menuitem], " +
  "label, button, a[href], [role=button]";
// What no plain box around choices is or holds: fields of other kinds, and what opens a list. A list of boxes is plain,
// and so is what calls itself a text box and takes no text.
const OTHERS =
  "html, body, form, main, table, tr, [tabindex], " +
  "[role]:not([role=list], [role=none], [role=presentation], [role=textbox]), " +
  "summary, select, textarea, iframe, canvas, [contenteditable]";
const OTHER_FIELDS =
  "select, textarea, [contenteditable], [aria-haspopup], [aria-expanded], [role=combobox], [role=listbox], " +
  "[role=menu], [role=textbox], [role=slider], [role=spinbutton], " +
  "input:not([type=checkbox], [type=radio], [type=hidden])";

// Whether a choice is on the screen: itself, its label, or the box that is drawn for it.
const isOffered = (choice) =>
  [choice, ...(choice.labels ?? []), parentOf(choice)].some((one) => one !== null && shown(one));

// What is drawn in an element and matches, also what the slots in it show.
const drawnAs = (element, selector) =>
  Array.from(elementsBelow(element)).filter((one) => one !== element && one.matches(selector));

const choicesIn = (element, selector) => drawnAs(element, selector).filter(isOffered);

// Whether an element is drawn around choices, and not a control itself.
const isAround = (element) => {
  if (closest(element, (at) => at.matches(ELSEWHERE))) return false;
  if (element.matches(GROUPS)) return true;
  if (element.matches(`${OTHERS}, input`) || all(element, OTHER_FIELDS).length > 0) return false;
  return choicesIn(element, `${RADIOS}, ${BOXES}`).length > 1;
};

// The name of a choice; a number in its last brackets is its place in the group, as of `days[3]`.
const nameOf = (choice) => (choice.getAttribute("name") || "").replace(/\[\d+\]$/, "[]");

// A choice that a page draws holds the radio button of the form: they are one.
const outermost = (choices) =>
  choices.filter((one) => !choices.some((other) => other !== one && isIn(other, one)));

// The radio buttons that an element holds, where they are of one group.
const radiosIn = (element) => {
  const radios = outermost(drawnAs(element, RADIOS));
  return new Set(radios.map(nameOf)).size > 1 ? [] : radios;
};

// The check boxes that an element holds, where they are of one group: those of one name, else all of them.
const boxesIn = (element) => {
  const boxes = outermost(choicesIn(element, BOXES));
  const names = boxes.map(nameOf);
  const shared = new Set(names.filter((name, place) => name && names.indexOf(name) < place));
  if (shared.size > 1) return [];
  if (shared.size === 1) return boxes.filter((box) => shared.has(nameOf(box)));
  const parts = all(element, GROUPS).map((part) => boxes.filter((box) => isIn(part, box)).length);
  return parts.some((count) => count > 0 && count < boxes.length) ? [] : boxes;
};

const PLAIN = "span, p, div, label, legend, b, strong, em, dt, td, th, h1, h2, h3, h4, h5, h6";
const CAPTION_LEVELS = 3;

// Whether an element is only a text, which nothing can be done with: not drawn as a field either.
const isCaption = (element) =>
  element.matches(PLAIN) &&
  !element.matches("[tabindex], [role]:not([role=heading]), [contenteditable]") &&
  !element.control &&
  !Array.from(element.children).some((child) => !child.matches("b, strong, em, span, label:not([for])")) &&
  words(element.innerText) !== "" &&
  !closest(element, (at) => at.matches(ELSEWHERE.replace("label, ", ""))) &&
  getComputedStyle(element).cursor !== "pointer" &&
  !drawsItself(element);

// The choices behind a text that comes right before them; none behind any other element, or beside fields of other kinds.
const choicesBehind = (element) => {
  let at = isCaption(element) ? element : null;
  for (let up = 0; at && up < CAPTION_LEVELS; up++, at = at.parentElement) {
    if (at.matches("body, form, fieldset, table, [role=dialog]")) return [];
    const found = choicesFrom(at.nextElementSibling);
    if (found === null) continue;
    const kinds = new Set(found.map((one) => one.matches(RADIOS)));
    return found.length > 1 && kinds.size === 1 && hasOneName(found) ? found : [];
  }
  return [];
};

// The choices in an element and its next siblings, until another text or field; null where nothing is there to be read.
const choicesFrom = (first) => {
  let found = null;
  for (let at = first; at; at = at.nextElementSibling) {
    const isField = at.matches(OTHER_FIELDS) || all(at, OTHER_FIELDS).some(shown);
    const here = [at, ...all(at, "*")].filter((one) => one.matches(`${RADIOS}, ${BOXES}`)).filter(isOffered);
    const isText = here.length === 0 && words(at.innerText) !== "" && !at.matches("label");
    if (isField || isText || (found && here.length > 1)) return found ?? [];
    if (here.length > 1) return here;
    if (here.length) found = [...(found ?? []), ...here];
  }
  return found;
};

const hasOneName = (choices) => {
  const names = choices.map(nameOf);
  const shared = names.filter((name, place) => name && names.indexOf(name) < place);
  return new Set(shared).size < 2 && (shared.length === 0 || new Set(names).size === 1);
};

const BOUNDS = `html, body, table, tbody, tr, [role=row], [role=dialog], ${GROUPS}, ${ELSEWHERE.replace("label, ", "")}`;
const LEVELS = 6;

// The choices of the same kind that are next to one in the closest box with more of them, where nothing says that they
// are a group: no two have a name together, and no field of another kind is among them.
const besides = (control, selector) => {
  let at = control.parentElement;
  for (let up = 0; at && up < LEVELS && !at.matches(BOUNDS); up++, at = at.parentElement) {
    const found = outermost(choicesIn(at, `${RADIOS}, ${BOXES}`));
    if (found.length < 2) continue;
    const names = found.map(nameOf).filter(Boolean);
    const isPlain = new Set(names).size === names.length && all(at, OTHER_FIELDS).length === 0;
    return isPlain && found.includes(control) && found.every((one) => one.matches(selector)) ? found : [];
  }
  return [];
};

// The radio buttons of the group that an element is, belongs to as one of them, or comes before as its caption; a check
// box alone; none for anything else.
const radiosOf = (element) => {
  if (isAround(element)) return radiosIn(element);
  const control = checkable(element);
  if (control?.matches(BOXES)) return [control];
  if (!control?.matches(RADIOS)) {
    const behind = control ? [] : choicesBehind(element);
    return behind[0]?.matches(RADIOS) ? radiosOf(behind[0]) : [];
  }
  const group = closest(control, (at) => at.matches("[role=radiogroup]"));
  if (group) return outermost(drawnAs(group, RADIOS)).filter((one) => nameOf(one) === nameOf(control));
  const isOther = (one) => one.name === control.name && one.form === control.form;
  const others = control.name ? all(control.getRootNode(), "input[type=radio]").filter(isOther) : [];
  if (others.length > 1 && others.includes(control)) return others;
  const beside = besides(control, RADIOS);
  return beside.filter((one) => shownState(one) === "true").length < 2 && beside.length ? beside : [control];
};

const TOGGLES = "button[aria-pressed], [role=button][aria-pressed]";
const TOGGLE_GROUPS = "[role=group], [role=toolbar], fieldset";

// The buttons that stay pressed of a group which holds nothing else, and no group of some of them.
const togglesIn = (element) => {
  if (!element.matches(TOGGLE_GROUPS)) return [];
  const controls = all(element, `button, [role=button], a[href], input, ${OTHER_FIELDS}`).filter(isOffered);
  const parts = all(element, TOGGLE_GROUPS).map(
    (part) => controls.filter((one) => part.contains(one)).length,
  );
  const isOne = parts.every((count) => count === 0 || count === controls.length);
  return isOne && controls.length > 1 && controls.every((one) => one.matches(TOGGLES)) ? controls : [];
};

// The check boxes of the same name and form that an element holds, one of which is given; none where there is no other.
const peersIn = (element, box) => {
  const among = nameOf(box) ? choicesIn(element, BOXES) : boxesIn(element);
  const found = among.filter((one) => nameOf(one) === nameOf(box) && one.form === box.form);
  return found.length > 1 && found.includes(box) ? found : [];
};

// The group of check boxes that one belongs to: the closest one drawn around it, else those of its name.
const peersOf = (box) => {
  const isGroup = (at) => at.matches(GROUPS) && isAround(at) && peersIn(at, box).length > 0;
  const around = closest(box, isGroup) ?? (nameOf(box) ? box.getRootNode() : null);
  return around ? peersIn(around, box) : [];
};

// The check boxes of the group that an element is, belongs to as one of them, or is the caption of; the toggles of one;
// else those that are only next to it.
const boxesOf = (element) => {
  const toggles = togglesIn(element);
  if (toggles.length) return toggles;
  if (isAround(element)) return drawnAs(element, RADIOS).length === 0 ? boxesIn(element) : [];
  const control = checkable(element);
  if (control)
    return control.matches(BOXES)
      ? ([peersOf(control), besides(control, BOXES)].find((one) => one.length) ?? [])
      : [];
  const behind = choicesBehind(element);
  return behind[0]?.matches(BOXES) ? behind : [];
};

// Whether it is a group that holds choices, and not those of one question alone.
const holdsSeveral = (element) =>
  element.matches(GROUPS) && isAround(element) && choicesIn(element, `${RADIOS}, ${BOXES}`).length > 1;

// The labels of a choice: the one around it, whatever control of the same id that names for the browser; of several those
// in its group, as the group's own label may be for the first choice, too; else the button that is drawn around it alone.
const labelsOf = (choice) => {
  const around = choice.closest("label");
  if (around) return [around];
  const labels = Array.from(choice.labels ?? []);
  const group = labels.length > 1 ? choice.closest(GROUPS) : null;
  const within = labels.filter((label) => group?.contains(label));
  const button = choice.matches("input") ? choice.closest("button, [role=button]") : null;
  if (labels.length || !button) return within.length ? within : labels;
  return button.querySelectorAll("input").length === 1 ? [button] : [];
};

// What a person reads of a choice: its label, also one beside it that says of no control that it is for it.
const linesOf = (choice) => {
  const labels = labelsOf(choice)
    .map((label) => label.innerText)
    .filter(words);
  if (labels.length) return labels[0];
  const named = namedBy(choice, "aria-labelledby")
    .map((one) => one.innerText)
    .join(" ");
  const beside = choice.nextElementSibling;
  const isFree = beside !== null && isEmptyLabel(beside);
  const own = choice.getAttribute("aria-label") || named || choice.innerText;
  return own || (isFree && beside.innerText) || wordsIn(labelsOf(choice)[0] ?? choice) || choice.title || "";
};

// The title that a label begins with in one line: its first part in an element of its own, as `<b>Title</b> description`.
const titleOf = (choice, label) => {
  const holders = [...labelsOf(choice), choice, choice.nextElementSibling];
  const holder = holders.find((one) => one && words(one.innerText ?? "") === label);
  if (!holder || !label) return "";
  const parts = all(holder, "*").map((part) => words(part.innerText ?? ""));
  const title = parts.find((text) => text && text !== label) ?? "";
  return title && label.startsWith(`${title} `) ? title : "";
};

// The choices, each with its label and its value; the heads of a table are titles, and labels where there is no other.
const written = (choices) => {
  const heads = headsOf(choices);
  return choices.map((choice, index) => {
    const lines = linesOf(choice) || (heads[index] ?? "");
    const label = words(lines);
    return {
      index,
      label,
      title: titleOf(choice, label) || (heads[index] ?? ""),
      first: words(lines.trim().split("\n")[0]),
      value: choice.getAttribute("value") ?? "",
      disabled: disabled(choice) !== null,
      selected: shownState(choice) === "true",
    };
  });
};

// The choices of a group of radio buttons; each has its number where none says anything, as stars.
const radioChoices = (element) => {
  const choices = written(radiosOf(element));
  if (choices.some(({ label }) => SAYS.test(label))) return choices;
  return choices.map((choice, index) => ({
    ...choice,
    label: String(index + 1),
    first: "",
    value: `${index + 1} of ${choices.length}`,
  }));
};

const radioAt = (element, index) => radiosOf(element)[index] ?? null;

// Whether the boxes that belong to one are only next to it, so that each may be a question of its own.
const areApart = (element) => {
  const control = isAround(element) ? null : checkable(element);
  return Boolean(control?.matches(BOXES)) && peersOf(control).length === 0;
};

const boxChoices = (element) => written(boxesOf(element));

const boxAt = (element, index) => boxesOf(element)[index] ?? null;

const PRESSED = "[aria-pressed]";
const OPENERS_OF_SOMETHING = "[aria-haspopup], [aria-expanded], [aria-controls], [popovertarget]";

const NO_BUTTON =
  "input, select, textarea, td, th, tr, label, [role=combobox], [role=listbox], [role=option], [role=menu]";
const ROW_LEVELS = 3;
const FEWEST = 3;
const MOST = 60;

// What a button without words is called: by its label, or that of what it draws.
const labelOf = (one) => {
  const labelled = words(one.innerText) ? [] : [one, ...all(one, "[aria-label], [title]")];
  const labels = labelled.map((at) => at.getAttribute("aria-label") || at.getAttribute("title"));
  return labels.find(Boolean) || "";
};

const isAlike = (one, other) => {
  const classes = classWords(other);
  return (
    one.localName === other.localName &&
    (classWords(one).some((name) => classes.includes(name)) || !(one.classList.length || classes.length))
  );
};

// The names of the buttons without words that are drawn alike beside each other, as the colours of a palette, of which an
// element is one, or in one. Fields in a row have words, or will have.
const alikeInRow = (element) => {
  for (const at of Array.from(lineage(element)).slice(0, ROW_LEVELS)) {
    if (at.matches(`${NO_BUTTON}, ${OPENERS_OF_SOMETHING}`)) break;
    const beside = Array.from(at.parentElement?.children ?? []);
    if (beside.length > MOST) break;
    const row = beside.filter((one) => isAlike(one, at) && shown(one));
    const names = row.length >= FEWEST ? row.map(labelOf).filter(Boolean) : [];
    if (names.length && new Set(names).size === row.length) return names;
  }
  return [];
};

// What the buttons of a row are called, of which an element is one that opens nothing; none for anything else.
const togglesInRow = (element) => {
  const toggle = closest(element, (at) => at.matches(PRESSED));
  if (toggle?.matches(OPENERS_OF_SOMETHING)) return [];
  const pressed = Array.from(toggle?.parentElement?.children ?? []).filter(
    (one) => one.matches(PRESSED) && shown(one),
  );
  return pressed.length > 1 ? pressed.map((one) => words(linesOf(one))) : alikeInRow(element);
};

export { areApart, boxAt, boxChoices, holdsSeveral, radioAt, radioChoices, togglesInRow };
