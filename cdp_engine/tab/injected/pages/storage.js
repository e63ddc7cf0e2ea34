// Reads and writes the storage of an origin: local storage and databases. Values without a JSON form are tagged.
const KINDS = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
];

const toBase64 = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
};
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const special = (value) => {
  if (value === undefined) return ["undefined"];
  if (typeof value === "bigint") return ["bigint", String(value)];
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) {
    return ["number", Object.is(value, -0) ? "-0" : String(value)];
  }
  if (value instanceof Date) return ["date", value.getTime()];
  if (value instanceof RegExp) return ["regexp", value.source, value.flags];
  if (value instanceof ArrayBuffer) return ["buffer", toBase64(new Uint8Array(value))];
  const kind = KINDS.find((one) => value instanceof one);
  if (kind)
    return ["array", kind.name, toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))];
  if (value instanceof Error) return ["error", value.name, value.message];
  return null;
};

// {"$": [...]} is a tagged value; an object of the page that has "$" itself is written as its entries.
const write = async (value, above = []) => {
  const tagged = special(value);
  if (tagged) return { $: tagged };
  if (value === null || typeof value !== "object") return value;
  if (above.includes(value)) throw new Error("a value that contains itself");
  const around = [...above, value];
  const each = (items) => Promise.all(items.map((item) => write(item, around)));
  if (Array.isArray(value)) return each(value);
  if (value instanceof Map) return { $: ["map", await each([...value].flat())] };
  if (value instanceof Set) return { $: ["set", await each([...value])] };
  if (value instanceof Blob) {
    const bytes = new Uint8Array(await value.arrayBuffer());
    const file = value instanceof File ? [value.name, value.lastModified] : [];
    return { $: ["blob", value.type, toBase64(bytes), ...file] };
  }
  if (Object.prototype.toString.call(value) !== "[object Object]")
    throw new Error("a value that cannot be saved");
  const entries = Object.entries(value);
  const values = await each(entries.map((entry) => entry[1]));
  const pairs = entries.map(([name], at) => [name, values[at]]);
  return "$" in value ? { $: ["object", pairs] } : Object.fromEntries(pairs);
};

const pairsOf = (flat) =>
  Array.from({ length: flat.length / 2 }, (_, at) => [read(flat[2 * at]), read(flat[2 * at + 1])]);

const UNTAG = {
  undefined: () => undefined,
  bigint: (digits) => BigInt(digits),
  number: (name) => Number(name),
  date: (time) => new Date(time),
  regexp: (source, flags) => new RegExp(source, flags),
  buffer: (bytes) => fromBase64(bytes).buffer,
  array: (name, bytes) => new (KINDS.find((kind) => kind.name === name))(fromBase64(bytes).buffer),
  error: (name, message) => Object.assign(new Error(message), { name }),
  map: (flat) => new Map(pairsOf(flat)),
  set: (items) => new Set(items.map(read)),
  object: (entries) => Object.fromEntries(entries.map(([name, value]) => [name, read(value)])),
  blob: (type, bytes, name, lastModified) => {
    const parts = [fromBase64(bytes)];
    return name === undefined ? new Blob(parts, { type }) : new File(parts, name, { type, lastModified });
  },
};

const untag = ([kind, ...parts]) => {
  if (!Object.hasOwn(UNTAG, kind)) throw new Error(`an unknown kind of value: ${kind}`);
  return UNTAG[kind](...parts);
};

const read = (value) => {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(read);
  if (Array.isArray(value.$)) return untag(value.$);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, read(item)]));
};

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("the database is in use"));
  });

const readStore = async (store) => {
  const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  return {
    name: store.name,
    keyPath: store.keyPath,
    autoIncrement: store.autoIncrement,
    indexes: [...store.indexNames].map((name) => {
      const { keyPath, unique, multiEntry } = store.index(name);
      return { name, keyPath, unique, multiEntry };
    }),
    keys,
    values,
  };
};

const readDatabase = async ({ name, version }) => {
  const database = await done(indexedDB.open(name));
  try {
    const names = [...database.objectStoreNames];
    const read = names.length
      ? await Promise.all(names.map((store) => readStore(database.transaction(names).objectStore(store))))
      : [];
    const stores = [];
    for (const { keys, values, ...store } of read) {
      const records = [];
      for (let at = 0; at < keys.length; at++) {
        const value = await write(values[at]);
        records.push(store.keyPath === null ? { key: await write(keys[at]), value } : { value });
      }
      stores.push({ ...store, records });
    }
    return { name, version, stores };
  } finally {
    database.close();
  }
};

const writeDatabase = async ({ name, version, stores }) => {
  await done(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const store of stores) {
      const made = opening.result.createObjectStore(store.name, {
        keyPath: store.keyPath ?? null,
        autoIncrement: Boolean(store.autoIncrement),
      });
      for (const { name: index, keyPath, unique, multiEntry } of store.indexes ?? []) {
        made.createIndex(index, keyPath, { unique, multiEntry });
      }
    }
  };
  const database = await done(opening);
  try {
    if (!stores.length) return;
    const work = database.transaction(
      stores.map((store) => store.name),
      "readwrite",
    );
    const finished = new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = work.onerror = () => reject(work.error);
    });
    for (const { name: store, keyPath, records } of stores) {
      for (const record of records ?? []) {
        if ((keyPath ?? null) === null) work.objectStore(store).put(read(record.value), read(record.key));
        else work.objectStore(store).put(read(record.value));
      }
    }
    await finished;
  } finally {
    database.close();
  }
};

// A document whose storage the browser's settings block has none.
const isBlocked = () => {
  try {
    return !localStorage;
  } catch (error) {
    if (error.name !== "SecurityError") throw error;
    return true;
  }
};

const saveStorage = async (_node, databases) => {
  if (isBlocked()) return { localStorage: [], indexedDB: [] };
  const local = Object.entries(localStorage).map(([name, value]) => ({ name, value }));
  const found = databases ? await indexedDB.databases() : [];
  const kept = [];
  for (const database of found) kept.push(await readDatabase(database));
  return { localStorage: local, indexedDB: kept };
};

const restoreStorage = async (_node, entries, databases) => {
  localStorage.clear();
  for (const { name, value } of entries) localStorage.setItem(name, value);
  for (const database of databases) await writeDatabase(database);
};

export { restoreStorage, saveStorage };
