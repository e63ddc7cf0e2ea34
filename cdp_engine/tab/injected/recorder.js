// Runs in our own world of every document, before the page's scripts: counts what changes and notes texts that come
// and go. It never changes the page.
(() => {
  if (globalThis.cdpEngineWatch) return;

  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
  const LIVE = '[role=alert],[role=status],[role=log],[role=alertdialog],[aria-live]:not([aria-live=off]),output';
  const TOAST = /toast|snack|notif|alert|flash|message|error|success|warning|banner|feedback|hint|status/i;
  const SHOWN_BY = new Set(['class', 'style', 'hidden', 'open', 'aria-hidden']);
  const TEXTS_KEPT = 30;
  const TEXTS_PER_BATCH = 12;
  const TOUCHED_KEPT = 64;
  const LONGEST = 200;
  const FOLD_MS = 300;
  const STYLES_UNTIL_ANIMATION = 8;

  let mutations = 0;
  let events = 0;
  let changedAt = performance.now();
  let touched = null;
  let attributed = null;
  let marked = null;
  let changed = [];
  let texts = [];
  const standing = new Map();
  const shown = new WeakMap();
  const latest = new WeakMap();
  const styled = new WeakMap();
  const roots = new WeakSet();
  let openRoots = [];
  let scrollers = [];
  let fields = [];
  const FIELDS = new Set(['input', 'select', 'textarea', 'option', 'progress', 'meter', 'output']);
  let structure = 0;
  let scannedAt = -1;
  let unscanned = new Set();
  let active = null;

  const textOf = (node) => {
    const text = node.nodeType === 3 ? node.data : node.nodeType !== 1 ? ''
      : node.isConnected && node.textContent.length < 8 * LONGEST ? node.innerText || '' : node.textContent;
    return text.replace(/\s+/g, ' ').trim();
  };

  const elementOf = (node) => (node.nodeType === 1 ? node : node.parentElement);

  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const voiceOf = (element) => {
    const live = element.closest(LIVE);
    if (!live) return '';
    const role = live.getAttribute('role');
    return role === 'alert' || role === 'alertdialog' ? 'alert' : role === 'status' || role === 'log' ? role
      : live.getAttribute('aria-live') || 'status';
  };

  const note = (kind, text, live) => {
    if (kind === 'removed') {
      if (!standing.has(text)) return;
      standing.delete(text);
    } else {
      if (standing.has(text)) return;
      standing.set(text, true);
    }
    texts.push({ kind, text: text.slice(0, LONGEST), live, at: performance.now() });
    if (texts.length > TEXTS_KEPT) texts.shift();
  };

  const noteAdded = (node, kind, room) => {
    const element = elementOf(node);
    const text = textOf(node);
    if (!element || !element.isConnected || text.length < 2 || text.length > 4 * LONGEST) return room;
    if (element.closest('script,style,template,noscript,head')) return room;
    const live = voiceOf(element);
    if (!live && (room <= 0 || reading)) return room;
    if (!visible(element)) return room;
    const rewritten = kind === 'changed' || node.nodeType === 3;
    if (rewritten && !live && folded(element, text)) return room;
    note(kind, text, live);
    if (rewritten) latest.set(element, texts[texts.length - 1]);
    return room - 1;
  };

  // Counters and clocks: what stood for a moment only, until the same place said something else, was read by nobody.
  const folded = (element, text) => {
    const before = latest.get(element);
    if (!before || !texts.includes(before) || performance.now() - before.at > FOLD_MS) return false;
    standing.delete(before.text);
    standing.set(text, true);
    before.text = text.slice(0, LONGEST);
    before.at = performance.now();
    return true;
  };

  const noteShown = (element) => {
    const live = voiceOf(element);
    if (!live && !TOAST.test(element.getAttribute('class') || '')) return;
    const text = textOf(element);
    if (text.length < 2 || text.length > 4 * LONGEST) return;
    const now = visible(element);
    if (shown.get(element) === now) return;
    shown.set(element, now);
    note(now ? 'added' : 'removed', text, live);
  };

  // Which texts changed since the last mark, and which elements got other attributes; null as soon as there are many
  // or anything else changed.
  const touch = (node) => {
    if (touched === null) return;
    touched.add(node);
    if (touched.size > TOUCHED_KEPT) touched = null;
  };

  const attribute = (element) => {
    if (attributed === null) return;
    attributed.add(element);
    if (attributed.size > TOUCHED_KEPT) attributed = null;
  };

  // An animation that writes styles frame by frame never ends; it does not count against the quiet.
  const animates = (record) => {
    if (record.type !== 'attributes' || record.attributeName !== 'style') return false;
    const times = (styled.get(record.target) || 0) + 1;
    styled.set(record.target, times);
    return times > STYLES_UNTIL_ANIMATION;
  };

  const changedOtherwise = () => {
    structure += 1;
    touched = null;
    attributed = null;
    marked = null;
  };

  const isText = (nodes) => {
    for (const node of nodes) if (node.nodeType !== 3) return false;
    return true;
  };

  // What the parser put there is told of after the document was read, too.
  let parsed = document.readyState !== 'loading';
  let reading = !parsed;

  const take = (records) => {
    reading = !parsed;
    parsed = document.readyState !== 'loading';
    if (!records.every(animates)) changedAt = performance.now();
    let room = TEXTS_PER_BATCH;
    let looks = TEXTS_PER_BATCH;
    for (const record of records) {
      mutations += 1;
      if (record.type === 'childList') {
        if (isText(record.addedNodes) && isText(record.removedNodes)) {
          unscanned.add(record.target);
          touch(record.target);
        } else changedOtherwise();
        for (const node of record.removedNodes) if (standing.size) note('removed', textOf(node), '');
        for (const node of record.addedNodes) {
          if (node.nodeType === 1) watchShadows(node);
          if (room > -TEXTS_PER_BATCH) room = noteAdded(node, 'added', room);
        }
      } else if (record.type === 'characterData') {
        unscanned.add(record.target);
        if (record.target.parentNode) touch(record.target.parentNode);
        room = noteAdded(record.target, 'changed', room);
      } else {
        structure += 1;
        attribute(record.target);
        if (SHOWN_BY.has(record.attributeName) && looks-- > 0) noteShown(record.target);
      }
    }
  };

  const observer = new MutationObserver(take);

  const watch = (root) => {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, EVERYTHING);
  };

  // A walker takes a tenth of the time of a list of all elements.
  function* elementsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) yield walker.currentNode;
  }

  const watchShadows = (top) => {
    const seen = [top];
    while (seen.length) {
      const root = seen.pop();
      if (root.shadowRoot && !roots.has(root.shadowRoot)) {
        watch(root.shadowRoot);
        seen.push(root.shadowRoot);
        openRoots.push(new WeakRef(root.shadowRoot));
        mutations += 1;
      }
      for (const element of elementsIn(root)) {
        if (element.shadowRoot && !roots.has(element.shadowRoot)) {
          watch(element.shadowRoot);
          seen.push(element.shadowRoot);
          openRoots.push(new WeakRef(element.shadowRoot));
          mutations += 1;
        }
      }
    }
  };

  const happened = () => { events += 1; };
  for (const type of ['input', 'change', 'scroll', 'focusin', 'focusout', 'toggle', 'beforetoggle', 'load', 'error',
    'invalid', 'reset', 'fullscreenchange', 'slotchange', 'transitionend', 'animationend',
    'mouseover', 'mouseout', 'mousedown', 'mouseup'])
    addEventListener(type, happened, { capture: true, passive: true });

  watch(document);

  const allRoots = () => {
    openRoots = openRoots.filter((known) => known.deref()?.host.isConnected);
    return [document, ...openRoots.map((known) => known.deref())];
  };

  const canScroll = (element) =>
    element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;

  // Elements that can scroll, which programs move without anything being told before the next frame, and those that
  // hold something.
  const scan = () => {
    watchShadows(document);
    scrollers = [];
    fields = [];
    for (const root of allRoots())
      for (const element of elementsIn(root)) {
        if (FIELDS.has(element.localName)) fields.push(new WeakRef(element));
        if (canScroll(element)) scrollers.push(new WeakRef(element));
      }
    scannedAt = structure;
    unscanned = new Set();
  };

  // After changes of mere text only what the text lies in can have begun to scroll.
  const scanAround = () => {
    const known = new Set(scrollers.map((entry) => entry.deref()));
    for (const node of unscanned)
      for (let element = elementOf(node); element; element = element.parentElement)
        if (!known.has(element) && canScroll(element)) {
          known.add(element);
          scrollers.push(new WeakRef(element));
        }
    unscanned = new Set();
  };

  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };

  // What forms hold, as one number: values change without any mutation.
  const held = () => {
    let hash = 0;
    const add = (text) => {
      for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
      hash = (Math.imul(hash, 31) + 7) | 0;
    };
    for (const known of fields) {
      const field = known.deref();
      if (!field) continue;
      add(String(field.value));
      const bits = (field.checked ? 1 : 0) + (field.indeterminate ? 2 : 0) + (field.selected ? 4 : 0)
        + (field.matches(':invalid') ? 8 : 0) + (field.files ? 16 * field.files.length : 0);
      hash = (Math.imul(hash, 31) + bits) | 0;
    }
    return hash;
  };

  const sheets = () => {
    let count = document.styleSheets.length + 1000 * document.adoptedStyleSheets.length;
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
      try { count += sheet.cssRules.length; } catch { count += 1; }
    }
    return count;
  };

  const boxOf = (thing) => {
    const box = thing.getBoundingClientRect();
    return [box.x + scrollX, box.y + scrollY, box.width, box.height];
  };

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  const CONTROLS = 'a[href],button,input,select,textarea,summary,[role],[tabindex],[onclick],[contenteditable]';
  const APART = 'label,legend,caption,figcaption,option,textarea,title,th,style,script,noscript,template,datalist,'
    + 'svg,math,object,canvas,audio,video,[contenteditable],fieldset';
  const MOST_INSIDE = 200;
  const INSIDE_LEVELS = 4;

  const textsIn = (element) => {
    const found = [];
    for (const node of element.childNodes) if (node.nodeType === 3 && node.data.trim()) found.push(node);
    return found;
  };

  // Whether the page draws a text letter by letter as the document has it.
  const isAsWritten = (element) => {
    const { data } = element.firstChild;
    const style = getComputedStyle(element);
    return data === data.trim() && !/\s\s|[\t\n\r\u00ad]/.test(data) && style.textTransform === 'none'
      && style.webkitTextSecurity === 'none';
  };

  const isNamedBy = (element) => {
    for (let above = element; above; above = above.parentElement)
      if (above.id) {
        const id = CSS.escape(above.id);
        if (document.querySelector(`[aria-labelledby~="${id}"],[aria-describedby~="${id}"],[aria-owns~="${id}"]`))
          return true;
      }
    return false;
  };

  // How far a change of size reaches: 'row' for parts of a table, whose cells depend on those of other rows, 'float'
  // for what text flows around, else nothing.
  const flowOf = (element) => {
    const style = getComputedStyle(element);
    if (style.float !== 'none' || style.columnCount !== 'auto' || style.columnWidth !== 'auto') return 'float';
    return /^table-(row|column|header|footer)/.test(style.display) ? 'row' : '';
  };

  // Whether everything one can act on in view is still what lies on top at its middle.
  const isUncovered = () => {
    for (const element of document.querySelectorAll(CONTROLS)) {
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      if (box.width <= 0 || box.height <= 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const top = document.elementFromPoint(x, y);
      if (top && !element.contains(top) && !top.contains(element)) return false;
    }
    return true;
  };

  const extents = () => scrollers.map((known) => {
    const element = known.deref();
    return element ? element.scrollWidth + ',' + element.scrollHeight : '';
  }).join();

  // The boxes of all elements and texts in an element, in document order, each with its tag ('' for a text).
  const insideOf = (element) => {
    if (element.childElementCount > MOST_INSIDE) return null;
    const found = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (found.length >= MOST_INSIDE) return null;
      if (node.nodeType === 1) {
        if (node.localName === 'iframe' || node.localName === 'frame') return null;
        found.push([node.localName, boxOf(node), isShown(node) ? 1 : 0]);
      } else {
        range.selectNodeContents(node);
        found.push(['', boxOf(range), 1]);
      }
    }
    return found;
  };

  const attributesNow = () => {
    const given = [];
    for (const element of attributed) {
      if (!element.isConnected) return null;
      given.push([...element.attributes].flatMap((attribute) => [attribute.name, attribute.value]));
      changed.push(element);
    }
    attributed = new Set();
    return [[], [], given];
  };

  const noted = () => {
    const now = performance.now();
    const told = texts.map((entry) => [entry.kind, entry.text, entry.live, now - entry.at]);
    texts = [];
    standing.clear();
    return told;
  };

  // Where nothing but texts changed since the mark: of each element around such a text, from the inside out, its box
  // and those of its neighbours, and the boxes of all that lies in the innermost ones. Where nothing but attributes
  // changed: the elements' attributes as they are now; only the browser's counters tell whether that changed the style
  // of anything. Null for anything else.
  const retold = () => {
    changed = [];
    if (touched && attributed && attributed.size && !touched.size) return attributesNow();
    if (marked === null || !touched || !touched.size || !attributed || attributed.size || openRoots.length) return null;
    if (document.getAnimations().length || extents() !== marked) return null;
    const told = [];
    for (const element of touched) {
      if (element.nodeType !== 1 || !element.isConnected || element.childElementCount) return null;
      if (element.childNodes.length !== 1 || !textsIn(element).length) return null;
      if (element.closest(APART) || isNamedBy(element) || !isAsWritten(element)) return null;
      const chain = [];
      for (let around = element; around; around = around.parentElement) {
        const sides = [around.previousElementSibling, around.nextElementSibling];
        chain.push([around.localName, flowOf(around), boxOf(around), sides.map((side) => (side ? boxOf(side) : null)),
          chain.length < INSIDE_LEVELS ? insideOf(around) : null]);
      }
      changed.push(element);
      told.push([element.firstChild.data, chain]);
    }
    touched = new Set();
    return [told];
  };

  globalThis.cdpEngineWatch = {
    // How much has changed so far, and for how many milliseconds nothing has.
    pulse() {
      take0();
      return [mutations, performance.now() - changedAt, document.readyState, document.body ? 1 : 0];
    },

    // The texts noted, and everything that tells whether the page is still as it was, except what the browser's own
    // counters tell. With `retell`, what changed since the mark comes second.
    trace(retell) {
      take0();
      document.documentElement?.getBoundingClientRect();
      if (scannedAt !== structure) scan();
      else if (unscanned.size) scanAround();
      const now = focused();
      if (now !== active) { active = now; events += 1; }
      let scrolled = 0;
      scrollers.forEach((known, index) => {
        const element = known.deref();
        if (element) scrolled += (element.scrollTop * 7 + element.scrollLeft) * (index + 1);
      });
      return [noted(), retell ? retold() : null, mutations, events, held(), sheets(), scrolled, scrollX, scrollY,
        innerWidth, innerHeight, document.readyState, document.hasFocus() ? 1 : 0, location.href];
    },

    // From now on `trace` can tell what changed. Returns how much had changed by then.
    mark() {
      take0();
      touched = new Set();
      attributed = new Set();
      marked = extents();
      return mutations;
    },

    uncovered() { return isUncovered(); },

    // One of the elements that `trace` told to have other texts or attributes.
    changed(index) { return changed[index]; },

    // The texts noted since the last time, with their age in milliseconds.
    texts() {
      take0();
      return noted();
    },
  };

  function take0() {
    const records = observer.takeRecords();
    if (records.length) take(records);
  }
})();
