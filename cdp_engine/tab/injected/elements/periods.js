// The fields of text that stand together around one: a period has a field for each of its ends.

import { all, shown } from "./appearance.js";
import { lineage } from "./dom.js";

const TEXT_FIELDS = "input:not([type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit])";

// The closest box around a field, or around what holds one, at most so many levels up, in which further ones are, and the
// fields in it; null where these are not as many as wanted.
const fieldsTogether = (field, count, levels) => {
  for (const box of Array.from(lineage(field)).slice(1, levels + 1)) {
    const fields = all(box, TEXT_FIELDS).filter(shown);
    if (fields.length < count) continue;
    return fields.length === count && fields.some((one) => field.contains(one)) ? { box, fields } : null;
  }
  return null;
};

export { fieldsTogether, TEXT_FIELDS };
