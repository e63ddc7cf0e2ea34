// Messages of a page to its reader: live regions, boxes with class names of messages, validation errors of fields.

import { keptIn } from "../changes/kept_elements.js";
import { cutAway, ownWords } from "../elements/appearance.js";
import {
  boxOf,
  closest,
  concealed,
  heldValue,
  isFaulty,
  isIcon,
  LIVE,
  liveOf,
  parentOf,
  visible,
  withoutIcons,
  words,
} from "../elements/dom.js";
import { isState, TABLE } from "./listed_records.js";
import { hintOf, isHinted, MESSAGES } from "./notice_tones.js";

const CONTROLS = "input, select, textarea, button, form, body, html, main";
const HEADER = "th, thead, [role=columnheader]";
const TITLES = `${HEADER}, caption`;
// What a class name such as btn-danger colours: it offers an action, and reports nothing.
const PRESSED =
  "a[href], button, summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option]";
// The names of these, of fields and of columns show what can be done, or is listed. Forms also mark a label as an error.
const CALLED = `${PRESSED}, ${TITLES}, option, [role=checkbox], [role=radio], [role=switch], label:not([class*=error i], [class*=invalid i])`;
const MARKED = "[aria-invalid]:not([aria-invalid=false]):not([aria-invalid='']), .is-invalid";
const UNREAD = "style, script, template, noscript";
const LONGEST = 160;
const LONGEST_NOTICE = 400;
const LONGEST_LABEL = 60;
const MOST_NOTICES = 60;
const READ_CHARS = 400;

const tidy = (text) => words(text).slice(0, LONGEST);

const isMessage = (element) => element.matches(LIVE) || isHinted(element);

// Among nested boxes with the same text, the most urgent one determines the tone.
const interrupts = (notice) => notice.live === "alert" || notice.live === "assertive";
const isSaidBy = (known, notice) => known !== undefined && (interrupts(known) || !interrupts(notice));

const isUrgent = (element) => interrupts({ live: liveOf(element) });

const isShort = (element) => (element.textContent || "").length <= LONGEST_NOTICE;

// Whether a node is a table of records, or contains one: it is read with the page. Forms use tables for their layout.
const hasTable = (node) =>
  node.nodeType === 1 && (node.matches(TABLE) || node.querySelector(TABLE)) && node.querySelector(HEADER);

// Whether only a class such as btn-danger colours an element that is drawn as a button; a live region may hold a whole dialog.
const BUTTON = "[class~=btn], [class~=button]";
const hasDialog = (element) =>
  element.querySelector("dialog, [role=dialog], form, select, textarea") !== null;

// What an element says beside the choices that it offers, and what closes it: the box of a field that was marked as wrong
// holds its list, too.
const CHOICES = "[role=listbox], [role=menu], select";
const CLOSERS = "button, a, span, i, b, [role=button]";
const CLOSES = /^(?:close|dismiss|schließen|fermer|cerrar|chiudi|[x×✕✖⨯])$/i;
const saidBesideControls = (element) => {
  let said = ownWords(element);
  for (const list of element.querySelectorAll(CHOICES)) {
    const offered = ownWords(list);
    if (offered) said = words(said.replace(offered, " "));
  }
  const closers = Array.from(element.querySelectorAll(CLOSERS), ownWords).filter((one) => CLOSES.test(one));
  for (const closer of closers) {
    if (said.startsWith(`${closer} `)) said = said.slice(closer.length + 1);
    if (said.endsWith(` ${closer}`)) said = said.slice(0, -closer.length - 1);
  }
  return said;
};

// Whether an element has no other words than a button in it, which a class of the box around it may colour, too.
const BUTTONS = "button, summary, [role=button], [role=menuitem], [role=tab], [role=option]";
const isAroundButton = (element) => {
  const said = words(element.textContent);
  return [...element.querySelectorAll(BUTTONS)].some((one) => words(one.textContent) === said);
};

const noticeOf = (element) => {
  if (!isMessage(element)) return null;
  if (element.matches(CONTROLS) || (hasTable(element) && !isUrgent(element))) return null;
  const isColoured = () => element.closest(`${PRESSED}, ${BUTTON}`) || isAroundButton(element);
  if (!element.matches(LIVE) && isColoured()) return null;
  if (element.matches(LIVE) ? hasDialog(element) : element.closest(TITLES) || isState(element)) return null;
  if (!isShort(element)) return null;
  const whole = withoutIcons(element, saidBesideControls(element));
  if (!/[\p{L}\p{N}]/u.test(whole)) return null;
  return { text: tidy(concealed(whole)), whole, live: liveOf(element), hint: hintOf(element) };
};

// Live regions speak to those who see nothing of them, too; any other message has to be seen.
const isSaid = (element) => (element.matches(LIVE) ? visible(element) : isSeen(element));

// The current messages of the page, by text, except those in elements that `skip` names.
const notices = (roots, skip = () => false) => {
  const found = new Map();
  for (const root of roots) {
    for (const element of keptIn(root, MESSAGES)) {
      if (found.size >= MOST_NOTICES) break;
      const notice = isSaid(element) && !skip(element) ? noticeOf(element) : null;
      if (notice && !isSaidBy(found.get(notice.text), notice)) found.set(notice.text, notice);
    }
  }
  return found;
};

// The notices that an added node belongs to, or contains, each with its element and whether that is laid out.
const noticesAround = (node) => {
  const element = node.nodeType === 1 ? node : node.parentElement;
  if (!element) return [];
  const around = closest(element, (at) => (at.matches(LIVE) ? !hasDialog(at) : isHinted(at) && isShort(at)));
  const inside = node.nodeType === 1 && !around ? node.querySelectorAll(MESSAGES) : [];
  return [around, ...inside].flatMap((at) => {
    const notice = at && noticeOf(at);
    return notice ? [{ ...notice, at, drawn: at.checkVisibility({ visibilityProperty: true }) }] : [];
  });
};

// Those of them that a person could read: pages keep messages unseen until they need them, and hide others again. A
// field that was marked as an error only while it was being filled in says nothing of what it holds now.
const readNotices = (heard) =>
  heard.filter(({ at, drawn }) => (at.isConnected ? isMessage(at) && isSaid(at) : drawn));

// The new parts of the notices, without what secret fields hold: a box with an older message reports only the rest, with
// its own tone.
const newNotices = (said, found) => {
  const whole = [];
  const rest = [];
  for (const { text, whole: full, live, hint } of found) {
    if (said.has(full)) continue;
    let left = full;
    for (const old of said) if (old.length > 2) left = left.split(old).join(" ");
    if (left === full) whole.push({ text, live, hint });
    else if (tidy(left)) rest.push({ text: tidy(concealed(left)), live, hint: "" });
  }
  const all = [...whole, ...rest];
  return all.filter((notice, i) => all.findIndex((other) => other.text === notice.text) === i);
};

const labelOf = (field) => {
  const label = field.labels?.[0]?.innerText || field.getAttribute("aria-label") || field.placeholder;
  return tidy(label || field.name || field.id || field.localName).slice(0, LONGEST_LABEL);
};

// The elements that an element references by id attributes.
const namedBy = (element, ...attributes) => {
  const ids = attributes.map((name) => element.getAttribute(name) || "").join(" ");
  const root = element.getRootNode();
  return ids
    .split(/\s+/)
    .map((id) => id && root.getElementById?.(id))
    .filter(Boolean);
};

const complaintOf = (field) => {
  const texts = namedBy(field, "aria-errormessage", "aria-describedby")
    .filter(visible)
    .map((at) => tidy(at.innerText));
  const complaint = texts.filter(Boolean).join(" ") || field.validationMessage || "marked as invalid";
  return `${labelOf(field)}: ${concealed(complaint)}`;
};

// Whether the page has marked a field as invalid; it may do so for another reason than what the field holds.
const isMarkedInvalid = (field) => field.matches(MARKED) || field.validity?.customError === true;

const isDescribedAlone = (field, { id }) => {
  const naming = `[aria-errormessage~="${CSS.escape(id)}"], [aria-describedby~="${CSS.escape(id)}"]`;
  return field.getRootNode().querySelectorAll(naming).length < 2;
};

// What the page, or the browser for its form, says against the contents of a field; empty where it says nothing. A mark
// that was there before, or a message that several fields share, need not be about what this one holds.
const complaintAbout = (field, wasMarked) => {
  if (heldValue(field) === "") return "";
  const { validationMessage, validity } = field;
  const heldBack = isFaulty(field) && field.form && !field.form.noValidate && !validity?.customError;
  if (heldBack) return concealed(validationMessage || "invalid");
  if (wasMarked || !isMarkedInvalid(field)) return "";
  const named = namedBy(field, "aria-errormessage", "aria-describedby");
  const own = named.filter((at) => isDescribedAlone(field, at));
  if (named.length && !own.length) return "";
  const seen = own.filter(visible);
  const said = (seen.length ? seen : own).map((at) => tidy(at.textContent)).filter(Boolean);
  return concealed(said.join(" ") || validationMessage || "invalid");
};

// What the browser finds wrong with the contents of a field, whether or not anything keeps the page from taking them, or
// how far a number is out of the range that the page names; empty where neither.
const flawOf = (field) => {
  const held = heldValue(field);
  if (held && field.validity && !field.validity.customError && isFaulty(field))
    return concealed(field.validationMessage || "invalid");
  const [least, most] = ["aria-valuemin", "aria-valuemax"].map((name) => field.getAttribute(name));
  if (!held || !field.matches("[role=spinbutton]")) return "";
  if (most && Number(held) > Number(most)) return `the maximum is ${most}`;
  return least && Number(held) < Number(least) ? `the minimum is ${least}` : "";
};

const refusalOf = (field) => `${labelOf(field)}: ${concealed(field.validationMessage || "invalid")}`;

// The fields that the page marks as invalid, each with its message.
const markedInvalid = (roots) => {
  const found = new Map();
  for (const root of roots)
    for (const field of keptIn(root, MARKED))
      if (field.matches("input, select, textarea, [role], [contenteditable]"))
        found.set(field, complaintOf(field));
  return found;
};

// Those of them that a person can see, or read the message of: pages keep forms for later, which are invalid while empty.
const seenInvalid = (roots) =>
  Array.from(markedInvalid(roots)).flatMap(([field, text]) => {
    const said = namedBy(field, "aria-errormessage", "aria-describedby").some(isSeen);
    return said || isSeen(field) ? [text] : [];
  });

const isUnread = (element) => element.closest(UNREAD) !== null;

const isReadable = (element) => !element || !(isIcon(element) || element.closest(UNREAD));

// What a person can see: drawn, not cut away to nothing, not moved off the page.
const isBeyond = (element) => {
  const [x, y] = boxOf(element);
  return x >= innerWidth || y >= innerHeight;
};

const scrolls = (element) => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return (
    (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) ||
    (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth)
  );
};

// Whether it is beyond the window in a panel that stays where it is, however the page is scrolled.
const isPutAway = (element) => {
  let panel = element;
  while (panel.offsetParent) panel = panel.offsetParent;
  if (panel === document.body || getComputedStyle(panel).position !== "fixed") return false;
  let box = element;
  for (let at = element; at; at = at === panel ? null : parentOf(at)) if (scrolls(at)) box = at;
  return isBeyond(box);
};

// Whether it lies above or left of where the page, and each box that scrolls around it, begins: no scrolling shows it.
const isOutOfReach = (element) => {
  const [x, y, width, height] = boxOf(element);
  let [right, bottom] = [x + width + scrollX, y + height + scrollY];
  for (let at = parentOf(element); at && (right <= 0 || bottom <= 0); at = parentOf(at)) {
    if (at === document.scrollingElement) continue;
    right += at.scrollLeft;
    bottom += at.scrollTop;
  }
  return right <= 0 || bottom <= 0;
};

const isSeen = (element) => {
  if (!element?.isConnected || !visible(element) || cutAway(element) || isOutOfReach(element)) return false;
  return !isBeyond(element) || !isPutAway(element);
};

// The text of a node where its elements pass a test: separate pieces, no style sheets.
const textIn = (node, test) => {
  if (node.nodeType === 3) return test(node.parentElement) ? node.nodeValue || "" : "";
  if (node.nodeType !== 1 || node.matches(UNREAD)) return "";
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const known = new Map();
  let text = "";
  while (text.length < READ_CHARS && walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (!nodeValue.trim()) continue;
    if (!known.has(parentElement)) known.set(parentElement, isReadable(parentElement) && test(parentElement));
    if (known.get(parentElement)) text += ` ${nodeValue}`;
  }
  return text;
};

// The readable text of a node, hidden parts included.
const readableIn = (node) => (node.nodeType === 3 ? node.nodeValue || "" : textIn(node, () => true));

// The part of it that a person sees now.
const seenIn = (node) => textIn(node, isSeen);

// What a person sees of it that is not what a control is called; `own` is the control of the action, which may report.
const saidIn = (node, own) => {
  if (hasTable(node)) return "";
  const around = node.nodeType === 1 ? node : node.parentElement;
  if (!around?.closest(CALLED) && !(node.nodeType === 1 && node.querySelector(CALLED))) return seenIn(node);
  const reports = (element) => {
    const control = element?.closest(CALLED);
    return isSeen(element) && (!control || control === own) && !isState(element);
  };
  return textIn(node, reports);
};

// The part of it that is laid out, and that nobody sees yet.
const unseenIn = (node) => textIn(node, (element) => element?.checkVisibility() && !isSeen(element));

export {
  complaintAbout,
  complaintOf,
  flawOf,
  isMarkedInvalid,
  isSeen,
  isUnread,
  isUrgent,
  labelOf,
  markedInvalid,
  namedBy,
  newNotices,
  notices,
  noticesAround,
  readableIn,
  readNotices,
  refusalOf,
  saidIn,
  seenIn,
  seenInvalid,
  tidy,
  unseenIn,
};
