// File fields: the one that an element belongs to, what it accepts, and which files it holds.

import { bring } from "../elements/bringing.js";
import { closest } from "../elements/dom.js";
import { seenWithin } from "../elements/frames.js";
import { hitAt, invisible, surfaceOf } from "../elements/hit_test.js";
import { announce } from "./ranges.js";

// The file fields that lie unseen over drawn buttons.
const overlying = new WeakMap();

// The one that lies over an element; pages put another in its place once they have read the files.
const over = (element) => {
  const field = overlying.get(element);
  return field?.isConnected ? field : null;
};

// The file field that an element belongs to: itself, its label's, one inside it, or the one over it.
const fileField = (element) => {
  if (element.matches("input[type=file]")) return element;
  if (element.control?.type === "file") return element.control;
  const label = closest(element, (at) => at.localName === "label");
  if (label?.control?.type === "file") return label.control;
  return element.querySelector("input[type=file]") || over(element);
};

const noteOverlying = (element) => {
  if (invisible(element) !== null) return;
  bring(element, "nearest");
  const box = surfaceOf(element).getBoundingClientRect();
  const hit = hitAt(element, box.x + box.width / 2, box.y + box.height / 2);
  if (hit?.matches("input[type=file]")) overlying.set(element, hit);
};

// setFileInputFiles cannot remove files.
const noFiles = (element) => {
  const target = fileField(element);
  if (!target.files.length) return;
  target.value = "";
  announce(target);
};

const namesIn = (target) => Array.from(target?.files || [], (file) => file.name);

// The files of a field at its change event; many pages read the files and empty the field at once.
let arrived = [];
let watched = null;
const watchFiles = (element) => {
  const target = fileField(element);
  arrived = [];
  watched = { target, list: target.files };
  const note = () => {
    arrived = namesIn(target);
  };
  target.addEventListener("input", note, { capture: true, once: true });
  return namesIn(target);
};

// Waits up to `limit` ms for the field to get its files: those of a folder come after Chrome's answer. Chrome gives the
// field another list even where the files are the same, and no event fires then.
const files = async (element, limit) => {
  await seenWithin(limit, () => !watched || watched.target.files !== watched.list);
  return { held: namesIn(fileField(element)), arrived };
};

const fileRules = (element) => {
  if (!fileField(element)) noteOverlying(element);
  const target = fileField(element);
  if (!target) return { found: false };
  const folder = target.webkitdirectory === true;
  return { found: true, multiple: target.multiple, folder, disabled: target.matches(":disabled") };
};

export { fileField, fileRules, files, noFiles, watchFiles };
