// Files that are dropped on the page: whether it takes them, and which it got.

const ANSWER_MS = 1000;

let over = null;
let dropped = null;
let watching = new AbortController();

// A listener of the page may run after ours, or stop the event on its way: its verdict is read when all have run.
const watchFileDrop = () => {
  over = null;
  dropped = null;
  watching.abort();
  watching = new AbortController();
  const { signal } = watching;
  const listen = (type, read) =>
    addEventListener(type, (event) => setTimeout(read(event), 0), { capture: true, signal });
  listen("dragover", (event) => () => {
    over = event.defaultPrevented;
  });
  listen("drop", (event) => {
    const names = Array.from(event.dataTransfer.files, (file) => file.name);
    return () => {
      dropped = event.defaultPrevented ? names : [];
    };
  });
  return true;
};

const until = async (ready) => {
  const end = performance.now() + ANSWER_MS;
  while (!ready() && performance.now() < end) await new Promise((done) => setTimeout(done, 10));
};

// Whether the page would take the files.
const takesFiles = async () => {
  await until(() => over !== null);
  if (!over) watching.abort();
  return over === true;
};

// The names of the files that the page took.
const filesDropped = async () => {
  await until(() => dropped !== null);
  watching.abort();
  return dropped ?? [];
};

export { filesDropped, takesFiles, watchFileDrop };
