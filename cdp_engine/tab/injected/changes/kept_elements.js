// The elements of the document that match some selectors, kept in step with it: to ask again costs what has changed since,
// not what the page has. Only for selectors that an element's own tag and attributes decide.

const MOST_TOPS = 100;
const MOST_KEPT = 60;

// By selector: the elements that matched, and those that came or have other attributes since; null where these are not
// known, or many.
const kept = new Map();

// This element came, with all in it, or has other attributes.
const elementTouched = (element) => {
  for (const known of kept.values()) {
    known.tops?.add(element);
    if (known.tops?.size > MOST_TOPS) known.tops = null;
  }
};

// Anything may have come or gone.
const anythingTouched = () => {
  for (const known of kept.values()) known.tops = null;
};

const inOrder = (one, other) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

const updated = ({ found, tops }, selector) => {
  const still = found.filter((element) => element.getRootNode() === document && element.matches(selector));
  const now = new Set(still);
  for (const top of tops) {
    if (top.getRootNode() !== document) continue;
    if (top.matches(selector)) now.add(top);
    for (const element of top.querySelectorAll(selector)) now.add(element);
  }
  return tops.size ? [...now].sort(inOrder) : still;
};

// The elements of a document or shadow root that match, in its order. What the recorder has not taken yet does not count.
const keptIn = (root, selector) => {
  if (root !== document) return root.querySelectorAll(selector);
  const known = kept.get(selector);
  const isKnown = known?.tops && known.top === document.documentElement && known.found.length <= MOST_KEPT;
  const found = isKnown ? updated(known, selector) : [...root.querySelectorAll(selector)];
  kept.set(selector, { found, tops: new Set(), top: document.documentElement });
  return found;
};

export { anythingTouched, elementTouched, keptIn };
