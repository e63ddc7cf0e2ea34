// What was on the screen before a custom list opened: whatever shows later belongs to the list.

import { all, drawnTest, isPlaced, shown } from "../elements/appearance.js";
import { allElementsIn, closest, lineage, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { boxBeside, hangingList, isNear } from "./hanging_boxes.js";
import { boxOfField, isTextField, listControl } from "./list_field.js";
import { ownText } from "./list_value.js";

const LEVELS = 6;
const OTHERS = "[role=combobox], [role=listbox], [aria-haspopup=listbox], select";

let before = new WeakSet();
let count = 0;
// What was in its place, but transparent, as what only a pointer over it shows.
let unseen = new WeakSet();
let remembered = false;
let stands = false;
// What texts outside of the field were where: a page may draw all of itself again as the list opens.
let texts = new Set();

const placeOfText = (element) => {
  const { left, top } = element.getBoundingClientRect();
  return `${Math.round(left + scrollX)} ${Math.round(top + scrollY)} ${words(element.textContent)}`;
};

const listsAround = (options) => [
  ...new Set(options.map((one) => closest(one, (at) => at.matches("[role=listbox]"))).filter(Boolean)),
];

// The options in the own box of an open list, or always on the screen below a field, as in a dialog to choose from, and that no list
// names; none where another field may have them.
const standingOptions = (control) => {
  const within = control.getAttribute("aria-expanded") === "true" ? all(control, "[role=option]") : [];
  if (within.some(shown)) return within;
  for (const at of Array.from(lineage(control)).slice(1, LEVELS + 1)) {
    if (at === document.body || at === document.documentElement) break;
    const options = all(at, "[role=option]").filter((one) => !isIn(control, one) && shown(one));
    if (!options.length) continue;
    const lists = listsAround(options);
    const own = (one) => lists.length === 1 && lists[0] === one;
    const apart = (one) => one !== control && !own(one) && !isIn(one, control) && !isIn(control, one);
    return all(at, OTHERS).some(apart) ? [] : options;
  }
  return [];
};

// Where the control of the list was: a page may draw another one there as it takes a choice.
let place = null;

const NEAR = 4;

const isOfItsKind = (one) => one.localName === place.tag && one.getAttribute("role") === place.role;

const isAlike = (one) => {
  const box = one.getBoundingClientRect();
  return (
    isOfItsKind(one) &&
    Math.abs(box.left - place.box.left) < NEAR &&
    Math.abs(box.height - place.box.height) < NEAR
  );
};

// The control that the page has drawn in place of one that it removed, where there is one; else that itself. One with the
// same id may lie further down, below the first choice.
const drawnAgain = (control) => {
  if (control.isConnected || !place) return control;
  const named = control.id ? place.root.getElementById?.(control.id) : null;
  if (named && isOfItsKind(named)) return named;
  const { left, top, height } = place.box;
  return document.elementsFromPoint(left + height / 2, top + height / 2).find(isAlike) || control;
};

// Notes what is on the screen; nothing where the list is open already.
const noteShown = (element, isOpen) => {
  before = new WeakSet();
  unseen = new WeakSet();
  count = 0;
  texts = new Set();
  remembered = !isOpen;
  const control = listControl(element);
  place = {
    tag: control.localName,
    role: control.getAttribute("role"),
    root: control.getRootNode(),
    box: control.getBoundingClientRect(),
  };
  const options = standingOptions(control);
  stands = options.length > 0;
  if (isOpen) return;
  const seen = drawnTest();
  const box = boxOfField(control);
  // A list that the text of its field has opened.
  const open = isTextField(control) && control.value ? hangingList(control, control.value) : null;
  const standing = new Set([...listsAround(options), ...options.flatMap((one) => [one, ...all(one, "*")])]);
  for (const one of allElementsIn(document))
    if (seen(one) && !open?.contains(one) && !standing.has(one)) {
      if (isTransparent(one)) unseen.add(one);
      else before.add(one);
      if (ownText(one) && !isIn(box, one)) texts.add(placeOfText(one));
      count += 1;
    }
};

const FEW = 3;

// Whether a press took away what was on the screen before, and brought nothing: it has closed what was open.
const pressCloses = () => {
  if (!remembered) return false;
  const seen = drawnTest();
  const now = Array.from(allElementsIn(document)).filter((one) => seen(one));
  const kept = now.filter((one) => before.has(one) || unseen.has(one)).length;
  return kept <= count - FEW && now.length - kept < FEW;
};

// Whether a press brought something above the page, apart from its field, that is more than a note.
const pressOpened = (element) => {
  if (!remembered) return false;
  const box = boxOfField(listControl(element));
  const seen = drawnTest();
  const came = (one) => !wasShown(one) && seen(one) && !isIn(box, one) && closest(one, isPlaced) !== null;
  return Array.from(allElementsIn(document)).filter(came).length >= FEW;
};

const isTransparent = (one) => !one.checkVisibility({ opacityProperty: true });

const wasShown = (element) => before.has(element) || (unseen.has(element) && isTransparent(element));

// Whether a text is none of the list: the page has drawn it again where it was, or the list was open before, and the text does
// not hang from the control.
const isElsewhere = (element, control) => {
  if (remembered) return texts.has(placeOfText(element)) || isInBar(element, control);
  const box = boxBeside(element, control);
  return box === null || !isNear(box, control);
};

// Whether a text came in a bar that was there before, away from the control, as one that says that the page saves itself.
const isInBar = (element, control) => {
  const bar = closest(element, (at) => getComputedStyle(at).position !== "static");
  return bar !== null && wasShown(bar) && !isIn(bar, control) && !isNear(bar, control);
};

// Whether an item lies in the flow of the page, where nobody knows what was there before a list opened: it is of another
// list or tree.
const isInFlow = (item) => !remembered && closest(item, isPlaced) === null;

const cameWithList = (element) => !wasShown(element);

// Whether an element came with the list, and lies above the page where the list was open before: then nobody knows what was
// there.
const cameAbove = (element) => cameWithList(element) && !isInFlow(element);

const SEARCHED =
  "[role=combobox], [role=searchbox], [type=search], [aria-autocomplete=list], [aria-autocomplete=both]";

// The only field of a list that came as its button was pressed: that may offer nothing until something is typed.
const searchThatCame = () => {
  const came = remembered ? all(document, SEARCHED).filter((one) => cameWithList(one) && shown(one)) : [];
  return came.length === 1 ? came[0] : null;
};

const hasStandingOptions = () => stands;

// Whether an element is one of the options that are always on the screen below the field, drawn again or not.
const isStanding = (element) => stands && element.matches("[role=option]") && !wasShown(element);

// Whether an element is in a part of the page that a dialog around the control has put out of use. What came hidden from
// assistive technology only, after the list was opened, is not.
const isBehind = (element, control) => {
  if (!closest(control, (at) => at.matches("[role=dialog], dialog"))) return false;
  const isNew = (at) => remembered && cameWithList(at);
  const unused = (at) => at.inert || (at.getAttribute("aria-hidden") === "true" && !isNew(at));
  return closest(element, (at) => at !== element && unused(at) && !isIn(at, control)) !== null;
};

const CELLS = "td, th, [role~=gridcell], [role=rowheader], [role=columnheader]";
const GRIDS = "table, [role=grid], [role=treegrid]";

// A cell of a table that was there before: grids draw theirs again as an editor opens over one of them.
const isOldCell = (cell, control) =>
  cell.matches(CELLS) &&
  !isIn(cell, control) &&
  closest(cell, (at) => at.matches(GRIDS) && wasShown(at)) === closest(cell, (at) => at.matches(GRIDS));

export {
  cameAbove,
  cameWithList,
  drawnAgain,
  hasStandingOptions,
  isBehind,
  isElsewhere,
  isInFlow,
  isOldCell,
  isStanding,
  noteShown,
  pressCloses,
  pressOpened,
  searchThatCame,
  wasShown,
};
