// The rules of the page: their texts, and whether they are those of an earlier time.

import { keptIn } from "../changes/kept_elements.js";
import { uncertain } from "../changes/uncertain.js";
import { allRoots, elementsNow } from "../elements/flat_tree.js";
import { containersIn } from "./containers.js";
import { dependsOnOthers } from "./neighbours.js";

const FEW_RULES = 600;
// To read a rule costs the browser a twentieth of what an element costs in a capture.
const RULES_PER_ELEMENT = 10;
const PRIME = 16_777_619;
// What rules may depend on that nothing here follows.
// Values that `all` writes as well do nothing by themselves.
const UNSEEN =
  /scroll-state\(|anchor\(|anchor-size\(|(anchor-(name|scope)|position-(anchor|area|try[a-z-]*|visibility)|inset-area):(?! (inherit|initial|unset|revert|none|auto|normal|always|anchors-visible)\b)|counters?\(|:(host-context\(|playing|paused|muted|seeking|buffering|stalled|volume|has-slotted|active-view|interest)/;
const CUSTOM_STATE = /:state\([\w-]+\)/g;
const MOST_STATES = 40;
// Declarations that let texts flow around something or on in another column; those of `all: unset` do not.
const FLOWS =
  /(^|[\s;{"]|-webkit-)(float|columns?(-count|-width)?)\s*:(?!\s*(none|auto|unset|initial|revert|revert-layer)\s*(!important)?\s*(;|\}|$))/i;
const MAY_FLOW = "[align], [style*=float i], [style*=column i]";

const mostRules = () => Math.max(FEW_RULES, RULES_PER_ELEMENT * elementsNow().length);

// The style sheets of the document and of its shadow roots, each with those that have it.
const sheetsNow = () => {
  const found = new Map();
  for (const root of allRoots())
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets])
      if (found.has(sheet)) found.get(sheet).add(root);
      else found.set(sheet, new Set([root]));
  return found;
};

// The rules of the page, each with its text as the browser writes it, and the roots that have it. Throws where one cannot be read, and where there are
// too many.
const readRules = () => {
  const rules = [];
  const most = mostRules();
  let roots = null;
  const add = (rule, written, selector) => {
    if (rules.length >= most) throw new RangeError("many rules");
    rules.push({ rule, written, selector, roots, text: null });
  };
  const readAll = (list) => {
    for (const rule of list) {
      if (rule.styleSheet) readSheet(rule.styleSheet);
      if (rule.selectorText !== undefined) add(rule, rule.cssText, rule.selectorText);
      else if (!rule.cssRules || rule.cssText.startsWith("@scope")) add(rule, rule.cssText, null);
      else {
        const holds = rule.media ? matchMedia(rule.media.mediaText).matches : "";
        const kind = rule.containerQuery === undefined ? "" : "@container ";
        add(rule, `${kind}${rule.conditionText ?? rule.name ?? ""} ${holds}`, "");
        readAll(rule.cssRules);
      }
    }
  };
  const readSheet = (sheet) => {
    const { mediaText } = sheet.media;
    add(sheet, `${sheet.disabled} ${mediaText} ${matchMedia(mediaText).matches}`, "");
    readAll(sheet.cssRules);
  };
  const sheets = sheetsNow();
  // To write rules takes long, to count them does not.
  if ([...sheets.keys()].reduce((sum, sheet) => sum + sheet.cssRules.length, 0) > most)
    throw new RangeError("many rules");
  for (const [sheet, having] of sheets) {
    roots = having;
    readSheet(sheet);
  }
  return rules;
};

// The text of a rule as it is compared with what may match it.
const ruleText = (rule) => {
  rule.text ??= rule.written.toLowerCase();
  return rule.text;
};

// A number for each rule: the texts themselves would take too much memory.
const printsOf = (rules) =>
  Int32Array.from(rules, ({ written }) => {
    let hash = written.length;
    for (let at = 0; at < written.length; at += 1) hash = Math.imul(hash ^ written.charCodeAt(at), PRIME);
    return hash;
  });

const areSame = (was, now) => was.length === now.length && was.every((print, index) => print === now[index]);

// The states that custom elements give themselves, as rules name them; null where they are many.
const customStates = (rules) => {
  const found = new Set(rules.flatMap(({ written }) => written.match(CUSTOM_STATE) ?? []));
  return found.size > MOST_STATES ? null : [...found];
};

// What the rules of these prints depend on, which takes long to find out.
let known = null;

const knownOf = (rules) => {
  const prints = printsOf(rules);
  if (known && areSame(known.prints, prints)) return known;
  const unseen = rules.map(({ written }) => UNSEEN.exec(written)?.[0]).find(Boolean);
  known = {
    prints,
    unseen: unseen ? `rules with ${unseen}` : "",
    flows: rules.some((rule) => FLOWS.test(ruleText(rule))),
    shares: rules.some((rule) => ruleText(rule).includes("subgrid")),
    containers: containersIn(rules),
    states: customStates(rules),
    placing: rules.flatMap((rule, index) => (dependsOnOthers(rule, ruleText(rule)) ? [index] : [])),
  };
  return known;
};

// The rules of the page now, and those that ask what is beside or in an element (`placing`); with `prints` that are the same
// object as long as no rule is another; null where nothing is certain.
const rulesNow = () => {
  try {
    const all = readRules();
    const { unseen, ...kept } = knownOf(all);
    if (!kept.states) return uncertain("many states of custom elements");
    const placing = kept.placing.map((index) => all[index]);
    return unseen ? uncertain(unseen) : { all, ...kept, placing, found: new Map() };
  } catch (error) {
    return uncertain(error instanceof RangeError ? error.message : "rules that cannot be read");
  }
};

// Whether the last rules asked how large containers are.
const asksContainers = () => known !== null && known.containers !== null;

// The rules that name a token.
const naming = (rules, token) => {
  if (!rules.found.has(token))
    rules.found.set(
      token,
      rules.all.filter((rule) => ruleText(rule).includes(token)),
    );
  return rules.found.get(token);
};

const has = (selector, test = () => true) => allRoots().some((root) => keptIn(root, selector).some(test));

const flowsByItself = (element) =>
  element.hasAttribute("align") || FLOWS.test(element.getAttribute("style") ?? "");

// How boxes may depend on others than what they are in: texts flow around some, or grids share their tracks.
const flowOf = ({ flows, shares }) => ({
  mayFlow: flows || has(MAY_FLOW, flowsByItself),
  isShared: shares || has("[style*=subgrid]"),
});

export { asksContainers, flowOf, naming, rulesNow, ruleText };
