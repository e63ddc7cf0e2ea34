// The dialog that opened to enter a date: the only field of a date in it, and the button that takes it over.

import { all, shown } from "../elements/appearance.js";
import { closest, words } from "../elements/dom.js";
import { disabled } from "../elements/hit_test.js";
import { cameWithList } from "../lists/list_before.js";
import { confirmsIn } from "../lists/list_closing.js";

const FIELDS = "input:not([type]), input[type=text], input[type=date], input[type=search]";
const LETTERS = /^[dmyjta]{1,4}([/.\- ])[dmyjta]{1,4}\1[dmyjta]{1,4}$/i;
const WRITTEN = /^(\d{4}([/.-])\d{1,2}\2\d{1,2}|\d{1,2}([/.-])\d{1,2}\3\d{4})$/;
const DIALOGS = "[role=dialog], [role=alertdialog], dialog, [popover]";

const isOfDate = (field) =>
  field.type === "date" || LETTERS.test(words(field.placeholder)) || WRITTEN.test(words(field.value));

const isFree = (field) => !field.readOnly && disabled(field) === null && shown(field);

// The only field of a date that came as the dialog opened; null where there are several, or none.
const dateFieldThatCame = () => {
  const found = all(document, FIELDS).filter((one) => isOfDate(one) && isFree(one) && cameWithList(one));
  return found.length === 1 ? found[0] : null;
};

// The button of the dialog which came that takes over what was entered or chosen there; null for none.
const dateConfirm = () => {
  const isIn = (one) => closest(one, (at) => at.matches(DIALOGS) && cameWithList(at)) !== null;
  return confirmsIn(document).find((one) => isIn(one) && disabled(one) === null) ?? null;
};

export { dateConfirm, dateFieldThatCame };
