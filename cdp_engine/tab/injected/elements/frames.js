// Looks at the page frame after frame.

import { nextFrame } from "./dom.js";

// What `look` sees once that is `enough`, or after `limit` ms.
const seenWithin = async (limit, look, enough = Boolean) => {
  const end = performance.now() + limit;
  let seen = look();
  while (!enough(seen) && performance.now() < end) {
    await nextFrame();
    seen = look();
  }
  return seen;
};

export { seenWithin };
