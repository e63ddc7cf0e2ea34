// Fields of tags without a list: a text becomes a tag beside the field by the key that ends it.

import { all, ownClasses, shown } from "../elements/appearance.js";
import { folded, heldValue, lineage, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { seenWithin } from "../elements/frames.js";
import { controlOf, disabled, TEXT_INPUTS } from "../elements/hit_test.js";
import { CROSSES, chipTexts, unquoted } from "./list_chips.js";
import { BORDERS, isTextField, listControl, OPENERS, regionOf } from "./list_field.js";
import { itemsRead } from "./list_items.js";

const LEVELS = 4;
const TAKES_TEXT =
  `${TEXT_INPUTS}, input[type=email], ` +
  "[contenteditable]:not([contenteditable=false], [aria-multiline=true])";
const SEARCHES = "[role=searchbox], [role=search] *, [name=q]";

let field = null;
let before = new Map();
// The tags before, folded.
let tagsBefore = new Set();

const isOfText = (one) => one.matches(TAKES_TEXT) && !one.readOnly && !one.matches(SEARCHES);

// The boxes around the field, up to that of its form.
const around = () =>
  Array.from(lineage(field))
    .slice(1, LEVELS + 1)
    .filter((_at, index, boxes) => !boxes.slice(0, index + 1).some((box) => box.matches(BORDERS)));

// Whether a tag is that text, alone, quoted, or with what the page says of it in brackets: "Violet (new)".
const isSaid = (tag, text) =>
  [tag, unquoted(tag)].includes(text) || (tag.startsWith(`${text} (`) && tag.endsWith(")"));

// Whether an element shows a text alone, or beside the cross that removes it.
const says = (one, text) => isSaid(folded(words(one.innerText || "").replace(CROSSES, "")), folded(text));

// How often a text is shown beside the field, alone in an element.
const timesShown = (text) => {
  const box = around().at(-1);
  if (!box) return 0;
  const same = (one) => says(one, text);
  return all(box, "*").filter(
    (one) =>
      !one.contains(field) &&
      !field.contains(one) &&
      !itemsRead().some((item) => item.contains(one)) &&
      same(one) &&
      one.checkVisibility({ visibilityProperty: true }) && // a tag may still fade in
      ![...one.children].some((child) => same(child)),
  ).length;
};

// The only field for text close around an element.
const fieldNear = (element) => {
  for (const at of Array.from(lineage(element)).slice(0, LEVELS)) {
    if (at.matches(BORDERS)) return null;
    const near = all(at, TAKES_TEXT).filter((one) => isOfText(one) && shown(one));
    if (near.length) return near.length === 1 ? near[0] : null;
  }
  return null;
};

const OF_TAGS = /(^|[^\p{L}])(tags?|keywords?|hashtags?)(?=[^\p{L}]|$)/iu;

// Whether a field says that it is one of tags, which takes new ones whatever its list offers.
const isOfTags = (one) =>
  ["aria-label", "placeholder", "name", "id", "title", "class"].some((name) =>
    OF_TAGS.test(one.getAttribute(name) || ""),
  );

// Whether a control opens a list of its own, and the field belongs to another one beside it.
const opensListApart = (control, one) =>
  !isTextField(control) &&
  control.matches(`${OPENERS}, select`) &&
  one.matches(OPENERS) &&
  !isIn(regionOf(control), one);

const tagsOf = (element) => new Set(chipTexts(element).map(folded));

// The field in which tags are written, where no list has shown any other choice, or it says so itself; null for none.
const tagField = (element) => {
  const tags = tagsOf(element);
  const isTag = (item) => tags.has(folded(words(item.innerText).replace(CROSSES, "")));
  const control = controlOf(element);
  const list = listControl(element);
  field = isOfText(control) ? control : fieldNear(list);
  if (field && opensListApart(list, field)) return null;
  // The button of a list beside the field means what that list offers.
  const takesNew = field === control && isOfTags(field);
  if (itemsRead().some((item) => !isTag(item)) && !takesNew) return null;
  before = new Map();
  return field && disabled(field) === null ? field : null;
};

// Notes how often a text is shown before it is made a tag; whether it is one already. A list may show it, too.
const noteTag = (element, text) => {
  before.set(text, timesShown(text));
  tagsBefore = tagsOf(element);
  return [...tagsBefore].some((tag) => isSaid(tag, folded(text)));
};

const REFUSED = "[aria-invalid=true], [class*=invalid i], [class*=notallowed i], [class*=not-allowed i]";
const REFUSING = /invalid|not-?allowed/i;
const marksRefusal = (one) =>
  one.getAttribute("aria-invalid") === "true" || ownClasses(one).some((word) => REFUSING.test(word));

// Whether the page marks a tag of that text as one that it does not take, before it removes it.
const isRefused = (text) => {
  const box = around().at(-1);
  return (
    box !== undefined &&
    all(box, REFUSED).some((one) => !one.contains(field) && marksRefusal(one) && says(one, text))
  );
};

// Whether a text is a tag beside the field, which is empty again; waited for at most `limit` ms.
const tagMade = async (element, text, limit) => {
  const isNew = () => [...tagsOf(element)].some((tag) => isSaid(tag, folded(text)) && !tagsBefore.has(tag));
  const isMade = () =>
    field.isConnected &&
    !words(heldValue(field) || "") &&
    (timesShown(text) > (before.get(text) || 0) || isNew());
  return (await seenWithin(limit, isMade)) && !isRefused(text);
};

const APART = /[,;\n]+\s*/;

// The texts that a field has made tags of, where it is empty and each of the texts that were typed is one beside it; none
// otherwise. An address is called by the name before it: "Bob <bob@example.org>".
const typedTags = async (element, text, limit) => {
  const pieces = text.split(APART).map(folded).filter(Boolean);
  const isTag = (piece, tags) => tags.some((tag) => isSaid(tag, piece) || piece.startsWith(`${tag} <`));
  const areTags = () => {
    const tags = [...tagsOf(element)].filter(Boolean);
    return (
      pieces.length > 0 && pieces.every((piece) => isTag(piece, tags)) && !words(heldValue(element) || "")
    );
  };
  return (await seenWithin(limit, areTags)) ? text.split(APART).map(words).filter(Boolean) : [];
};

export { noteTag, tagField, tagMade, typedTags };
