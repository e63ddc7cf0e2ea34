// The fields to which a page gives other values during an action: scripts do so without any mutation or event.

import { knownFields } from "../changes/fingerprint.js";
import { heldValue, isFaulty } from "../elements/dom.js";

const HOLDS = "input, textarea, select";
// On a page with more fields, the first ones.
const MOST_WATCHED = 500;
// Pages correct a value that the browser finds invalid after a moment.
const CORRECTED_MS = 300;

// `own` is the field of the action itself, which holds what was entered; keys that are for no element go to `focused`.
const watchValues = (own, focused) => {
  const values = new Map();
  for (const field of [focused, ...knownFields()]) {
    if (!field || field === own || !field.matches(HOLDS)) continue;
    if (values.size === MOST_WATCHED) break;
    values.set(field, heldValue(field));
  }

  // Each field that differs, with what it held and what it holds; every one is reported once.
  const changed = () => {
    const found = [];
    for (const [field, before] of values) {
      const now = heldValue(field);
      if (now !== before) found.push([field, before, now]);
    }
    for (const [field] of found) values.delete(field);
    return found;
  };

  // The time limits of a wait for rest after something was `entered`.
  const limitsOf = (limits, entered) => {
    if (!entered || !own?.validity || !isFaulty(own)) return limits;
    const { first, least } = limits;
    return { ...limits, first: Math.max(first, CORRECTED_MS), least: Math.max(least, CORRECTED_MS) };
  };

  // Fields that changed before the input do so by themselves.
  const begin = () => void changed();

  return { begin, changed, limitsOf };
};

export { watchValues };
