// Which elements may be styled otherwise than at the mark: those on which the pointer, the focus, or an attribute that a
// rule of the page names has changed, with everything in them. Null where that is not certain.

import { activeElement, isSecret } from "./dom.js";
import { fieldStates } from "./fingerprint.js";

const MOST_RULES = 600;
const MOST_INSIDE = 200;
const MOST_FIELDS = 500;
const PLAIN = /^(aria-.*|data-(?!no-ai$).*|class|id|role|style|title|tabindex|name|for)$/;
const CONTROLS = /^(button|input|select|textarea)$/;
const BY_DISABLED = [
  ":disabled",
  ":enabled",
  ":read-",
  ":valid",
  ":invalid",
  ":in-range",
  ":out-of",
  ":user-",
  ":default",
];
const BY_VALUE = [
  ":valid",
  ":invalid",
  ":placeholder",
  ":in-range",
  ":out-of",
  ":user-",
  ":checked",
  ":indeterminate",
  ":autofill",
];
const BY_VALIDITY = [":valid", ":invalid", ":user-"];
// What rules may depend on that nothing here follows.
const UNSEEN =
  /^@container|anchor|counters?\(|:(state\(|playing|paused|muted|seeking|buffering|stalled|volume|has-slotted|defined|active-view|interest)/;
const ENDS_COMPOUND = /[\s>+~,(){}]/;
const NOWHERE = 0;
const INTO = 1;
const BESIDE = 2;

// The rules of the page, each with its text as the browser writes it. Throws where one cannot be read, where there are
// too many, and for rules that depend on the sizes of elements.
const readRules = () => {
  const rules = [];
  const add = (rule, text, selector) => {
    if (rules.length === MOST_RULES || UNSEEN.test(text)) throw new RangeError("rules");
    rules.push({
      text: text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      written: text,
      rule,
      selector,
    });
  };
  const readAll = (list) => {
    for (const rule of list) {
      if (rule.styleSheet) readSheet(rule.styleSheet);
      if (rule.selectorText !== undefined) add(rule, rule.cssText, rule.selectorText);
      else if (!rule.cssRules || rule.cssText.startsWith("@scope")) add(rule, rule.cssText, null);
      else {
        const holds = rule.media ? matchMedia(rule.media.mediaText).matches : "";
        add(rule, `${rule.conditionText ?? rule.name ?? ""} ${holds}`, "");
        readAll(rule.cssRules);
      }
    }
  };
  const readSheet = (sheet) => {
    const { mediaText } = sheet.media;
    add(sheet, `${sheet.disabled} ${mediaText} ${matchMedia(mediaText).matches}`, "");
    readAll(sheet.cssRules);
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet);
  return rules;
};

const rulesNow = () => {
  try {
    return readRules();
  } catch {
    return null;
  }
};

const sameRules = (was, now) =>
  was.length === now.length && was.every((entry, index) => entry.written === now[index].written);

const around = (element) => {
  const chain = new Set();
  for (let at = element; at; at = at.parentElement) chain.add(at);
  return chain;
};

// What styles depend on beside the document and its rules. Where the mouse is pressed, more elements are drawn otherwise.
const stateNow = () => {
  const active = activeElement();
  return {
    ":hover": new Set(document.querySelectorAll(":hover")),
    ":active": new Set(document.querySelectorAll(":active")),
    ":focus": new Set(active ? [active] : []),
    ":focus-visible": new Set(document.querySelectorAll(":focus-visible")),
    ":focus-within": around(active),
  };
};

let noted = null;

const noteStyling = () => {
  const rules = document.getAnimations().length ? null : rulesNow();
  const fields = fieldStates();
  noted = rules && fields.size <= MOST_FIELDS ? { rules, state: stateNow(), fields } : null;
};

const wordsOf = (written) => new Set((written ?? "").split(/\s+/).filter(Boolean));

// How selectors name what changed on an element; null for attributes that do more than that.
const tokensOf = (element, name, old) => {
  const now = element.getAttribute(name);
  if (now === old) return [];
  if (name === "disabled" && CONTROLS.test(element.localName) && !element.labels?.length)
    return [`[${name}`, `|${name}`, ...BY_DISABLED];
  if (!PLAIN.test(name) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") return null;
  const tokens = [`[${name}`, `|${name}`, `attr(${name}`];
  if (name === "id" || name === "name") tokens.push(":target");
  if (name === "id") for (const id of [old, now]) if (id) tokens.push(`#${CSS.escape(id)}`);
  if (name === "class") {
    const [before, after] = [wordsOf(old), wordsOf(now)];
    for (const word of [...before, ...after])
      if (before.has(word) !== after.has(word)) tokens.push(`.${CSS.escape(word)}`);
  }
  return tokens.map((token) => token.toLowerCase());
};

// How far the rules of one entry that name a token reach from an element; null where that is not certain.
const reachOf = ({ rule, selector, text }, token, element) => {
  if (selector === "" || !text.includes(token)) return NOWHERE;
  if (text.includes(":has(") || token.startsWith("attr(")) return null;
  if (token.startsWith("#") && text.includes(`url("${token}`)) return null;
  if (selector === null || rule.cssRules?.length || /[()"'\\]/.test(selector)) return BESIDE;
  const folded = selector.toLowerCase();
  let reach = NOWHERE;
  for (let at = folded.indexOf(token); at >= 0; at = folded.indexOf(token, at + 1)) {
    let start = at;
    while (start > 0 && !ENDS_COMPOUND.test(selector[start - 1])) start -= 1;
    const before = selector.slice(start, at);
    if (/^[\w-]+([.#][\w-]+)*$|^([.#][\w-]+)+$/.test(before) && !element.matches(before)) continue;
    const [after] = selector.slice(at).split(",");
    reach = Math.max(reach, /[+~|]/.test(after) ? BESIDE : INTO);
  }
  return reach;
};

const differing = function* (was, now) {
  for (const [token, before] of Object.entries(was)) {
    for (const element of before) if (!now[token].has(element)) yield [element, token];
    for (const element of now[token]) if (!before.has(element)) yield [element, token];
  }
};

// The fields with another value or state; null where that shows elsewhere, too, or must not leave the page.
const changedFields = (was, now) => {
  const found = [];
  for (const [field, [value, state]] of now) {
    const before = was.get(field);
    if (!before) return null;
    if (before[0] === value && before[1] === state) continue;
    if (!/^(input|textarea)$/.test(field.localName) || field.type === "file" || isSecret(field)) return null;
    found.push(field);
  }
  return found;
};

const withoutInner = (elements) => {
  const all = [...elements];
  return all.filter((one) => !all.some((other) => other !== one && other.contains(one)));
};

const INVALID = 8;

// Whether the focus is elsewhere, or a field with another value is or was invalid, checked or mixed otherwise.
const isRestated = (was, now, written) => {
  const [before] = was.state[":focus"];
  const [after] = now.state[":focus"];
  const differs = (field) => was.fields.get(field)[1] !== now.fields.get(field)[1];
  return before !== after || written.some((field) => differs(field) || now.fields.get(field)[1] & INVALID);
};

// The elements whose styles, and those of what is in them, may be others; the fields with other values; and whether an
// element has another state that only scripts can read. `attributes` has the former values by element and name. From now on, changes count from here.
const restyledSince = (attributes) => {
  const was = noted;
  noted = null;
  const rules = was && !document.getAnimations().length ? rulesNow() : null;
  if (!rules || !sameRules(was.rules, rules)) return null;
  const state = stateNow();
  const fields = fieldStates();
  const written = changedFields(was.fields, fields);
  if (!written) return null;
  const found = new Set(written);
  const reaches = (element, token) => {
    for (const entry of rules) {
      const reach = reachOf(entry, token, element);
      if (reach === null) return false;
      if (reach !== NOWHERE) found.add(reach === INTO ? element : (element.parentElement ?? element));
    }
    return true;
  };
  for (const [element, token] of differing(was.state, state))
    if (element.isConnected && !(reaches(element, token) && reaches(element, ":user-"))) return null;
  for (const [element, names] of attributes) {
    if (!element.isConnected) return null;
    for (const [name, old] of names) {
      const tokens = tokensOf(element, name, old);
      if (!tokens?.every((token) => reaches(element, token))) return null;
      if (/^(style|disabled)$/.test(name) && tokens.length) found.add(element);
    }
  }
  for (const field of written) {
    if (!BY_VALUE.every((token) => reaches(field, token))) return null;
    for (let at = field.parentElement; at; at = at.parentElement)
      if (/^(form|fieldset)$/.test(at.localName) && !BY_VALIDITY.every((token) => reaches(at, token)))
        return null;
    if (field.form && !BY_VALIDITY.every((token) => reaches(field.form, token))) return null;
  }
  const roots = withoutInner(found);
  let left = MOST_INSIDE;
  for (const root of roots) left -= 1 + root.getElementsByTagName("*").length;
  if (left < 0) return null;
  noted = { rules, state, fields };
  return { roots, fields: written, restated: isRestated(was, { state, fields }, written) };
};

export { noteStyling, restyledSince };
