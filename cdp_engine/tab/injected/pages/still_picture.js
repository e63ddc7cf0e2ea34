// Before and after a picture of the page: fonts have come, and the caret does not blink in it.

const EDITABLE = "input, textarea, [contenteditable]:not([contenteditable=false])";
const NO_CARET = "*, *::before, *::after { caret-color: transparent !important }";

let hidden = [];

// The roots around the element with the focus, through shadow roots and frames of the same origin; empty without a caret.
const rootsOfCaret = (page) => {
  const roots = [page];
  let active = page.activeElement;
  while (active) {
    const inner = active.shadowRoot || frameOf(active);
    if (!inner) break;
    roots.push(inner);
    active = inner.activeElement;
  }
  return active?.matches(EDITABLE) || active?.isContentEditable ? roots : [];
};

const frameOf = (element) => {
  try {
    return element.contentDocument || null;
  } catch {
    return null; // of another origin
  }
};

// No attribute and no element of the page changes: nothing that it could observe.
const hideCaret = () => {
  showCaret();
  for (const root of rootsOfCaret(document)) {
    const owner = root.nodeType === 9 ? root : root.ownerDocument;
    const sheet = new owner.defaultView.CSSStyleSheet();
    sheet.replaceSync(NO_CARET);
    root.adoptedStyleSheets.push(sheet);
    hidden.push([root, sheet]);
  }
  return hidden.length > 0;
};

const showCaret = () => {
  for (const [root, sheet] of hidden)
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((kept) => kept !== sheet);
  hidden = [];
};

// Waits for the fonts that are loading, at most `limit` ms, and hides the caret; whether there was one.
const readyForPicture = async (_page, limit) => {
  if (document.fonts.status === "loading")
    await Promise.race([document.fonts.ready, new Promise((end) => setTimeout(end, limit))]);
  return hideCaret();
};

export { readyForPicture, showCaret };
