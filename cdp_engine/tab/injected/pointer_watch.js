// Sees which pointer events really reached the element, and stops those that would have hit another one.
(kit) => {
  const SEEN = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
  const HOVER = ["pointermove", "mousemove", "pointerover", "mouseover"];
  const watches = new Map();
  const waiting = new Map();

  const same = (a, b) => a.length === b.length && a.every((box, i) => box.every((n, j) => Math.abs(n - b[i][j]) < 0.5));

  // Looks a second time, at least one frame after the first, and begins to watch if the point still reaches the element.
  const arm = async (element, token, ...rest) => {
    const answer = await look(element, token, ...rest);
    if (!answer.ok) tell(token, null);
    return answer;
  };

  const look = async (element, token, x, y, before, since, options) => {
    // A busy machine is late with its frames; on the way somewhere, the next one is worth waiting for.
    const still = kit.frameTime() === since ? options.patience * (kit.animated(kit.surfaceOf(element)) ? 5 : 1) : 0;
    if (still) await kit.nextFrame(still);
    if (!element.isConnected) return { ok: false, why: "detached" };
    const moved = !same(kit.surfaceBoxes(kit.surfaceOf(element)), before);
    if (moved && !(options.hovered && kit.onlyNewAnimations(kit.surfaceOf(element), since))) return { ok: false, why: "unstable" };
    if (options.enabled && kit.disabled(element)) return { ok: false, why: "disabled" };
    const aimed = kit.aim(element, [[x, y]]);
    if (aimed.index !== 0) return { ok: false, why: "obscured", cover: aimed.cover };
    watch(element, token, options.kinds === "hover" ? HOVER : SEEN);
    return { ok: true, why: null };
  };

  const EXPIRES_MS = 10_000;
  const OVER_MS = 500;

  const watch = (element, token, types) => {
    // Nobody came back for an earlier one where a dialog opened in the middle: its clicks are over.
    for (const earlier of watches.values()) earlier.end();
    watches.clear();
    const state = { element, events: [], received: null, blocked: 0 };
    let letting = false;
    const listener = (event) => {
      if (!event.isTrusted) return;
      // A keyboard-made click has no place on the screen.
      if (event.type === "click" && event.detail === 0 && event.pointerType === "") return;
      // Decided anew for every press; once it was received, the page may move or remove the element as it likes.
      if (state.received === null || event.type === "pointerdown") {
        letting = kit.hits(element, event.clientX, event.clientY);
        state.received ??= letting;
        tell(token, state.received);
      }
      if (letting) {
        state.events.push(event.type);
        if (event.type === "click") setTimeout(state.end, OVER_MS);
        return;
      }
      state.blocked += 1;
      if (types === HOVER) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    for (const type of types) window.addEventListener(type, listener, { capture: true, passive: false });
    state.end = () => {
      for (const type of types) window.removeEventListener(type, listener, { capture: true });
    };
    // Should nobody come back for it, it must not stop what others click later.
    setTimeout(state.end, EXPIRES_MS);
    watches.set(token, state);
  };

  // Asked before the watch begins: asked later, it could stand in line behind a press whose handler never ends.
  const told = (element, token) => new Promise((resolve) => waiting.set(token, resolve));
  const tell = (token, received) => {
    waiting.get(token)?.(received);
    waiting.delete(token);
  };

  const disarm = (element, token) => {
    const state = watches.get(token);
    if (!state) {
      tell(token, null);
      return {};
    }
    watches.delete(token);
    state.end();
    tell(token, state.received);
    return { received: state.received, events: state.events, blocked: state.blocked, connected: element.isConnected };
  };

  // Drag: whether the page began a drag of its own, which the browser then takes over from the pointer.
  let drag = null;
  const watchDrag = () => {
    drag = { began: false, prevented: false };
    const state = drag;
    window.addEventListener("dragstart", (event) => {
      state.began = true;
      // Listeners further in have not run yet; what they decided is known once the event is over.
      setTimeout(() => (state.prevented = event.defaultPrevented), 0);
    }, { capture: true, once: true });
  };
  const dragState = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    return drag;
  };

  return { arm, told, disarm, watchDrag, dragState };
}
