// What a custom list offers: its items on the screen, further ones by scrolling or expanding, a field to search it.

import { all, drawnTest, hasClass, referenced, shown, wordsIn } from "../elements/appearance.js";
import { isCheckBox } from "../elements/check_boxes.js";
import { allElementsIn, closest, folded, LIVE, lineage, visible, words } from "../elements/dom.js";
import { elementsBelow, isIn } from "../elements/flat_tree.js";
import { disabled } from "../elements/hit_test.js";
import { forgetLines, isTickOnly, itemLabel, noteLines, partsOfItem, writtenIn } from "./item_lines.js";
import {
  hasStandingOptions,
  isBehind,
  isElsewhere,
  isInFlow,
  isOldCell,
  isStanding,
  noteShown,
  searchThatCame,
  wasShown,
} from "./list_before.js";
import { chipsOf } from "./list_chips.js";
import { ACTIVE, choicesIn, followsFromBelow, forgetClasses, isOff, takesOne } from "./list_choices.js";
import { boxOfField, dropsFrom, ITEMS, LISTS, listControl, regionOf } from "./list_field.js";
import { forgetLayer, inOneLayer } from "./list_layers.js";
import {
  isBranch,
  isPartOfLine,
  nodeOf,
  opensMore,
  partThatExpands,
  rowOf,
  rowWithBox,
} from "./list_levels.js";
import { forgetPairs } from "./list_marks.js";
import {
  chosenLists,
  countShown,
  hidesSome,
  holds,
  isOpenEnded,
  ownText,
  shownChoices,
  takesMany,
} from "./list_value.js";
import { namedButtons, paletteCells } from "./named_icons.js";
import { wheelsOf } from "./wheels.js";

const WAITING = /^(load|search|laden|suche|charg|recherche|cargando|buscando|caric|ricerca)/i;
const NOTICES = new RegExp(
  "^(no |nothing|keine|aucun|sin |nessun|geen |loading|searching|laden|chargement|cargando|" +
    "type to |start typing|please (type|enter) |(type|enter) (at least )?\\d+ (or more )?char)",
  "i",
);
const LOADING =
  "[aria-busy=true], [role=progressbar], .loading, .spinner, [class*=spinner], [class*=loading-icon]";
const NOT_ITEMS =
  "label, legend, [aria-live], [role=status], [role=alert], [role=log], input:not([type=button]), textarea, " +
  "[role=tooltip], style, script";
const TICKED = "[role=menuitemcheckbox]";

let found = [];

// Notes what is on the screen before the list opens.
const rememberShown = (element, isOpen) => {
  found = [];
  forgetClasses();
  forgetLines();
  forgetPairs();
  forgetLayer();
  noteShown(element, isOpen);
  return true;
};

// A closed list may be transparent only, and give way to the pointer.
const isFadedOut = (item) =>
  getComputedStyle(item).pointerEvents === "none" && !item.checkVisibility({ opacityProperty: true });

const listsOf = (control) => (control.matches(LISTS) ? [control] : namedLists(control));

const namedLists = (control) => referenced(control, "aria-controls", "aria-owns");

// The items of a list, also those that its slots show.
const itemsOf = (list) => {
  const wanted = list.matches("[role=tablist]") ? "[role=tab]" : ITEMS;
  return Array.from(elementsBelow(list)).filter((one) => one !== list && one.matches(wanted));
};

const itemsIn = (lists) => Array.from(new Set(lists.flatMap(itemsOf))).filter(drawnTest());

// Whether an element belongs to what the field itself shows; a list that came in the field's own box does not.
const isOfField = (element, box) => {
  const opened = (at) => !wasShown(at) && (at.matches(LISTS) || dropsFrom(at, box));
  return !isStanding(element) && closest(element, (at) => at === box || opened(at)) === box;
};

// Whether a list that dropped in the field's own box has a choice of that name.
const dropsChoice = (control, text) => {
  const box = boxOfField(control);
  const region = regionOf(control);
  return all(region, "*").some(
    (one) =>
      !one.matches(NOT_ITEMS) &&
      folded(one.textContent) === folded(text) &&
      shown(one) &&
      closest(one, (at) => at === region || (!isIn(at, control) && dropsFrom(at, box))) !== region,
  );
};

// What a list shows beside its choices. The label of a check box that came with the list is a choice; the region around the
// control itself, such as an alert that is edited, announces its list no more than the control.
const isBesideItems = (at, control) =>
  at.matches(NOT_ITEMS) && !namesBox(at) && !(at.matches(LIVE) && at.contains(control));
const namesBox = (at) =>
  at.localName === "label" &&
  at.control &&
  isCheckBox(at.control) &&
  (at.contains(at.control) || !wasShown(at.control));

const saysItself = (element) => {
  const said = ownText(element) || writtenIn(element);
  return said && !isTickOnly(said);
};

const newTexts = (control) => {
  const box = boxOfField(control);
  const seen = drawnTest();
  const texts = Array.from(allElementsIn(document)).filter(
    (element) =>
      !wasShown(element) &&
      saysItself(element) &&
      seen(element) &&
      !isFadedOut(element) &&
      !isOfField(element, box) &&
      !isElsewhere(element, control) &&
      !isBehind(element, control) &&
      !closest(element, (at) => isBesideItems(at, control) || isOlder(at) || isOldCell(at, control)),
  );
  const known = new Set(texts);
  const whole = texts.filter((text) => !isPartOfLine(text, (at) => known.has(at)));
  return Array.from(new Set(whole.map((text) => itemOf(closest(text, namesBox), text))));
};

// The item of a text: what says whether it is selected, what takes the press for its check box, if any, or its row where that
// has an arrow, too.
const itemOf = (box, text) => {
  const said = closest(text, (at) => at.hasAttribute("aria-selected"));
  if (said && !wasShown(said) && !said.matches("[role=row], tr")) return said;
  const row = (!box && rowWithBox(text)) || rowOf(box || text);
  return !box || partThatExpands(row) ? row : box;
};

// A list that was there before this one was opened, whatever it draws now.
const isOlder = (list) => list.matches(LISTS) && wasShown(list);
// The list around an item: a menu may open within the bar that it hangs from.
const listAround = (item) => closest(item, (at) => at.matches(LISTS));
const isInOlder = (item) => isInFlow(item) || (Boolean(listAround(item)) && wasShown(listAround(item)));

// The items of a list that came in the field's own box.
const itemsWithin = (control) => {
  const box = boxOfField(control);
  const seen = drawnTest();
  return all(box, ITEMS).filter((one) => !wasShown(one) && seen(one) && !isOfField(one, box));
};

// Items, and those of the menus that open ones of them control, wherever these are drawn.
const withOpened = (items) => {
  const found = new Set(items);
  for (const one of found)
    if (one.matches("[aria-haspopup][aria-expanded=true]"))
      for (const further of itemsIn(namedLists(one))) found.add(further);
  return [...found];
};

const gatherItems = (control) => {
  const own = withOpened(itemsIn(listsOf(control)));
  if (own.length || control.matches(LISTS)) return own;
  const within = itemsWithin(control);
  if (within.length) return within;
  const box = boxOfField(control);
  const seen = drawnTest();
  const others = all(document, ITEMS).filter(
    (one) =>
      !wasShown(one) && seen(one) && !isOfField(one, box) && !isInOlder(one) && !isBehind(one, control),
  );
  const inLists = others.filter(listAround);
  if (inLists.length) return inLists;
  if (others.length) return others;
  const boxes = all(document, "[role=checkbox]").filter((one) => !wasShown(one) && seen(one) && wordsIn(one));
  return boxes.length
    ? boxes
    : inOneLayer(control, [
        ...paletteCells(control, seen),
        ...namedButtons(control, seen),
        ...newTexts(control),
      ]);
};

const isBusy = (lists) =>
  lists.some(
    (list) =>
      closest(list, (at) => at.getAttribute("aria-busy") === "true") || all(list, LOADING).some(shown),
  );

// A word on the list instead of choices: nothing found, still loading.
const isNotice = (item) => (!item.matches(ITEMS) || disabled(item) !== null) && NOTICES.test(itemLabel(item));

const MARKS = "[data-highlighted], [data-focus], [data-active], [data-combobox-active], [aria-selected=true]";

// Whether an item says that choices are awaited. Behind choices, it offers more of them on scrolling.
const isAwaited = (item, index) =>
  isNotice(item) && WAITING.test(itemLabel(item)) && !(index > 0 && index === found.length - 1);

// Whether Enter would take an item: the one that the list marks, or that its field points at.
const isActive = (item) => hasClass(item, ACTIVE) || item.matches(MARKS);
const pointsAt = (control) => {
  const id = control.getAttribute("aria-activedescendant");
  return Boolean(id && document.getElementById(id));
};

// Whether a list without items says beside them that nothing was found.
const saysEmpty = (control, notice = NOTICES) =>
  namedLists(control).some((list) =>
    Array.from(lineage(list))
      .slice(0, 4)
      .some(
        (at) => at !== document.body && !isIn(at, control) && shown(at) && notice.test(words(at.innerText)),
      ),
  );

// Whether a row draws nothing of its words, as those that a list keeps for other choices.
const isBlank = (item) => {
  if (words(item.innerText)) return false;
  const parts = all(item, "*").filter(ownText);
  return parts.length > 0 && parts.every((part) => getComputedStyle(part).visibility === "hidden");
};

// The choices on the screen, each with a `first` line for those that carry a second one.
const items = (element) => {
  const control = listControl(element);
  const chips = [...chosenLists(control), ...chipsOf(control).map((chip) => chip.box)];
  found = gatherItems(control).filter(
    (one) => itemLabel(one) && !isBlank(one) && !chips.some((list) => isIn(list, one)),
  );
  const roots = new Set(found.map(listAround).filter(Boolean));
  const choices = choicesIn(found);
  const texts = shownChoices(control);
  const wheels = wheelsOf(found, choices);
  const isShown = (one) => one.matches("[role=option]") && texts.includes(folded(itemLabel(one)));
  const many = takesMany(control, [...roots]);
  const isSure = (one, index) => isShown(one) || (choices[index].chosen && choices[index].certain);
  const isBox = (one, index) => one.matches(TICKED) || choices[index].switches;
  const several = found.filter(isSure).length > 1 || found.some(isBox) || countShown(control) !== null;
  const trusted = control.matches(LISTS) || hidesSome(control);
  const read = found.map((one) => ({ label: itemLabel(one), ...partsOfItem(one) }));
  noteLines(read);
  const isHeld = (one, index) =>
    choices[index].chosen &&
    !followsFromBelow(found, choices, index) &&
    (trusted || choices[index].certain || holds(control, itemLabel(one)));
  const without = found.length > 0 && !found.some((one) => one.matches(ITEMS));
  return {
    active: pointsAt(control) || found.some(isActive),
    empty: found.length === 0 && saysEmpty(control),
    stands: hasStandingOptions(),
    multiple: many ?? (several ? true : takesOne(found) ? false : null),
    open_ended: isOpenEnded(control, found, choices),
    selects: found.some((one) => nodeOf(one).matches("[role=option], [role=treeitem]")),
    busy: isBusy(roots.size ? [...roots] : found.slice(0, 1)) || found.some(isAwaited),
    options: found.map((one, index) => ({
      index,
      value: one.getAttribute("data-value") ?? one.getAttribute("value") ?? "",
      ...read[index],
      disabled: isOff(one, without),
      selected: choices[index].chosen,
      held: isHeld(one, index),
      shown: isSure(one, index),
      expands: opensMore(one),
      branch: isBranch(one),
      expanded: nodeOf(one).getAttribute("aria-expanded") === "true",
      notice: isNotice(one),
      wheel: wheels[index],
    })),
  };
};

// The choices of the lists that a control names.
const listedLabels = (control) => itemsIn(listsOf(control)).map(itemLabel);

// Some controls go on saying that they are expanded: the items on the screen have the last word.
const listIsOpen = (element) => {
  const control = listControl(element);
  if (control.matches(LISTS)) return false;
  if (found.some((one) => shown(one) && visible(one)) || searchThatCame()) return true;
  const expanded = control.getAttribute("aria-expanded") === "true";
  const listed = () =>
    itemsIn(listsOf(control)).length + itemsWithin(control).length > 0 || saysNothing(control);
  if (expanded) return found.length === 0 ? isListShown(control) : listed() || isDrawnAgain(control);
  return !control.hasAttribute("aria-expanded") && isDrawnAgain(control);
};

// Whether a list that a control names shows a message alone, as while its choices are asked for again.
const saysNothing = (control) => namedLists(control).some((list) => shown(list) && words(list.innerText));

// Whether items that were read are on the screen, by their names or places, where the list has drawn itself again: two at
// least, as the page may show the chosen one elsewhere.
const isDrawnAgain = (control) => {
  const known = new Set(found.map((one) => words(one.textContent)));
  const isKnown = (one) => known.has(words(one.textContent)) || found.some((item) => item.contains(one));
  const on = gatherItems(control).filter((one) => isKnown(one) && shown(one) && visible(one)).length;
  return on > 0 && on >= Math.min(known.size, 2);
};

// Whether a control that says it is expanded shows any of the lists that it names.
const isListShown = (control) => {
  const named = namedLists(control);
  return named.length === 0 || named.some(shown) || itemsIn(named).length > 0;
};

// The items as they were last read.
const itemsRead = () => found;

const chosenItem = (control, index, label) => {
  const one = found[index];
  const choice = one?.isConnected ? choicesIn(found)[index] : one && switchOf(control, label);
  return choice?.says ? choice.chosen : null;
};

// The same of an item with a check box, or a switched one, that the list has drawn again.
const switchOf = (control, label) => {
  const now = gatherItems(control);
  const choice = choicesIn(now)[now.findIndex((one) => folded(itemLabel(one)) === folded(label))];
  return choice?.switches ? choice : null;
};

export {
  chosenItem,
  dropsChoice,
  gatherItems,
  isListShown,
  items,
  itemsRead,
  listedLabels,
  listIsOpen,
  rememberShown,
  saysEmpty,
};
