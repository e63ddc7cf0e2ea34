// Custom comboboxes, listboxes and menus: what opens them, what they offer, what they show once something was chosen.

import { allElementsIn, closest, describe, folded, nextFrame, words } from "./dom.js";
import { controlOf, disabled, invisible } from "./hit_test.js";

const ITEMS =
  "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]";
const LISTS = "[role=listbox], [role=menu], [role=tree], [role=radiogroup], [role=menubar]";
const OPENERS = "[role=combobox], [aria-haspopup]:not([aria-haspopup=false])";
// What does something else when it is clicked: trying whether a list opens would be an action of its own.
const NO_LIST =
  "a[href], textarea, label, p, h1, h2, h3, h4, h5, h6, " +
  "input[type=submit], input[type=image], input[type=reset], input[type=button], input[type=checkbox], " +
  "input[type=radio], input[type=file]";
const NEW_ITEMS_MS = 300;

// Drawn, at whatever opacity: lists are faded in.
const shown = (element) =>
  invisible(element) === null && element.checkVisibility({ visibilityProperty: true });

const all = (root, selector) =>
  Array.from(allElementsIn(root)).filter((element) => element.matches(selector));

// What the caller's element is for: a list that is there, or the control that opens one.
const listControl = (element) => {
  if (element.matches(LISTS)) return element;
  const opener = closest(element, (at) => at.matches(OPENERS));
  if (opener) return opener;
  const control = controlOf(element);
  if (control !== element && control.matches(OPENERS)) return control;
  return element.querySelector("[role=combobox]") || element.querySelector(OPENERS) || control;
};

const textOf = (control) => {
  const isField = control.matches("input, textarea");
  if (isField && control.value) return control.value;
  return words((isField ? control.parentElement : control)?.innerText);
};

const opensNothing = (control) =>
  !control.matches(LISTS) &&
  !control.matches(OPENERS) &&
  !control.hasAttribute("aria-expanded") &&
  (control.matches(NO_LIST) ||
    (control.localName === "button" && control.type === "submit" && control.form !== null));

const listFacts = (element) => {
  const control = listControl(element);
  const list = control.matches(LISTS);
  return {
    connected: element.isConnected,
    kind: list ? "list" : control.matches("[role=combobox]") ? "combobox" : "opener",
    native: element.matches("select") || element.control?.localName === "select",
    expanded: list || control.getAttribute("aria-expanded") === "true",
    editable: control.matches("input:not([readonly]), textarea:not([readonly])"),
    no_list: opensNothing(control),
    text: textOf(control),
    invisible: invisible(control),
    disabled: disabled(control),
    description: describe(control),
  };
};

let before = new WeakSet();
let found = [];

// What is on the screen before the list opens: whatever shows later belongs to it.
const rememberShown = () => {
  before = new WeakSet();
  for (const element of allElementsIn(document)) if (shown(element)) before.add(element);
  return true;
};

const listsOf = (control) => {
  if (control.matches(LISTS)) return [control];
  const named = ["aria-controls", "aria-owns"].map((name) => control.getAttribute(name) || "").join(" ");
  const ids = named.split(/\s+/).filter(Boolean);
  const root = control.getRootNode();
  return ids
    .map((id) => root.getElementById(id) || document.getElementById(id))
    .filter((list) => list && shown(list));
};

const itemsIn = (lists) => lists.flatMap((list) => all(list, ITEMS)).filter(shown);

const hasText = (element) =>
  Array.from(element.childNodes).some((node) => node.nodeType === 3 && words(node.data));
const newTexts = () =>
  Array.from(allElementsIn(document)).filter(
    (element) => !before.has(element) && hasText(element) && shown(element),
  );

const gather = (control) => {
  let items = itemsIn(listsOf(control));
  if (items.length || control.matches(LISTS)) return items;
  items = itemsIn(all(document, LISTS)).filter((item) => !before.has(item));
  if (items.length) return items;
  items = all(document, ITEMS).filter((item) => !before.has(item) && shown(item));
  return items.length ? items : newTexts();
};

const isChosen = (item) =>
  (item.getAttribute("aria-selected") ??
    item.getAttribute("aria-checked") ??
    item.getAttribute("data-selected")) === "true";

// The choices on the screen, each with a `first` line for those that carry a second one.
const items = (element) => {
  const control = listControl(element);
  found = gather(control);
  const lists = new Set(found.map((one) => closest(one, (at) => at.matches(LISTS))));
  return {
    multiple: [control, ...lists].some((list) => list?.getAttribute("aria-multiselectable") === "true"),
    options: found.map((one, index) => ({
      index,
      value: one.getAttribute("data-value") ?? one.getAttribute("value") ?? "",
      label: words(one.getAttribute("aria-label") || one.innerText || one.textContent),
      first: words((one.innerText || "").trim().split("\n")[0]),
      disabled: disabled(one) !== null,
      selected: isChosen(one),
    })),
  };
};

const item = (_element, index) => found[index] || null;

const scrollerOf = (node) =>
  closest(node, (at) => {
    if (at === document.body || at === document.documentElement) return false;
    return /^(auto|scroll)$/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1;
  });

const ends = (list) => (list.length ? `${list.length} ${textOf(list[0])} … ${textOf(list.at(-1))}` : "");

// A long list draws only a part of itself: on to what follows the last item drawn, or false at its end.
const moreItems = async (element, fromTop) => {
  const control = listControl(element);
  const last = found.at(-1);
  const scroller = last && scrollerOf(last);
  if (!scroller) return false;
  const was = ends(found);
  if (fromTop) scroller.scrollTop = 0;
  else last.scrollIntoView({ block: "start", behavior: "instant" });
  const end = performance.now() + NEW_ITEMS_MS;
  do {
    await nextFrame();
    if (ends(gather(control)) !== was) return true;
  } while (performance.now() < end);
  return false;
};

const saysChosen = (one) =>
  /^(true|false)$/.test(one.getAttribute("aria-selected") ?? one.getAttribute("aria-checked") ?? "");

// Whether the choice shows, waited for at most `limit` ms (frameworks render later).
const settledChoice = async (element, label, index, limit) => {
  const control = listControl(element);
  const chosen = found[index];
  const end = performance.now() + limit;
  const state = () => {
    const now = control.isConnected ? control : listControl(element);
    const text = textOf(now);
    return {
      text,
      holds: folded(text).includes(folded(label)),
      chosen: chosen?.isConnected && saysChosen(chosen) ? isChosen(chosen) : null,
      expanded: now.getAttribute("aria-expanded") === "true",
    };
  };
  let now = state();
  while (!(now.chosen || (now.holds && !control.matches(LISTS))) && performance.now() < end) {
    await nextFrame();
    now = state();
  }
  return now;
};

export { item, items, listControl, listFacts, moreItems, rememberShown, settledChoice };
