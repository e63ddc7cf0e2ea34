// The dialog that opened to enter a date: the only field of a date in it, and the button that takes it over.

import { all, hasClass, shown } from "../elements/appearance.js";
import { closest, parentOf, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { disabled } from "../elements/hit_test.js";
import { fieldsTogether, TEXT_FIELDS } from "../elements/periods.js";
import { SAYS } from "../lists/item_lines.js";
import { cameAbove } from "../lists/list_before.js";
import { confirmsIn, isInSpinButton } from "../lists/list_closing.js";
import { isTextField, listControl, nameOf, REMOVES, regionOf } from "../lists/list_field.js";
import { daysShown } from "./calendars.js";
import { cellsOfClock } from "./clock_cells.js";

const FIELDS = "input:not([type]), input[type=text], input[type=date], input[type=search]";
const LETTERS = /^[dmyjta]{1,4}([/.\- ])[dmyjta]{1,4}\1[dmyjta]{1,4}$/i;
const WRITTEN = /^(\d{4}([/.-])\d{1,2}\2\d{1,2}|\d{1,2}([/.-])\d{1,2}\3\d{4})$/;
const DIALOGS = "[role=dialog], [role=alertdialog], dialog, [popover]";

const isOfDate = (field) =>
  field.type === "date" || LETTERS.test(words(field.placeholder)) || WRITTEN.test(words(field.value));

const isFree = (field) => !field.readOnly && disabled(field) === null && shown(field);

// The only field of a date that came as the dialog opened; null where there are several, or none.
const dateFieldThatCame = () => {
  const found = all(document, FIELDS).filter((one) => isOfDate(one) && isFree(one) && cameAbove(one));
  return found.length === 1 ? found[0] : null;
};

// Whether a button lies in the box of the days that a calendar shows, without the field.
const isBesideDays = (button, days, field) =>
  days.length > 0 && closest(button, (at) => days.every((day) => isIn(at, day)) && !isIn(at, field)) !== null;

// The button of the dialog or calendar which came that takes over what was entered or chosen there; null for none.
const dateConfirm = (element) => {
  const field = listControl(element);
  const isInDialog = (one) => closest(one, (at) => at.matches(DIALOGS) && cameAbove(at)) !== null;
  const free = confirmsIn(document).filter((one) => disabled(one) === null);
  const inDialog = free.find(isInDialog);
  if (inDialog || !free.length) return inDialog ?? null;
  const days = [...daysShown(element).values()];
  const cells = days.length ? days : cellsOfClock(element);
  return free.find((one) => isBesideDays(one, cells, field)) ?? null;
};

const OPENS =
  /(^|[-_\s])(open|select|choose|pick|toggle|trigger|show|cal(endar)?(?![a-z])|date|picker|drop-?down)/i;

const CALENDAR_SIGN = /[📅📆🗓]/u;

const NEAR = 40;
const ENDS = 2;
const LEVELS = 3;

// Whether a button is drawn in the line of a field, in it or close to it.
const isBesideField = (button, field) => {
  const [one, other] = [button, field].map((at) => at.getBoundingClientRect());
  const level = one.top < other.bottom && one.bottom > other.top;
  return level && one.left < other.right + NEAR && one.right > other.left - NEAR;
};

// The only button of a field, or of the period that it is an end of, that says of itself that it opens what the field is
// chosen from, else its icon of a calendar; null for none.
const pickerButton = (element, icons) => {
  const control = isInSpinButton(element) ? element : listControl(element);
  if (!isTextField(control)) return null;
  const boxes = [regionOf(control), cellOf(control)].filter(Boolean);
  const own = boxes.map((box) => openerIn(box, [control], icons)).find(Boolean);
  const period = own ? null : fieldsTogether(control, ENDS, LEVELS);
  return own ?? (period && openerIn(period.box, period.fields, icons));
};

// Whether a calendar is open that took one end of a period over and the other end is empty: it waits for that.
const awaitsOtherEnd = (element) => {
  const control = listControl(element);
  const period = isTextField(control) ? fieldsTogether(control, ENDS, LEVELS) : null;
  const others = period?.fields.filter((one) => one !== control) ?? [];
  return others.length > 0 && others.every((one) => one.value === "") && daysShown(element).size > 0;
};

// The cell of a table, or another box, that holds one field of text, and what opens its calendar right beside it.
const cellOf = (control) => {
  const box = parentOf(control);
  return box && all(box, TEXT_FIELDS).every((one) => one === control || !shown(one)) ? box : null;
};

const ICON = /(^|[-_])(calendar|datepicker)(?=[-_]|$)/i;

// The icons of calendars without a button around them, as of parts of a field that only a script makes buttons.
const iconsIn = (box) =>
  all(box, "i, svg, span").filter(
    (one) =>
      hasClass(one, ICON) && !SAYS.test(one.textContent) && one.firstElementChild?.matches("i") !== true,
  );

const openerIn = (box, fields, icons) => {
  const buttons = all(box, "button, [role=button], img");
  const isNamed = (one) => OPENS.test(nameOf(one)) || CALENDAR_SIGN.test(one.innerText);
  const opens = (one) => !SAYS.test(one.innerText) && isNamed(one) && !REMOVES.test(nameOf(one));
  const isFreeBeside = (one) =>
    shown(one) && disabled(one) === null && fields.some((field) => isBesideField(one, field));
  const found = buttons.filter((one) => opens(one) && isFreeBeside(one));
  const either =
    found.length || !icons || buttons.some(isFreeBeside) ? found : iconsIn(box).filter(isFreeBeside);
  return either.length === 1 ? either[0] : null;
};

export { awaitsOtherEnd, dateConfirm, dateFieldThatCame, isBesideField, pickerButton };
