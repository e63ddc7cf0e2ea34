// What the style sheets of a page hide by opacity until the pointer is over it, or over what it is in: the buttons of a row,
// the arrows of a slide show. They take a press wherever the pointer comes from, so a person can press them.

const HOVER = /(?<!\\):hover(?![\w-])/g;
const NOT_HOVER = /(?<!\\):not\(\s*:hover\s*\)/g;
const ANY = ":is(*)";
const MOST_SELECTORS = 400;
const MOST_RULES = 20_000;

// What was read of each style sheet: how many rules, the last of them, the selectors of rules that leave nothing of what
// they match, and those of rules that show it under the pointer.
const known = new WeakMap();

const nested = (selector, parent) =>
  selector.includes("&") ? selector.replaceAll("&", `:is(${parent})`) : `:is(${parent}) ${selector}`;

const applies = (rule) => !rule.media || matchMedia(rule.media.mediaText).matches;

const note = (selector, opacity, found) => {
  if (opacity === "") return;
  const isClear = Number.parseFloat(opacity) === 0;
  if (isClear && selector.search(NOT_HOVER) >= 0) {
    const always = selector.replace(NOT_HOVER, ANY);
    found.clear.push(always);
    found.shown.push(always);
  } else if (selector.search(HOVER) < 0) {
    if (isClear) found.clear.push(selector);
  } else if (!isClear) found.shown.push(selector.replace(HOVER, ANY));
};

const readRules = (rules, parent, found, from = 0) => {
  for (let at = from; at < rules.length && found.read < MOST_RULES; at++) {
    const rule = rules[at];
    found.read += 1;
    if (rule.styleSheet) readInto(rule.styleSheet, found);
    else if (rule.selectorText !== undefined) {
      const selector = parent ? nested(rule.selectorText, parent) : rule.selectorText;
      note(selector, rule.style.opacity, found);
      if (rule.cssRules.length) readRules(rule.cssRules, selector, found);
    } else if (rule.style && parent) note(parent, rule.style.opacity, found);
    else if (rule.cssRules && applies(rule)) readRules(rule.cssRules, parent, found);
  }
};

const readInto = (sheet, found) => {
  try {
    readRules(sheet.cssRules, null, found);
  } catch {
    // of another origin
  }
};

// Rules are mostly added at the end: then only those are read.
const readSheet = (sheet) => {
  let rules = null;
  try {
    rules = sheet.cssRules;
  } catch {
    return null; // of another origin
  }
  const before = known.get(sheet);
  const last = rules[rules.length - 1];
  if (before && before.count === rules.length && before.last === last) return before;
  const grows = before?.count && rules[before.count - 1] === before.last;
  const found = grows ? before : { clear: [], shown: [], read: 0 };
  readRules(rules, null, found, grows ? before.count : 0);
  Object.assign(found, { count: rules.length, last });
  known.set(sheet, found);
  return found;
};

// The selector of what the style sheets of a document or a shadow root show under the pointer alone; empty for nothing.
const selectorIn = (root) => {
  const sheets = [...root.styleSheets, ...root.adoptedStyleSheets].filter((sheet) => !sheet.disabled);
  const read = sheets.map(readSheet).filter(Boolean);
  const [clear, shown] = ["clear", "shown"].map((kind) => read.flatMap((found) => found[kind]));
  if (!clear.length || !shown.length || clear.length + shown.length > MOST_SELECTORS) return "";
  return `:is(${clear.join()}):is(${shown.join()})`;
};

// The elements of a document or a shadow root that are transparent until the pointer is over them, or over what they are in.
const shownByPointer = (root) => {
  const selector = selectorIn(root);
  return selector ? root.querySelectorAll(selector) : [];
};

export { selectorIn, shownByPointer };
