// The only script that reads the page's own world on a capture: which elements a framework handles without a listener on
// the element itself. React, Preact and Solid keep the handler in a property of the element and listen at the root, Svelte in
// an expando, jQuery as a selector at an ancestor. Chrome ends it at its first side effect, so that a page whose functions
// it calls can neither count the captures nor answer them differently. Nothing here may change anything, hence the plain
// loops. Elements are named by their numbers in document order; `listeners.js` counts in the same way.

const NATIVE = { a: 1, button: 1, input: 1, select: 1, textarea: 1, summary: 1, option: 1, html: 1, body: 1 };
const HANDLERS = {
  onClick: 1,
  onClickCapture: 1,
  onDoubleClick: 1,
  onDoubleClickCapture: 1,
  onAuxClick: 1,
  onAuxClickCapture: 1,
  onContextMenu: 1,
  onContextMenuCapture: 1,
  onMouseDown: 1,
  onMouseDownCapture: 1,
  onMouseUp: 1,
  onMouseUpCapture: 1,
  onPointerDown: 1,
  onPointerDownCapture: 1,
  onPointerUp: 1,
  onPointerUpCapture: 1,
  onTouchStart: 1,
  onTouchStartCapture: 1,
  onTouchEnd: 1,
  onTouchEndCapture: 1,
};
const EXPANDOS = {
  $$click: 1,
  __click: 1,
  $$dblclick: 1,
  __dblclick: 1,
  $$mousedown: 1,
  __mousedown: 1,
  $$mouseup: 1,
  __mouseup: 1,
  $$pointerdown: 1,
  __pointerdown: 1,
  $$pointerup: 1,
  __pointerup: 1,
  $$touchstart: 1,
  __touchstart: 1,
  $$touchend: 1,
  __touchend: 1,
};
const OWN_OF_DOCUMENTS = "location";
const PROPS = "__reactProps$";
const OLD_PROPS = "__reactEventHandlers$";
const DELEGATED =
  /^(click|dblclick|auxclick|contextmenu|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|tap)$/;
const JQUERY = /^jQuery\d+$/;
const MOST = 100_000;

const isObject = (value) => value !== null && typeof value === "object";

// The events that jQuery handles at an element: since version 2 a property of it has them, before that a cache by number.
const jqueryEvents = (element, key, view) => {
  const kept = element[key];
  if (isObject(kept)) return kept.events;
  return typeof kept === "number" ? view?.jQuery?.cache?.[kept]?.events : undefined;
};

// Add the elements that jQuery's handlers on an element delegate to.
const addDelegated = (events, element, root, found) => {
  for (const name of Object.keys(events)) {
    if (!DELEGATED.test(name) || !events[name]) continue;
    for (let at = 0; at < events[name].length; at++) {
      const selector = events[name][at].selector;
      if (typeof selector !== "string") continue;
      try {
        const inner = root.querySelectorAll(selector);
        for (let one = 0; one < inner.length; one++) {
          // A double click on any cell is a short way to edit it, and no reason to list every cell of a table.
          if (name === "dblclick" && inner[one].localName === "td") continue;
          if (element === root || element.contains(inner[one])) found.add(inner[one]);
        }
      } catch {
        // Not a selector that the browser supports.
      }
    }
  }
};

// Reading by the name of a loop in that loop counts as a side effect.
const valueAt = (object, name) => object[name];

const hasHandler = (props) => {
  for (const name in props)
    if (name[0] === "o" && valueAt(HANDLERS, name) === 1 && typeof valueAt(props, name) === "function")
      return true;
  return false;
};

const innerDocument = (element) => {
  try {
    return element.contentDocument;
  } catch {
    return null; // of another origin
  }
};

// The number of all elements, the numbers of those that are handled, and whether none of these frameworks is there: no
// script has left a property on the document, and none that may be theirs on anything in it.
const readHandled = (page) => {
  const roots = [page];
  const lists = [];
  const handled = [];
  const delegated = new Set();
  // Chrome checks every call for side effects, which takes some 16 µs, a hundred times what a step of this loop does. So it
  // calls nothing for an element without properties of its own: the first name in it is then one that it has from its class,
  // which is known once one such element of the class was read. The few properties that matter are read by their names.
  const inherited = [];
  // React names its properties alike on all elements of one copy of it. Where it has left any, nothing else is looked for
  // there, unless jQuery is on the page: that takes a third of the time.
  const propsKeys = [];
  let hasJquery = page.defaultView !== null && "jQuery" in page.defaultView;
  const readJquery = (element, keys, root) => {
    for (let at = 0; at < keys.length; at++) {
      if (keys[at][0] !== "j" || !JQUERY.test(keys[at])) continue;
      const events = jqueryEvents(element, keys[at], (root.ownerDocument || root).defaultView);
      if (events) addDelegated(events, element, root, delegated);
    }
  };
  let total = 0;
  let isPlain = true;
  for (let next = 0; next < roots.length && total < MOST; next++) {
    const root = roots[next];
    const list = root.querySelectorAll("*");
    const count = list.length;
    const above = Object.keys(root);
    for (let at = 0; at < above.length; at++) {
      if (above[at][0] === "j") hasJquery = true;
      if (above[at][0] === "j" || (!root.host && above[at] !== OWN_OF_DOCUMENTS)) isPlain = false;
    }
    if (above.length) readJquery(root, above, root);
    lists[next] = list;
    for (let at = 0; at < count; at++) {
      const element = list[at];
      const name = element.localName;
      const inner =
        element.shadowRoot || (name === "iframe" || name === "frame" ? innerDocument(element) : null);
      if (inner) roots[roots.length] = inner;
      let props = null;
      for (let one = 0; one < propsKeys.length && !hasJquery && !props; one++)
        props = element[propsKeys[one]];
      if (props) {
        if (NATIVE[name] !== 1 && hasHandler(props)) handled.push(total + at);
        continue;
      }
      let keys = null;
      for (const first in element) {
        let known = 0;
        while (known < inherited.length && inherited[known] !== first) known++;
        if (known < inherited.length) break;
        keys = Object.keys(element);
        if (keys.length) break;
        inherited.push(first);
        keys = null;
        break;
      }
      if (!keys) continue;
      let isOfJquery = false;
      let isHandled = false;
      for (let one = 0; one < keys.length; one++) {
        const key = keys[one];
        if (key[0] === "j") isOfJquery = hasJquery = true;
        // jQuery's, an expando, or one that React has left: `__react…`, `_react…`.
        const named = key[1] === "_" ? 2 : 1;
        const isReacts =
          key[0] === "_" && key[named] === "r" && key[named + 1] === "e" && key[named + 2] === "a";
        if (key[0] === "j" || EXPANDOS[key] === 1 || isReacts) isPlain = false;
        if (EXPANDOS[key] === 1 && element[key] && !element.disabled) isHandled = true;
        const prefix = key[7] === "P" ? PROPS : OLD_PROPS;
        let same = 0;
        while (same < prefix.length && key[same] === prefix[same]) same++;
        const props = same < prefix.length ? null : element[key];
        if (props === null || typeof props !== "object") continue;
        if (!hasJquery) propsKeys[propsKeys.length] = key;
        if (hasHandler(props)) isHandled = true;
      }
      if (isOfJquery) readJquery(element, keys, root);
      if (isHandled && NATIVE[name] !== 1) handled.push(total + at);
    }
    total += count;
  }
  if (delegated.size) addNumbers(lists, delegated, handled);
  return { total, handled, plain: isPlain };
};

const addNumbers = (lists, wanted, numbers) => {
  let before = 0;
  for (let next = 0; next < lists.length; next++) {
    for (let at = 0; at < lists[next].length; at++)
      if (wanted.has(lists[next][at])) numbers.push(before + at);
    before += lists[next].length;
  }
};

// The same question as in the loop above, which may not call anything for each of many names.
const isOfFramework = (key) => key[0] === "j" || EXPANDOS[key] === 1 || /^__?rea/.test(key);

const isPlainAround = (node) => {
  for (let at = node.parentNode; at; at = at.parentNode || at.host) {
    const isDocument = at.nodeType === 9;
    for (const key of Object.keys(at))
      if (isDocument ? key !== OWN_OF_DOCUMENTS : isOfFramework(key)) return false;
  }
  return true;
};

const isPlainWithin = (root) => {
  if (Object.keys(root).some(isOfFramework)) return false;
  if (root.shadowRoot && !isPlainWithin(root.shadowRoot)) return false;
  return [...(root.children ?? [])].every(isPlainWithin);
};

// Whether none of these frameworks handles some new nodes, in a document without them before: what they leave is on the new
// nodes, or on what these are in.
const arePlain = (...nodes) => nodes.every((node) => isPlainAround(node) && isPlainWithin(node));

export { arePlain, readHandled };
