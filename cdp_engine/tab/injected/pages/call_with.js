// Calls a function with values that JSON does not know; each is described as [kind, content].
function callWith(called, described) {
  const value = ([kind, content]) => {
    if (kind === "list") return content.map(value);
    if (kind === "object") return Object.fromEntries(content.map(([key, child]) => [key, value(child)]));
    if (kind === "number") return Number(content);
    if (kind === "bigint") return BigInt(content);
    if (kind === "date") return new Date(content);
    if (kind === "bytes") return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return content;
  };
  return called(...described.map(value));
}

export { callWith };
