// The text of a node as the recorder notes it, and whether it is there still.

import {
  concealed,
  elementOf,
  isIcon,
  LIVE,
  liveAround,
  visible,
  withoutIcons,
  words,
} from "../elements/dom.js";

const CHOICES =
  "option, [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem]";
const LISTS = "[role=listbox], [role=menu], [role=tree]";
// A code editor draws its lines again as it is scrolled or coloured; what it holds is its value.
const EDITORS =
  ".CodeMirror, .cm-editor, .monaco-editor, .ace_editor, [contenteditable]:not([contenteditable=false])";
const CALENDARS =
  "[class*=calendar i], [class*=date-picker i], [class*=datepicker i], [class*=datetimepicker i]";
// The parts of a list or a calendar that a library draws without roles.
const OFFERED =
  /(?:^|[-_\s])(?:options?|menu|picker|calendar|dropdown|cascader|date-?panel|tree-?node)(?=[-_\s]|$)/i;
const TOAST = /toast|snack|notif|alert|flash|message|error|success|warning|banner|feedback|hint|status/i;
const TOAST_DEPTH = 4;
const LONGEST = 200;

const notedTextOf = (node) => {
  if (node.nodeType === 3) return node.parentElement && isIcon(node.parentElement) ? "" : words(node.data);
  if (node.nodeType !== 1 || isIcon(node)) return "";
  if (node.textContent.length >= 8 * LONGEST) return words(node.textContent);
  return withoutIcons(node, words(node.isConnected ? node.innerText : node.textContent));
};

// Whether an element is a choice of a list or menu, or shows some: what a list offers comes and goes, and announces
// nothing. What a list says itself ("No results") has a live role of its own.
const isChoice = (element) => {
  const around = element.closest(`${CHOICES}, ${LIVE}`);
  if (around?.matches(CHOICES)) return true;
  if (around && !around.matches(LISTS)) return false;
  const choice = element.querySelector(CHOICES);
  // A list that is opening, or was taken away, is not visible, but it is all that the element says.
  const list = choice?.closest(LISTS);
  if (list && element.contains(list) && words(list.textContent) === words(element.textContent)) return true;
  return choice !== null && visible(choice);
};

// Whether a text is one that announces nothing: what a list or a calendar offers, and the lines of an editor.
const isContent = (element) => {
  if (isChoice(element) || element.closest(EDITORS) || element.querySelector("select")) return true;
  return (element.closest(CALENDARS) !== null || isOffered(element)) && !liveAround(element);
};

const isOffered = (element) => {
  for (let at = element, up = 0; at && up < TOAST_DEPTH; at = at.parentElement, up += 1) {
    if (isToast(at)) return false;
    if (OFFERED.test(at.getAttribute("class") || "")) return true;
  }
  return false;
};

// How the page announces what is in an element; `toast` where only a class says that it does.
const announced = (element) => {
  const live = liveAround(element);
  if (live) return live;
  for (let at = element, up = 0; at && up < TOAST_DEPTH; at = at.parentElement, up += 1)
    if (isToast(at)) return "toast";
  return "";
};

const isToast = (element) => TOAST.test(element.getAttribute("class") || "");

// Whether an element still shows a text, but for its numbers: those of sliders and counters go on.
const isThere = ({ kind, of, text }) => {
  const node = kind === "removed" ? null : of?.deref();
  const element = node && elementOf(node);
  if (!element?.isConnected || !visible(element)) return 0;
  const { right, bottom } = element.getBoundingClientRect();
  if (right + scrollX <= 0 || bottom + scrollY <= 0) return 0;
  const digits = /\d+/g;
  return concealed(notedTextOf(node)).slice(0, LONGEST).replace(digits, "0") === text.replace(digits, "0")
    ? 1
    : 0;
};

export { announced, isContent, isThere, isToast, LONGEST, notedTextOf };
