// Marks what a framework handles without a listener on the element itself: React, Preact and Solid keep the handler
// in a property of the element and listen at the root, Svelte in an expando, jQuery as a selector at an ancestor.
// A mark is a listener for an event that never happens, so that one look at the listeners finds them all; `unmark.js`
// takes the marks away again. In the same way it marks what only scripts know of the state of controls: what has
// the focus, modal dialogs, undecided checkboxes, what a form refuses (an empty required text field counts only once it
// was used).
function (type) {
  const MARKS = Symbol.for(type);
  const NATIVE = new Set(["a", "button", "input", "select", "textarea", "summary", "option", "html", "body"]);
  const HANDLERS = /^on(Click|DoubleClick|AuxClick|ContextMenu|Mouse(Down|Up)|Pointer(Down|Up)|Touch(Start|End))(Capture)?$/;
  const BEYOND = /^(click|dblclick|auxclick|contextmenu|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|tap)$/;
  const add = EventTarget.prototype.addEventListener;
  const listen = () => {}, found = new Set();
  const handled = (props) => props && typeof props === "object" && Object.keys(props).some(
    (key) => typeof props[key] === "function" && HANDLERS.test(key));
  const look = (element) => {
    const keys = Object.keys(element);
    for (const key of keys) {
      if (key.startsWith("__reactProps$") || key.startsWith("__reactEventHandlers$")) {
        if (handled(element[key])) return true;
      } else if (/^(\$\$|__)(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/.test(key)) {
        if (element[key] && !element.disabled) return true;
      }
    }
    return false;
  };
  const delegated = (root, element, jquery) => {
    const events = jquery && jquery._data && jquery._data(element, "events");
    for (const name of Object.keys(events || {})) {
      if (!BEYOND.test(name)) continue;
      for (const handler of events[name]) {
        if (!handler.selector) continue;
        try { for (const inner of root.querySelectorAll(handler.selector)) if (element === root || element.contains(inner)) found.add(inner); } catch { continue; }
      }
    }
  };
  const states = [];
  const look_at_states = (root) => {
    for (const dialog of root.querySelectorAll("dialog:modal")) states.push([dialog, "modal"]);
    for (const box of root.querySelectorAll("input:indeterminate"))
      if (box.indeterminate === true && box.type === "checkbox") states.push([box, "mixed"]);
    for (const field of root.querySelectorAll("input:invalid,select:invalid,textarea:invalid")) {
      const text = field.localName === "textarea" || (field.localName === "input" && !/^(checkbox|radio|file)$/.test(field.type));
      if (!(text && field.required && field.value === "")) states.push([field, "invalid"]);
    }
  };
  const roots = [this];
  let left = 100000;
  while (roots.length && left > 0) {
    const root = roots.pop();
    let jquery = null;
    try { const view = (root.ownerDocument || root).defaultView; jquery = view && (view.jQuery || view.$); } catch { jquery = null; }
    if (typeof jquery !== "function" || !jquery._data) jquery = null;
    if (jquery) delegated(root, root, jquery);
    const active = root.activeElement;
    if (active && !/^(html|body|iframe|frame)$/.test(active.localName) && !(active.shadowRoot && active.shadowRoot.activeElement)
        && (root === this || root.nodeType !== 9 || root.hasFocus())) states.push([active, "focused"]);
    look_at_states(root);
    // A walker takes a tenth of the time of a list of all elements.
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element; element = walker.nextNode()) {
      if (--left <= 0) break;
      const name = element.localName;
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (name === "iframe" || name === "frame") {
        try { if (element.contentDocument) roots.push(element.contentDocument); } catch { /* of another origin */ }
      }
      if (jquery) delegated(root, element, jquery);
      if (!NATIVE.has(name) && look(element)) found.add(element);
    }
  }
  if (!found.size && !states.length) return 0;
  for (const [element, state] of states) add.call(element, `${type}=${state}`, listen);
  for (const element of found) add.call(element, type, listen);
  Object.defineProperty(this, MARKS, { value: { found, states, listen }, configurable: true, enumerable: false });
  return found.size;
}
