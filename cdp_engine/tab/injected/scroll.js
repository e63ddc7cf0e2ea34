// Which container a scroll is for, where to turn the wheel, and where it came to rest.
(kit) => {
  const page = () => document.scrollingElement || document.documentElement;

  const scrolls = (element, axis) => {
    if (element === page()) return true;
    const style = getComputedStyle(element);
    const overflow = axis === "x" ? style.overflowX : style.overflowY;
    if (overflow !== "auto" && overflow !== "scroll" && overflow !== "overlay") return false;
    return axis === "x" ? element.scrollWidth > element.clientWidth : element.scrollHeight > element.clientHeight;
  };

  const room = (box, axis) => {
    const whole = axis === "x" ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight;
    return Math.max(0, whole);
  };

  const containerOf = (element, axis) => (element && kit.closest(element, (at) => scrolls(at, axis))) || page();

  const offsetOf = (box) => [box.scrollLeft, box.scrollTop];

  // `element` null stands for the page.
  const scrollFacts = (element, axis) => {
    const box = containerOf(element, axis);
    const root = box === page();
    const area = root ? { x: 0, y: 0, width: innerWidth, height: innerHeight } : box.getBoundingClientRect();
    return {
      connected: element ? element.isConnected : true,
      own: element === box,
      page: root,
      offset: offsetOf(box),
      room: room(box, axis),
      extent: axis === "x" ? box.clientWidth : box.clientHeight,
      box: [area.x, area.y, area.width, area.height],
      viewport: [innerWidth, innerHeight],
      visual_offset: [visualViewport.offsetLeft, visualViewport.offsetTop],
      visible: document.visibilityState === "visible",
    };
  };

  // The first point at which a wheel turn by `sign` would move this container and no other one.
  const wheelPoint = (element, axis, sign, points) => {
    const box = containerOf(element, axis);
    for (let index = 0; index < points.length; index++) {
      let hit = document.elementFromPoint(points[index][0], points[index][1]);
      while (hit && hit.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(points[index][0], points[index][1]);
        if (!inner || inner === hit) break;
        hit = inner;
      }
      if (!hit || hit.localName === "iframe" || hit.localName === "frame") continue;
      const taker = kit.closest(hit, (at) => scrolls(at, axis) && movable(at, axis, sign)) || page();
      if (taker === box) return index;
    }
    return -1;
  };

  const movable = (box, axis, sign) => {
    const at = axis === "x" ? box.scrollLeft : box.scrollTop;
    return sign > 0 ? at < room(box, axis) - 0.5 : at > 0.5;
  };

  // The offset once two frames in a row agree on it, at most `limit` ms later.
  const rested = async (element, axis, from, limit) => {
    const box = containerOf(element, axis);
    const end = performance.now() + limit;
    let last = offsetOf(box);
    let still = 0;
    while (performance.now() < end) {
      await kit.nextFrame();
      const now = offsetOf(box);
      const moved = now[0] !== last[0] || now[1] !== last[1];
      // A wheel turn takes a frame or two before anything moves.
      const begun = now[0] !== from[0] || now[1] !== from[1];
      still = moved ? 0 : still + 1;
      if (still >= (begun ? 2 : 6)) break;
      last = now;
    }
    return offsetOf(box);
  };

  const scrollByScript = (element, axis, dx, dy) => {
    const box = containerOf(element, axis);
    box.scrollBy({ left: dx, top: dy, behavior: "instant" });
    return offsetOf(box);
  };

  const shown = (element) => {
    const box = element.getBoundingClientRect();
    return {
      box: [box.x, box.y, box.width, box.height],
      page: [scrollX, scrollY],
      inside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    };
  };

  const folded = (text) => (text || "").replace(/\s+/g, " ").trim().toLowerCase();

  // What a person could read in an element: rendered text, that of open shadow roots included.
  const readable = (element) => {
    let text = element.innerText ?? element.textContent;
    for (const inner of element.querySelectorAll("*")) {
      if (inner.shadowRoot && kit.invisible(inner) === null) for (const child of inner.shadowRoot.children) text += " " + readable(child);
    }
    if (element.shadowRoot) for (const child of element.shadowRoot.children) text += " " + readable(child);
    return text;
  };
  const says = (element, wanted) => folded(readable(element)).includes(wanted);

  // The innermost element that shows the text, or null.
  const holderOf = (root, wanted) => {
    if (!says(root, wanted)) return null;
    let at = root;
    for (;;) {
      const parts = [...at.children, ...(at.shadowRoot ? at.shadowRoot.children : [])];
      const next = parts.find((child) => says(child, wanted));
      if (!next) return at;
      at = next;
    }
  };

  const reads = (element, text) => says(element || document.body || document.documentElement, folded(text));

  // Brings the text into view where it is drawn already; whether it was.
  const bringText = (element, axis, text) => {
    const box = containerOf(element, axis);
    const held = holderOf(box === page() ? document.body : box, folded(text));
    if (!held || kit.invisible(held) !== null) return false;
    held.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return true;
  };

  return { reads, bringText, scrollFacts, wheelPoint, rested, scrollByScript, shown };
}
