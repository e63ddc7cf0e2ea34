// The fields that the page marks as invalid during an action, or that it sends the focus back to.

import { keptIn } from "../changes/kept_elements.js";
import { activeElement, boxOf, closest, concealed, heldValue } from "../elements/dom.js";
import { isButton } from "../elements/target_facts.js";
import { isTip } from "./ambient.js";
import { complaintOf, isSeen, labelOf, markedInvalid, namedBy, tidy } from "./notices.js";

const BOX = "form, dialog, [role=dialog], [role=alertdialog], [role=form]";
const OPENS = "[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [aria-pressed], [role=menuitem]";
const TIPS = "[role=tooltip], [role=alert], [class*=tooltip i]";
const LONGEST_TIP = 120;
const BESIDE = 40;

const isBeside = (tip, field) => {
  const [x, y, width, height] = boxOf(tip);
  const [left, top, wide, high] = boxOf(field);
  const across = x <= left + wide + BESIDE && left <= x + width + BESIDE;
  return across && y <= top + high + BESIDE && top <= y + height + BESIDE;
};

// What is said in sight about a field: by what describes it, the browser, or a tip beside it.
const saidAbout = (field) => {
  const tips = [...field.ownerDocument.querySelectorAll(TIPS)].filter(
    (at) => isTip(at) && isBeside(at, field),
  );
  const named = namedBy(field, "aria-errormessage", "aria-describedby");
  const texts = [...named, ...tips].filter(isSeen).map((at) => tidy(at.innerText));
  const short = [...texts, field.validationMessage].find((text) => text && text.length <= LONGEST_TIP);
  return short ? concealed(short) : "";
};

const isSubmitting = (control) =>
  isButton(control) && !control.matches(OPENS) && /\p{L}{2}/u.test(control.innerText || control.value || "");

const SAYS_ERROR = "[class*=invalid i], [class*=error i]";
const ERROR_MARK = /(^|\s)(?!ng-)\S*(invalid|error)(\s|$)/i; // Angular's is on any empty field, seen or not
const ENTERED = "input, select, textarea";

const SAYS_REQUIRED = /(^|\s)([^\s]+[-_])?required(\s|$)/i;

// Whether a field lacks what its own box says that it needs.
const isMissing = (field, box) =>
  heldValue(field) === "" && (field.ariaRequired === "true" || SAYS_REQUIRED.test(box.className));

// The fields whose own box has a class that says that they are invalid, and that the browser, too, finds invalid or that
// are empty and required: a page may mark them by a colour alone.
const markedByBox = (roots) => {
  const found = new Map();
  for (const root of roots)
    for (const box of keptIn(root, SAYS_ERROR)) {
      const [field, ...others] = ERROR_MARK.test(box.className) ? box.querySelectorAll(ENTERED) : [];
      if (!field || others.length || !isSeen(field)) continue;
      if (field.matches(":invalid") || isMissing(field, box)) found.set(field, complaintOf(field));
    }
  return found;
};

const marksIn = (roots) => new Map([...markedByBox(roots), ...markedInvalid(roots)]);

const watchMarks = (roots, control) => {
  const marked = marksIn(roots);
  const box = control && isSubmitting(control) ? closest(control, (at) => at.matches(BOX)) : null;
  const inBox = box ? [...marked.keys()].filter((field) => box.contains(field)) : [];
  const held = new Map(inBox.map((field) => [field, [heldValue(field), field.type]]));
  let back = null;

  // A button sends the focus back to a field that is invalid still: the page does not take what the form holds.
  const heard = ({ target }) => {
    back = held.has(target) ? target : null;
  };

  const sentBack = (now) => {
    if (!back || activeElement() !== back || !now.has(back)) return [];
    const [value, type] = held.get(back);
    const text = heldValue(back) === value && back.type === type ? saidAbout(back) : "";
    return text ? [`${labelOf(back)}: ${text}`] : [];
  };

  const since = (of, isOfNewForm) => {
    const now = marksIn(of);
    const fresh = [...now].filter(([field, text]) => marked.get(field) !== text && !isOfNewForm(field));
    return [...new Set([...fresh.map(([, text]) => text), ...sentBack(now)])];
  };

  return { heard, since };
};

export { watchMarks };
