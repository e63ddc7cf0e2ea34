// Which elements a rule may style otherwise because the children of an element are others: those whose place among them, or
// whose neighbours, it names, and what is in these; and whether they may be what `:has()` asks for.

import {
  ATTRIBUTES,
  askedBy,
  BEFORE,
  HAS,
  isSimple,
  mayFollow,
  parsed,
  plain,
  selectorsOf,
} from "./selectors.js";

const PLACED = /:(nth-|first-|last-|only-)/;
const ANYWHERE = ":default";
const EMPTY = ":empty";
// What makes a rule depend on the neighbours and children of an element.
const STRUCTURAL = /:(nth-|first-|last-|only-|empty|default|dir\()|[+~]/;
// A place among those children that match a selector.
const AMONG = /:nth-(last-)?child\([^()]* of (?:[^():]|:(?!nth-|first-|last-|only-|empty)|\([^()]*\))*\)/g;
// What styles elements of another tree than that of the rule: its host, or what is in those of others.
const CROSSES_TREES = /:host|::slotted|::part/;
const SLOTTED = "::slotted";
const PART = /::part\([^()]*\)/g;
const HOST = ":host";

const isStructural = (text) => STRUCTURAL.test(text.replace(ATTRIBUTES, ""));

const read = new WeakMap();

// The selectors of an entry whose compounds depend on neighbours or children; null where that is not certain.
const selectorsIn = ({ rule, written }) => {
  const known = read.get(rule);
  if (known?.written === written) return known.selectors;
  const all = selectorsOf(rule);
  const selectors =
    all?.filter((compounds) =>
      compounds.some(({ text, combinator }) => BEFORE.test(combinator) || isStructural(text)),
    ) ?? null;
  read.set(rule, { written, selectors });
  return selectors;
};

// The place of the compound that names the last element beside that of another: `b` for `a` in `a + b c`.
const lastBeside = (compounds, index) => {
  let last = index;
  while (last + 1 < compounds.length && BEFORE.test(compounds[last + 1].combinator)) last += 1;
  return last;
};

const firstBeside = (compounds, index) => {
  let first = index;
  while (first && BEFORE.test(compounds[first].combinator)) first -= 1;
  return first;
};

// What a selector styles, where some elements are what its compound at an index names.
const styledFrom = (elements, compounds, index) => {
  const wanted = plain(compounds[index].text);
  const named = elements.filter((element) => element.matches(wanted));
  if (index === compounds.length - 1) return named;
  const styled = plain(compounds[compounds.length - 1].text);
  return named.flatMap((element) => [...element.querySelectorAll(styled)]);
};

// Whether a selector in `:has()` asks for a neighbour, and for nothing else that is beside or in others.
const asksBeside = (compounds) =>
  compounds.length === 1 && BEFORE.test(compounds[0].combinator) && !isStructural(compounds[0].text);

// The combinators of what `:has()` asks for beside the element of a compound, and the compound without it.
const sidesOf = (text) => {
  const asked = askedBy(text).filter((inside) => parsed(inside).every(asksBeside));
  const rest = asked.reduce((left, inside) => left.replace(`:has(${inside})`, ""), text);
  return { rest, sides: asked.flatMap(parsed).map(([{ combinator }]) => combinator) };
};

// From which to which child a compound may match otherwise, as those from `before` to `until` are others.
const placesOf = ({ text, combinator }, sides, { parent, before, until }) => {
  const count = parent.children.length;
  const ranges = [
    [combinator === "+" || text.includes(":first-child"), before, until + 1],
    [combinator === "~" || /:(nth-(?!last)|first-of)/.test(text), before, count],
    [text.includes(":last-child") || sides.includes("+"), before - 1, until],
    [/:(nth-last|last-of)/.test(text) || sides.includes("~"), 0, until],
    [text.includes(":only-") || text.includes(" of "), 0, count],
  ].filter(([is]) => is);
  return [
    Math.max(0, Math.min(...ranges.map(([, from]) => from))),
    Math.max(...ranges.map(([, , to]) => to)),
  ];
};

// What the rule of another tree styles: the hosts among the children, where it asks for the place of its host.
const hostsBeside = (compounds, { parent }) =>
  compounds.some(({ text }) => text.startsWith(HOST) && isStructural(text))
    ? [...parent.children].filter(({ shadowRoot }) => shadowRoot)
    : [];

const besides = (compounds, place, mayMatch) => {
  const { parent } = place;
  if (compounds.some(({ text }) => text.includes(SLOTTED))) return [parent];
  const found = [];
  for (const [index, compound] of compounds.entries()) {
    const { text, combinator } = compound;
    if (text.startsWith(HOST)) continue;
    const { rest, sides } = sidesOf(text);
    const isPlaced = BEFORE.test(combinator) || PLACED.test(rest) || sides.length > 0;
    if (!isPlaced && !isStructural(text)) continue;
    if (!isSimple(rest.replace(AMONG, "").replace(PART, "")) || text.includes(ANYWHERE))
      return [parent.closest("form") ?? parent];
    const last = lastBeside(compounds, index);
    const first = firstBeside(compounds, index);
    if (isPlaced) {
      const [from, to] = placesOf(compound, sides, place);
      const children = [...parent.children].slice(from, last > index ? undefined : to);
      if (children.length && mayFollow(children[0], compounds, first, mayMatch))
        found.push(...styledFrom(children, compounds, last));
    }
    if (!text.includes(EMPTY) || !parent.matches(plain(text))) continue;
    const around = last > index ? [...(parent.parentElement?.children ?? [])] : [parent];
    found.push(...styledFrom(around, compounds, last));
  }
  return found;
};

// The elements that the rules of an entry may style otherwise, as children of an element are others: those from `before` to
// `until`. Null where that is not certain.
const styledByChildren = (entry, place, mayMatch) => {
  const styled = entry.roots.has(place.root) ? besides : hostsBeside;
  try {
    return selectorsIn(entry)?.flatMap((compounds) => styled(compounds, place, mayMatch)) ?? null;
  } catch {
    return [place.parent]; // a selector that no script may use
  }
};

// Whether elements, or what is in them, may be what the `:has()` of an entry asks for; true where that is not certain.
const mayHold = ({ rule }, elements) => {
  const isAsked = (compounds) => {
    if (asksBeside(compounds)) return false; // see `styledByChildren`
    if (compounds.some(({ text, combinator }) => BEFORE.test(combinator) || isStructural(text))) return true;
    const { text: last } = compounds[compounds.length - 1];
    const wanted = plain(last);
    // What is gone is not in what it was in.
    if (!isSimple(last)) return true;
    return elements.some((element) => element.matches(wanted) || element.querySelector(wanted));
  };
  try {
    const asked = selectorsOf(rule)?.flatMap((compounds) => compounds.flatMap(({ text }) => askedBy(text)));
    return !asked?.length || asked.flatMap(parsed).some(isAsked);
  } catch {
    return true; // a selector that no script may use
  }
};

// Whether an entry asks what is beside or in an element.
const dependsOnOthers = ({ rule, selector }, text) => {
  if (selector === "" || (selector === null && !text.startsWith("@scope"))) return false;
  return text.includes(HAS) || STRUCTURAL.test(selector === null || rule.cssRules?.length ? text : selector);
};

export { CROSSES_TREES, dependsOnOthers, mayHold, styledByChildren };
