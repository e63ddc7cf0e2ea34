// Describes any plain value as a flat table, so that depth and shared parts do not matter and nothing is lost on the way.
// An entry is [kind, content]; a child is either [value], for what JSON knows, or the number of its entry.
function packValue(root) {
  const entries = [];
  const numbers = new Map();
  const waiting = [];

  const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

  const isPlain = (value) =>
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0));

  const leaf = (value) => {
    if (isPlain(value)) return ["value", value];
    if (typeof value === "number") return ["number", Object.is(value, -0) ? "-0" : String(value)];
    if (typeof value === "bigint") return ["bigint", String(value)];
    if (typeof value === "undefined") return ["value", null];
    if (typeof value === "symbol" || typeof value === "function") return ["refused", typeof value];
    const kind = kindOf(value);
    if (kind === "Date") return ["date", Number.isNaN(value.getTime()) ? null : value.getTime()];
    if (kind === "RegExp" || kind === "URL") return ["value", String(value)];
    if (kind === "Error" || kind === "DOMException" || value instanceof Error)
      return ["value", String(value)];
    if (kind === "Boolean" || kind === "Number" || kind === "String") return leaf(value.valueOf());
    if (kind === "ArrayBuffer") return ["bytes", Array.from(new Uint8Array(value))];
    if (kind === "Uint8Array") return ["bytes", Array.from(value)];
    if (kind === "DataView")
      return ["bytes", Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))];
    if (/^(Weak)?(Map|Set)$|^(Promise|Window|Generator)$/.test(kind)) return ["refused", kind];
    if (typeof value.nodeType === "number" && typeof value.nodeName === "string")
      return ["refused", `node ${value.nodeName}`];
    return undefined;
  };

  const childOf = (value) => {
    if (isPlain(value)) return [value];
    const known = numbers.get(value);
    if (known !== undefined) return known;
    const number = entries.push(null) - 1;
    if (typeof value === "object") numbers.set(value, number);
    waiting.push([number, value]);
    return number;
  };

  const describe = (value) => {
    const simple = leaf(value);
    if (simple !== undefined) return simple;
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return ["array", Array.from(value, childOf)];
    if (typeof value.toJSON === "function") return ["same", childOf(value.toJSON())];
    const members = Object.keys(value).filter((key) => !["function", "symbol"].includes(typeof value[key]));
    return ["object", members.map((key) => [key, childOf(value[key])])];
  };

  entries.push(null);
  if (typeof root === "object" && root !== null) numbers.set(root, 0);
  waiting.push([0, root]);
  while (waiting.length > 0) {
    const [number, value] = waiting.pop();
    entries[number] = describe(value);
  }
  return entries;
}

export { packValue };
