// In the page's own world, unlike the other scripts: marks elements that a framework handles without a listener on the
// element itself. React, Preact and Solid keep the handler in a property of the element and listen at the root, Svelte in an
// expando, jQuery as a selector at an ancestor. A mark is a listener for an event that never happens, so that one
// call for listeners finds them all. In the same way it marks states that only scripts can read: focus, modal dialogs,
// fullscreen, indeterminate boxes, invalid fields (an empty required text field counts only once it was used).

const NATIVE = new Set(["a", "button", "input", "select", "textarea", "summary", "option", "html", "body"]);
const HANDLERS =
  /^on(Click|DoubleClick|AuxClick|ContextMenu|Mouse(Down|Up)|Pointer(Down|Up)|Touch(Start|End))(Capture)?$/;
const EXPANDOS = /^(\$\$|__)(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/;
const DELEGATED =
  /^(click|dblclick|auxclick|contextmenu|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|tap)$/;
const UNTYPED = /^(checkbox|radio|file)$/;
const MOST = 100_000;

const listen = () => {};
const isHandler = (value) => typeof value === "function";

const hasHandlers = (props) =>
  props !== null &&
  typeof props === "object" &&
  Object.keys(props).some((key) => isHandler(props[key]) && HANDLERS.test(key));

const isHandled = (element) => {
  for (const key of Object.keys(element)) {
    if (key.startsWith("__reactProps$") || key.startsWith("__reactEventHandlers$")) {
      if (hasHandlers(element[key])) return true;
    } else if (EXPANDOS.test(key) && element[key] && !element.disabled) return true;
  }
  return false;
};

const jqueryOf = (root) => {
  try {
    const view = (root.ownerDocument || root).defaultView;
    const jquery = view && (view.jQuery || view.$);
    return isHandler(jquery) && jquery._data ? jquery : null;
  } catch {
    return null;
  }
};

// The selectors that jQuery's handlers on an element delegate to.
const delegatedBy = (jquery, element, root) => {
  const found = [];
  const events = jquery._data?.(element, "events") || {};
  for (const name of Object.keys(events)) {
    if (!DELEGATED.test(name)) continue;
    for (const handler of events[name]) {
      if (!handler.selector) continue;
      try {
        for (const inner of root.querySelectorAll(handler.selector))
          if (element === root || element.contains(inner)) found.push(inner);
      } catch {
        // Not a selector that the browser supports.
      }
    }
  }
  return found;
};

const isUnusedText = (field) =>
  (field.localName === "textarea" || (field.localName === "input" && !UNTYPED.test(field.type))) &&
  field.required &&
  field.value === "";

const statesIn = function* (root) {
  for (const blocking of root.querySelectorAll(":modal")) yield [blocking, "modal"];
  for (const box of root.querySelectorAll("input:indeterminate"))
    if (box.indeterminate === true && box.type === "checkbox") yield [box, "mixed"];
  for (const field of root.querySelectorAll("input:invalid, select:invalid, textarea:invalid"))
    if (!isUnusedText(field)) yield [field, "invalid"];
};

const focusIn = (root, page) => {
  const active = root.activeElement;
  if (!active || /^(html|body|iframe|frame)$/.test(active.localName) || active.shadowRoot?.activeElement)
    return null;
  return root === page || root.nodeType !== 9 || root.hasFocus() ? active : null;
};

const innerRoots = function* (element) {
  if (element.shadowRoot) yield element.shadowRoot;
  if (element.localName !== "iframe" && element.localName !== "frame") return;
  try {
    if (element.contentDocument) yield element.contentDocument;
  } catch {
    // Of another origin.
  }
};

const collect = (page) => {
  const handled = new Set();
  const states = [];
  const roots = [page];
  let left = MOST;
  while (roots.length && left > 0) {
    const root = roots.pop();
    const jquery = jqueryOf(root);
    const delegate = (element) => {
      if (jquery) for (const inner of delegatedBy(jquery, element, root)) handled.add(inner);
    };
    delegate(root);
    const active = focusIn(root, page);
    if (active) states.push([active, "focused"]);
    states.push(...statesIn(root));
    // A walker takes a tenth of the time of a list of all elements.
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    while (left > 0 && walker.nextNode()) {
      left -= 1;
      const element = walker.currentNode;
      roots.push(...innerRoots(element));
      delegate(element);
      if (!NATIVE.has(element.localName) && isHandled(element)) handled.add(element);
    }
  }
  return { handled, states };
};

// Returns the number of marked elements.
const markHandled = (page, type) => {
  const found = collect(page);
  if (!found.handled.size && !found.states.length) return 0;
  const add = EventTarget.prototype.addEventListener;
  for (const [element, state] of found.states) add.call(element, `${type}=${state}`, listen);
  for (const element of found.handled) add.call(element, type, listen);
  const value = { ...found, listen };
  Object.defineProperty(page, Symbol.for(type), { value, configurable: true, enumerable: false });
  return found.handled.size;
};

// Removes the marks of `markHandled`.
const unmarkHandled = (page, type) => {
  const name = Symbol.for(type);
  const marked = page[name];
  if (!marked) return;
  delete page[name];
  const remove = EventTarget.prototype.removeEventListener;
  for (const element of marked.handled) remove.call(element, type, marked.listen);
  for (const [element, state] of marked.states) remove.call(element, `${type}=${state}`, marked.listen);
};

export { markHandled, unmarkHandled };
