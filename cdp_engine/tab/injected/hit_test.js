// What an element is like right now, and what a pointer would hit. Runs in an isolated world; changes nothing.
(() => {
  const parentOf = (node) => node.assignedSlot || node.parentElement || node.getRootNode().host || null;
  const lineage = function* (node) {
    for (let at = node; at; at = parentOf(at)) yield at;
  };
  const closest = (node, test) => {
    for (const at of lineage(node)) if (test(at)) return at;
    return null;
  };

  const boxes = (element) => {
    if (element.localName === "area") return areaBoxes(element);
    return Array.from(element.getClientRects(), (box) => [box.x, box.y, box.width, box.height]).filter(
      (box) => box[2] > 0 && box[3] > 0,
    );
  };

  // The area of an image map has no box of its own: its shape lies on its picture.
  const areaBoxes = (area) => {
    const map = area.closest("map");
    const names = map ? [map.name, map.id].filter(Boolean) : [];
    const picture = names.map((name) => area.getRootNode().querySelector(`[usemap="#${CSS.escape(name)}"]`)).find(Boolean);
    if (!picture) return [];
    const box = picture.getBoundingClientRect();
    let spots = area.coords.split(/[\s,;]+/).map(Number).filter(Number.isFinite);
    if (area.shape === "default") spots = [0, 0, box.width, box.height];
    if (area.shape.startsWith("circ")) spots = [spots[0] - spots[2], spots[1] - spots[2], spots[0] + spots[2], spots[1] + spots[2]];
    const across = spots.filter((_, at) => at % 2 === 0), down = spots.filter((_, at) => at % 2 === 1);
    const left = Math.max(Math.min(...across), 0), right = Math.min(Math.max(...across), box.width);
    const top = Math.max(Math.min(...down), 0), bottom = Math.min(Math.max(...down), box.height);
    return right > left && bottom > top ? [[box.x + left, box.y + top, right - left, bottom - top]] : [];
  };

  // The element's own boxes, or those of its children where it has none (display: contents, floated content).
  const surfaceBoxes = (element, depth = 0) => {
    const own = boxes(element);
    if (own.length || depth > 3) return own;
    const found = [];
    for (const child of element.children) {
      if (getComputedStyle(child).visibility !== "visible") continue;
      found.push(...surfaceBoxes(child, depth + 1));
      if (found.length > 8) break;
    }
    return found;
  };

  const invisible = (element) => {
    if (!element.isConnected) return "it is not in the document";
    const style = getComputedStyle(element);
    if (style.visibility !== "visible") return `visibility: ${style.visibility}`;
    if (surfaceBoxes(element).length) return null;
    const hider = closest(element, (at) => getComputedStyle(at).display === "none");
    if (hider === element) return "display: none";
    if (hider) return `inside ${describe(hider)} with display: none`;
    return "it has no size";
  };

  const LABELED = "input, select, textarea, button, meter, output, progress";
  const labelsOf = (element) => (element.matches(LABELED) ? Array.from(element.labels || []) : []);

  // A check box or file field that is hidden is worked through its label, as a person does.
  const surfaceOf = (element) => {
    if (!element.matches("input[type=checkbox], input[type=radio], input[type=file]")) return element;
    if (!invisible(element)) return element;
    return labelsOf(element).find((label) => !invisible(label)) || element;
  };

  const WIDGETS =
    "a[href], area[href], button, input, select, textarea, summary, option, label, [role=button], [role=link], " +
    "[role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=menuitem], " +
    "[role=menuitemcheckbox], [role=menuitemradio], [role=treeitem], [role=combobox], [role=textbox]";

  const emptyLabel = (element) => element.localName === "label" && !element.control;
  const isWidget = (element) =>
    (element.matches(WIDGETS) && !emptyLabel(element)) || element.hasAttribute("tabindex") || element.hasAttribute("onclick");

  // The control that an element belongs to: the button around an icon, the field of a label.
  const controlOf = (element) => {
    if (element.localName === "label" && element.control) return element.control;
    if (isWidget(element)) return element;
    const widget = closest(element, (at) => at.matches(WIDGETS) && !emptyLabel(at));
    if (!widget) return element;
    return widget.localName === "label" && widget.control ? widget.control : widget;
  };

  const disabled = (element) => {
    const control = controlOf(element);
    if (control.matches(":disabled")) {
      const set = control.disabled === true ? null : closest(control, (at) => at.matches("fieldset:disabled"));
      return set ? "it is inside a disabled fieldset" : "it has the disabled attribute";
    }
    let at = control;
    if (!(at.hasAttribute("role") || at.matches("a[href], button, input, select, textarea, summary, option"))) at = parentOf(at);
    for (; at; at = parentOf(at)) {
      const said = at.getAttribute("aria-disabled");
      if (said === "true") return at === control ? "aria-disabled is true" : `aria-disabled is true on ${describe(at)}`;
      if (said === "false") break;
    }
    const inert = closest(element, (node) => node.inert === true);
    return inert ? `${describe(inert)} is inert` : null;
  };

  const describe = (element) => {
    let text = `<${element.localName}`;
    for (const name of ["id", "class", "role", "name", "type", "aria-label", "href"]) {
      const value = element.getAttribute(name);
      if (value) text += ` ${name}="${value.length > 40 ? value.slice(0, 39) + "…" : value}"`;
    }
    text += ">";
    const words = (element.innerText || "").trim().replace(/\s+/g, " ");
    return words ? `${text} “${words.length > 40 ? words.slice(0, 39) + "…" : words}”` : text;
  };

  // Boxes that cut the element off: the padding boxes of scrolling and clipping ancestors that contain it.
  const clipsOf = (element) => {
    const clips = [];
    let position = getComputedStyle(element).position;
    for (let at = parentOf(element); at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
      const style = getComputedStyle(at);
      const holds = style.transform !== "none" || style.filter !== "none" || style.contain.includes("paint") || style.willChange.includes("transform");
      const escapes =
        (position === "fixed" && !holds) || (position === "absolute" && style.position === "static" && !holds);
      if (escapes || style.display === "contents") continue;
      position = style.position;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      clips.push([
        style.overflowX === "visible" ? -1e7 : box.x,
        style.overflowY === "visible" ? -1e7 : box.y,
        style.overflowX === "visible" ? 2e7 : box.width,
        style.overflowY === "visible" ? 2e7 : box.height,
      ]);
    }
    return clips;
  };

  const frameTime = () => Number(document.timeline.currentTime) || 0;

  const animated = (element) => {
    for (const at of lineage(element)) if (at.getAnimations().some((animation) => animation.playState === "running")) return true;
    return false;
  };

  // Whether every running animation over the element began after `since`, as a hover effect would.
  const onlyNewAnimations = (element, since) => {
    let found = false;
    for (const at of lineage(element)) {
      for (const animation of at.getAnimations()) {
        if (animation.playState !== "running") continue;
        if (animation.startTime !== null && animation.startTime < since) return false;
        found = true;
      }
    }
    return found;
  };

  // The closed <select> that would show an option once it is opened; null for any other element.
  const listOf = (option) => {
    const list = closest(option, (at) => at.localName === "select");
    return list && !list.multiple && list.size <= 1 && !invisible(list) ? list : null;
  };

  const look = (element) => {
    const surface = surfaceOf(element);
    const view = window.visualViewport;
    return {
      connected: element.isConnected,
      invisible: invisible(surface),
      disabled: disabled(element),
      through_label: surface !== element,
      boxes: element.isConnected ? surfaceBoxes(surface) : [],
      clips: element.isConnected ? clipsOf(surface) : [],
      viewport: [window.innerWidth, window.innerHeight],
      visual_offset: [view.offsetLeft, view.offsetTop],
      visual_scale: view.scale,
      frame_time: frameTime(),
      description: describe(element),
      tag: element.localName,
      listed: element.localName === "option" && listOf(element) !== null,
    };
  };

  // The element under a point, through open shadow roots and through the (perhaps closed) roots above `element`.
  const deepest = (element, x, y) => {
    const roots = new Map();
    for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) roots.set(root.host, root);
    let hit = document.elementFromPoint(x, y);
    while (hit) {
      const root = roots.get(hit) || hit.shadowRoot;
      const inner = root && root.elementFromPoint(x, y);
      if (!inner || inner === hit || inner.getRootNode() !== root) break;
      hit = inner;
    }
    return hit;
  };

  const reaches = (hit, target) => {
    if (closest(hit, (at) => at === target)) return true;
    // A closed shadow root hides which slot a node is shown in; the slot itself tells.
    const slots = target.localName === "slot" ? [target] : target.querySelectorAll("slot");
    for (const slot of slots) {
      for (const shown of slot.assignedElements({ flatten: true })) if (closest(hit, (at) => at === shown)) return true;
    }
    return false;
  };

  // Whether a pointer event at `hit` is one for the element: itself, its content, the control it is part of, its label.
  const accepts = (element, hit) => {
    if (!hit) return false;
    const surface = surfaceOf(element);
    if (reaches(hit, surface)) return true;
    if (!isWidget(surface)) {
      const widget = closest(surface, (at) => at.matches(WIDGETS) && !emptyLabel(at));
      if (widget && reaches(hit, widget)) return true;
    }
    return labelsOf(element).some((label) => reaches(hit, label));
  };

  const hits = (element, x, y) => accepts(element, deepest(element, x, y));

  let cover = null;

  // The index of the first point that would reach the element, else -1 and what lies there instead.
  const aim = (element, points) => {
    cover = null;
    for (let index = 0; index < points.length; index++) {
      const hit = deepest(element, points[index][0], points[index][1]);
      if (accepts(element, hit)) return { index, cover: null, ignores_pointer: false };
      cover ||= hit;
    }
    return {
      index: -1,
      cover: cover && describe(cover),
      ignores_pointer: getComputedStyle(surfaceOf(element)).pointerEvents === "none",
    };
  };

  const lastCover = () => cover;

  // What has no box of its own (display: contents) is brought by the first part of it that has one.
  const boxed = (element) => {
    if (element.getClientRects().length) return element;
    for (const child of element.children) {
      const found = boxed(child);
      if (found) return found;
    }
    return null;
  };

  const bring = (element, block) =>
    (boxed(surfaceOf(element)) || surfaceOf(element)).scrollIntoView({ block, inline: block === "start" || block === "end" ? block : "center", behavior: "instant" });

  // Resolves when the page may have changed around the element, at the latest after `limit` ms.
  const stir = (element, limit) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        observer.disconnect();
        for (const type of ENDS) window.removeEventListener(type, done, true);
        resolve(true);
      };
      const ENDS = ["transitionend", "animationend", "scrollend", "resize"];
      const timer = setTimeout(done, limit);
      const observer = new MutationObserver(done);
      observer.observe(document, { subtree: true, childList: true, attributes: true });
      const root = element ? element.getRootNode() : document;
      if (root instanceof ShadowRoot) observer.observe(root, { subtree: true, childList: true, attributes: true });
      for (const type of ENDS) window.addEventListener(type, done, true);
    });

  // The next animation frame, or a timer where none comes (background tabs).
  const nextFrame = (limit = 50) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, limit);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  return {
    look, listOf, aim, hits, lastCover, bring, stir, nextFrame, describe, controlOf, labelsOf, surfaceOf, surfaceBoxes,
    invisible, disabled, closest, parentOf, frameTime, animated, onlyNewAnimations,
  };
})()
