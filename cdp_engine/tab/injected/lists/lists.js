// A custom list as a whole: what can be done with it, and whether a choice was taken, waited for as frameworks draw later.

import { all, shown } from "../elements/appearance.js";
import { activeElement, closest, describe, folded, lineage, nextFrame } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { disabled, invisible, TEXT_INPUTS } from "../elements/hit_test.js";
import { areApart, boxChoices, holdsSeveral, radioChoices, togglesInRow } from "../fields/choice_groups.js";
import { isOfSlider } from "../fields/drawn_sliders.js";
import { rowsIn, tableBeside } from "./added_rows.js";
import { offeredBelow } from "./faded_chips.js";
import { hangingChoices, hangingList } from "./hanging_boxes.js";
import { cameWithList, drawnAgain, isBehind, searchThatCame } from "./list_before.js";
import { OPENS_PICKER } from "./list_closing.js";
import {
  boxOfField,
  drawnFor,
  isTextField,
  LISTS,
  listBehind,
  listControl,
  OPENERS,
  regionOf,
  searchesSelect,
} from "./list_field.js";
import { chosenItem, dropsChoice, isListShown, itemsRead, listedLabels, saysEmpty } from "./list_items.js";
import {
  countedChoices,
  countShown,
  hidesSome,
  holds,
  isOnlyTyped,
  ownText,
  takesMany,
  textOf,
} from "./list_value.js";

// What does something else when it is clicked: trying whether a list opens would be an action of its own. A link to nowhere
// that calls itself a button is one.
const NO_LIST =
  "a[href]:not([role=button][href='#']), textarea, label, p, h1, h2, h3, h4, h5, h6, " +
  "input[type=submit], input[type=image], input[type=reset], input[type=button], input[type=checkbox], " +
  "input[type=radio], input[type=file]";

const BESIDE_LEVELS = 12;
// Fields whose picker the browser draws; suggestions of a page are a list.
const OWN_PICKERS =
  "input:is([type=date], [type=datetime-local], [type=month], [type=week], [type=time], [type=color]):not([list], [readonly])";

// A button of a form whose type nobody chose: it sends the form, and may nevertheless be meant to open something.
const sendsUnasked = (control) =>
  control.localName === "button" && control.form !== null && !control.hasAttribute("type");

const HEADS = "th:not([scope=row]), [role=columnheader]";
const OPENS_BY_CLASS = /(^|[-_\s])(drop-?down|menu|filter|combo-?box|picker|select)([-_\s]|$)/i;
const SORTS = /(^|[-_\s])sort/i;

// Whether it is the head of a column by which the page sorts, or all that such a head says. A head that says nothing of
// sorting counts where it is pressed itself, and what is in it, where its classes or titles do.
const isSortHead = (control) => {
  const head = closest(control, (at) => at.matches(`[aria-sort], ${HEADS}`));
  if (head === null || folded(head.innerText) !== folded(control.innerText)) return false;
  if (head.hasAttribute("aria-sort")) return true;
  if (OPENS_BY_CLASS.test(head.className)) return false;
  const says = [head, ...all(head, "*")].flatMap((at) => [at.getAttribute("class") ?? "", at.title ?? ""]);
  return control === head || says.some((said) => SORTS.test(said));
};

const opensNothing = (control) =>
  !control.matches(LISTS) &&
  !control.matches(OPENERS) &&
  !control.hasAttribute("aria-expanded") &&
  (control.matches(NO_LIST) ||
    isSortHead(control) ||
    (control.localName === "button" && control.type === "submit" && control.form !== null));

// Whether it is, or is drawn as, a part of a slider: a press in search of a list would set it.
const isSlider = (element, control) =>
  closest(element, (at) => at.matches("[role=slider], input[type=range]")) !== null ||
  (control === element &&
    !control.matches(`${LISTS}, ${OPENERS}, button, select`) &&
    (!isTextField(control) || control.readOnly) &&
    isOfSlider(element));

const PRESSED =
  "a[href], button, label, summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option], " +
  "[role=checkbox], [role=radio], [role=switch], [role=gridcell], td";

// Whether a control says that it opens something.
const saysOpen = (control) => control.matches(OPENERS) || control.hasAttribute("aria-expanded");

const saysItOpens = (control) => control.matches("button, [role=button]") && saysOpen(control);

const mayPress = (control) => control === null || saysItOpens(control);

// Whether a box without a role may be one that opens a list, as many libraries draw it, or a button says that it does;
// a press would move a slider.
const mayOpenList = (element) =>
  !element.matches("html, body, form, table, main, iframe, canvas, img, svg") &&
  mayPress(closest(element, (at) => at.matches(PRESSED))) &&
  !isOfSlider(element);

const LISTED = "[list], [aria-autocomplete], [aria-controls], [aria-owns], [aria-expanded]";

// A field that takes no keys and has the pointer of a button: it opens what it is chosen from.
const isPressed = (control) => control.readOnly && getComputedStyle(control).cursor === "pointer";

// A text field on which nothing points to a list.
const isPlain = (control) =>
  isTextField(control) &&
  !isPressed(control) &&
  !control.matches(`${OPENERS}, ${LISTED}`) &&
  !searchesSelect(control) &&
  !closest(control, (at) => at.matches(`${OPENERS}, [aria-expanded]`));

const isExpanded = (control) =>
  control.getAttribute("aria-expanded") === "true" ||
  (isTextField(control) &&
    closest(control, (at) => at.matches("[role=combobox]"))?.getAttribute("aria-expanded") === "true");

const isField = (control) =>
  control.matches("[role=combobox]") || isTextField(control) || drawnFor(control) !== null;

const SEARCHES = "[type=search]:not([role=combobox]), [role=searchbox], [role=search] *, [name=q]";

// How long a list may take to come that nothing in its field points to.
const COMES_MS = 60;

const OFFERS = "[role=combobox], [aria-autocomplete=list], [aria-autocomplete=both], [aria-haspopup=listbox]";

// Whether a control says that it has a list, and not a calendar or a dialog.
const saysListed = (control) => control.matches(OFFERS) && !control.matches(OPENS_PICKER);

const NARROW = 0.6;

// Whether a text field takes only a part of the box that is drawn as the field, beside what is chosen.
const isNarrow = (control) => {
  const [own, box] = [control, boxOfField(control)].map((one) => one.getBoundingClientRect().width);
  return own < NARROW * box;
};

// Whether a `<datalist>` has a text as the label of a suggestion, which is entered by its value.
const suggestsByLabel = (control, text) => {
  const suggested = Array.from(control.list?.options ?? []);
  const isNamed = (option) => folded(option.label) === folded(text) && option.value !== text;
  return !suggested.some((option) => option.value === text) && suggested.some(isNamed);
};

// The choices that the list of a field that takes text offers for it: one of that name as soon as it is there, else all
// that there are after `limit` ms.
const offeredChoices = async (element, text, limit) => {
  const control = listControl(element);
  if (!isTextField(control) || control.matches(SEARCHES)) return [];
  if (suggestsByLabel(control, text)) return [text];
  const offers = control.matches(OFFERS) || isNarrow(control);
  const end = performance.now() + (offers ? limit : Math.min(limit, COMES_MS));
  for (;;) {
    const labels = isExpanded(control) ? listedLabels(control) : [];
    if (labels.some((label) => folded(label) === folded(text))) return [text];
    if (dropsChoice(control, text) || hangingList(control, text)) return [text];
    if (performance.now() >= end) return labels;
    await nextFrame();
  }
};

const NOTHING = /^(no |nothing|keine|aucun|sin |nessun|geen )/i;

// What the list of a field offers for the text in it: "choices", "nothing", "silent" where it says neither or is closed,
// or "" where the field has none.
const offerForText = (element) => {
  const control = listControl(element);
  if (!saysListed(control)) return "";
  if (!isExpanded(control)) return "silent";
  if (listedLabels(control).length) return "choices";
  return saysEmpty(control, NOTHING) ? "nothing" : "silent";
};

// What a text is in a field that was filled: "beside" where all that hangs from a field that says nothing of a list is
// something else; "offered" and "typed" where a field has a list, from which nothing was chosen by that.
const textInList = (element, text) => {
  const control = listControl(element);
  if (!isTextField(control) || control.matches(SEARCHES)) return "";
  const says = saysListed(control);
  const listed = isExpanded(control) ? listedLabels(control).map(folded) : [];
  const choices = says || listed.length ? listed : hangingChoices(control);
  const sought = folded(text);
  if (choices.includes(sought)) return "offered";
  if (says || choices.some((choice) => choice.includes(sought))) return "typed";
  return isPlain(control) && choices.length ? "beside" : "";
};

// Whether the text of a field that says nothing of its list has opened one.
const hasOpened = (control) =>
  isTextField(control) &&
  control.value !== "" &&
  !control.hasAttribute("aria-expanded") &&
  activeElement() === control &&
  hangingList(control, control.value) !== null;

const listFacts = (element) => {
  const control = drawnAgain(listControl(element));
  const list = control.matches(LISTS);
  const box = list ? control : boxOfField(control);
  const table = tableBeside(control);
  return {
    connected: element.isConnected,
    kind: list ? "list" : isField(control) ? "combobox" : "opener",
    native: control.localName === "select",
    suggests: Boolean(control.list),
    expanded: list || (isExpanded(control) && isListShown(control)),
    hangs: hasOpened(control),
    editable:
      control.matches("input:not([readonly]), textarea:not([readonly])") &&
      control.getAttribute("inputmode") !== "none",
    no_list: opensNothing(control) || holdsSeveral(element),
    sends: opensNothing(control) && sendsUnasked(control),
    radios: radioChoices(element),
    boxes: boxChoices(element),
    apart: areApart(element),
    toggles: togglesInRow(element),
    slider: isSlider(element, control),
    spins: control.matches("[role=spinbutton]") && !saysOpen(control),
    keeps: control.matches(OWN_PICKERS) && !saysOpen(control),
    opens: saysOpen(control),
    lists:
      control.getAttribute("aria-haspopup") === "listbox" ||
      drawnFor(element) !== null ||
      listBehind(control) !== null,
    plain: isPlain(control),
    part: control !== element && box.contains(element),
    multiple: takesMany(control, list ? [control] : []),
    text: textOf(control),
    adds: table !== null,
    rows: rowsIn(table),
    counts: hidesSome(control),
    number: countShown(control),
    counted: countedChoices(control),
    typed: isTextField(control) ? control.value : "",
    invisible: invisible(box),
    disabled: disabled(control),
    description: describe(control),
  };
};

const TAKES_TEXT = `${TEXT_INPUTS}, input[type=email], input[type=tel], input[type=url], input[type=number], textarea`;

// A field that only holds the value of what is drawn over it, for the form: text in it is a choice, not a search.
const holdsOnly = (field) => field.matches("[aria-hidden=true]") && getComputedStyle(field).opacity === "0";

// The field that searches a list: the control itself, or one that opened with the list.
const listSearch = (element) => {
  const control = listControl(element);
  const takesText = (field) =>
    field.matches(TAKES_TEXT) &&
    !field.matches("[readonly], :disabled, [role=button]") &&
    field.getAttribute("inputmode") !== "none" &&
    !isBehind(field, control) &&
    !holdsOnly(field);
  if (isTextField(control) && takesText(control)) return control;
  const near = itemsRead()[0] && Array.from(lineage(itemsRead()[0])).slice(0, 6);
  for (const at of near || []) {
    if (at === document.body) break;
    const field = all(at, `${TEXT_INPUTS}, textarea`).find(
      (one) => takesText(one) && shown(one) && cameWithList(one) && getComputedStyle(one).opacity !== "0",
    );
    if (field) return field;
  }
  const inner = all(regionOf(control), "input, textarea").find((one) => takesText(one) && shown(one));
  if (inner) return inner;
  const came = searchThatCame();
  return came && takesText(came) ? came : null;
};

// Whether a control is on the page no longer, or is hidden with the popup that it was in.
const isGone = (control) => !control.isConnected || !control.checkVisibility();

const stateOf = (element, control, label, index, searched) => {
  const now = drawnAgain(control.isConnected ? control : listControl(element));
  const typed = searched && isOnlyTyped(now, label);
  const held = !typed && isHeld(now, label);
  return {
    text: textOf(now),
    holds: held,
    lost: isGone(control) && !held,
    chosen: chosenItem(now, index, label),
    expanded: isExpanded(now),
  };
};

// Whether a field that only adds its choices to a list beside it, and is empty again, has added one there.
const isAddedBeside = (control, label) => {
  if (!isTextField(control) || control.value) return false;
  const around = Array.from(lineage(control)).slice(0, BESIDE_LEVELS);
  const box = around.findLast((at) => at !== document.documentElement);
  const offers = offeredBelow(control, all(box, "*"));
  return showsIn(box, label, (at) => cameWithList(at) && !offers.some((one) => one.contains(at)));
};

// Whether the box of a field without text shows a choice by itself, outside of its list.
const isDrawnIn = (control, label) => {
  const isOffered = (at) => itemsRead().some((one) => one.contains(at));
  return textOf(control) === "" && showsIn(boxOfField(control), label, (at) => !isOffered(at));
};

// Whether an element that counts shows a choice by itself in a box, outside of lists.
const showsIn = (box, label, counts) => {
  const wanted = folded(label);
  const says = (at) => counts(at) && folded(ownText(at)) === wanted && shown(at);
  return all(box, "*").some((at) => says(at) && !closest(at, (one) => one.matches(LISTS)));
};

// Whether a field holds a choice: in its text, its chips or its box, or beside it.
const isHeld = (control, label) =>
  holds(control, label) || isDrawnIn(control, label) || isAddedBeside(control, label);

// Which of several choices a field shows; null where it counts them instead, or the page has removed the field.
// `searched`: whether it is a field of several, in which one of them was typed to find it.
const heldChoices = (element, labels, searched = false) => {
  const own = listControl(element);
  const control = drawnAgain(own);
  const counted = countShown(control);
  if (counted !== null && counted !== labels.length) return labels.map(() => false);
  const typed = (label) => searched && isOnlyTyped(control, label);
  const unsure = hidesSome(control) || isGone(own) || labels.every(typed);
  return labels.map((label) => (!typed(label) && isHeld(control, label)) || (unsure ? null : false));
};

// The state once it is `wanted` (chosen or not), waited for at most `limit` ms.
const settledChoice = (element, label, index, wanted, limit, searched) => {
  const control = listControl(element);
  const list = control.matches(LISTS);
  const settled = (now) =>
    wanted
      ? now.chosen || (now.holds && !list)
      : now.chosen === false || (now.chosen === null && !now.holds && !list);
  return seenWithin(limit, () => stateOf(element, control, label, index, searched), settled);
};

export {
  heldChoices,
  listFacts,
  listSearch,
  mayOpenList,
  offeredChoices,
  offerForText,
  settledChoice,
  textInList,
};
