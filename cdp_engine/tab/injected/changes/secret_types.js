// Fields for a password that become ordinary ones ("show password") stay secret.

import { isSecret, keepSecret } from "../elements/dom.js";

const TYPES = { subtree: true, attributes: true, attributeFilter: ["type"], attributeOldValue: true };
const unveiled = new MutationObserver((records) => {
  for (const { oldValue, target } of records)
    if (target.localName === "input" && /^\s*password\s*$/i.test(oldValue ?? "")) keepSecret(target);
});
addEventListener(
  "input",
  (event) => {
    const [field] = event.composedPath();
    if (field?.nodeType === 1) isSecret(field);
  },
  { capture: true, passive: true },
);

const watchTypes = (root) => unveiled.observe(root, TYPES);

export { watchTypes };
