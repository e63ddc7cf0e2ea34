// Date and time fields whose parts (month, day, year, hours) are spin buttons with text of their own.

import { allElementsIn, nextFrame, parentOf } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";

const LEVELS = 6;
const LATE_MS = 400;

// A part that names the keyboard of a telephone for itself takes keys without being editable.
const isSection = (element) =>
  element.getAttribute("role") === "spinbutton" &&
  (element.isContentEditable || (element.localName !== "input" && element.hasAttribute("inputmode")));

const CLOCK = /^(11|12|23|59)$/;
const HALF_DAY = /^([ap]\.?\s?m\.?)$/i;
const NEAR_LEVELS = 3;

// Whether an element is a field that takes the hours, minutes or seconds of a time.
const isClockField = (element) =>
  element.matches("input[role=spinbutton]") && CLOCK.test(element.getAttribute("aria-valuemax") ?? "");

const isHalfDay = (element) => {
  const texts =
    element.localName === "select" ? Array.from(element.options, (option) => option.text.trim()) : [];
  const named = texts.filter((text) => HALF_DAY.test(text));
  return named.length === 2 && texts.length <= 3;
};

// The fields of the parts of one time, with the list of its halves of the day, in the closest box that has several.
const clockAround = (field) => {
  let at = parentOf(field);
  for (let up = 0; at && up < NEAR_LEVELS; up++, at = parentOf(at)) {
    const found = Array.from(allElementsIn(at)).filter((one) => isClockField(one) || isHalfDay(one));
    const fields = found.filter(isClockField);
    if (fields.length > 1) return fields.length <= 3 && at.textContent.includes(":") ? found : [];
  }
  return [];
};

// Whether a field may be the hidden one beside such parts, or is one of them.
const mayHave = (field) =>
  isSection(field) ||
  (field.localName === "input" && (field.tabIndex < 0 || field.getAttribute("aria-hidden") === "true"));

// The parts of a field in their order; none for any other field.
const sectionsOf = (field) => {
  if (isClockField(field)) return clockAround(field);
  if (!mayHave(field)) return [];
  let at = parentOf(field);
  for (let up = 0; at && up < LEVELS; up++, at = parentOf(at)) {
    const found = Array.from(allElementsIn(at)).filter(isSection);
    if (found.length > 1) return found;
  }
  return [];
};

// The first part of a group that consists of one such field, also for the button in it that opens a calendar.
const sectionOfGroup = (element) => {
  const group = element.matches("button[aria-haspopup=dialog]") ? element.closest("[role=group]") : element;
  if (!group?.matches("[role=group]")) return null;
  const found = Array.from(allElementsIn(group)).filter(isSection);
  return found.length > 1 && sectionsOf(found[0]).length === found.length ? found[0] : null;
};

const fieldIn = (element) =>
  (element.localName === "label" && element.control) || sectionOfGroup(element) || element;

const textOfPart = (section) => {
  if (section.localName === "select") return section.selectedOptions[0]?.text ?? "";
  return section.localName === "input" ? section.value : section.textContent;
};

const facts = (section) => ({
  text: textOfPart(section)
    .replace(/[\u200b\u2060-\u206f\ufeff]/g, "")
    .trim(),
  least: Number(section.getAttribute("aria-valuemin") ?? Number.NaN) || 0,
  most: Number(section.getAttribute("aria-valuemax") ?? Number.NaN) || 0,
});

const sections = (element) => {
  const field = fieldIn(element);
  const found = sectionsOf(field);
  return { own: field === element ? found.indexOf(field) : -1, parts: found.map(facts) };
};

// The same once a frame was drawn: some draw their parts again after each key.
const sectionsDrawn = async (element) => {
  await nextFrame();
  return sections(element);
};

const focusSection = (element, index) => {
  const section = sectionsOf(fieldIn(element))[index];
  section?.focus();
  return section?.getRootNode().activeElement === section;
};

const agrees = (part, wanted) =>
  part.text.toLowerCase() === wanted.toLowerCase() ||
  (/^\d+$/.test(wanted) && Number(part.text) === Number(wanted));

// The places of the parts that do not show the wanted texts (null: anything); none where there are other parts by now.
const missedSections = (element, wanted) => {
  const parts = sections(element).parts;
  if (parts.length !== wanted.length) return [];
  return [...parts.keys()].filter((at) => wanted[at] !== null && !agrees(parts[at], wanted[at]));
};

// The parts once they show the wanted texts (null: anything), or what they show after a moment.
const sectionsHold = async (element, wanted) => {
  const held = () =>
    sections(element).parts.length === wanted.length && missedSections(element, wanted).length === 0;
  const matches = await seenWithin(LATE_MS, held);
  const field = fieldIn(element);
  const texts = sections(element).parts.map((part) => part.text);
  if (isClockField(field)) return { value: texts.join(":").replace(/:(\D+)$/, " $1"), matches };
  return { value: (field.localName === "input" && field.value) || texts.join(" "), matches };
};

// Fields that draw their parts themselves, as the letters of `DD/MM/YYYY`, choose the part that the caret is in.
const caretToStart = (element) => fieldIn(element).setSelectionRange(0, 0);

// How many parts of such a field lie before the one that is chosen, once a frame was drawn: some draw themselves again
// after each key, and choose the part then.
const partsBeforeCaret = async (element) => {
  await nextFrame();
  const field = fieldIn(element);
  return (field.value.slice(0, field.selectionStart).match(/[\p{L}\d]+/gu) || []).length;
};

export {
  caretToStart,
  focusSection,
  missedSections,
  partsBeforeCaret,
  sectionOfGroup,
  sections,
  sectionsDrawn,
  sectionsHold,
  sectionsOf,
};
