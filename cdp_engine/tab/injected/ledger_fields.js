// Values and states of controls that no attribute shows.

const FIELDS = new Set(["input", "select", "textarea", "option"]);
const CHECKABLE = /^(checkbox|radio)$/;
const UNTYPED = /^(checkbox|radio|file)$/;

const isFormField = (node) => node.nodeType === 1 && FIELDS.has(node.localName);

const heldBy = (node) => {
  if (node.localName === "option") return [null, 0, node.selected ? 1 : 0];
  if (node.localName === "select") return [null, 0, 0];
  return [node.value, node.checked && CHECKABLE.test(node.type) ? 1 : 0, 0];
};

const changedFields = (held, nodes) => {
  const changed = [];
  nodes.forEach((node, i) => {
    if (!isFormField(node)) return;
    const now = heldBy(node);
    const was = held.get(node);
    if (was?.every((value, at) => value === now[at])) return;
    held.set(node, now);
    changed.push([i, ...now]);
  });
  return changed;
};

const isUnusedText = (field) =>
  (field.localName === "textarea" || (field.localName === "input" && !UNTYPED.test(field.type))) &&
  field.required &&
  field.value === "";

const rootsIn = (nodes) => [
  document,
  ...nodes.filter((node) => node.nodeType === 1 && node.shadowRoot).map((node) => node.shadowRoot),
];

const focusIn = (root, outermost) => {
  const active = root.activeElement;
  if (!active || /^(html|body|iframe|frame)$/.test(active.localName) || active.shadowRoot?.activeElement)
    return null;
  return root !== document || outermost || document.hasFocus() ? active : null;
};

// Each control in a state that no attribute shows, with the state.
const statesIn = (nodes, outermost) => {
  const found = [];
  for (const root of rootsIn(nodes)) {
    const active = focusIn(root, outermost);
    if (active) found.push([active, "focused"]);
    for (const blocking of root.querySelectorAll(":modal")) found.push([blocking, "modal"]);
    for (const box of root.querySelectorAll("input:indeterminate"))
      if (box.indeterminate && box.type === "checkbox") found.push([box, "mixed"]);
    for (const field of root.querySelectorAll("input:invalid, select:invalid, textarea:invalid"))
      if (!isUnusedText(field)) found.push([field, "invalid"]);
  }
  return found;
};

// Whether an element takes clicks by itself, without any listener.
const takesClicks = (element) => {
  const { localName } = element;
  if (localName === "input") return !element.matches(":disabled");
  if (localName === "button")
    return element.form !== null && element.type !== "button" && !element.matches(":disabled");
  if (localName === "a" || localName === "area")
    return element.hasAttribute("href") || element.hasAttribute("xlink:href");
  if (localName === "label") return element.control ? takesClicks(element.control) : false;
  if (localName === "summary")
    return element.parentElement?.localName === "details" && element.matches(":first-of-type");
  return element.isContentEditable === true;
};

export { changedFields, heldBy, isFormField, rootsIn, statesIn, takesClicks };
