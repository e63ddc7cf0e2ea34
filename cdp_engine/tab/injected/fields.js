// Reads and prepares form fields and editable text.
(kit) => {
  const activeDeep = () => {
    let at = document.activeElement;
    while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const holdsFocus = (element) => element.getRootNode().activeElement === element;

  const hostOfEditing = (element) => {
    if (!element.isContentEditable) return null;
    let host = element;
    while (host.parentElement && host.parentElement.isContentEditable) host = host.parentElement;
    return host;
  };

  // The thing that takes the text: the field of a label, the editing host around a paragraph.
  const fieldOf = (element) => {
    if (element.matches("input, textarea, select") || element.isContentEditable) return element;
    return kit.controlOf(element);
  };

  const kindOf = (field) => {
    if (field.localName === "input") return field.type;
    if (field.localName === "textarea" || field.localName === "select") return field.localName;
    return field.isContentEditable ? "contenteditable" : field.localName;
  };

  const frozen = (field) => {
    if (field.readOnly) return "it is read-only";
    if (field.getAttribute("aria-readonly") === "true") return "aria-readonly is true";
    return null;
  };

  const editable = (field) => field.matches("input, textarea") || field.isContentEditable;

  const valueOf = (field) => {
    if (field.matches("input[type=checkbox], input[type=radio]")) return field.checked ? "true" : "false";
    if (field.localName === "select") return field.value;
    if (field.matches("input, textarea")) return field.value;
    if (field.isContentEditable) return field.innerText;
    return null;
  };

  // What may leave the page: a password is compared here and shown as dots only.
  const shownValue = (target) => {
    const held = valueOf(target);
    return target.type === "password" && held !== null ? "•".repeat(Array.from(held).length) : held;
  };

  // Paragraphs read as two line ends, line breaks as one, and editors put marks of no width where nothing is.
  const plain = (text) =>
    text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ").replace(/[\u200b\ufeff]/g, "").replace(/\n+/g, "\n").replace(/\n$/, "");

  const holds = (target, wanted) => {
    if (wanted === null) return null;
    const held = valueOf(target);
    return held === wanted || (held !== null && target.isContentEditable && plain(held) === plain(wanted));
  };

  const EDITOR_MS = 300;

  // The value now, and whether it is `wanted` (null: nothing in particular was). Rich editors draw it a moment later.
  const value = async (element, wanted) => {
    const target = fieldOf(element);
    const end = performance.now() + (target.isContentEditable && wanted !== null ? EDITOR_MS : 0);
    while (!holds(target, wanted) && performance.now() < end) await kit.nextFrame();
    return { value: shownValue(target), matches: holds(target, wanted) };
  };

  // A field's state, as `look` gives it for any element.
  const field = (element) => {
    const target = fieldOf(element);
    return {
      connected: element.isConnected,
      invisible: kit.invisible(target),
      disabled: kit.disabled(target),
      frozen: frozen(target),
      kind: kindOf(target),
      value: shownValue(target),
      multiple: target.multiple === true,
      description: kit.describe(target),
      min: target.min || null,
      max: target.max || null,
      step: target.step || null,
      focused: holdsFocus(target),
    };
  };

  const focus = (element, caret) => {
    const target = fieldOf(element);
    const host = hostOfEditing(target) || target;
    const before = holdsFocus(host);
    // A second focus() brings keyboard focus to this frame where the document thinks it has it already.
    host.focus();
    if (!before && caret === "start") {
      if (typeof target.setSelectionRange === "function") {
        try {
          target.setSelectionRange(0, 0);
        } catch {
          // Fields such as email and number have no caret that a script may set.
        }
      }
    }
    return { focused: holdsFocus(host), before, active: activeDeep() && kit.describe(activeDeep()) };
  };

  // The element as the pipeline sees it, with the focus in it.
  const focusPlain = (element) => {
    element.focus();
    const inside = kit.closest(activeDeep() || document.body, (at) => at === element) !== null;
    return { focused: holdsFocus(element) || inside, before: false, active: activeDeep() && kit.describe(activeDeep()) };
  };

  const blur = (element) => {
    const held = holdsFocus(element);
    element.blur();
    return { held, focused: holdsFocus(element) };
  };

  const NOTICED_MS = 100;

  // Editors that keep a selection of their own take it over in `selectionchange`, which is a task of its own.
  const selectionNoticed = () =>
    new Promise((resolve) => {
      document.addEventListener("selectionchange", resolve, { once: true });
      setTimeout(resolve, NOTICED_MS);
    });

  // Puts the caret over everything the field holds, so that what comes next replaces it.
  const selectAll = async (element) => {
    const target = fieldOf(element);
    const state = focus(element, null);
    if (!state.focused) return { ...state, empty: false };
    if (target.matches("input, textarea")) {
      target.select();
      return { ...state, empty: target.value === "" };
    }
    const range = document.createRange();
    range.selectNodeContents(target);
    const selection = getSelection();
    const noticed = selectionNoticed();
    selection.removeAllRanges();
    selection.addRange(range);
    await noticed;
    return { ...state, empty: target.textContent === "" };
  };

  const announce = (target) => {
    target.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    target.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // For fields whose native picker takes no typed text: the value as the picker would set it, and its two events.
  const assign = (element, text) => {
    const target = fieldOf(element);
    const before = target.value;
    target.focus();
    target.value = text;
    const accepted = target.value;
    if (accepted !== text && target.type !== "range") {
      target.value = before;
      return { accepted, value: target.value };
    }
    if (accepted !== before) announce(target);
    return { accepted, value: target.value };
  };

  const options = (element) => {
    const target = fieldOf(element);
    return Array.from(target.options || [], (option, index) => ({
      index,
      value: option.value,
      label: option.label,
      disabled: option.matches(":disabled"),
      selected: option.selected,
    }));
  };

  const choose = (element, indices) => {
    const target = fieldOf(element);
    const wanted = new Set(indices);
    const before = Array.from(target.selectedOptions, (option) => option.index).join();
    target.focus();
    if (target.multiple) {
      for (const option of target.options) option.selected = wanted.has(option.index);
    } else {
      target.selectedIndex = indices.length ? indices[indices.length - 1] : -1;
    }
    const changed = Array.from(target.selectedOptions, (option) => option.index).join() !== before;
    if (changed) announce(target);
    return { changed, values: chosen(element) };
  };

  // An option of a closed list, as if the list had been opened and the option clicked.
  const pick = (option) => {
    const list = kit.listOf(option);
    const why = list && (kit.disabled(list) || kit.disabled(option));
    if (!list || why) return { listed: list !== null, disabled: why, description: kit.describe(option) };
    const before = list.value;
    choose(list, [option.index]);
    return { listed: true, disabled: null, before, after: list.value, chosen: option.selected, description: kit.describe(option) };
  };

  const chosen = (element) => Array.from(fieldOf(element).selectedOptions, (option) => option.value);

  const ROLES = ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"];

  const checkable = (element) => {
    const control = element.localName === "label" && element.control ? element.control : element;
    if (control.matches("input[type=checkbox], input[type=radio]")) return control;
    const custom = kit.closest(element, (at) => ROLES.includes(at.getAttribute("role")));
    if (custom) return custom;
    const label = kit.closest(element, (at) => at.localName === "label");
    if (label && label.control && label.control.matches("input[type=checkbox], input[type=radio]")) return label.control;
    const toggle = kit.closest(element, (at) => at.hasAttribute("aria-pressed"));
    return toggle;
  };

  const stateOf = (control) => {
    if (control.localName === "input") return control.indeterminate ? "mixed" : String(control.checked);
    return control.getAttribute("aria-checked") ?? control.getAttribute("aria-pressed") ?? control.getAttribute("aria-selected") ?? "false";
  };

  const checked = (element) => {
    const control = checkable(element);
    return !control ? { state: "" } : { state: stateOf(control), radio: control.matches("input[type=radio], [role=radio], [role=menuitemradio]") };
  };

  // The state once it is the wanted one, or what it still is after `limit` ms (frameworks render later).
  const settle = async (element, wanted, limit) => {
    const end = performance.now() + limit;
    let control = checkable(element);
    while (control && stateOf(control) !== wanted && performance.now() < end) {
      await kit.nextFrame();
      control = checkable(element);
    }
    return control ? stateOf(control) : "";
  };

  // The file field that an element stands for: itself, its label's, or one inside it.
  const fileField = (element) => {
    if (element.matches("input[type=file]")) return element;
    if (element.control && element.control.type === "file") return element.control;
    const label = kit.closest(element, (at) => at.localName === "label");
    if (label && label.control && label.control.type === "file") return label.control;
    return element.querySelector("input[type=file]");
  };

  // setFileInputFiles cannot take files away again.
  const noFiles = (element) => {
    const target = fileField(element);
    if (!target.files.length) return;
    target.value = "";
    announce(target);
  };

  const namesIn = (field) => Array.from(field?.files || [], (file) => file.name);

  // What a field held when it told the page; many pages take the files and empty the field at once.
  let arrived = [];
  const watchFiles = (element) => {
    const target = fileField(element);
    arrived = [];
    target.addEventListener("input", () => (arrived = namesIn(target)), { capture: true, once: true });
    return namesIn(target);
  };

  const files = (element) => ({ held: namesIn(fileField(element)), arrived });
  const fileRules = (element) => {
    const target = fileField(element);
    if (!target) return { found: false };
    return { found: true, multiple: target.multiple, folder: target.webkitdirectory === true, disabled: target.matches(":disabled") };
  };

  return {
    field, value, focus, focusPlain, blur, selectAll, assign, options, choose, pick, chosen, checked, settle, fileField, files, watchFiles, noFiles,
    fileRules,
  };
}
