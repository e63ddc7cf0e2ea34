// Tells the test which element really received an event: `data-k` names it, wherever it lies. Only windows and shadow
// roots are listened on, so that no element becomes clickable by being watched.
const TYPES = ["pointerdown", "click", "dblclick", "contextmenu"];
if (window === top) {
  window.received = [];
  addEventListener("message", (event) => { if (event.data && event.data.k) received.push(event.data.k); });
}
function tell(event) {
  const element = event.composedPath()[0];
  const known = element && element.closest && element.closest("[data-k]");
  if (known) top.postMessage({ k: known.dataset.k, type: event.type }, "*");
}
function stay(event) {
  const way = event.composedPath();
  const link = way.find((node) => /^(a|area)$/.test(node.localName) && node.hasAttribute("href"));
  if (link || way[0].type === "file") event.preventDefault();
}
function watch(root) {
  for (const type of TYPES) root.addEventListener(type, tell, true);
  root.addEventListener("click", stay, true);
}
watch(window);
addEventListener("submit", (event) => event.preventDefault());

// Ten kinds for each place; `place` makes keys and names unique.
function ten(root, place) {
  const box = document.createElement("div");
  box.innerHTML = `
    <p><a data-k="${place}-link" href="/there">${place} link</a> <button data-k="${place}-button">${place} button</button></p>
    <p><label>${place} field <input data-k="${place}-field"></label></p>
    <p><label><input type="checkbox" data-k="${place}-check"> ${place} check</label></p>
    <p><select data-k="${place}-choice" aria-label="${place} choice"><option>one<option>two</select></p>
    <div role="tab" data-k="${place}-tab">${place} tab</div>
    <div data-k="${place}-listens" class="listens">${place} listens</div>
    <div data-k="${place}-down" class="down">${place} down</div>
    <div data-k="${place}-hand" style="cursor: pointer">${place} hand</div>
    <div data-k="${place}-inline" onclick="void 0">${place} inline</div>
    <button style="display: none">NOT ${place} none</button><a>NOT ${place} anchor</a><div tabindex="-1">NOT ${place} index</div>`;
  root.append(box);
  box.querySelector(".listens").addEventListener("click", () => 1);
  box.querySelector(".down").addEventListener("pointerdown", () => 1);
}
