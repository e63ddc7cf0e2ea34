// The nodes of a document in the order in which the browser draws them, and where two such orders differ.

const childrenOf = (node) => {
  if (node.nodeType !== 1) return null;
  if (node.shadowRoot) return node.shadowRoot;
  if (node.localName === "slot" && node.getRootNode() instanceof ShadowRoot) {
    const given = node.assignedNodes();
    if (given.length) return given;
  }
  return node;
};

// Elements, texts and comments, depth first; shadow trees instead of what their hosts hold, slots with what they were
// given. With the place of each one's parent, -1 for the document itself.
const walk = () => {
  const nodes = [];
  const parents = [];
  const add = (node, parent) => {
    const { nodeType } = node;
    if (nodeType !== 1 && nodeType !== 3 && nodeType !== 8) return;
    nodes.push(node);
    parents.push(parent);
    if (nodeType === 1) addInside(childrenOf(node), nodes.length - 1);
  };
  const addInside = (inside, parent) => {
    if (Array.isArray(inside)) for (const child of inside) add(child, parent);
    else for (let child = inside.firstChild; child; child = child.nextSibling) add(child, parent);
  };
  addInside(document, -1);
  return { nodes, parents: Int32Array.from(parents) };
};

const parentAt = (order, index) => order.nodes[order.parents[index]];

const same = (was, i, now, j) => was.nodes[i] === now.nodes[j] && parentAt(was, i) === parentAt(now, j);

// Null where both orders are one; else where they begin to differ, the end of what differs before and now, and of each
// node in between its place before, -1 for a new one.
const compare = (was, now) => {
  let start = 0;
  const shorter = Math.min(was.nodes.length, now.nodes.length);
  while (start < shorter && same(was, start, now, start)) start += 1;
  let end = was.nodes.length;
  let endNow = now.nodes.length;
  if (start === end && start === endNow) return null;
  while (end > start && endNow > start && same(was, end - 1, now, endNow - 1)) {
    end -= 1;
    endNow -= 1;
  }
  const places = new Map();
  for (let i = start; i < end; i += 1) places.set(was.nodes[i], i);
  const from = now.nodes.slice(start, endNow).map((node) => places.get(node) ?? -1);
  return { start, end, endNow, from };
};

export { compare, walk };
