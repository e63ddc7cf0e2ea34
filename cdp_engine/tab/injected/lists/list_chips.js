// The chips in the field of a custom list: what each says, and what takes it away.

import { all, hasClass, referenced, shown } from "../elements/appearance.js";
import { closest, folded, parentOf, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { withoutFaded } from "./faded_chips.js";
import { partsOf, SAYS } from "./item_lines.js";
import {
  boxOfField,
  CHIP,
  dropsFrom,
  ITEMS,
  isTextField,
  LISTS,
  listControl,
  nameOf,
  REMOVES,
  regionOf,
  surroundings,
} from "./list_field.js";

const TAKES_MANY =
  /(^|[-_])(multi|multiple|multiselect|multi-select|tags|tagsinput|tagbox|chips|tokens)(?=[-_A-Z]|$)/i;
const LABELS = /(^|[-_])(label|caption|legend)(?=[-_]|$)|(^|[-_])label$/i;

const isChip = (element) =>
  hasClass(element, CHIP) &&
  !element.matches(`label, legend, [aria-live], ${LISTS}`) &&
  !REMOVES.test(nameOf(element));

// The sign of what clears a field or takes a chip away.
const CROSSES = /\s*[×✕✖]$|^[×✕✖]\s*/;

// A button without a word in the box of a field: that of a chip takes it away.
const isBare = (element) =>
  element.matches("button, [role=button]") &&
  !words(element.textContent) &&
  !element.getAttribute("aria-label") &&
  !element.title;

// Whether an element is a cross that is written in a chip, which lies beside a field.
const isWrittenCross = (element, control) => {
  const chip = parentOf(element);
  const box = chip && parentOf(chip);
  if (element.childElementCount || !/^[×✕✖]$/.test(words(element.textContent)) || !box) return false;
  if (!words(chip.innerText).replace(CROSSES, "") || !isIn(box, control) || isIn(chip, control)) return false;
  return element.matches("button, [role=button]") || getComputedStyle(element).cursor === "pointer";
};

const ITEM_OF_LIST = "li, [role=listitem]";

// Whether an element is the icon of a button with words, which lies beside what is chosen.
const isIconIn = (element, chip) => {
  const button = closest(element, (at) => at === chip || at.matches("button, [role=button], a[href]"));
  return button !== null && button !== chip && words(button.textContent) !== "";
};

// A cross that a style sheet draws at the end of a chip in the box of a field: nothing says so but the pointer.
const isDrawnCross = (element) => {
  if (element.childElementCount || element.localName === "input" || words(element.textContent)) return false;
  const chip = closest(element, (at) => at !== element && (at.matches(ITEM_OF_LIST) || hasClass(at, CHIP)));
  if (!chip || !words(chip.innerText) || element.closest(LISTS) || isIconIn(element, chip)) return false;
  if (closest(element, (at) => hasClass(at, LABELS))) return false;
  return getComputedStyle(element).cursor === "pointer" && isSmallIn(element, chip);
};

// Whether an element is the icon in a row of what hangs from a field, as a list without roles.
const isInDropped = (element, control, box) =>
  closest(parentOf(element), (at) => at.localName !== "li" && !isIn(at, control) && dropsFrom(at, box)) !==
  null;

// Whether an element takes a part of another only: not a layer over all of it, as for the colour of what is hovered.
const isSmallIn = (element, box) => {
  const [one, all] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  return one.width > 0 && one.width * one.height < (all.width * all.height) / 2;
};

// A text without the quotation marks around a tag of several words, as Django's forms write them.
const unquoted = (text) => text.match(/^["'“„«](.+)["'”“»]$/u)?.[1] ?? text;

const textBeside = (part, chip) => {
  const [all, own] = [words(chip.innerText), words(part.innerText)];
  return unquoted(words(own && all.endsWith(own) ? all.slice(0, -own.length) : all).replace(CROSSES, ""));
};

// What has a button that deletes it, and is never a choice of a field beside it: a row of a table with data.
const RECORDS = "tr, tbody, table";

const NO_FIELDS = "[role=tree], [role=menu], [role=menubar], [role=tablist], [role=radiogroup]";

// Whether a box holds a button that shows something, and opens more of it: it is a field of its own.
const holdsOpener = (box, remover) =>
  all(box, "[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded]").some(
    (one) => !isIn(one, remover) && !isIn(remover, one) && words(one.innerText),
  );

// Whether an element is a choice of a list, which may be called "Delete" itself.
const isChoice = (element) => element.matches(ITEMS) && closest(element, (at) => at.matches(LISTS)) !== null;

// The chips in a field: their texts, and what takes each away. One that stays, greyed, is chosen no more.
const chipsOf = (control) => {
  if (control.matches(NO_FIELDS)) return [];
  const box = boxOfField(control);
  const lists = referenced(control, "aria-controls", "aria-owns").filter((list) => isIn(control, list));
  const crosses = all(regionOf(control), "*").filter(
    (one) =>
      one !== control &&
      !lists.some((list) => isIn(list, one)) &&
      !isIn(one, control) &&
      !isTextField(one) &&
      !isChoice(one) &&
      (REMOVES.test(nameOf(one)) ||
        (isDrawnCross(one) && !isInDropped(one, control, box)) ||
        isWrittenCross(one, control) ||
        (isBare(one) && box.contains(one))) &&
      shown(one),
  );
  const outer = crosses.filter((one) => !crosses.some((other) => other !== one && isIn(other, one)));
  const chips = [];
  for (const remover of outer) {
    const chip = closest(
      remover,
      (at) => words(at.innerText).replace(CROSSES, "") !== words(remover.innerText).replace(CROSSES, ""),
    );
    if (!chip || isIn(chip, control) || outer.some((one) => one !== remover && isIn(chip, one))) continue;
    if (chip.matches(RECORDS) || (!isIn(box, chip) && holdsOpener(chip, remover))) continue;
    chips.push({ remover, box: chip, text: textBeside(remover, chip) });
  }
  if (chips.length) return withoutFaded(chips);
  return plainChips(control).map((chip) => ({ chip, box: chip, text: words(chip.innerText) }));
};

// The chips of a text field without buttons: marked in turn by a press, and taken away by a key.
const plainChips = (control) => {
  if (!isTextField(control) || !surroundings(control).some((at) => hasClass(at, TAKES_MANY))) return [];
  const box = boxOfField(control);
  const isOfField = (one) =>
    closest(one, (at) => at === box || at.matches(LISTS) || dropsFrom(at, box)) === box;
  return all(box, "[data-value]").filter(
    (one) => isChip(one) && !isIn(one, control) && isOfField(one) && words(one.innerText) && shown(one),
  );
};

const MARKED = /(^|[-_])(active|selected|highlighted|is-highlighted|focus(ed)?)$/i;

const chipOf = (element, text) =>
  chipsOf(listControl(element)).find((chip) => folded(chip.text) === folded(text));

// The chip of that text which a press marks, as it has no button; and whether it is marked.
const chipToMark = (element, text) => chipOf(element, text)?.chip || null;
const chipIsMarked = (element, text) => {
  const chip = chipToMark(element, text);
  return chip !== null && (hasClass(chip, MARKED) || chip.getAttribute("aria-selected") === "true");
};

// The text of each chip, and the pieces of it that are drawn apart: a group and a name.
const chipNames = (element) =>
  chipsOf(listControl(element)).map(({ box, text }) => ({ text, parts: partsOf(box).parts }));

const chipTexts = (element) => chipsOf(listControl(element)).map((chip) => chip.text);

const chipRemover = (element, text) => chipOf(element, text)?.remover || null;

const CLEARS = /(^|[-_\s])(clear|deselect)(?!fix|able|-both)/i;

// The only sign, in the height of a field, that clears it; null where there is none, or the list has one of its own.
const clearSign = (element) => {
  const control = listControl(element);
  const { top, bottom } = boxOfField(control).getBoundingClientRect();
  const isBeside = (one) => {
    const box = one.getBoundingClientRect();
    return (box.top + box.bottom) / 2 > top && (box.top + box.bottom) / 2 < bottom;
  };
  const signs = all(regionOf(control), "*").filter(
    (one) =>
      one !== control &&
      CLEARS.test(nameOf(one)) &&
      !SAYS.test(one.innerText || "") &&
      !isIn(one, control) &&
      !isTextField(one) &&
      !closest(one, (at) => at.matches(LISTS)) &&
      (one.matches("button, [role=button]") || getComputedStyle(one).cursor === "pointer") &&
      shown(one) &&
      isBeside(one),
  );
  const outer = signs.filter((one) => !signs.some((other) => other !== one && isIn(other, one)));
  return outer.length === 1 ? outer[0] : null;
};

export {
  CROSSES,
  chipIsMarked,
  chipNames,
  chipRemover,
  chipsOf,
  chipTexts,
  chipToMark,
  clearSign,
  isChip,
  LABELS,
  TAKES_MANY,
  unquoted,
};
