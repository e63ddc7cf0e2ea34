// Takes away the marks that `handlers.js` has put.
function (type) {
  const MARKS = Symbol.for(type), marked = this[MARKS], remove = EventTarget.prototype.removeEventListener;
  if (!marked) return;
  delete this[MARKS];
  for (const element of marked.found) remove.call(element, type, marked.listen);
  for (const [element, state] of marked.states) remove.call(element, `${type}=${state}`, marked.listen);
}
