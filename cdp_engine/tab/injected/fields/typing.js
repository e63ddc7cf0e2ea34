// What takes typed text: without a field that has the focus, keys can be shortcuts of the page.

import {
  activeElement,
  describe,
  folded,
  isSecret,
  nextFrame,
  parentOf,
  shownValue,
} from "../elements/dom.js";
import { editorOf, hasEditContext } from "./editors.js";
import { fieldOf, holdsFocus } from "./fields.js";

const PRESSED = ["checkbox", "radio", "button", "submit", "reset", "image", "file", "range", "color"]
  .map((type) => `[type=${type}]`)
  .join(", ");
const FIELD = `input:not(${PRESSED}), textarea, select, iframe`;
// Widgets that search, edit or draw by keys without a field.
const KEYED = ["listbox", "option", "combobox", "menu", "menubar", "menuitem", "tree", "treeitem", "grid"]
  .concat(["treegrid", "gridcell", "spinbutton", "slider", "application"])
  .map((role) => `[role=${role}]`)
  .concat(["canvas", "embed", "object"])
  .join(", ");
const DOTS = "•●∙*";
// Some pages show a typed character once more, for readers of the screen.
const ECHOES = 2;
const CARET_MS = 100;

const takesText = (element) => element.matches(FIELD) || element.isContentEditable || hasEditContext(element);

// The document whose element has the focus, in frames that it can look into, and that element; null where it has none.
const holderOfKeys = () => {
  let active = activeElement();
  let within = document;
  while (active?.localName === "iframe" && active.contentDocument) {
    within = active.contentDocument;
    active = activeElement(within);
  }
  if (!active && within.body?.isContentEditable) active = within.body;
  return { within, active };
};

// What takes typed text now: a `field` with the focus, a `widget` that knows keys, or neither.
const placeOfKeys = (element) => {
  const own = element && fieldOf(element);
  if (own?.isConnected && takesText(own) && holdsFocus(own)) return "field";
  const { active } = holderOfKeys();
  if (!active) return "";
  if (takesText(active)) return "field";
  // What cannot have the focus itself has it in a closed shadow root.
  return active.matches(KEYED) || (active.tabIndex < 0 && !active.hasAttribute("tabindex")) ? "widget" : "";
};

// How often the page shows a character, or a dot in its place.
const timesShown = (key) => {
  const wanted = key.toLowerCase() + DOTS;
  const { within } = holderOfKeys();
  let count = 0;
  for (const shown of new Set([document, within]))
    for (const each of shown.body?.innerText.toLowerCase() ?? "") if (wanted.includes(each)) count++;
  return count;
};

// Whether keys go to a closed or open list of the browser's own, in which no option begins with the text.
const lacksOption = (list, text) =>
  list?.localName === "select" &&
  !Array.from(list.options).some((option) => folded(option.label).startsWith(folded(text)));

const typingTarget = (element, key, text) => {
  const { active } = holderOfKeys();
  const place = lacksOption(active, text) ? "list" : placeOfKeys(element);
  const shown = place === "" ? timesShown(key) : 0;
  return { place, shown, description: active ? describe(active) : "" };
};

// Whether the page shows the key that was typed; a shortcut may show more, as a list of shortcuts or a changed text.
const isShown = (key, shown) => {
  const more = timesShown(key) - shown;
  return more > 0 && more <= ECHOES;
};

// Waits until an editor that a key opened with that key in it has its caret behind it: some set it a frame later.
const caretPlaced = async (key) => {
  const end = performance.now() + CARET_MS;
  const { active } = holderOfKeys();
  const isBefore = () => active?.value?.endsWith(key) && active.selectionEnd === 0;
  while (isBefore() && performance.now() < end) await nextFrame();
  return "field";
};

// What took a key, after `limit` ms at most: a `field` that it opened (grids do, some a moment later), the `widget`, or a
// page that draws what is typed (`drawn`); empty where nothing did.
const takerOfKey = async (element, key, place, shown, limit) => {
  const end = performance.now() + limit;
  for (;;) {
    if (placeOfKeys(element) === "field") return caretPlaced(key);
    const over = performance.now() >= end;
    if (place === "" && isShown(key, shown)) return "drawn";
    if (over) return place;
    await nextFrame();
  }
};

const partsOf = (text) => folded(text).split(/[^\p{L}\p{N}]+/u);
const sorted = (parts) => parts.filter(Boolean).sort().join(" ");

// Whether a text holds the letters and digits of another one in another order: the caret was elsewhere. A date may have its
// parts in another order.
const isMixedUp = (held, text) => {
  const [one, other] = [partsOf(held), partsOf(text)];
  const [a, b] = [one.join(""), other.join("")];
  return a !== b && sorted([...a]) === sorted([...b]) && sorted(one) !== sorted(other);
};

// What a field holds that the first `sent` keys have opened, as grids open editors of cells, where that has no character of
// the text, lacks those keys, or has them elsewhere: the field was about to open by itself, and they were `lost`.
const openedHolds = (_element, text, sent) => {
  const { active } = holderOfKeys();
  const held = active && takesText(active) && !isSecret(active) ? (shownValue(active) ?? "") : "";
  const has = (part) => folded(held).includes(folded(part));
  const isTaken = [...folded(text)].some(has);
  const lost = isTaken && !has(text) && (has(text.slice(sent)) || isMixedUp(held, text));
  const tells = held !== "" || active?.type === "number";
  return (tells && !isTaken) || lost ? { value: held, matches: false, lost } : { value: null, matches: null };
};

// Selects what the field holds that has the focus by now, another one than was to be typed into; whether there is one.
const selectsOpened = (element) => {
  const { active } = holderOfKeys();
  if (!active?.matches(FIELD) || !active.select || (element && fieldOf(element) === active)) return false;
  active.select();
  return true;
};

// Once the page had two frames to take over what was typed: editors of cells that React draws lose a text with Enter at
// once, and one frame may come before React does.
const takenOver = async () => {
  await nextFrame();
  await nextFrame();
  return true;
};

// The text from the last line break before the caret of an editable region up to the caret.
const lineBeforeCaret = (selection, region) => {
  const { focusNode, focusOffset } = selection;
  let block = focusNode.nodeType === 1 ? focusNode : parentOf(focusNode);
  while (block !== region && /^(inline|contents)/.test(getComputedStyle(block).display))
    block = parentOf(block);
  const range = document.createRange();
  range.selectNodeContents(block);
  range.setEnd(focusNode, focusOffset);
  for (const line of block.querySelectorAll("br")) if (range.intersectsNode(line)) range.setStartAfter(line);
  return range.toString();
};

// The blanks that an editor has put before the caret on a new line; empty where the line holds more, or it is not known.
const blanksBeforeCaret = () => {
  const { within, active } = holderOfKeys();
  const selection = within.getSelection();
  let before = "";
  if (active?.localName === "textarea") {
    if (!editorOf(active)) before = active.value.slice(0, active.selectionStart);
  } else if (active?.isContentEditable && selection.isCollapsed && active.contains(selection.focusNode)) {
    before = lineBeforeCaret(selection, active).replace(/[\u200b\ufeff]/g, "");
  }
  const line = before.slice(before.lastIndexOf("\n") + 1).replace(/\u00a0/g, " ");
  return line.trim() ? "" : line;
};

// Gives an editor a text as from the clipboard, which it takes as it is: typed lines it would indent, brackets it would close.
// Whether the editor took it.
const pasted = (element, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", {
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  return !fieldOf(element).dispatchEvent(event);
};

export { blanksBeforeCaret, openedHolds, pasted, selectsOpened, takenOver, takerOfKey, typingTarget };
