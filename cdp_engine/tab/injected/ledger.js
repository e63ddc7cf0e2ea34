// Records the document at the last observation, node by node, and reports the changes since: the nodes, their boxes and
// styles, texts and attributes, values of fields. Unchanged nodes are not reported.

import { changedFields, heldBy, isFormField, rootsIn, statesIn, takesClicks } from "./ledger_fields.js";
import { compare, walk } from "./ledger_nodes.js";
import { rootsOfRegion, rulesOf, sameRules } from "./ledger_region.js";
import { generates, isLayer, isWritten, pseudoStyle, written } from "./ledger_styles.js";
import { about, boxIn, FRAMES, isSeen, Sweep } from "./ledger_sweep.js";
import { takeWaiting } from "./recorder.js";
import { takeWritten } from "./written.js";

const MOST_CREATED = 400;
const MOST_TOUCHED = 400;

let ledger = null;
let created = [];

// One entry for each different style.
class Records {
  constructor() {
    this.all = [];
    this.places = new Map();
  }

  place(style) {
    const strings = written(style);
    const key = strings.join("|");
    let found = this.places.get(key);
    if (found === undefined) {
      found = this.all.length;
      this.places.set(key, found);
      this.all.push(strings);
    }
    return found;
  }
}

const pageNow = () => {
  const top = document.scrollingElement ?? document.documentElement;
  const size = top ? [top.scrollWidth, top.scrollHeight] : [0, 0];
  return [scrollX, scrollY, ...size, innerWidth, innerHeight, document.title, document.URL];
};

const hoveredNow = () => [...document.querySelectorAll(":hover"), document.activeElement];

// Notes everything as it is now. `drawn` are the places of elements with boxes of style sheets, and their sides.
const keep = (_node, name, drawn) => {
  const order = walk();
  const { nodes } = order;
  const records = new Records();
  const boxes = new Float64Array(4 * nodes.length);
  const styles = new Uint16Array(nodes.length);
  const seen = new Uint8Array(nodes.length);
  const held = new Map();
  let last = -1;
  for (let i = 0; i < nodes.length; i += 1) {
    const node = nodes[i];
    if (node.nodeType === 8) continue;
    boxes.set(boxIn(about(node)), 4 * i);
    if (node.nodeType !== 1) continue;
    const style = getComputedStyle(node);
    if (last < 0 || !isWritten(records.all[last], style)) last = records.place(style);
    styles[i] = last;
    seen[i] = isSeen(node);
    if (isFormField(node)) held.set(node, heldBy(node));
  }
  const pseudos = drawn.map(([at, side]) => [nodes[at], side, pseudoStyle(nodes[at], side)]);
  takeWaiting();
  takeWritten();
  ledger = {
    name,
    order,
    records,
    boxes,
    styles,
    seen,
    held,
    pseudos,
    rules: rulesOf(rootsIn(nodes)),
    active: hoveredNow(),
    page: pageNow(),
  };
  return nodes.length;
};

// Whether the browser draws a text letter by letter as the document has it; it reports white space as it is.
const isAsWritten = (node) => {
  const around = node.parentElement ?? node.getRootNode().host;
  if (!around) return false;
  const style = getComputedStyle(around);
  return style.textTransform === "none" && style.webkitTextSecurity === "none";
};

const attributesOf = (element) =>
  [...element.attributes].flatMap((attribute) => [attribute.name, attribute.value]);

const rootOf = (node) => (node.getRootNode() instanceof ShadowRoot ? 1 : 0);

// The data of a new node as in a capture, without boxes and styles.
const described = (node) => [
  node.nodeType,
  node.nodeType === 1 ? node.localName : "",
  node.nodeType === 1 ? attributesOf(node) : [],
  node.nodeType === 1 ? "" : node.data,
  rootOf(node) + (node.parentNode instanceof ShadowRoot ? 1 : 0),
];

// Whether style sheets draw generated content in an element.
const isDecorated = (element) => {
  if (generates(element, "::before") || generates(element, "::after")) return true;
  const style = getComputedStyle(element);
  return style.display === "list-item" && (style.listStyleType !== "none" || style.listStyleImage !== "none");
};

const withLabels = (some) => {
  const found = new Set();
  for (const element of some) {
    if (element.nodeType !== 1) continue;
    found.add(element);
    for (const label of element.labels ?? []) found.add(label);
  }
  return found;
};

const placesOf = (nodes, wanted) => {
  const found = new Map();
  if (!wanted.size) return found;
  for (let i = 0; i < nodes.length; i += 1) if (wanted.has(nodes[i])) found.set(nodes[i], i);
  return found;
};

const parentsOfGone = (was, { start, end, from }) => {
  const kept = new Set(from);
  const found = new Set();
  for (let i = start; i < end; i += 1) if (!kept.has(i)) found.add(was.nodes[was.parents[i]]);
  return found;
};

// The changes since the ledger of that name, which then records the current state; a text with the reason if unknown.
// `outermost` means that no other document of this process shows this one, `still` that there was no layout,
// style or scroll change since.
const differences = (_node, name, outermost, still) => {
  const was = ledger;
  ledger = null;
  created = [];
  if (was?.name !== name) return "there is no such ledger";
  takeWaiting();
  const touched = takeWritten();
  if (!touched || touched.attributes.size + touched.texts.size > MOST_TOUCHED) return "too much was written";
  const page = pageNow();
  if (page[4] !== was.page[4] || page[5] !== was.page[5]) return "the viewport has another size";
  const order = walk();
  const difference = compare(was.order, order);
  const { nodes } = order;
  if (difference) {
    created = nodes.slice(difference.start, difference.endNow).filter((_, at) => difference.from[at] < 0);
    if (created.length > MOST_CREATED) return "too many nodes are new";
  }
  const active = hoveredNow();
  const fields = changedFields(was.held, nodes);
  const rules = still ? was.rules : rulesOf(rootsIn(nodes));
  const sweep = new Sweep(was, order, difference);
  if (!still || difference) {
    const near = sameRules(was.rules, rules) && page[7] === was.page[7];
    const gone = difference ? parentsOfGone(was.order, difference) : [];
    const changed = fields.map(([i]) => nodes[i]);
    const { beside } = rules;
    sweep.run(
      near
        ? rootsOfRegion({ touched, created, gone, fields: changed, before: was.active, active, beside })
        : null,
    );
  }
  const fresh = new Set(created);
  const places = placesOf(
    nodes,
    new Set([...touched.attributes, ...touched.texts, ...was.active, ...active, ...created]),
  );
  const at = (some) => [...some].filter((node) => places.has(node)).map((node) => [places.get(node), node]);
  for (const [i] of at([...touched.attributes, ...was.active, ...active])) sweep.suspects.add(i);
  if (created.some((node) => FRAMES.has(node.localName))) return "a frame is new";
  if ([...touched.attributes].some((element) => element.localName === "fieldset"))
    return "a group of fields was written to";
  const texts = at([...touched.texts, ...created.filter((node) => node.nodeType === 3)]);
  if (texts.some(([, node]) => node.nodeType === 3 && node.data.trim() && !isAsWritten(node)))
    return "a text is drawn otherwise than written";
  const suspects = [...sweep.suspects].map((i) => nodes[i]);
  const drawn = new Set(was.pseudos.map(([element]) => element));
  for (const element of suspects)
    if (!drawn.has(element) && isDecorated(element)) return "a style sheet draws something new";
  const known = was.pseudos.filter(([element]) => element.isConnected);
  const owners = placesOf(nodes, sweep.inside ? drawn : new Set());
  for (const [element, side, style] of known) {
    const i = owners.get(element);
    if (sweep.inside?.[i] && pseudoStyle(element, side) !== style)
      return "what a style sheet draws has changed";
  }
  if (sweep.doubt) return sweep.doubt;
  const asked = withLabels([...touched.attributes, ...created]);
  const clicked = placesOf(nodes, asked);
  const states = statesIn(nodes, outermost);
  const stated = placesOf(nodes, new Set(states.map(([node]) => node)));
  const layers = [...sweep.suspects].map((i) => [i, isLayer(getComputedStyle(nodes[i])) ? 1 : 0]);
  ledger = {
    ...was,
    order,
    boxes: sweep.boxes,
    styles: sweep.styles,
    seen: sweep.seen,
    rules,
    pseudos: known,
    active,
    page,
  };
  return [
    nodes.length,
    difference
      ? [
          difference.start,
          difference.end,
          difference.from.map((place, k) => [place, order.parents[difference.start + k]]),
        ]
      : null,
    created.map(described),
    sweep.moved,
    sweep.restyled,
    layers,
    at(touched.texts)
      .filter(([, node]) => !fresh.has(node))
      .map(([i, node]) => [i, node.data]),
    at(touched.attributes)
      .filter(([, node]) => !fresh.has(node))
      .map(([i, node]) => [i, attributesOf(node)]),
    [...clicked].map(([element, i]) => [i, takesClicks(element) ? 1 : 0]),
    fields,
    states.filter(([node]) => stated.has(node)).map(([node, state]) => [stated.get(node), state]),
    was.page,
    page,
  ];
};

// The new nodes that `differences` reported, in that order.
const createdNodes = () => created;

export { createdNodes, differences, keep };
