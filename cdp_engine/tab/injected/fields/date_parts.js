// A date whose parts have a field or a list each in one box, known by what they are called, and what each is given.

import { all, shown } from "../elements/appearance.js";
import { folded, lineage, shownValue } from "../elements/dom.js";
import { TEXT_FIELDS } from "../elements/periods.js";
import { piecesOf } from "./boxes_of_dates.js";
import { monthIn, monthNames } from "./calendars.js";
import { chooseOption } from "./fields.js";
import { halfOf, NOON } from "./halves_of_day.js";

const PARTS = `${TEXT_FIELDS}, select`;
const LEVELS = 4;
const LEAST = 3;
const MOST = 7;
const KINDS = ["year", "month", "day", "hour", "minute", "second"];
const SHORT = { yyyy: "year", yy: "year", mm: "month", dd: "day", hh: "hour", min: "minute", ss: "second" };

// What languages call the parts of a date: word -> its kind.
const kindWords = () => {
  const found = new Map(Object.entries(SHORT));
  for (const language of [document.documentElement.lang, navigator.language, "en"].filter(Boolean))
    try {
      const names = new Intl.DisplayNames(language, { type: "dateTimeField" });
      for (const kind of KINDS) found.set(folded(names.of(kind)), kind);
    } catch {
      // Not a language tag.
    }
  return found;
};

const kindIn = (text, known) => {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[^\p{L}]+/u);
  const kinds = new Set(words.map((word) => known.get(folded(word))).filter(Boolean));
  return kinds.size === 1 ? [...kinds][0] : "";
};

const isHalf = (field) =>
  field.localName === "select"
    ? field.options.length > 1 &&
      Array.from(field.options).every(({ text }) => !text.trim() || halfOf(text.trim()))
    : halfOf(shownValue(field).trim()) !== undefined;

const textIn = (field) =>
  (field.localName === "select" ? (field.selectedOptions[0]?.text ?? "") : shownValue(field)).trim();

// The kind of a field: what it is called, else what it says.
const kindOf = (field, known, months) => {
  if (isHalf(field)) return "half";
  const labels = Array.from(field.labels ?? [], (label) => label.innerText).join(" ");
  const called = [
    field.getAttribute("autocomplete"),
    labels,
    field.getAttribute("aria-label"),
    field.placeholder,
  ];
  for (const text of [...called, field.title, field.name, field.id]) {
    const kind = kindIn(text || "", known);
    if (kind) return kind;
  }
  if (/^\d{4}$/.test(textIn(field))) return "year";
  return monthIn(textIn(field), months) ? "month" : "";
};

// The kinds of fields, with those that only their values show: numbers with colons between them, and the day that is left.
const withClock = (box, fields, kinds) => {
  const all = [...kinds];
  const before = new Map(piecesOf(box).map((piece) => [piece.field, piece.before]));
  const follows = (at) => /^\s*:\s*$/.test(before.get(fields[at]) ?? "");
  const first = fields.findIndex((_, at) => at > 0 && follows(at)) - 1;
  for (let at = first, kind = 3; first >= 0 && kind < KINDS.length; at++, kind++) {
    if (at > first && !follows(at)) break;
    all[at] ||= KINDS[kind];
  }
  const left = all.indexOf("");
  if (left >= 0 && !all.includes("day") && /^\d{1,2}$/.test(textIn(fields[left]))) all[left] = "day";
  return all;
};

// The parts of a date around a field that is one of them: kind -> field, in their order; null for any other field.
const partsAround = (element) => {
  const [known, months] = [kindWords(), monthNames()];
  for (const box of Array.from(lineage(element)).slice(1, LEVELS + 1)) {
    const fields = all(box, PARTS).filter(shown);
    if (fields.length < LEAST) continue;
    if (fields.length > MOST || !fields.includes(element)) return null;
    const kinds = withClock(
      box,
      fields,
      fields.map((field) => kindOf(field, known, months)),
    );
    const found = new Map(fields.map((field, at) => [kinds[at], field]));
    const isDate = KINDS.slice(0, 3).every((kind) => found.has(kind));
    return isDate && found.size === fields.length && !found.has("") ? found : null;
  }
  return null;
};

// The option of a list, or the text of a field, for a number; null where the list has none.
const optionFor = (list, kind, number, months) => {
  const is = (text) => (kind === "month" && monthIn(text, months) === number) || Number(text) === number;
  const options = Array.from(list.options);
  const at = options.findIndex(({ text }) => text.trim() && is(text.trim()));
  const own = at < 0 ? options.findIndex(({ value }) => value.trim() && is(value.trim())) : at;
  return own < 0 ? null : options[own].text.trim();
};

const monthAs = (held, number) => {
  const date = new Date(2001, number - 1, 15);
  for (const language of [document.documentElement.lang, "en"].filter(Boolean))
    for (const month of ["short", "long"]) {
      const names = Array.from({ length: 12 }, (_, at) =>
        new Date(2001, at, 15).toLocaleDateString(language, { month }),
      );
      if (names.some((name) => folded(name) === folded(held)))
        return date.toLocaleDateString(language, { month });
    }
  return String(number);
};

const textFor = (field, kind, number, months) => {
  if (field.localName === "select") return optionFor(field, kind, number, months);
  const held = textIn(field);
  if (kind === "month" && monthIn(held, months)) return monthAs(held, number);
  const pads = field.type !== "number" && (field.maxLength === 2 || /^0\d$/.test(held));
  return String(number).padStart(pads ? 2 : 1, "0");
};

// What the parts around a field are given for a date and a time (null: none), each [kind, text]; none where they do not fit.
const datePartTexts = (element, date, clock) => {
  const parts = partsAround(element);
  if (!parts || Boolean(clock) > parts.has("minute")) return [];
  const months = monthNames();
  const [year, month, day] = date.split("-").map(Number);
  const [hour, minute, second] = clock ?? [];
  const of12 = parts.has("half") ? hour % NOON || NOON : hour;
  const wanted = { year, month, day, hour: of12, minute, second };
  const texts = [...KINDS, "half"]
    .filter((kind) => parts.has(kind) && (clock || KINDS.indexOf(kind) in [0, 1, 2]))
    .map((kind) => [
      kind,
      kind === "half" ? halfFor(parts.get(kind), hour) : textFor(parts.get(kind), kind, wanted[kind], months),
    ]);
  return texts.some(([, text]) => text === null) ? [] : texts;
};

const halfFor = (field, hour) => {
  const half = hour >= NOON ? "p" : "a";
  if (field.localName !== "select") return `${half.toUpperCase()}M`;
  const found = Array.from(field.options).find(({ text }) => halfOf(text.trim()) === half);
  return found ? found.text.trim() : null;
};

// The field of a part.
const datePart = (element, kind) => partsAround(element)?.get(kind) ?? null;

// Chooses a text in a part that is a list; false for any other field.
const chooseDatePart = (field, text) => chooseOption(field, (option) => option.text.trim() === text);

const says = (parts, [kind, text]) => {
  const held = parts.has(kind) ? textIn(parts.get(kind)) : "";
  return (
    folded(held) === folded(text) || (/^\d+$/.test(text) && held !== "" && Number(held) === Number(text))
  );
};

// Those of some texts that their parts do not say.
const datePartsMissed = (element, texts) => {
  const parts = partsAround(element);
  return parts ? texts.filter((one) => !says(parts, one)) : [];
};

// What the parts say together, and whether each says what it was given.
const datePartsHold = (element, texts) => {
  const parts = partsAround(element);
  if (!parts) return { value: null, matches: null };
  return {
    value: [...parts.values()].map(textIn).join(" ").trim(),
    matches: datePartsMissed(element, texts).length === 0,
  };
};

export { chooseDatePart, datePart, datePartsHold, datePartsMissed, datePartTexts };
