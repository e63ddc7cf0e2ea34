// Whether a document shows next to nothing yet: a splash screen, a skeleton, an empty root of an application.

const FIELDS =
  "input:not([type=hidden]), select, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]";
const PICTURES = "canvas, video, iframe, frame, embed, object";
const CONTROLS =
  "a[href], button, summary, [role=button], [role=link], [role=tab], [role=menuitem], [tabindex]";
const PROGRESS = "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value])";
const LOADS =
  /(^|[\W_])(splash|skeleton|shimmer|spinner|preloader|loader|loading)|(Splash|Skeleton|Spinner|Loading|Loader)/;
const SAYS_SO = /^\W*(loading|please wait|one moment|starting|connecting|initiali[sz]ing)\b/i;
const UNREAD = "script, style, template, noscript";
const MOST_CHARS = 60;
const MOST_CONTROLS = 5;
const MOST_WALKED = 4000;
const PICTURE_PX = 100;
const COVER_SHARE = 0.6;
const LARGE_SHARE = 0.2;

const areaOf = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
};

// Seen by a person: skip links and texts for screen readers are clipped to a pixel.
const isSeen = (element) =>
  areaOf(element) > 4 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });

const elementsIn = function* (root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    yield walker.currentNode;
    if (walker.currentNode.shadowRoot) yield* elementsIn(walker.currentNode.shadowRoot);
  }
};

const nameOf = (element) => `${element.getAttribute("class") || ""} ${element.id}`;

const ownText = (element) => {
  let text = "";
  for (const node of element.childNodes) if (node.nodeType === 3) text += node.data;
  return text.replace(/\s+/g, " ").trim();
};

const isLarge = (element, share) => areaOf(element) >= share * innerWidth * innerHeight;

// What runs without an end on a part that is called a skeleton or a spinner, and is large or in the middle of a large one.
const showsWork = () => {
  for (const element of document.querySelectorAll(PROGRESS))
    if (isSeen(element) && isLarge(element, LARGE_SHARE)) return true;
  for (const { effect, playState } of document.getAnimations()) {
    const target = effect?.target;
    if (!target || playState !== "running" || Number.isFinite(effect.getComputedTiming().endTime)) continue;
    for (let at = target; at && at !== document.body; at = at.parentElement)
      if (LOADS.test(nameOf(at)) && isLarge(at, LARGE_SHARE)) return isSeen(target);
  }
  return false;
};

// A splash screen over contents that are being built beneath it.
const isCovered = () => {
  let at = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
    if (!/fixed|absolute/.test(getComputedStyle(at).position) || !isLarge(at, COVER_SHARE)) continue;
    const text = (at.innerText || "").trim();
    const marked = LOADS.test(nameOf(at)) || at.matches(PROGRESS) || at.querySelector(PROGRESS) !== null;
    if (text.length <= MOST_CHARS && !at.querySelector(FIELDS) && (marked || SAYS_SO.test(text))) return true;
  }
  return false;
};

// How much a person sees: `empty`, `bare` (a few words, no field), or `full`.
const amount = () => {
  let chars = 0;
  let controls = 0;
  let walked = 0;
  for (const element of elementsIn(document.body)) {
    walked += 1;
    if (walked > MOST_WALKED) return "full";
    const field = element.matches(FIELDS);
    const picture = element.matches(PICTURES);
    const control = element.matches(CONTROLS);
    const text = element.matches(UNREAD) ? "" : ownText(element);
    if (!(field || picture || control || text) || !isSeen(element)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (field || (picture && width >= PICTURE_PX && height >= PICTURE_PX)) return "full";
    if (control) controls += 1;
    if (!SAYS_SO.test(text)) chars += text.length;
    if (chars >= MOST_CHARS || controls > MOST_CONTROLS) return "full";
  }
  return chars || controls ? "bare" : "empty";
};

// How much there is to see; whether the page shows that it is at work; whether its elements can come from scripts that it
// loads.
const firstContents = () => {
  const { body } = document;
  if (body?.localName !== "body") return [body ? "full" : "empty", false, true];
  const built = document.querySelector("script[src], script[type=module]") !== null;
  if (!built && document.scripts.length === 0) return ["full", false, false];
  const seen = amount();
  const covered = seen === "full" && isCovered();
  return [covered ? "bare" : seen, covered || (seen !== "full" && showsWork()), built];
};

export { firstContents };
