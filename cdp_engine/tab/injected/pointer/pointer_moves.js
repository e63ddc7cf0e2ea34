// In every document from its beginning, so that it sees a pointer move before any script of the page.

let waiting = [];
let latest = null;

const moved = (event) => {
  if (!event.isTrusted) return;
  latest = { x: event.clientX, y: event.clientY, at: performance.now() };
  for (const look of waiting) look(latest);
};

for (const type of ["pointermove", "mousemove"]) {
  addEventListener(type, moved, { capture: true, passive: true });
}

// Resolves with true at the first move of the pointer in this document after `since` for which `test` holds, else with
// false after `limit` ms.
const nextMove = (test, limit, since = performance.now()) =>
  new Promise((resolve) => {
    const end = (answer) => {
      clearTimeout(timer);
      waiting = waiting.filter((one) => one !== look);
      resolve(answer);
    };
    const look = ({ x, y }) => {
      if (test(x, y)) end(true);
    };
    const timer = setTimeout(() => end(false), limit);
    waiting.push(look);
    // A busy page may have received the move before our call.
    if (latest && latest.at > since) look(latest);
  });

export { nextMove };
