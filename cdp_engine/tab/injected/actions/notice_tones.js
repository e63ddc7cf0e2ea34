// The tone of a message by what its element says of itself: an error, a success, mere information.

import { ownClasses } from "../elements/appearance.js";
import { LIVE } from "../elements/dom.js";

const HINTS =
  "error invalid danger warning fail success toast snackbar notification notice flash alert".split(" ");
const HINTED = HINTS.map((word) => `[class*=${word} i]`).join(", ");
const HINTING = new RegExp(HINTS.join("|"), "i");
const MESSAGES = `${LIVE}, ${HINTED}`;

const isHinted = (element) =>
  element.matches(HINTED) && ownClasses(element).some((name) => HINTING.test(name));

// `step-on-fail` names a case that may come, and `fail` beside other words anything: only with words of a message, or alone,
// it says that something failed.
const CASE = /-(on|if|when)-?(errors?|fail(ed|ures?)?|success)(?![a-z])/i;
const ERROR = /error|invalid|danger|failed|failure/i;
const FAIL =
  /^(?:(?:is|has|was|msg|message|alert|notice|notification|toast|snackbar|flash|text|status|state|result)[-_]*)*fail(?:[-_]*(?:msg|message|alert|notice|notification|toast|text|status|state|box))*$/i;
// A live region may say of itself that it reports an error: by its label, or a class such as msg-bad.
const NAMED_ERROR = /\berror\b/i;
const BAD = /[-_]bad$/i;
const saysError = (element, names) =>
  element.matches(LIVE) &&
  (NAMED_ERROR.test(element.getAttribute("aria-label") || "") || names.some((name) => BAD.test(name)));

const hintOf = (element) => {
  const names = ownClasses(element).filter((name) => !CASE.test(name));
  if (saysError(element, names)) return "error";
  if (names.some((name) => ERROR.test(name) || FAIL.test(name))) return "error";
  if (names.some((name) => /success/i.test(name))) return "success";
  if (names.some((name) => /warning/i.test(name))) return "warning";
  return names.some((name) => /[-_]info$|[a-z]Info$/.test(name)) ? "info" : "";
};

export { hintOf, isHinted, MESSAGES };
