// Which elements can be styled otherwise than before, from what changed: those whose own state or attributes are others,
// what lies in them and beside them. Where a style sheet reaches further, or cannot be read, all of them.

const FAR = /:has\(|@container|:target|:root\b.*:checked|:(in)?valid|:user-/;
const BESIDE = /:(hover|focus|focus-within|focus-visible|active)[^,{]*[+~]/;
const MOST_RULES = 20_000;

const sheetsIn = (roots) => {
  const sheets = new Set();
  for (const root of roots) {
    for (const sheet of root.styleSheets) sheets.add(sheet);
    for (const sheet of root.adoptedStyleSheets) sheets.add(sheet);
  }
  return sheets;
};

// What all style sheets say, as a number; and whether they reach far, or beside what the pointer or the focus is on.
const rulesOf = (roots) => {
  const told = { hash: 0, far: false, beside: false };
  let left = MOST_RULES;
  const read = (sheet) => {
    if (sheet.disabled) return;
    for (const rule of sheet.cssRules) {
      if (rule.styleSheet) read(rule.styleSheet);
      const text = rule.cssText;
      left -= 1;
      told.far ||= left < 0 || FAR.test(text);
      if (told.far) return;
      told.beside ||= BESIDE.test(text);
      for (let i = 0; i < text.length; i += 1)
        told.hash = (Math.imul(told.hash, 31) + text.charCodeAt(i)) | 0;
    }
  };
  try {
    for (const sheet of sheetsIn(roots)) if (!told.far) read(sheet);
  } catch {
    told.far = true;
  }
  return told;
};

const sameRules = (was, now) => !was.far && !now.far && was.hash === now.hash && was.beside === now.beside;

const around = (node) => node.parentNode ?? node;

// The nodes under which styles may be others. `gone` are the parents of what is no longer there.
const rootsOfRegion = ({ touched, created, gone, fields, before, active, beside }) => {
  const found = new Set(gone);
  for (const node of [...touched.attributes, ...touched.texts, ...created, ...fields])
    found.add(around(node));
  const stayed = new Set(before.filter((element) => active.includes(element)));
  for (const element of [...before, ...active])
    if (element && !stayed.has(element)) found.add(beside ? around(element) : element);
  for (const animation of document.getAnimations()) {
    const target = animation.effect?.target;
    if (target) found.add(target);
  }
  return found;
};

export { rootsOfRegion, rulesOf, sameRules };
