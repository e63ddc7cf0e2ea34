// Watches what the document does around an action: what changes, where, and what the page says about it.
// Runs in an isolated world and changes nothing.
(() => {
  const EXPIRES_MS = 60_000;
  const KEPT = 10;
  const LONGEST = 160;
  const WALKED = 60_000;
  const INPUT = ["pointerdown", "pointermove", "pointerup", "click", "dblclick", "auxclick", "contextmenu", "keydown",
    "keyup", "beforeinput", "input", "change", "submit", "dragover", "drop", "wheel"];
  const CLICKS = new Set(["click", "auxclick", "contextmenu", "dblclick"]);
  const LIVE = "[role=alert], [role=alertdialog], [role=status], [role=log], [aria-live=assertive], [aria-live=polite], output";
  const HINTED = "[class*=error i], [class*=invalid i], [class*=danger i], [class*=fail i], [class*=success i], [class*=toast i], " +
    "[class*=snackbar i], [class*=notification i], [class*=notice i], [class*=flash i], [class*=alert i]";
  const BOXES = "form, dialog, [role=dialog], [role=alertdialog], fieldset, li, tr, [role=row], [role=listitem], " +
    "[role=listbox], [role=menu], [role=tablist], [role=radiogroup], details";
  const FIELDS = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=searchbox]";
  const STATES = ["aria-checked", "aria-expanded", "aria-selected", "aria-pressed", "aria-disabled", "aria-current", "aria-busy"];

  const parentOf = (node) => node.assignedSlot || node.parentElement || node.getRootNode().host || null;
  const closest = (node, test) => {
    for (let at = node.nodeType === 1 ? node : parentOf(node); at; at = parentOf(at)) if (test(at)) return at;
    return null;
  };
  const tidy = (text) => (text || "").replace(/\s+/g, " ").trim().slice(0, LONGEST);
  const dumb = (node) => node.nodeType !== 1 || !/^(script|style|template|noscript|link|meta)$/.test(node.localName);
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;

  const describe = (element) => {
    const name = tidy(element.getAttribute("aria-label") || element.innerText || element.getAttribute("name") || element.id).slice(0, 40);
    return name ? `<${element.localName}> “${name}”` : `<${element.localName}>`;
  };

  const activeDeep = () => {
    let at = document.activeElement;
    while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
    return at === document.body || at === document.documentElement ? null : at;
  };

  // The control whose value and states count: that of a label, the <details> of a summary.
  const controlOf = (element) => {
    if (element.localName === "label" && element.control) return element.control;
    if (element.localName === "summary" && element.parentElement) return element.parentElement;
    return closest(element, (at) => at.matches("input, select, textarea, button, a[href], [role], summary, details")) || element;
  };

  const valueOf = (element) => {
    if (element.matches("input[type=checkbox], input[type=radio]")) return null;
    if (element.localName === "select") return Array.from(element.selectedOptions, (option) => option.value).join(", ");
    if (element.matches("input, textarea")) {
      return element.type === "password" ? "•".repeat(Array.from(element.value).length) : element.value;
    }
    return element.isContentEditable ? element.innerText : null;
  };

  const statesOf = (element) => {
    const states = {};
    for (const name of STATES) if (element.hasAttribute(name)) states[name.slice(5)] = element.getAttribute(name);
    if (element.matches("input[type=checkbox], input[type=radio]")) states.checked = element.indeterminate ? "mixed" : String(element.checked);
    if (element.matches("details, dialog")) states.open = String(element.open);
    if (element.localName === "option") states.selected = String(element.selected);
    if ("disabled" in element) states.disabled = String(element.disabled);
    return states;
  };

  const factsOf = (element) => {
    const control = controlOf(element);
    return {
      connected: element.isConnected,
      visible: element.isConnected && visible(element),
      value: valueOf(control),
      secret: control.type === "password",
      states: statesOf(control),
      suggests: suggests(control),
      kind: kindOf(control),
      type: typeof control.type === "string" ? control.type : "",
    };
  };

  const kindOf = (control) => {
    if (control.matches("input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch], option, [role=option]")) return "choice";
    if (control.matches("button, input[type=submit], input[type=button], input[type=image], [role=button]")) return "button";
    if (control.matches("a[href], area[href], [role=link]")) return "link";
    return control.matches(FIELDS) ? "field" : "";
  };

  // Fields that a page may complete by itself a moment later.
  const suggests = (field) =>
    field.matches("[aria-autocomplete]:not([aria-autocomplete=none]), [role=combobox], [autocomplete=off], [aria-haspopup=listbox]") ||
    (field.matches("input, textarea") &&
      /auto.?complete|typeahead|suggest|combo|lookup|search|city|town|address|country|place|location/i.test(
        [field.id, field.name, field.className, field.placeholder, field.getAttribute("aria-label")].join(" "),
      ));

  const rootsOf = (target) => {
    const roots = new Set([document]);
    for (let root = target && target.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) roots.add(root);
    const pending = [...roots];
    let walked = 0;
    while (pending.length && walked < WALKED) {
      for (const element of pending.pop().querySelectorAll("*")) {
        if ((walked += 1) > WALKED) break;
        if (element.shadowRoot && !roots.has(element.shadowRoot)) {
          roots.add(element.shadowRoot);
          pending.push(element.shadowRoot);
        }
      }
    }
    return roots;
  };

  const hintOf = (element) => {
    const words = String(element.getAttribute("class") || "");
    if (/error|invalid|danger|fail/i.test(words)) return "error";
    return /success/i.test(words) ? "success" : "";
  };

  const liveOf = (element) => {
    const role = element.getAttribute("role");
    if (role === "alert" || role === "alertdialog") return "alert";
    if (role === "status" || role === "log") return role;
    return element.getAttribute("aria-live") || (element.localName === "output" ? "status" : "");
  };

  const noticeOf = (element) => {
    if (element.matches("input, select, textarea, button, form, body, html, main")) return null;
    const whole = (element.innerText || element.textContent || "").replace(/\s+/g, " ").trim();
    if (!whole || (element.textContent || "").length > 400) return null;
    return { text: tidy(whole), whole, live: liveOf(element), hint: hintOf(element) };
  };

  // The texts with which a page answers its reader now: live regions, and what its class names call so.
  const notices = (roots) => {
    const found = new Map();
    for (const root of roots) {
      for (const element of root.querySelectorAll(`${LIVE}, ${HINTED}`)) {
        if (found.size >= 60) break;
        if (!visible(element)) continue;
        const notice = noticeOf(element);
        if (notice && !found.has(notice.text)) found.set(notice.text, notice);
      }
    }
    return found;
  };

  // What is new of the notices: a box that held an older one says only the rest, in a tone of its own.
  const toldSince = (said, found) => {
    const whole = [], rest = [];
    for (const { text, whole: full, live, hint } of found) {
      if (said.has(full)) continue;
      let left = full;
      for (const old of said) if (old.length > 2) left = left.split(old).join(" ");
      if (left === full) whole.push({ text, live, hint });
      else if (tidy(left)) rest.push({ text: tidy(left), live, hint: "" });
    }
    return [...whole, ...rest].filter((notice, i, all) => all.findIndex((other) => other.text === notice.text) === i);
  };

  const labelOf = (field) => {
    const label = field.labels && field.labels[0];
    return tidy((label && label.innerText) || field.getAttribute("aria-label") || field.placeholder || field.name || field.id || field.localName).slice(0, 60);
  };

  const complaintOf = (field) => {
    const ids = `${field.getAttribute("aria-errormessage") || ""} ${field.getAttribute("aria-describedby") || ""}`.trim().split(/\s+/);
    const texts = ids.map((id) => id && field.getRootNode().getElementById(id)).filter((at) => at && visible(at)).map((at) => tidy(at.innerText));
    return `${labelOf(field)}: ${texts.filter(Boolean).join(" ") || field.validationMessage || "marked as invalid"}`;
  };

  const markedInvalid = (roots) => {
    const found = new Map();
    for (const root of roots) {
      for (const field of root.querySelectorAll("[aria-invalid]:not([aria-invalid=false]):not([aria-invalid='']), .is-invalid")) {
        if (field.matches("input, select, textarea, [role], [contenteditable]")) found.set(field, complaintOf(field));
      }
    }
    return found;
  };

  const boxOf = (target) => {
    const box = closest(target, (at) => at.matches(BOXES));
    if (box) return box;
    let at = target;
    for (let step = 0; step < 2; step++) {
      const up = parentOf(at);
      if (!up || up === document.body || up === document.documentElement) break;
      at = up;
    }
    return at;
  };

  const alsoNear = (control) => {
    const ids = ["aria-controls", "aria-owns", "aria-describedby", "aria-errormessage"].map((name) => control.getAttribute(name) || "").join(" ");
    return ids.split(/\s+/).map((id) => id && control.getRootNode().getElementById(id)).filter(Boolean);
  };

  let state = null;

  const onlyDigits = (before, after) => before !== after && before.replace(/[\d:.,%\s]+/g, "#") === after.replace(/[\d:.,%\s]+/g, "#");

  const UNREAD = "style, script, template, noscript";
  const READ_CHARS = 400;

  // What a person could read of something that came: pieces apart, no style sheets.
  const readable = (node) => {
    if (node.nodeType === 3) return node.nodeValue || "";
    if (node.nodeType !== 1 || node.matches(UNREAD)) return "";
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let text = "";
    while (text.length < READ_CHARS && walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest(UNREAD)) text += " " + walker.currentNode.nodeValue;
    }
    return text;
  };

  const keep = (list, text) => {
    const said = tidy(text);
    if (said && list.length < KEPT && !list.includes(said)) list.push(said);
  };

  const announced = (node) => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (!element) return;
    const around = closest(element, (at) => at.matches(LIVE) || (at.matches(HINTED) && (at.textContent || "").length < 400));
    const inside = node.nodeType === 1 && !around ? node.querySelectorAll(`${LIVE}, ${HINTED}`) : [];
    for (const at of [around, ...inside]) {
      const notice = at && noticeOf(at);
      if (notice && state.heard.size < 20) state.heard.set(notice.text, notice);
    }
  };

  const take = (records) => {
    const s = state;
    if (!s) return;
    const caused = s.event !== null && s.event.eventPhase !== 0;
    for (const record of records) {
      const node = record.target;
      const near = s.near.some((box) => box === node || box.contains(node));
      if (!s.begun) {
        s.noisy.add(node);
        continue;
      }
      const place = node.nodeType === 1 ? node : node.parentElement;
      if (record.type !== "attributes" && place && place.closest(UNREAD)) continue;
      let quiet = !caused && !near;
      if (record.type === "attributes") {
        const now = record.target.getAttribute(record.attributeName);
        if (now === record.oldValue) continue;
        if ((near || caused) && record.attributeName !== "style") keep(s.attributes, `${record.attributeName}=${now}`);
      } else if (record.type === "characterData") {
        const now = node.nodeValue || "";
        if (now === record.oldValue) continue;
        quiet = quiet && onlyDigits(record.oldValue || "", now);
        if (!quiet) {
          keep(s.removed, record.oldValue);
          keep(s.added, now);
          announced(node);
        }
      } else {
        const came = Array.from(record.addedNodes).filter(dumb);
        const went = Array.from(record.removedNodes).filter(dumb);
        if (!came.length && !went.length) continue;
        const before = went.map((at) => at.textContent).join(" ");
        const after = came.map((at) => at.textContent).join(" ");
        quiet = quiet && ((before && after && onlyDigits(before, after)) || s.noisy.has(node));
        if (!quiet) {
          keep(s.removed, went.map(readable).join(" "));
          for (const at of came) {
            keep(s.added, readable(at));
            announced(at);
            if (at.shadowRoot) observe(at.shadowRoot);
          }
        }
      }
      if (quiet) continue;
      s.count += 1;
      if (near) s.around += 1;
      if (caused) s.caused += 1;
      s.last = performance.now();
    }
    if (s.tell) s.tell();
  };

  const observe = (root) => {
    state.roots.add(root);
    state.observer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true, attributes: true, attributeOldValue: true });
  };

  const stop = () => {
    if (!state) return;
    const s = state;
    state = null;
    s.observer.disconnect();
    clearTimeout(s.expiry);
    for (const [type, listener] of s.listeners) window.removeEventListener(type, listener, true);
    s.strike(s.clicked);
    if (s.tell) s.tell();
  };

  // Begin to watch. `pointer`: nothing counts before the first pointer event of the action.
  const begin = (target, options) => {
    stop();
    const roots = rootsOf(target);
    const control = target && controlOf(target);
    const s = (state = {
      target, control, roots: new Set(), observer: new MutationObserver((records) => take(records)),
      near: target ? [boxOf(target), ...alsoNear(control)] : [],
      begun: !options.pointer, event: null, noisy: new WeakSet(), count: 0, around: 0, caused: 0, added: [], removed: [],
      attributes: [], last: null, heard: new Map(), refused: [], submitted: false, clicked: null, struck: null, strike: null, tell: null, listeners: [], expiry: 0,
      focus: activeDeep(), offset: [window.scrollX, window.scrollY], url: location.href,
      said: new Set(Array.from(notices(roots).values(), (notice) => notice.whole)), marked: markedInvalid(roots), facts: target ? factsOf(target) : null,
    });
    s.struck = new Promise((resolve) => (s.strike = resolve));
    for (const root of roots) observe(root);
    const listen = (type, listener) => {
      s.listeners.push([type, listener]);
      window.addEventListener(type, listener, { capture: true, passive: true });
    };
    const hosts = new Set([target, control]);
    for (let root = target && target.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) if (root.mode === "closed") hosts.add(root.host);
    const labels = new Set((control && control.labels) || []);
    // Let go elsewhere than pressed, a click goes to what both places share.
    const meets = (event) => event.composedPath().some((node) => hosts.has(node) || labels.has(node)) || target.contains(event.composedPath()[0]);
    for (const type of INPUT) {
      listen(type, (event) => {
        if (!event.isTrusted) return;
        if (!s.begun && (type !== "pointermove" || options.hover)) {
          s.begun = true;
          s.offset = [window.scrollX, window.scrollY];
        }
        s.event = event;
        if (type === "submit") s.submitted = true;
        if (CLICKS.has(type) && target) {
          s.clicked = s.clicked === true || meets(event);
          s.strike(s.clicked);
        }
      });
    }
    listen("invalid", (event) => {
      const field = event.composedPath()[0];
      if (s.begun && field instanceof Element) keep(s.refused, `${labelOf(field)}: ${field.validationMessage || "invalid"}`);
      s.last = performance.now();
    });
    s.expiry = setTimeout(stop, EXPIRES_MS);
    return { facts: s.facts, shows: (options.texts || []).map(shows) };
  };

  const tick = (limit) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, limit);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  // Resolves once nothing has changed for `quiet` ms; where nothing did at all, after `first` ms.
  const rest = async (_target, options) => {
    const start = performance.now();
    const s = state;
    while (s && s === state) {
      take(s.observer.takeRecords());
      const now = performance.now();
      const waited = now - start;
      if (s.last === null ? waited >= options.first : now - s.last >= options.quiet) return s.last === null ? "unmoved" : "still";
      if (waited >= options.cap) return "restless";
      await tick(25);
    }
    return "over";
  };

  // Resolves as the click comes, before the page hears of it: this answer leaves even if the page goes away over it.
  const struck = () => (state ? state.struck : null);

  // Resolves at the next change, or after `limit` ms.
  const next = (_target, limit) =>
    new Promise((resolve) => {
      if (!state) return resolve(false);
      const timer = setTimeout(() => resolve(false), limit);
      state.tell = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });

  const shows = (text) => {
    const wanted = text.toLowerCase().replace(/\s+/g, " ").trim();
    const has = (element) => (element.innerText || "").toLowerCase().replace(/\s+/g, " ").includes(wanted);
    if (document.body && has(document.body)) return true;
    for (const root of state ? state.roots : []) {
      if (root !== document && root.host.isConnected && visible(root.host) && Array.from(root.children).some(has)) return true;
    }
    return false;
  };

  // A field that a framework replaced by another of the same name.
  const twinOf = (element) => {
    if (!element || element.isConnected) return element;
    const id = element.id && document.getElementById(element.id);
    if (id) return id;
    const name = element.getAttribute("name");
    return (name && document.querySelector(`${element.localName}[name="${CSS.escape(name)}"]`)) || element;
  };

  const report = (_target, options) => {
    const s = state;
    if (!s) return { watched: false, notices: fresh(), shows: (options.texts || []).map(shows), url: location.href };
    take(s.observer.takeRecords());
    const active = activeDeep();
    const now = notices(s.roots);
    const told = toldSince(s.said, [...now.values(), ...s.heard.values()]);
    const marked = markedInvalid(s.roots);
    const element = twinOf(s.target);
    const moved = active !== s.focus;
    return {
      watched: true,
      facts: element ? factsOf(element) : null,
      count: s.count, near: s.around, caused: s.caused, added: s.added, removed: s.removed, attributes: s.attributes,
      notices: told,
      refused: s.refused,
      marked: Array.from(marked).filter(([field, text]) => s.marked.get(field) !== text).map(([, text]) => text),
      submitted: s.submitted,
      clicked: s.clicked,
      focus_moved: moved,
      focus: moved && active ? describe(active) : "",
      focus_is_target: !!active && (active === s.control || active === s.target),
      focus_is_field: !!active && active.matches(FIELDS),
      scrolled: [window.scrollX - s.offset[0], window.scrollY - s.offset[1]],
      shows: (options.texts || []).map(shows),
      url: location.href,
    };
  };

  // A document that came with the action: all it says is new.
  const fresh = () => {
    const roots = rootsOf(null);
    const marked = Array.from(markedInvalid(roots).values(), (text) => ({ text, live: "", hint: "error" }));
    return [...notices(roots).values(), ...marked];
  };

  const CLOSES = [
    [/^(close|dismiss|schlie(ß|ss)en|fermer|cerrar|chiudi|×|✕|✖|╳|x)$/i, 5],
    [/\b(close|dismiss|schlie(ß|ss)en|fermer|cerrar|chiudi)\b|[×✕✖]/i, 4],
    [/\b(no,? thanks|not now|maybe later|later|skip|cancel|reject( all)?|decline|ablehnen|refuser|rechazar)\b/i, 3],
    [/\b(ok|okay|got it|understood|continue|accept( all)?|agree|allow|verstanden|akzeptieren|accepter|aceptar)\b/i, 2],
  ];

  // The control with which a person would close what covers something; null where none is to be seen.
  const closer = (cover) => {
    let box = null;
    for (let at = cover; at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
      const position = getComputedStyle(at).position;
      if (at.matches("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]") || position === "fixed" || position === "absolute" || position === "sticky") box = at;
    }
    const boxes = [box || cover];
    const modal = Array.from(document.querySelectorAll("dialog[open], [aria-modal=true], [role=dialog], [role=alertdialog]")).filter(visible);
    // A backdrop is often a sibling of the dialog that it belongs to.
    boxes.push(...modal);
    for (const where of boxes) {
      let best = null;
      for (const control of where.querySelectorAll("button, a[href], [role=button], input[type=button], input[type=submit], summary, [onclick], [tabindex]")) {
        if (!visible(control)) continue;
        const words = tidy(control.getAttribute("aria-label") || control.innerText || control.value || control.title || control.getAttribute("class"));
        const rank = CLOSES.find(([pattern]) => pattern.test(words));
        if (rank && (!best || rank[1] > best.rank)) best = { rank: rank[1], control };
      }
      if (best) return best.control;
    }
    return null;
  };

  const facts = (target) => (target ? factsOf(target) : null);
  const root = () => document;

  return { begin, rest, next, report, stop, struck, closer, facts, root };
})()
