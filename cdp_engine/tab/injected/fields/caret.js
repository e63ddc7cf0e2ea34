// The caret of editable regions.

const NOTICED_MS = 100;

// Editors with their own selection update it in `selectionchange`, which runs in a later task.
const selectionNoticed = () =>
  new Promise((resolve) => {
    document.addEventListener("selectionchange", resolve, { once: true });
    setTimeout(resolve, NOTICED_MS);
  });

// The last place in an editable region where text can be: in its last text, or in the empty line after it.
const endOf = (region) => {
  const range = document.createRange();
  range.selectNodeContents(region);
  range.collapse(false);
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let last = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === 3 ? node.data.trim() : node.matches("br, img, [contenteditable=false]"))
      last = node;
  }
  if (last?.nodeType === 3) range.setStart(last, last.data.trimEnd() ? last.length : 0);
  else if (last?.localName === "br") range.setStartBefore(last);
  else if (last) range.setStartAfter(last);
  range.collapse(true);
  return range;
};

const caretToEnd = async (target) => {
  const range = endOf(target);
  const selection = getSelection();
  const noticed = selectionNoticed();
  selection.removeAllRanges();
  selection.addRange(range);
  await noticed;
};

export { caretToEnd, selectionNoticed };
