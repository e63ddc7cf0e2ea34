// Where elements are after the document was scrolled, in px of the document.

// How the document is scrolled, and the boxes of the elements of these places among all, null without a box; no boxes where
// the document has other elements than known, or may be drawn otherwise by scrolling.
const boxesAt = (total, places) => {
  const elements = document.getElementsByTagName("*");
  if (elements.length !== total || document.getAnimations().length) return [[scrollX, scrollY], []];
  const boxes = places.map((place) => {
    const element = elements[place];
    if (!element.getClientRects().length) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  });
  return [[scrollX, scrollY], boxes];
};

export { boxesAt };
