// Which elements a rule may style otherwise once a state of an element (`:hover`, `:focus`, `:checked`) is another. What
// a selector says beside tags, classes, ids and attributes is taken as true, so that rather more are found.

const SPACE = /^\s$/;
const ESCAPE = /\\([0-9a-f]{1,6}\s?|[\s\S])/iy;
const COMBINES = /^[>+~]$/;
const BEFORE = /[+~]/;

// Calls back for each character of a selector that is not escaped, with how deep in parentheses or brackets it is.
const scanned = (selector, each) => {
  let depth = 0;
  let quote = "";
  for (let at = 0; at < selector.length; at += 1) {
    const letter = selector[at];
    if (letter === "\\") {
      ESCAPE.lastIndex = at;
      const [escaped] = ESCAPE.exec(selector) ?? [letter];
      each(escaped, depth);
      at += escaped.length - 1;
      continue;
    }
    if (quote) {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === ")" || letter === "]") depth -= 1;
    each(letter, quote ? Math.max(depth, 1) : depth);
    if (!quote && (letter === "(" || letter === "[")) depth += 1;
  }
};

// The complex selectors of a list, each as its compounds with the combinator before each.
const parsed = (selector) => {
  const found = [];
  let compounds = [];
  let text = "";
  let combinator = "";
  const end = () => {
    if (text) compounds.push({ text, combinator });
    if (text) combinator = " ";
    text = "";
  };
  scanned(selector, (letter, depth) => {
    if (depth > 0) text += letter;
    else if (letter === ",") {
      end();
      found.push(compounds);
      compounds = [];
      combinator = "";
    } else if (SPACE.test(letter)) end();
    else if (COMBINES.test(letter)) {
      end();
      combinator = letter;
    } else text += letter;
  });
  end();
  found.push(compounds);
  return found;
};

const STEADY = /^:(is|where|not)\([^:]*\)$/;

// A compound without pseudo-elements, and without pseudo-classes but those about tags, classes, ids and attributes.
const plain = (compound) => {
  const parts = [""];
  scanned(compound, (letter, depth) => {
    const isNew =
      depth === 0 && (/^[.#[]$/.test(letter) || (letter === ":" && parts[parts.length - 1] !== ":"));
    if (isNew) parts.push(letter);
    else parts[parts.length - 1] += letter;
  });
  return parts.filter((part) => !part.startsWith(":") || STEADY.test(part)).join("") || "*";
};

const ASKED = /\(&\)/;

// A selector in a rule with each of those around in place of `&`, or before it where it has none; null where that is not
// certain. What is written before `&` is about the same elements as what is around: each is kept without the other.
const within = (compounds, around) => {
  const asked = compounds.map(({ text }) => text).join("");
  if (ASKED.test(asked) && !asked.replaceAll("(&)", "").includes("&"))
    return around.map((outer) => {
      const whole = outer.map(({ text, combinator }) => combinator + text).join("");
      return compounds.map(({ text, combinator }) => ({
        text: text.replaceAll("(&)", () => `(${whole})`),
        combinator,
      }));
    });
  const at = compounds.findIndex(({ text }) => text.startsWith("&"));
  if (compounds.some(({ text }, index) => text.includes("&", index === at ? 1 : 0))) return null;
  const [first, ...others] = compounds;
  if (at < 0)
    return around.map((outer) => [...outer, { ...first, combinator: first.combinator || " " }, ...others]);
  const rest = compounds.slice(at + 1);
  return around.flatMap((outer) => {
    const last = outer[outer.length - 1];
    const text = last.text + compounds[at].text.slice(1);
    const inside = [...outer.slice(0, -1), { text, combinator: last.combinator }, ...rest];
    const before = [...compounds.slice(0, at), { text, combinator: compounds[at].combinator }, ...rest];
    return at ? [inside, before] : [inside];
  });
};

// The selectors of a rule and of the rules in it, with those around put in place; null where that is not certain.
const selectorsOf = (rule, around = null) => {
  let own = parsed(rule.selectorText);
  if (around) {
    const found = own.map((compounds) => within(compounds, around));
    if (found.includes(null)) return null;
    own = found.flat();
  }
  const all = [...own];
  const inside = (rules) => {
    for (const inner of rules ?? []) {
      if (inner.selectorText !== undefined) {
        const more = selectorsOf(inner, own);
        if (!more) return false;
        all.push(...more);
      } else if (inner.cssText.startsWith("@scope") || !inside(inner.cssRules)) return false;
    }
    return true;
  };
  return inside(rule.cssRules) ? all : null;
};

// What is in the parentheses of each `:has()` of a compound.
const askedBy = (compound) => {
  const found = [];
  const open = [];
  let text = "";
  scanned(compound, (letter, depth) => {
    const [innermost] = open.slice(-1);
    if (letter === ")" && innermost?.depth === depth) found.push(text.slice(open.pop().start));
    text += letter;
    if (text.endsWith(HAS)) open.push({ depth, start: text.length });
  });
  return found;
};

const ASKS_INSIDE = /:empty|:has\(/;

// Whether `:has()` asks for children of the element of a compound, and for nothing in them.
const asksChildren = (compound) =>
  askedBy(compound)
    .flatMap(parsed)
    .every(([child, ...more]) => !more.length && child.combinator === ">" && !ASKS_INSIDE.test(child.text));

// The elements whose match with a compound may depend on a state of an element, or on its children (`HAS`): with `:has()`,
// those around it, too.
const subjectsOf = (compound, token, element, mayMatch) => {
  const subjects = [element];
  const isNear = asksChildren(compound);
  if (compound.includes(HAS) && !(isNear && token === HAS))
    for (let at = element.parentElement; at; at = isNear ? null : at.parentElement) subjects.push(at);
  const wanted = plain(compound);
  return subjects.filter((subject) => mayMatch(subject, wanted));
};

const HAS = ":has(";
const ATTRIBUTES = /\[[^\]]*\]/g;
const NUMBERED = /:nth-[\w-]+\([^()]*\)/g;
const JOINED = /\([^()]*[\s>+~][^()]*\)/;
const BESIDE = /\([^()]*[+~][^()]*\)/;
const OTHERWISE = /[|&]|::slotted|::part|:scope| of /;

// Whether what is in the parentheses of a compound is about the same element or, for `:has()`, elements in it.
const isSimple = (whole) => {
  const compound = whole.replace(ATTRIBUTES, "");
  if (OTHERWISE.test(compound)) return false;
  const inside = compound.replace(NUMBERED, "").replace(/,\s+/g, ",");
  return !(compound.includes(HAS) ? BESIDE : JOINED).test(inside);
};

// Whether a compound that crosses the border of a shadow tree may style an element, or what is in it; null for others.
const stylesAcross = (compound, element) => {
  if (compound.startsWith(":host")) return element.shadowRoot !== null;
  if (compound.includes("::slotted(")) return element.assignedSlot !== null;
  return compound.includes("::part(") ? true : null;
};

// Whether an element may be where a compound wants it: in one that matches the compound before.
const mayFollow = (element, compounds, index, mayMatch) => {
  const { combinator } = compounds[index];
  if (!index || BEFORE.test(combinator)) return true;
  const before = compounds[index - 1].text;
  if (before.includes(":host") || OTHERWISE.test(before)) return true;
  const wanted = plain(before);
  const isWanted = (outer) => mayMatch(outer, wanted);
  let outer = element.parentElement;
  while (outer && !isWanted(outer) && combinator !== ">") outer = outer.parentElement;
  return outer !== null && isWanted(outer);
};

const styledElements = (rule, token, element, mayMatch) => {
  const selectors = selectorsOf(rule);
  if (!selectors) return null;
  const found = new Set();
  for (const compounds of selectors) {
    for (const [index, { text }] of compounds.entries()) {
      if (!text.toLowerCase().includes(token)) continue;
      const isStyled = stylesAcross(text, element);
      if (isStyled !== null && text.includes(HAS)) return null;
      if (isStyled) found.add(element);
      if (isStyled !== null) continue;
      if (!isSimple(text)) return null;
      const after = compounds.slice(index + 1);
      const isBeside = after.some(({ combinator }) => BEFORE.test(combinator));
      for (const subject of subjectsOf(text, token, element, mayMatch)) {
        if (!mayFollow(subject, compounds, index, mayMatch)) continue;
        const place = isBeside ? (subject.parentNode ?? subject) : subject;
        const styled = after.length ? place.querySelectorAll(plain(after[after.length - 1].text)) : [subject];
        for (const one of styled) found.add(one);
      }
    }
  }
  return found;
};

// The elements that a rule may style otherwise by a state of an element, which the token names; null where that is not
// certain. `mayMatch`: whether an element is what a compound wants, or was, with its attributes of before.
const styledBy = (rule, token, element, mayMatch) => {
  try {
    return styledElements(rule, token, element, mayMatch);
  } catch {
    return null; // a selector that no script may use
  }
};

// A policy of the page may forbid these, and hears of each that is set.
const GUARDED = /^(style|on.*)$/i;
const ABOUT_GUARDED = /\[(style|on)/i;

// Whether elements may match a compound, now or with the attributes that they had before. Those are given to elements of a
// document of their own, where nothing is loaded or run.
const matcherOf = (attributes) => {
  const twins = new Map();
  let place = null;
  const twinOf = (element) => {
    place ??= document.implementation.createHTMLDocument("");
    const twin = place.createElementNS(element.namespaceURI, element.localName);
    const set = (name, value) => {
      if (!GUARDED.test(name)) twin.setAttribute(name, value);
    };
    for (const { name, value } of element.attributes) set(name, value);
    for (const [name, old] of attributes.get(element))
      old === null ? twin.removeAttribute(name) : set(name, old);
    return twin;
  };
  const matched = (element, wanted) => {
    if (!twins.has(element)) twins.set(element, twinOf(element));
    return twins.get(element).matches(wanted);
  };
  const isSure = (element, wanted) =>
    document.compatMode === "CSS1Compat" && !ABOUT_GUARDED.test(wanted) && !attributes.get(element).passing;
  return (element, wanted) =>
    element.matches(wanted) ||
    (attributes.has(element) && !(isSure(element, wanted) && !matched(element, wanted)));
};

export {
  ATTRIBUTES,
  askedBy,
  BEFORE,
  HAS,
  isSimple,
  matcherOf,
  mayFollow,
  parsed,
  plain,
  selectorsOf,
  styledBy,
};
