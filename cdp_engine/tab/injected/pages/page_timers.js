// How many timers, and how many callbacks for frames, the page has set. All worlds of a document number theirs in one row, so
// those of our own are left out.

let timers = 0;
let frames = 0;
const setOne = globalThis.setTimeout;
const askOne = globalThis.requestAnimationFrame;

// In our own world alone: the page keeps its functions as they are.
globalThis.setTimeout = (run, limit) => {
  timers += 1;
  return setOne(run, limit);
};
globalThis.requestAnimationFrame = (run) => {
  frames += 1;
  return askOne(run);
};

const timersOfPage = () => {
  const id = setTimeout(() => {}, 0);
  clearTimeout(id);
  return id - timers;
};

const framesOfPage = () => {
  const id = requestAnimationFrame(() => {});
  cancelAnimationFrame(id);
  return id - frames;
};

export { framesOfPage, timersOfPage };
