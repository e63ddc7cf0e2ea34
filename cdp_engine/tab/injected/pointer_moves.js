// In every document from its beginning, so that no script of the page hears of a pointer's move first.

let waiting = [];

const moved = (event) => {
  if (!event.isTrusted) return;
  for (const look of waiting) look(event.clientX, event.clientY);
};

for (const type of ["pointermove", "mousemove"]) {
  addEventListener(type, moved, { capture: true, passive: true });
}

// Resolves with true at the next move of the pointer in this document for which `test` holds, else with false after
// `limit` ms.
const nextMove = (test, limit) =>
  new Promise((resolve) => {
    const end = (answer) => {
      clearTimeout(timer);
      waiting = waiting.filter((one) => one !== look);
      resolve(answer);
    };
    const look = (x, y) => {
      if (test(x, y)) end(true);
    };
    const timer = setTimeout(() => end(false), limit);
    waiting.push(look);
  });

export { nextMove };
