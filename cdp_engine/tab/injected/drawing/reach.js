// Which elements may be styled otherwise than at the mark: those on which the pointer, the focus, or an attribute that a
// rule of the page names has changed, with everything in them. Null where that is not certain.

import { fieldStates, positions, scrolledSince } from "../changes/fingerprint.js";
import { findUndefined } from "../changes/kept_elements.js";
import { takeReason, uncertain } from "../changes/uncertain.js";
import { activeElement, isSecret } from "../elements/dom.js";
import { elementsNow, findAll, findStates, hasShadows, isIn, placeOf } from "../elements/flat_tree.js";
import { animatedNow } from "./animations.js";
import { resized, sizesOf } from "./containers.js";
import { CROSSES_TREES, mayHold, styledByChildren } from "./neighbours.js";
import { flowOf, naming, rulesNow, ruleText } from "./rules.js";
import { HAS, matcherOf, styledBy } from "./selectors.js";

const MOST_INSIDE = 200;
const SHARE_INSIDE = 0.1;
const MOST_FIELDS = 500;
const PLAIN = /^(aria-.*|data-(?!no-ai$).*|class|hidden|id|role|style|title|tabindex|name|for)$/;
// What does more on an element of the page's own than to be named in selectors.
const NATIVE =
  /^(slot|is|part|exportparts|popover|inert|contenteditable|dir|lang|data-no-ai|form|autofocus|disabled|nonce|on.*)$/;
// What decides alone whether an element is drawn, and what style sheets add to it.
const DRAWS = /^(class|style|hidden|role|aria-.*|data-(?!no-ai$).*)$/;
const TEXT_TYPES = /^(text|search|email|url|tel|number|range|checkbox|radio|color|date|time|month|week)$/;
const LABELABLE = /^(button|input|meter|output|progress|select|textarea)$/;
// Not lists, which Chrome draws fainter.
const SAME_DISABLED = /^(button|input|textarea)$/;
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
// Whether the value of a field is what it holds at first, and neither a caption nor a secret.
const holdsText = (element) =>
  element.localName === "input" && TEXT_TYPES.test(element.type) && !isSecret(element);

const BY_VALIDITY = [":valid", ":invalid", ":user-"];
// How many elements may be styled otherwise: it costs less than a capture where that is a part of a large document.
const mostInside = () => Math.max(MOST_INSIDE, SHARE_INSIDE * elementsNow().length);

// Elements whose direction is that of their texts.
const BY_CONTENTS = "[dir=auto i], bdi";
const ENDS_COMPOUND = /[\s>+~,(){}]/;
const OTHER_RULES = "other rules";
const NOWHERE = 0;
const INTO = 1;
const BESIDE = 2;

// What decides which elements are painted in layers of their own, and in which order; a variable may be part of any of it.
const LAYERING =
  /(^|[\s;{-])(position|z-index|opacity|overflow(-[xy])?|transform(-style)?|translate|scale|rotate|perspective|filter|clip-path|mask(-\w+)*|will-change|contain(er)?(-\w+)?|mix-blend-mode|isolation|backface-visibility|columns?(-\w+)?|offset(-\w+)?|box-reflect|display|all|visibility|animation(-\w+)?|transition(-\w+)?|view-transition-name)\s*:|(^|[\s;{])--/;

// What of it a style attribute declares.
const layeringIn = (text) =>
  (text ?? "")
    .split(";")
    .filter((declaration) => LAYERING.test(declaration))
    .join(";");

const STATES = [":hover", ":active", ":focus", ":focus-visible", ":focus-within"];

// What styles depend on beside the document and its rules. Where the mouse is pressed, more elements are drawn otherwise.
// Where the window or another frame has the focus, the active element has none.
const stateNow = (own) =>
  Object.fromEntries([
    ...findStates(STATES),
    ...own.map((one) => [one, new Set(findAll(one))]),
    [":defined", new Set(findUndefined())],
  ]);

let noted = null;
let unnoted = "";

// What is compared at the next observation; null where nothing would be certain then.
const noteOf = (rules) => {
  const sizes = rules && sizesOf(rules.containers);
  if (!sizes) return null;
  const fields = fieldStates();
  if (fields.size > MOST_FIELDS) return uncertain("many fields");
  const animated = animatedNow();
  if (!animated) return uncertain("animations");
  const focus = [activeElement(), document.hasFocus()];
  return {
    prints: rules.prints,
    state: stateNow(rules.states),
    fields,
    sizes,
    animated,
    focus,
    positions: positions(),
  };
};

const noteStyling = () => {
  takeReason();
  noted = noteOf(rulesNow());
  unnoted = noted ? "" : takeReason();
};

// Why it will not be certain which elements are styled otherwise since the mark; empty where it may be.
const stylesUnknown = () => (noted ? "" : unnoted || "no mark");

const wordsOf = (written) => new Set((written ?? "").split(/\s+/).filter(Boolean));

const isControl = (label, id) => LABELABLE.test(label.getRootNode().getElementById?.(id)?.localName ?? "");

// How selectors name what changed on an element; null for attributes that do more than that. `passing`: the values that it
// had for a while.
const tokensOf = (element, name, old, passing = []) => {
  const now = element.getAttribute(name);
  if (now === old && !(DRAWS.test(name) && [...passing].some((value) => value !== now))) return [];
  if (name === "hidden" && `${now} ${old}`.includes("until-found")) return null;
  const isOther = now !== null && old !== null;
  if (name === "href" && element.localName === "a" && isOther)
    return ["[href", "|href", "attr(href", ":link", ":visited"];
  if (name === "value" && holdsText(element)) return ["[value", "|value", "attr(value"];
  // A label that loses its control, or gets one, takes clicks otherwise.
  if (name === "id" && LABELABLE.test(element.localName)) return null;
  if (name === "for" && (!isOther || isControl(element, now) !== isControl(element, old))) return null;
  if (name === "disabled" && SAME_DISABLED.test(element.localName) && !element.labels?.length)
    return [`[${name}`, `|${name}`, ...BY_DISABLED];
  if (name === "name" && element.localName === "slot") return null;
  const isOwn = element.localName.includes("-") && !NATIVE.test(name);
  if (!(isOwn || PLAIN.test(name)) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") return null;
  const tokens = [`[${name}`, `|${name}`, `attr(${name}`];
  if (name === "id" || name === "name") tokens.push(":target");
  if (name === "id") for (const id of [old, now]) if (id) tokens.push(`#${CSS.escape(id)}`);
  if (name === "class") {
    const after = wordsOf(now);
    for (const before of [old, ...passing].map(wordsOf))
      for (const word of [...before, ...after])
        if (before.has(word) !== after.has(word)) tokens.push(`.${CSS.escape(word)}`);
  }
  return tokens.map((token) => token.toLowerCase());
};

// How far the rules of one entry, which name a token, reach from an element; null where that is not certain.
const reachOf = (entry, token, element) => {
  const { rule, selector } = entry;
  const text = ruleText(entry);
  if (selector === "") return NOWHERE;
  if (text.includes(HAS) || token.startsWith("attr(")) return null;
  if (token.startsWith("#") && text.includes(`url("${token}`)) return null;
  const bare = selector?.replace(/"[^"\\]*"/g, '""');
  if (selector === null || rule.cssRules?.length || /[()'\\]/.test(bare)) return BESIDE;
  const folded = bare.toLowerCase();
  let reach = NOWHERE;
  for (let at = folded.indexOf(token); at >= 0; at = folded.indexOf(token, at + 1)) {
    let start = at;
    while (start > 0 && !ENDS_COMPOUND.test(bare[start - 1])) start -= 1;
    const before = bare.slice(start, at);
    if (/^[\w-]+([.#][\w-]+)*$|^([.#][\w-]+)+$/.test(before) && !element.matches(before)) continue;
    const [after] = bare.slice(at).split(",");
    reach = Math.max(reach, /[+~|]/.test(after) ? BESIDE : INTO);
  }
  return reach;
};

// Whether what a selector says of each element is followed: for states, where it styles another tree, and where it is not
// written in a plain way.
const isFollowed = ({ rule, selector }, token) => {
  if (!selector) return false;
  if (token.startsWith(":")) return true;
  return (
    /^[.[|]/.test(token) &&
    (CROSSES_TREES.test(selector) || rule.cssRules?.length > 0 || /[()'\\]/.test(selector))
  );
};

const differing = function* (was, now) {
  for (const [token, before] of Object.entries(was)) {
    for (const element of before) if (!now[token].has(element)) yield [element, token];
    for (const element of now[token]) if (!before.has(element)) yield [element, token];
  }
};

// The fields with another value or state; null where that shows elsewhere, too, or must not leave the page.
const changedFields = (was, now, isNew) => {
  const found = [];
  for (const [field, [value, state]] of now) {
    const before = was.get(field);
    if (!before && isNew(field)) continue;
    if (!before) return uncertain("fields that were not there");
    if (before[0] === value && before[1] === state) continue;
    if (!/^(input|textarea)$/.test(field.localName) || field.type === "file" || isSecret(field))
      return uncertain("values of selects, files or passwords");
    found.push(field);
  }
  return found;
};

const withoutInner = (elements) => {
  const all = [...elements];
  return all.filter((one) => !all.some((other) => other !== one && isIn(other, one)));
};

const INVALID = 8;

// Whether the focus is elsewhere, or a field with another value is or was invalid, checked or mixed otherwise.
const isRestated = (was, now, written) => {
  const differs = (field) => was.fields.get(field)[1] !== now.fields.get(field)[1];
  const isMoved = was.focus.some((part, index) => part !== now.focus[index]);
  return isMoved || written.some((field) => differs(field) || now.fields.get(field)[1] & INVALID);
};

// Whether the part of the page for which a rule holds others is there.
const hasScope = ({ start }) => {
  try {
    return !start || findAll(start).length > 0;
  } catch {
    return true; // a selector that no script may use
  }
};

// The elements that rules may style otherwise because their neighbours or children are others; false where that is not
// certain.
const reachOfLists = (rules, { regrouped, created, removed, forms }, found, mayMatch) => {
  if (!regrouped.length) return true;
  const places = regrouped.map((place) => ({ ...place, root: place.parent.getRootNode() }));
  const changed = [...created, ...removed];
  const isNew = (element) => created.some((top) => top.contains(element));
  const add = (styled) => {
    for (const element of styled) if (!isNew(element)) found.add(element);
  };
  for (const entry of rules.placing) {
    const { rule, selector, roots } = entry;
    const text = ruleText(entry);
    if (selector === null && !hasScope(rule)) continue;
    const here = CROSSES_TREES.test(text) ? places : places.filter(({ root }) => roots.has(root));
    if (!here.length) continue;
    if (text.includes(HAS) && mayHold(entry, changed))
      for (const { parent } of here) {
        const styled = selector && styledBy(rule, HAS, parent, mayMatch);
        if (!styled) return uncertain("rules with :has()") ?? false;
        add(styled);
      }
    if (selector === null || (text.includes(":dir(") && findAll(BY_CONTENTS).length))
      return uncertain("nested rules about neighbours") ?? false;
    for (const place of here) {
      const styled = styledByChildren(entry, place, mayMatch);
      if (!styled) return uncertain("nested rules about neighbours") ?? false;
      add(styled);
      if (found.size > mostInside()) return uncertain("rules about neighbours of many elements") ?? false;
    }
  }
  return (
    !forms ||
    places.every(({ parent }) => hasNoValidity(parent, rules) || (uncertain("rules about forms") ?? false))
  );
};

// Whether no rule depends on the validity of the forms around an element.
const hasNoValidity = (element, rules) => {
  if (!element.closest("form, fieldset")) return true;
  return !BY_VALIDITY.some((token) => naming(rules, token).some(({ selector }) => selector !== ""));
};

// The elements whose styles, and those of what is in them, may be others; the fields with other values; whether an element
// has another state that only scripts can read, and whether texts may flow around others. `attributes` has the former values
// by element and name, `lists` what came and went. From now on, changes count from here.
const restyledSince = (attributes, lists) => {
  const was = noted;
  noted = null;
  if (!was) return uncertain(unnoted || "no mark");
  const rules = rulesNow();
  if (!rules) return null;
  if (was.prints !== rules.prints) return uncertain(OTHER_RULES);
  const now = noteOf(rules);
  if (!now) return null;
  const isNew = (field) => lists.created.some((top) => top.contains(field));
  const written = changedFields(was.fields, now.fields, isNew);
  if (!written) return null;
  const found = new Set([...written, ...resized(was.sizes, now.sizes), ...was.animated, ...now.animated]);
  const mayMatch = matcherOf(attributes);
  let relayers = found.size > written.length;
  const reaches = (element, token) => {
    for (const entry of naming(rules, token)) {
      relayers ||= LAYERING.test(ruleText(entry));
      const styled = isFollowed(entry, token) ? styledBy(entry.rule, token, element, mayMatch) : null;
      for (const one of styled ?? []) found.add(one);
      if (styled) continue;
      const reach = reachOf(entry, token, element);
      if (reach === null) return uncertain(`rules that reach far from ${token}`) ?? false;
      if (reach !== NOWHERE) found.add(reach === INTO ? element : (element.parentElement ?? element));
    }
    return true;
  };
  for (const [element, token] of differing(was.state, now.state))
    if (element.isConnected && !(reaches(element, token.toLowerCase()) && reaches(element, ":user-")))
      return null;
  for (const [element, names] of attributes) {
    for (const [name, old] of names) {
      const tokens = tokensOf(element, name, old, names.passing?.get(name));
      if (!tokens) return uncertain(`the attribute ${name}`);
      if (!tokens.every((token) => reaches(element, token))) return null;
      if (/^(style|disabled|hidden)$/.test(name) && tokens.length) found.add(element);
      relayers ||= name === "style" && layeringIn(old) !== layeringIn(element.getAttribute(name));
    }
  }
  for (const field of written) {
    if (!BY_VALUE.every((token) => reaches(field, token))) return null;
    for (let at = field.parentElement; at; at = at.parentElement)
      if (/^(form|fieldset)$/.test(at.localName) && !BY_VALIDITY.every((token) => reaches(at, token)))
        return null;
    if (field.form && !BY_VALIDITY.every((token) => reaches(field.form, token))) return null;
  }
  const before = found.size;
  if (!reachOfLists(rules, lists, found, mayMatch)) return null;
  relayers ||= found.size > before;
  const isThere = (element) => element.isConnected && !(hasShadows() && placeOf(element) < 0);
  const roots = withoutInner([...found].filter((element) => isThere(element) && !isNew(element)));
  if (relayers && roots.some((root) => isIn(root, document.body))) return uncertain("layers of the page");
  let left = mostInside();
  for (const root of roots) left -= 1 + root.getElementsByTagName("*").length;
  if (left < 0) return uncertain("many elements that may be styled otherwise");
  noted = now;
  return {
    roots,
    fields: written,
    restated: isRestated(was, now, written),
    flow: flowOf(rules),
    relayers,
    scrolled: scrolledSince(was.positions),
  };
};

export { noteStyling, OTHER_RULES, restyledSince, stylesUnknown };
