// Whether a native check box or radio button is chosen.

const isCheckBox = (element) => element.matches("input[type=checkbox], input[type=radio]");

const isClear = (box) => getComputedStyle(box).opacity === "0";

// What boxes said when they were first read, and whether they have said anything else since.
const spoken = new WeakMap();

// A box with a role of its own, or one that is not seen, may lag behind what is drawn for it: what it says counts, too, and alone
// once that has changed. What never changes may be a mistake of the page.
const isChecked = (box) => {
  const says = box.role !== null || isClear(box) ? box.ariaChecked : null;
  const known = spoken.get(box) ?? { first: says, changes: false };
  if (says !== known.first) known.changes = true;
  spoken.set(box, known);
  if (known.changes && (says === "true" || says === "false")) return says === "true";
  return box.checked || says === "true";
};

export { isCheckBox, isChecked };
