// Whose list a field of text searches: that of the trigger of the popup which it lies in, that of a frame around it, its own.

import { referenced } from "../elements/appearance.js";
import { closest, parentOf } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";

const POPUPS = "[role=dialog], [role=listbox], [role=presentation], [popover]";
const LISTED_FIELD = "[role=combobox], [aria-haspopup=listbox]";

const namedBy = (field) => referenced(field, "aria-controls", "aria-owns");

// Whether a field in a popup has a list of its own there, which is closed, cannot be typed into, or is drawn outside of the popup.
const hasOwnList = (field, popup) => {
  if (!field.matches(LISTED_FIELD)) return false;
  const lists = namedBy(field);
  const isClosed = field.getAttribute("aria-expanded") === "false";
  return field.readOnly || isClosed || (lists.length > 0 && !lists.some((list) => isIn(popup, list)));
};

// The control that has opened the popup which a search field lies in, and that shows what is chosen.
const triggerOf = (field) => {
  const root = field.getRootNode();
  const naming = (at) =>
    at.id &&
    root.querySelector(
      `[aria-expanded=true]:is([aria-controls~="${CSS.escape(at.id)}"], [aria-owns~="${CSS.escape(at.id)}"])`,
    );
  const popup = closest(field, (at) => at !== field && at.matches(POPUPS) && naming(at));
  const trigger = popup && naming(popup);
  return trigger &&
    !trigger.contains(field) &&
    !popup.contains(trigger) &&
    !trigger.matches("input, textarea") &&
    !hasOwnList(field, popup)
    ? trigger
    : null;
};

const TWIN_LEVELS = 5;

// The only field beside one without keys that is typed into and names the same list: a frame and the search field in it are
// one control.
const keyedTwin = (field) => {
  if (!field.readOnly || !field.matches(LISTED_FIELD)) return null;
  const own = namedBy(field);
  const isTwin = (one) =>
    one !== field && !one.readOnly && !one.disabled && namedBy(one).some((list) => own.includes(list));
  let at = own.length > 0 ? parentOf(field) : null;
  for (let up = 0; at && up < TWIN_LEVELS; at = parentOf(at), up++) {
    const twins = Array.from(at.querySelectorAll("input[role=combobox]")).filter(isTwin);
    if (twins.length > 0) return twins.length === 1 ? twins[0] : null;
  }
  return null;
};

export { keyedTwin, triggerOf };
