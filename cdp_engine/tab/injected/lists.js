// Custom comboboxes, listboxes and menus: what opens them, what they offer, what they show once something was chosen.
(kit) => {
  const ITEMS = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]";
  const LISTS = "[role=listbox], [role=menu], [role=tree], [role=radiogroup], [role=menubar]";
  const OPENERS = "[role=combobox], [aria-haspopup]:not([aria-haspopup=false])";

  const words = (text) => (text || "").replace(/\s+/g, " ").trim();
  const shown = (element) => kit.invisible(element) === null && element.checkVisibility({ opacityProperty: false, visibilityProperty: true });

  const everything = function* (root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* everything(element.shadowRoot);
    }
  };
  const all = (root, selector) => Array.from(everything(root)).filter((element) => element.matches(selector));

  // What the caller's element stands for: a list that is there, or the control that opens one.
  const controlOfList = (element) => {
    if (element.matches(LISTS)) return element;
    const opener = kit.closest(element, (at) => at.matches(OPENERS));
    if (opener) return opener;
    const control = kit.controlOf(element);
    if (control !== element && control.matches(OPENERS)) return control;
    return element.querySelector("[role=combobox]") || element.querySelector(OPENERS) || control;
  };

  const textOf = (control) => {
    if (control.matches("input, textarea") && control.value) return control.value;
    const near = control.matches("input, textarea") ? control.parentElement : control;
    return words(near && near.innerText);
  };

  // Things that do something else when they are clicked: trying whether a list opens would be an action of its own.
  const NO_LIST =
    "a[href], textarea, label, p, h1, h2, h3, h4, h5, h6, " +
    "input[type=submit], input[type=image], input[type=reset], input[type=button], input[type=checkbox], input[type=radio], input[type=file]";
  const opensNothing = (control) =>
    !control.matches(LISTS) &&
    !control.matches(OPENERS) &&
    !control.hasAttribute("aria-expanded") &&
    (control.matches(NO_LIST) || (control.localName === "button" && control.type === "submit" && control.form !== null));

  const listFacts = (element) => {
    const control = controlOfList(element);
    const list = control.matches(LISTS);
    return {
      connected: element.isConnected,
      kind: list ? "list" : control.matches("[role=combobox]") ? "combobox" : "opener",
      native: element.matches("select") || (element.control || {}).localName === "select",
      expanded: list || control.getAttribute("aria-expanded") === "true",
      editable: control.matches("input:not([readonly]), textarea:not([readonly])"),
      no_list: opensNothing(control),
      text: textOf(control),
      invisible: kit.invisible(control),
      disabled: kit.disabled(control),
      description: kit.describe(control),
    };
  };

  const listControl = (element) => controlOfList(element);

  let before = new WeakSet();
  let found = [];

  // What is on the screen before the list opens: whatever shows later belongs to it.
  const rememberShown = () => {
    before = new WeakSet();
    for (const element of everything(document)) if (shown(element)) before.add(element);
    return true;
  };

  const listsOf = (control) => {
    if (control.matches(LISTS)) return [control];
    const ids = `${control.getAttribute("aria-controls") || ""} ${control.getAttribute("aria-owns") || ""}`.split(/\s+/).filter(Boolean);
    const root = control.getRootNode();
    return ids.map((id) => root.getElementById(id) || document.getElementById(id)).filter((list) => list && shown(list));
  };

  const itemsIn = (lists) => lists.flatMap((list) => all(list, ITEMS)).filter(shown);

  const fresh = () =>
    Array.from(everything(document)).filter(
      (element) =>
        !before.has(element) &&
        Array.from(element.childNodes).some((node) => node.nodeType === 3 && words(node.data)) &&
        shown(element),
    );

  const gather = (control) => {
    let items = itemsIn(listsOf(control));
    if (items.length || control.matches(LISTS)) return items;
    items = itemsIn(all(document, LISTS)).filter((item) => !before.has(item));
    if (items.length) return items;
    items = all(document, ITEMS).filter((item) => !before.has(item) && shown(item));
    return items.length ? items : fresh();
  };

  const isChosen = (item) =>
    (item.getAttribute("aria-selected") ?? item.getAttribute("aria-checked") ?? item.getAttribute("data-selected")) === "true";

  // The choices on the screen, each with a `first` line for those that carry a second one.
  const items = (element) => {
    const control = controlOfList(element);
    found = gather(control);
    const lists = new Set(found.map((item) => kit.closest(item, (at) => at.matches(LISTS))));
    return {
      multiple: [control, ...lists].some((list) => list && list.getAttribute("aria-multiselectable") === "true"),
      options: found.map((item, index) => ({
        index,
        value: item.getAttribute("data-value") ?? item.getAttribute("value") ?? "",
        label: words(item.getAttribute("aria-label") || item.innerText || item.textContent),
        first: words((item.innerText || "").trim().split("\n")[0]),
        disabled: kit.disabled(item) !== null,
        selected: isChosen(item),
      })),
    };
  };

  const item = (_element, index) => found[index] || null;

  const scrollerOf = (node) =>
    kit.closest(node, (at) => {
      const flow = getComputedStyle(at).overflowY;
      return (flow === "auto" || flow === "scroll") && at.scrollHeight > at.clientHeight + 1 && at !== document.body && at !== document.documentElement;
    });

  const NEW_ITEMS_MS = 300;
  const extent = (list) => (list.length ? `${list.length} ${textOf(list[0])} … ${textOf(list[list.length - 1])}` : "");

  // A long list draws only a part of itself: on to what follows the last item drawn, or false at its end.
  const moreItems = async (element, fromTop) => {
    const control = controlOfList(element);
    const last = found[found.length - 1];
    const scroller = last && scrollerOf(last);
    if (!scroller) return false;
    const was = extent(found);
    if (fromTop) scroller.scrollTop = 0;
    else last.scrollIntoView({ block: "start", behavior: "instant" });
    const end = performance.now() + NEW_ITEMS_MS;
    do {
      await kit.nextFrame();
      if (extent(gather(control)) !== was) return true;
    } while (performance.now() < end);
    return false;
  };

  const folded = (text) => words(text).toLowerCase();

  // Whether the choice shows, waited for at most `limit` ms (frameworks render later).
  const settledChoice = async (element, label, index, limit) => {
    const control = controlOfList(element);
    const chosen = found[index];
    const end = performance.now() + limit;
    const state = () => {
      const now = control.isConnected ? control : controlOfList(element);
      const text = textOf(now);
      return {
        text,
        holds: folded(text).includes(folded(label)),
        chosen: chosen && chosen.isConnected && /^(true|false)$/.test(chosen.getAttribute("aria-selected") ?? chosen.getAttribute("aria-checked") ?? "") ? isChosen(chosen) : null,
        expanded: now.getAttribute("aria-expanded") === "true",
      };
    };
    let now = state();
    while (!(now.chosen || (now.holds && !control.matches(LISTS))) && performance.now() < end) {
      await kit.nextFrame();
      now = state();
    }
    return now;
  };

  return { listFacts, listControl, rememberShown, items, item, moreItems, settledChoice };
}
