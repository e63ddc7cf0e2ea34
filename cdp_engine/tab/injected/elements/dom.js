// Functions on elements that several of our scripts share: ancestors, visibility, description, value.

import { isCheckBox, isChecked } from "./check_boxes.js";

// The element whose shadow root a node is in; a link that was removed is its own root, and its `host` is a text.
const hostOf = (node) => {
  const root = node.getRootNode();
  return (root.nodeType === 11 && root.host) || null;
};

// Up through slots and out of shadow roots, as events travel.
const parentOf = (node) => node.assignedSlot || node.parentElement || hostOf(node);

const lineage = function* (node) {
  for (let at = node.nodeType === 1 ? node : parentOf(node); at; at = parentOf(at)) yield at;
};

const closest = (node, test) => {
  for (const at of lineage(node)) if (test(at)) return at;
  return null;
};

const elementOf = (node) => (node.nodeType === 1 ? node : node.parentElement);

// A walker takes a tenth of the time of a list of all elements.
const elementsIn = function* (root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) yield walker.currentNode;
};

// The same, including the contents of open shadow roots.
const allElementsIn = function* (root) {
  if (root.shadowRoot) yield* allElementsIn(root.shadowRoot);
  for (const element of elementsIn(root)) {
    yield element;
    if (element.shadowRoot) yield* allElementsIn(element.shadowRoot);
  }
};

// The shadow roots around a node, from the inside out, closed ones included.
const shadowRootsAround = function* (node) {
  for (let root = node?.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) yield root;
};

const WALKED = 60_000;

// The document, the shadow roots around the target, and all open ones.
const rootsOf = (target) => {
  const roots = new Set([document, ...(target ? shadowRootsAround(target) : [])]);
  let walked = 0;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element; element = walker.nextNode()) {
      if (element.shadowRoot) roots.add(element.shadowRoot);
      walked += 1;
      if (walked > WALKED) return roots;
    }
  }
  return roots;
};

const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

const boxOf = (thing) => {
  const box = thing.getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
};

// The element with the focus, in any shadow root; null where only the page itself has it.
const activeElement = (within = document) => {
  let at = within.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === within.body || at === within.documentElement ? null : at;
};

// The element under a point, through open shadow roots and those that are given by their hosts.
const elementAt = (x, y, roots = null) => {
  let hit = document.elementFromPoint(x, y);
  while (hit) {
    const root = roots?.get(hit) || hit.shadowRoot;
    const inner = root?.elementFromPoint(x, y);
    if (!inner || inner === hit || inner.getRootNode() !== root) break;
    hit = inner;
  }
  return hit;
};

const words = (text) => (text || "").replace(/\s+/g, " ").trim();
// Marks that nobody sees, as those for the direction of text.
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const folded = (text) => words((text || "").replace(UNSEEN, "")).toLowerCase();
const shortened = (text, longest) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

const ICON_FONT = /(?:^|[\s_-])(?:icons?|symbols)(?:$|[\s_-])/;
const LIGATURE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

// `edit_calendar` in an icon font is an image, not a text; its page hides it from screen readers.
const isIcon = (element) =>
  element.getAttribute("aria-hidden") === "true" &&
  ICON_FONT.test(element.getAttribute("class") || "") &&
  LIGATURE.test(element.textContent.trim());

const withoutIcons = (element, text) => {
  let rest = text;
  for (const icon of element.querySelectorAll("[aria-hidden=true]"))
    if (rest && isIcon(icon)) rest = rest.replace(icon.textContent.trim(), " ");
  return words(rest);
};

const DESCRIBED_BY = ["id", "class", "role", "name", "type", "aria-label", "href"];
const LONGEST_PART = 40;

// An element as messages describe it: its tag, relevant attributes and text.
const describe = (element) => {
  let text = `<${element.localName}`;
  for (const name of DESCRIBED_BY) {
    const value = element.getAttribute(name);
    if (value) text += ` ${name}="${shortened(value, LONGEST_PART)}"`;
  }
  const said = words(element.innerText);
  return said ? `${text}> “${shortened(said, LONGEST_PART)}”` : `${text}>`;
};

const LIVE =
  "[role=alert], [role=alertdialog], [role=status], [role=log], [aria-live]:not([aria-live=off]), output";

// How a live region announces: `alert`, `status`, `log`, `polite` or `assertive`; empty for any other element.
const liveOf = (element) => {
  const role = element.getAttribute("role");
  if (role === "alert" || role === "alertdialog") return "alert";
  if (role === "status" || role === "log") return role;
  return element.getAttribute("aria-live") || (element.localName === "output" ? "status" : "");
};

const MARKED_AS_ERROR = /error|danger|invalid|fail/i;

// How the live region around an element announces it; `error` where an urgent one has a class name that says so.
const liveAround = (element) => {
  const live = element.closest(LIVE);
  if (!live) return "";
  const kind = liveOf(live) || "status";
  const urgent = kind === "alert" || kind === "assertive";
  const marked = [live, element].some((at) => MARKED_AS_ERROR.test(at.getAttribute("class") || ""));
  return urgent && marked ? "error" : kind;
};

// The value of a field; null for an element without one.
const heldValue = (field) => {
  if (isCheckBox(field)) return String(isChecked(field));
  if (field.localName === "select")
    return Array.from(field.selectedOptions, (option) => option.value).join(", ");
  if (field.matches("input, textarea")) return field.value;
  if (field.matches("[role=slider], [role=separator]")) return field.getAttribute("aria-valuenow");
  return field.isContentEditable ? editedText(field) : null;
};

// A button that an editor draws within its text, such as the handle of a paragraph.
const TOOLS = "button, [role=button]";
const isTool = (at) => at.matches(TOOLS) && !at.isContentEditable;

// The text of an editing host with a line for each block and break: innerText has three line ends for an empty block.
const editedText = (host) => {
  const whole = host.innerText;
  if (!whole.includes("\n\n") && !Array.from(host.querySelectorAll(TOOLS)).some(isTool)) return whole;
  const lines = [];
  let line = null;
  const end = () => {
    if (line !== null) lines.push(line);
    line = null;
  };
  const walk = (node) => {
    const kept = getComputedStyle(node).whiteSpace.match(/^(pre|break-spaces)/);
    for (const child of node.childNodes) {
      if (child.nodeType === 3) {
        const text = kept ? child.data : child.data.replace(/[ \t\n]+/g, " ");
        if (text.trim() || line !== null || (kept && text)) line = (line ?? "") + text;
      } else if (child.localName === "br") {
        lines.push(line ?? "");
        line = null;
      } else if (child.nodeType === 1) {
        const { display } = getComputedStyle(child);
        if (display === "none" || isTool(child)) continue;
        const block = !display.startsWith("inline") && display !== "contents";
        if (block) end();
        walk(child);
        if (block) end();
      }
    }
  };
  walk(host);
  end();
  return lines.join("\n");
};

const secrets = new Set();
const known = new WeakSet();

// From now on a field is secret as long as it lives, also after the page's own "show password".
const keepSecret = (field) => {
  if (known.has(field)) return;
  known.add(field);
  secrets.add(new WeakRef(field));
};

const isSecret = (field) => {
  if (field.localName === "input" && field.type === "password") keepSecret(field);
  return known.has(field);
};

// The words that a slider says instead of its number; empty where they only repeat that, with a unit perhaps.
const sliderWords = (field) => {
  if (!field.matches("input[type=range], [role=slider]")) return "";
  const said = words(field.getAttribute("aria-valuetext"));
  const numbers = said.match(/-?\d+(?:[.,]\d+)*/g) || [];
  return numbers.some((one) => Number(one.replaceAll(",", "")) === Number(heldValue(field))) ? "" : said;
};

// The value that may leave the page, as a person reads it: passwords as dots, sliders by their words.
const shownValue = (field) => {
  const held = heldValue(field);
  if (held === null) return null;
  return isSecret(field) ? "•".repeat(Array.from(held).length) : sliderWords(field) || held;
};

// A text of the page without what secret fields hold; everyday words only where they are all that it says.
const concealed = (text) => {
  let safe = text;
  for (const kept of secrets) {
    const value = kept.deref()?.value;
    if (value === undefined) secrets.delete(kept);
    else if (value.length >= 4 && safe.trim() === value) return "•••";
    else if (value.length >= 6 && !/^[a-z]+$/.test(value)) safe = safe.replaceAll(value, "•••");
  }
  return safe;
};

// The next animation frame: its time; or a timer where none comes (background tabs).
const nextFrame = (limit = 50) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, limit);
    requestAnimationFrame((time) => {
      clearTimeout(timer);
      resolve(time);
    });
  });

// The events of a press, from the first to the last.
const PRESSES = [
  "pointerdown",
  "mousedown",
  "pointerup",
  "mouseup",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
];

// Whether a person or the browser made an event by a pointer; a click made by the keyboard has no place on the screen.
const isByPointer = (event) =>
  event.isTrusted && !(event.type === "click" && event.detail === 0 && event.pointerType === "");

// Calls `listen` once in a document, and again after `document.open()`, which takes away all listeners. The browser counts
// a listener until it collects garbage: those that came and went with every action could not be distinguished from the page's own.
const oncePerDocument = (listen) => {
  let known;
  return () => {
    if (known === document.documentElement) return;
    known = document.documentElement;
    listen();
  };
};

// Whether an event arrives at the target: at itself, in a closed shadow root around it, at its label. A click that is
// released elsewhere than pressed goes to the common ancestor of both places.
const meeting = (target, control) => {
  const hosts = new Set([target, control]);
  for (const root of shadowRootsAround(target)) if (root.mode === "closed") hosts.add(root.host);
  const labels = new Set(control.labels || []);
  return (event) => {
    const path = event.composedPath();
    return path.some((node) => hosts.has(node) || labels.has(node)) || target.contains(path[0]);
  };
};

const ENDS = ["transitionend", "animationend", "scrollend", "resize"];
const ANY_CHANGE = { subtree: true, childList: true, attributes: true };

// Resolves when the page may have changed around the element, at the latest after `limit` ms.
const stir = (element, limit) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      observer.disconnect();
      for (const type of ENDS) removeEventListener(type, done, true);
      resolve(true);
    };
    const timer = setTimeout(done, limit);
    const observer = new MutationObserver(done);
    observer.observe(document, ANY_CHANGE);
    const [root] = shadowRootsAround(element);
    if (root) observer.observe(root, ANY_CHANGE);
    for (const type of ENDS) addEventListener(type, done, true);
  });

// Whether a field is shown as faulty: one that is only still empty counts once it was used, or its form was to be sent.
const isFaulty = (field) =>
  field.matches(":invalid") && (!field.validity?.valueMissing || field.matches(":user-invalid"));

export {
  activeElement,
  allElementsIn,
  boxOf,
  closest,
  concealed,
  describe,
  elementAt,
  elementOf,
  elementsIn,
  folded,
  heldValue,
  isByPointer,
  isFaulty,
  isIcon,
  isSecret,
  keepSecret,
  LIVE,
  lineage,
  liveAround,
  liveOf,
  meeting,
  nextFrame,
  oncePerDocument,
  PRESSES,
  parentOf,
  rootsOf,
  shadowRootsAround,
  shortened,
  shownValue,
  stir,
  visible,
  withoutIcons,
  words,
};
