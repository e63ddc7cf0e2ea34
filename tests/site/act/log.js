window.seen = [];
for (const type of ["mousedown", "click", "wheel", "keydown", "input", "dragstart", "dragenter", "dragover", "drop", "dragend"])
  addEventListener(type, (event) => seen.push(type + ":" + (event.composedPath()[0].id || event.composedPath()[0].localName)), true);
