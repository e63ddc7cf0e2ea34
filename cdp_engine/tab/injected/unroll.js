// Scrolls the page (or its largest scrolling box) down step by step, so that a list that loads while one scrolls
// loads; ends when nothing new comes, and puts the scroll position back. A hidden tab draws no frames: timers only.
async function (steps, milliseconds, patience) {
  const since = performance.now();
  const late = () => performance.now() - since > milliseconds;
  const root = document.scrollingElement || document.documentElement;
  let box = root, most = 0;
  if (root.scrollHeight <= root.clientHeight + 8) {
    for (const element of document.querySelectorAll("*")) {
      const more = element.scrollHeight - element.clientHeight;
      if (more > 8 && element.clientHeight > 80 && /auto|scroll/.test(getComputedStyle(element).overflowY)) {
        const size = element.clientHeight * element.clientWidth;
        if (size > most) { most = size; box = element; }
      }
    }
  }
  const began = box.scrollTop;
  const size = () => `${box.scrollHeight} ${box.querySelectorAll("*").length}`;
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  let taken = 0, reason = "end";
  for (;;) {
    if (taken >= steps) { reason = "steps"; break; }
    if (late()) { reason = "time"; break; }
    const before = size();
    box.scrollTop = box.scrollHeight;
    taken += 1;
    const until = performance.now() + patience;
    while (size() === before && performance.now() < until && !late()) await pause(25);
    if (size() === before) { if (late()) reason = "time"; break; }
    await pause(25);
  }
  box.scrollTop = began;
  return { taken, reason, height: box.scrollHeight };
}
