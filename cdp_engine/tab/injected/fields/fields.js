// Reads and prepares form fields and editable text.

import { complaintAbout, flawOf, isMarkedInvalid } from "../actions/notices.js";
import { activeElement, describe, folded, heldValue, nextFrame, shownValue, words } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { controlOf, disabled, invisible, listOf, surfaceOf, TEXT_INPUTS } from "../elements/hit_test.js";
import { OPENS_PICKER, opensPicker, popsUp } from "../lists/list_closing.js";
import { caretToEnd, contentsOf, ownDrawings, selectionNoticed, spansBlocks } from "./caret.js";
import { cellsLeft } from "./code_cells.js";
import { drawnText, editorOf, isUnseenText, shows } from "./editors.js";
import { noteCell } from "./grid_cells.js";
import { announce, endRange, isSplitter, lastStep, positionOf, repeatsHandle, trackOf } from "./ranges.js";
import { sectionOfGroup, sectionsOf } from "./sections.js";
import { guardText, strayedTo } from "./stray_text.js";
import { noteFieldPlace } from "./swapped_fields.js";

const EDITOR_MS = 300;
const DRAWN_AFTER = 2;

const holdsFocus = (element) => element.getRootNode().activeElement === element;

const hostOfEditing = (element) => {
  if (!element.isContentEditable) return null;
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
};

const AROUND_FIELDS =
  "[role=combobox][tabindex], [role=spinbutton]:not([aria-haspopup]), [role=textbox], [role=searchbox]";
const TAKING_TEXT = `${TEXT_INPUTS}, textarea, [contenteditable]:not([contenteditable=false])`;

// The element that takes the text: the field of a label, the only one in a list's field, a spin button or a box that calls itself
// a field of text, the editing host around a paragraph.
const fieldOf = (element) => {
  if (element.matches("input, textarea, select") || element.isContentEditable) return element;
  const inner = element.matches(AROUND_FIELDS) ? element.querySelectorAll(TAKING_TEXT) : [];
  const only = inner.length === 1 && !inner[0].readOnly && !invisible(inner[0]) ? inner[0] : null;
  return only || sectionOfGroup(element) || controlOf(element);
};

// Whether a field is a spin button of the page's own that takes no text: arrow keys change its value.
const spins = (field) =>
  field.matches("[role=spinbutton][aria-valuenow]:not(input)") && !field.isContentEditable;

const kindOf = (field) => {
  if (editorOf(field)) return "editor";
  if (sectionsOf(field).length > 0) return "sections";
  if (repeatsHandle(field)) return "slider";
  if (field.localName === "input") return field.type;
  if (field.localName === "textarea" || field.localName === "select") return field.localName;
  if (field.matches("[role=slider][aria-valuenow]") || spins(field) || isSplitter(field)) return "slider";
  return field.isContentEditable ? "contenteditable" : field.localName;
};

const frozen = (field) => {
  if (field.readOnly && field.type !== "range") return "it is read-only";
  return field.getAttribute("aria-readonly") === "true" ? "aria-readonly is true" : null;
};

// Paragraphs become two line ends, line breaks one; editors put zero-width characters into empty blocks.
const plain = (text) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ")
    .replace(/[\u200b\ufeff]/g, "")
    .replace(/\n+/g, "\n")
    .replace(/\n$/, "");

const holds = (target, wanted) => {
  if (wanted === null) return null;
  if (editorOf(target)) return shows(target, wanted);
  const held = heldValue(target);
  return held === wanted || (held !== null && target.isContentEditable && plain(held) === plain(wanted));
};

// The current value, and whether it is `wanted` (null: any). Rich editors update it a moment later.
const value = async (element, wanted) => {
  const target = fieldOf(element);
  const late = target.isContentEditable || editorOf(target);
  // Code editors draw what was typed a frame later.
  if (editorOf(target)) for (let frame = 0; frame < DRAWN_AFTER; frame++) await nextFrame();
  const matches = await seenWithin(late && wanted !== null ? EDITOR_MS : 0, () => holds(target, wanted));
  const strayed = strayedTo();
  return { value: drawnText(target) ?? shownValue(target), matches, strayed };
};

// A field's state, as `look` gives it for any element.
const field = (element) => {
  const target = fieldOf(element);
  return {
    connected: element.isConnected,
    invisible: invisible(editorOf(target) || surfaceOf(target)),
    disabled: disabled(target),
    frozen: frozen(target),
    kind: kindOf(target),
    value: drawnText(target) ?? shownValue(target),
    hint: target.placeholder || "",
    multiple: target.multiple === true,
    description: describe(target),
    min: target.min || target.getAttribute("aria-valuemin") || null,
    max: target.max || target.getAttribute("aria-valuemax") || null,
    step: target.step || null,
    focused: holdsFocus(target),
    unwritable: (target.readOnly === true || target.inputMode === "none") && !target.matches(OPENS_PICKER),
    opens_picker: opensPicker(element),
    pops_up: popsUp(target),
    marked: isMarkedInvalid(target),
    cells: cellsLeft(target),
    spins: spins(target),
    unseen: isUnseenText(target),
  };
};

const complaint = (element, wasMarked) => complaintAbout(fieldOf(element), wasMarked);

const flaw = (element) => flawOf(fieldOf(element));

const focusState = (focused, before) => {
  const active = activeElement();
  return { focused, before, active: active && describe(active) };
};

// The selected part of a field's text, which the next key replaces; nothing of a password.
const selectedText = (target) => {
  if (target.isContentEditable) return getSelection().toString();
  return target.type === "password"
    ? ""
    : target.value?.slice(target.selectionStart, target.selectionEnd) || "";
};

// What takes the keys of a slider: itself, or the tab stop in it or around it.
const tabStopOf = (target) => {
  if (repeatsHandle(target)) return target.closest("[tabindex]:not([tabindex='-1'])") || target;
  if (target.tabIndex >= 0 || !target.matches("[role=slider], [role=spinbutton]")) return target;
  return target.querySelector("[tabindex]:not([tabindex='-1'])") || target;
};

const focus = (element, caret) => {
  const target = fieldOf(element);
  const host = hostOfEditing(target) || tabStopOf(target);
  // An editable body is always the active element of its frame, which need not have the focus itself.
  const before = holdsFocus(host) && (host !== document.body || document.hasFocus());
  // An editable body has the focus from the beginning, but no caret.
  const isNew = !before || (target.isContentEditable && !getSelection().rangeCount);
  noteCell(before ? null : host);
  // A second focus() brings keyboard focus to this frame where the document thinks it has it already.
  host.focus();
  if (isNew && caret && typeof target.setSelectionRange === "function") {
    const place = caret === "end" ? target.value.length : 0;
    try {
      target.setSelectionRange(place, place);
    } catch {
      // Fields such as email and number have no caret that a script may set.
    }
  }
  const state = focusState(holdsFocus(host), before);
  if (state.focused && !isNew) state.selected = selectedText(target);
  const places = state.focused && isNew && caret === "end" && target.isContentEditable;
  return places ? caretToEnd(target).then(() => state) : state;
};

const blur = (element) => {
  const held = holdsFocus(element);
  element.blur();
  return { held, focused: holdsFocus(element) };
};

// Selects the whole contents of the field, so that the next input replaces them. With `guards`, no text goes to another
// element until the value is read back. With `widely`, what an editor draws for itself at the ends is selected too.
const selectAll = async (element, guards, widely) => {
  const target = fieldOf(element);
  noteFieldPlace(target);
  const state = focus(element, null);
  if (!state.focused) return { ...state, empty: false };
  const host = hostOfEditing(target) || tabStopOf(target);
  if (guards && !editorOf(target)) guardText(() => !host.isConnected || holdsFocus(host));
  if (target.matches("input, textarea")) {
    target.select();
    return { ...state, empty: target.value === "" };
  }
  const range = contentsOf(target);
  if (widely) range.selectNodeContents(target);
  const selection = getSelection();
  const noticed = selectionNoticed();
  selection.removeAllRanges();
  selection.addRange(range);
  await noticed;
  const drawn = widely ? [] : ownDrawings(target);
  const empty = target.textContent === drawn.map((at) => at.textContent).join("");
  return { ...state, empty, spans: spansBlocks(range, target), beside: drawn.length > 0 };
};

// The position of a slider once it differs from `before`, or after `limit` ms; none where it has several.
const sliderValue = async (element, before, limit) => {
  const now = () => positionOf(fieldOf(element));
  const moved = await seenWithin(limit, () => now() !== before);
  if (limit > 0 && moved) await nextFrame();
  return [now()].filter(Number.isFinite);
};

// The thumb and the track of a slider; see `trackOf`.
const thumbOf = (element) => trackOf(fieldOf(element));

// What a slider says of its position once that differs from `before`, or after `limit` ms.
const sliderText = (element, before, limit) =>
  seenWithin(
    limit,
    () => words(fieldOf(element).getAttribute("aria-valuetext")),
    (text) => text !== before,
  );

// Whether a slider shows another number than that of its position: its steps 0, 1 and 2 are called 10, 20 and 30. One that is only
// given with more digits is the same.
const showsOtherNumber = (element) => {
  const target = fieldOf(element);
  const shown = words(target.getAttribute("aria-valuetext"));
  const position = target.localName === "input" ? target.value : target.getAttribute("aria-valuenow") || "";
  if (!/^[-+]?\d+(\.\d+)?$/.test(shown)) return false;
  const decimals = (position.split(".")[1] || "").length;
  return Math.abs(Number(shown) - Number(position)) > 0.5 * 10 ** -decimals;
};

// For fields whose native picker takes no typed text: sets the value as the picker would, with its two events. A page may
// draw its fields again once another one was left, before a hand can get to the picker.
const assign = async (element, text) => {
  const target = fieldOf(element);
  const left = activeElement();
  target.focus();
  if (left && left !== target && left.value !== undefined) await nextFrame().then(nextFrame);
  const before = target.value;
  const last = target.type === "range" ? lastStep(target, text) : null;
  if (last) {
    if (last.beside !== before) {
      target.value = last.beside;
      announce(target);
    }
    return { accepted: last.wanted, value: target.value, key: last.key };
  }
  target.value = text;
  const accepted = target.value;
  if (accepted !== text && target.type !== "range") {
    target.value = before;
    return { accepted, value: target.value };
  }
  if (accepted !== before) announce(target);
  return { accepted, value: target.value };
};

const lastKeyPressed = (element, wanted, limit) => endRange(fieldOf(element), wanted, limit);

// The options of a list of HTML, or of the list with what a field suggests.
const options = (element) => {
  const target = fieldOf(element);
  return Array.from(target.options || target.list?.options || [], (option, index) => ({
    index,
    value: option.value,
    label: option.label || option.value,
    first: option.firstElementChild?.textContent.trim() ?? "", // a style sheet may have it drawn with its elements
    disabled: option.matches(":disabled"),
    selected: option.selected,
  }));
};

const chosen = (element) => Array.from(fieldOf(element).selectedOptions, (option) => option.value);

const FIELDS_OF_FORMS = "input:not([type=hidden]), select, textarea";
const isDrawn = (field) => field.checkVisibility({ visibilityProperty: true });

// How many of the drawn texts of a page name an option: some lists write what is chosen into a field beside them.
const TEXTS = "input:not([type=hidden], [type=checkbox], [type=radio], [type=password]), textarea";
const namedInTexts = (target, index) => {
  const name = folded(target.options[index]?.label ?? "");
  const names = (field) => folded(field.value).includes(name) && isDrawn(field);
  return name ? Array.from(target.getRootNode().querySelectorAll(TEXTS)).filter(names).length : 0;
};

const choose = (element, indices) => {
  const target = fieldOf(element);
  const wanted = new Set(indices);
  const written = () => namedInTexts(target, indices.at(-1));
  const now = () => Array.from(target.selectedOptions, (option) => option.index).join();
  const before = now();
  const size = () => target.getRootNode().querySelectorAll("*").length;
  const fields = () =>
    Array.from(target.getRootNode().querySelectorAll(FIELDS_OF_FORMS)).filter(isDrawn).length;
  const [sized, drawn, named] = [size(), fields(), written()];
  target.focus();
  if (target.multiple) {
    for (const option of target.options) option.selected = wanted.has(option.index);
  } else {
    target.selectedIndex = indices.length ? indices[indices.length - 1] : -1;
  }
  const changed = now() !== before;
  if (changed) announce(target);
  const adds = size() > sized || fields() > drawn || written() > named;
  return { changed, adds, values: chosen(element) };
};

// Chooses the option of a list of which `isWanted` says so, unless it is chosen; false for any other field, or where it has none.
const chooseOption = (field, isWanted) => {
  if (field.localName !== "select") return false;
  const at = Array.from(field.options).findIndex(isWanted);
  if (at >= 0 && at !== field.selectedIndex) choose(field, [at]);
  return at >= 0;
};

// Chooses an option of a closed list, as if the list had been opened and the option clicked.
const pick = (option) => {
  const list = listOf(option);
  const why = list && (disabled(list) || disabled(option));
  if (!list || why) return { listed: list !== null, disabled: why, description: describe(option) };
  const before = list.value;
  choose(list, [option.index]);
  return {
    listed: true,
    disabled: null,
    before,
    after: list.value,
    chosen: option.selected,
    label: option.label,
    description: describe(option),
  };
};

export {
  assign,
  blur,
  choose,
  chooseOption,
  chosen,
  complaint,
  field,
  fieldOf,
  flaw,
  focus,
  holdsFocus,
  lastKeyPressed,
  options,
  pick,
  selectAll,
  showsOtherNumber,
  sliderText,
  sliderValue,
  thumbOf,
  value,
};
