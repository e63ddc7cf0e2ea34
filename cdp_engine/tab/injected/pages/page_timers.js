// How many timers the page has set. All worlds of a document number theirs in one row, so those of our own are left out.

let own = 0;
const setOne = globalThis.setTimeout;

// In our own world alone: the page keeps its function as it is.
globalThis.setTimeout = (run, limit) => {
  own += 1;
  return setOne(run, limit);
};

const timersOfPage = () => {
  const id = setTimeout(() => {}, 0);
  clearTimeout(id);
  return id - own;
};

export { timersOfPage };
