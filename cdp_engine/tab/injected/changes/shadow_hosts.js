// Which elements of the document hold an open shadow root: no record of a mutation reports that one was attached.
// Only elements of some tags can, and to search for a tag takes a fraction of the time of asking each element.

// The tags of hosts, but for those of custom elements, which have a hyphen.
const HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);
const MOST_TAGS = 60;

// Such tags of elements of the document, of now or of before.
const met = new Set();
// Whether all of them were met.
let areMet = false;

// Elements came that nobody looked at.
const hostsCame = () => {
  areMet = false;
};

// The hosts in a document, a shadow root or an element, that one included.
const hostsIn = function* (top) {
  if (top === document && areMet && met.size <= MOST_TAGS) {
    for (const tag of [...met])
      for (const element of document.querySelectorAll(CSS.escape(tag))) if (element.shadowRoot) yield element;
    return;
  }
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT);
  for (let at = top.nodeType === 1 ? top : walker.nextNode(); at; at = walker.nextNode()) {
    const tag = at.localName;
    if (HOSTS.has(tag) || tag.includes("-")) met.add(tag);
    if (at.shadowRoot) yield at;
  }
  if (top === document) areMet = true;
};

export { hostsCame, hostsIn };
