// What the field of a custom list shows as chosen: its texts, its chips, and whether it takes several.

import { all, hasClass, referenced, shown } from "../elements/appearance.js";
import { folded, lineage, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { isInRow, tableBeside } from "./added_rows.js";
import { offeredBelow } from "./faded_chips.js";
import { linesBy, SAYS } from "./item_lines.js";
import { CROSSES, chipsOf, isChip, LABELS, TAKES_MANY } from "./list_chips.js";
import {
  boxOfField,
  dropsFrom,
  ITEMS,
  isTechnical,
  isTextField,
  LISTS,
  nameOf,
  RADIOS,
  REMOVES,
  regionOf,
  surroundings,
} from "./list_field.js";

const NOT_VALUES = `label, legend, button, [role=button], style, script, option, [aria-live], [role=status], [role=alert], ${LISTS}`;
const LEVELS = 6;
// What no person reads in a field: the value of a check box is a word for the server.
const NO_VALUES = /^(password|hidden|checkbox|radio|file|image|button|submit|reset)$/;
const TAKES_ONE = /(^|[-_])single$/i;
const ICON = /(^|[-_])icons?(?=[-_]|$)/i;

const ownText = (element) =>
  words(
    Array.from(element.childNodes)
      .filter((node) => node.nodeType === 3)
      .map((node) => node.data)
      .join(" "),
  );

const isHint = (element) =>
  hasClass(element, /helper|hint|caption|description|error|message|counter|details/i);

const isIcon = (element) =>
  element.matches("i, svg, [role=img]") || (!element.childElementCount && hasClass(element, ICON));

// The elements that a field says it is named by.
const namingElements = (control) => referenced(control, "aria-labelledby");

// What names a field, as far as its attributes say.
const namesOf = (control) => {
  const labels = [...namingElements(control), ...(control.labels || [])];
  const texts = labels.map((label) => label.innerText);
  return [control.getAttribute("aria-label"), ...texts].filter(Boolean).map(folded);
};

// A label that is drawn above the field, whatever it is made of.
const isLabelAbove = (element, control) =>
  hasClass(element, LABELS) &&
  !isIn(element, control) &&
  element.getBoundingClientRect().bottom <= control.getBoundingClientRect().top + 1;

// What describes an empty field, as a text that is drawn where its value will be (react-select).
const isPlaceholder = (element, control) =>
  /placeholder/i.test(element.id) && referenced(control, "aria-describedby").includes(element);

const isBesideValue = (element) => (element.matches(NOT_VALUES) && !isChip(element)) || isHint(element);

// Whether an element, or the component that draws it, comes before a control.
const isBefore = (element, control) => {
  let at = element;
  while (at && at.getRootNode() !== control.getRootNode()) at = at.getRootNode().host;
  return at?.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING;
};

// What is drawn directly in an element.
const drawnIn = (element) => {
  const given = element.localName === "slot" ? element.assignedElements({ flatten: true }) : [];
  return given.length ? given : (element.shadowRoot || element).children;
};

// The lists in the box of a text field that hold its chips: before the field, where none that it opens can be.
const chosenLists = (control) => {
  if (!isTextField(control)) return [];
  const named = ["aria-controls", "aria-owns"].map((name) => control.getAttribute(name) || "").join(" ");
  const box = boxOfField(control);
  return all(box, "[role=listbox]").filter(
    (list) =>
      !(list.id && named.split(/\s+/).includes(list.id)) && isBefore(list, control) && !dropsFrom(list, box),
  );
};

// The texts a field shows, hints and labels apart; its hidden fields' values follow.
const textsOf = (control, { region = regionOf(control), typed = true } = {}) => {
  const texts = [];
  // The contents of the text field among chips are only typed.
  const many = takesMany(control, []) === true;
  const names = namesOf(control);
  const isLabel = (element, text) => names.includes(folded(text)) && hasClass(element, /label/i);
  const chosen = chosenLists(control);
  const isChosen = (element) => chosen.some((list) => isIn(list, element)) && !REMOVES.test(nameOf(element));
  const boxes = chipsOf(control).map((chip) => chip.box);
  const offers = isTextField(control) && !boxes.length ? offeredBelow(control, all(region, "*")) : [];
  const table = tableBeside(control);
  const walk = (element) => {
    if (element === table || offers.includes(element)) return;
    const beside = () =>
      (isBesideValue(element) && !isChosen(element)) ||
      isPlaceholder(element, control) ||
      dropsFrom(element, region) ||
      (isLabelAbove(element, control) && !boxes.some((box) => isIn(box, element)));
    if (!isIn(element, control) && beside()) return;
    if (isTextField(element)) {
      if (typed && element.value && !NO_VALUES.test(element.type) && !many) texts.push(element.value);
      return;
    }
    if (isIcon(element) || getComputedStyle(element).display === "none") return;
    const text = ownText(element);
    if (text && !isLabel(element, text) && SAYS.test(text) && shown(element)) texts.push(text);
    for (const child of drawnIn(element)) walk(child);
  };
  walk(region);
  return Array.from(new Set(texts));
};

// What the box of a field shows beside what is typed: its chips and values.
const shownChoices = (control) => {
  if (control.matches(LISTS)) return [];
  const shown = textsOf(control, { region: boxOfField(control), typed: false });
  return [...shown, ...chipsOf(control).map((chip) => chip.text)].map(folded);
};

const heldBySpares = (control) =>
  all(regionOf(control), "select, input[type=hidden]").flatMap((field) =>
    field.localName === "select"
      ? Array.from(field.selectedOptions, (option) => [option.label, option.value]).flat()
      : [field.value],
  );

const textOf = (control) => {
  const chips = chipsOf(control);
  if (chips.length) return chips.map((chip) => chip.text).join(", ");
  const many = takesMany(control, []) === true;
  if (isTextField(control) && control.value && !isTechnical(control) && !many) return control.value;
  if (isTextField(control) || control.querySelector("label, input, textarea")) {
    const inBox = textsOf(control, { region: boxOfField(control) });
    return (inBox.length ? inBox : textsOf(control)).join(", ");
  }
  const own = withoutTitle(control, wordsBesideLists(control));
  if (own || Array.from(control.children).some((child) => isOwnLabel(control, child)))
    return own || drawnName(control);
  return words(control.innerText) || textsOf(control).join(", ") || drawnName(control);
};

// What a button without a word says of its choice: the title of it or of the icon on it.
const drawnName = (control) => {
  const icon = control.querySelector("img[alt], [role=img][aria-label], [title]");
  return words(control.title || (icon && (icon.alt || icon.getAttribute("aria-label") || icon.title)) || "");
};

// A label that floats within the control it names; one that shows the value names the control by it, too.
const isOwnLabel = (control, node) =>
  namingElements(control).includes(node) && node !== control && hasClass(node, /label/i);

// The text of a control without that of a list which drops down in it, and of a label in it.
const wordsBesideLists = (control) => {
  const lists = all(control, `ul, ol, ${LISTS}`);
  const beside = Array.from(control.childNodes).filter(
    (node) => !lists.some((list) => node.contains(list)) && !isOwnLabel(control, node),
  );
  const texts = beside.filter((node) => node.nodeType !== Node.COMMENT_NODE);
  const drawn = texts.filter((node) => node.nodeType !== 1 || node.checkVisibility());
  return words(drawn.map((node) => node.innerText ?? node.data ?? "").join(" ")).replace(CROSSES, "");
};

// The text of a control that has its own select, without the title before the choice: "Fruit Plum" holds Plum.
const withoutTitle = (control, text) => {
  const lists = all(control, "select");
  const label =
    lists.length === 1 ? Array.from(lists[0].selectedOptions, ({ text }) => words(text)).join(", ") : "";
  return label && text.endsWith(` ${label}`) ? label : text;
};

// Whether a field shows a choice: as one of its texts, or as one of several in a text.
const holds = (control, label) => {
  const wanted = folded(label);
  if (!wanted) return false;
  // A field may take over only what its option has in brackets, or before them: "Plain text (text/plain)".
  const parts = wanted.match(/^(.+?)\s*[([](.+)[)\]]$/)?.slice(1) ?? [];
  const named = [wanted, ...parts, ...linesBy(label)];
  const same = (text) => named.includes(folded(text));
  const texts = textsOf(control);
  if (texts.some(same) || same(textOf(control)) || chipsOf(control).some((chip) => same(chip.text)))
    return true;
  if (isInRow(control, label)) return true;
  if (
    !texts.length &&
    all(boxOfField(control), "[data-icon]").some((one) => same(one.dataset.icon) && shown(one))
  )
    return true;
  const pieces = texts.flatMap((text) => text.split(/\s*[,;•|/›>→]\s+|\s+[/›>→]\s*|,(?!\d)/));
  return pieces.some(same) || heldBySpares(control).some(same);
};

// Whether a choice is only what was typed into a field of several to find it: nothing beside the text shows it.
const isOnlyTyped = (control, label) => {
  const wanted = folded(label);
  if (!isTextField(control) || folded(control.value) !== wanted || isInRow(control, label)) return false;
  const shows = [...shownChoices(control), ...heldBySpares(control).map(folded)];
  return !shows.some((text) => text.split(/,\s*/).includes(wanted));
};

// Whether a field counts some of its choices instead of showing them: "+ 2", "2 selected", "2".
const hidesSome = (control) => textsOf(control).some((text) => /^\+\s*\d+|^\d+$|\d+\s+\p{L}+$/u.test(text));

// The number of choices that a field shows instead of any of them; null where it shows some.
const countShown = (control) => {
  const texts = shownChoices(control);
  const count = texts.length === 1 ? texts[0].match(/^(\d+)\s+(?:items?\s+|options?\s+)?selected\b/) : null;
  return count && Number(count[1]);
};

// The choices that a button shows beside their number, where those are all: "Oslo, Rome, 2 selected".
const countedChoices = (control) => {
  if (isTextField(control) || control.matches(LISTS)) return [];
  const texts = textsOf(control);
  const counts = texts.map((text) => text.match(/^(\d+)\s+(selected|items?|options?)$/i)).filter(Boolean);
  const others = texts.filter((text) => text !== counts[0]?.[0]);
  return counts.length === 1 && Number(counts[0][1]) === others.length ? others : [];
};

const NAMES_MANY = /\bmulti(ple)?[ -]?(select|typeahead|combobox)/i;

// Whether a button of a field says so, whatever the list says of itself (PatternFly).
const saysMany = (control) =>
  all(regionOf(control), "button[aria-label]").some((one) => NAMES_MANY.test(one.getAttribute("aria-label")));

const ITEM_BOXES =
  ":is([role=option], [role=treeitem]) input[type=checkbox], :is([role=option], [role=treeitem]) [role=checkbox]";

// Whether the items of a list have check boxes: a tree may say that one item is current at a time.
const hasBoxes = (list) => list.matches(LISTS) && all(list, ITEM_BOXES).length > 1;

// Whether a list takes several choices: true or false where something says so, else null.
const takesMany = (control, lists) => {
  const said = [control, ...lists].map((list) => list.getAttribute("aria-multiselectable"));
  if (said.includes("true")) return true;
  if (said.includes("false")) return saysMany(control) || [control, ...lists].some(hasBoxes);
  const around = surroundings(control).filter((at) => at === control || !at.matches(LISTS));
  if (around.some((at) => all(at, "select[multiple]").length > 0)) return true;
  const near = lists.flatMap((list) => Array.from(lineage(list)).slice(0, LEVELS));
  if ([...around, ...near.filter((at) => at !== document.body)].some((at) => hasClass(at, TAKES_MANY)))
    return true;
  if (chipsOf(control).length > 0 || chosenLists(control).length > 0) return true;
  if (around.some((at) => hasClass(at, TAKES_ONE))) return false;
  return lists.some((list) => list.matches("[role=radiogroup]")) ? false : null;
};

// Whether a list may take several without saying so: options in a popup of a button, in a dialog, or of a box around a text
// field; items without roles of which none is chosen.
const isOpenEnded = (control, items, choices) => {
  if (!items.length) return false;
  const hasRole = (item) => item.matches(ITEMS) || all(item, RADIOS).length > 0;
  if (!items.some(hasRole)) return !choices.some(({ chosen }) => chosen);
  const mayBe =
    control.matches("[aria-haspopup=dialog]") ||
    !control.matches("input, [role=combobox]") ||
    all(control, "input").some((field) => isTextField(field) && !field.readOnly);
  return mayBe && items.every((item) => item.matches("[role=option]"));
};

export {
  chosenLists,
  countedChoices,
  countShown,
  hidesSome,
  holds,
  isOnlyTyped,
  isOpenEnded,
  ownText,
  shownChoices,
  takesMany,
  textOf,
};
