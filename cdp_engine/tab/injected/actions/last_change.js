// When a document changed last, whatever changed it.

import { unchangedFor } from "../changes/recorder.js";

const neverEnds = ({ playState, effect }) =>
  playState === "running" && effect?.getComputedTiming().endTime === Infinity;

// In ms since 1970: now, where an animation that never ends may change it without a mutation.
const lastChangeAt = () => Date.now() - (document.getAnimations().some(neverEnds) ? 0 : unchangedFor());

export { lastChangeAt };
