// Which nodes were written to since the ledger asked last, apart from those that came or went; null for too many.

const MOST_KEPT = 400;

let written = null;

const noteWritten = (kind, node) => {
  if (written === null) return;
  written[kind].add(node);
  if (written[kind].size > MOST_KEPT) written = null;
};

const takeWritten = () => {
  const told = written;
  written = { attributes: new Set(), texts: new Set() };
  return told;
};

export { noteWritten, takeWritten };
