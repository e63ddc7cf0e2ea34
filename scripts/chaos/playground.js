// Reports every event to the server before its handler returns, so that the server knows what really arrived.
const doc = document.querySelector("[id*='-']").id.split("-")[0];
const key = location.pathname.split("/")[2];
const find = (name) => document.getElementById(`${doc}-${name}`);

function report(kind, id, value = "") {
  const request = new XMLHttpRequest();
  request.open("POST", `/hit?${new URLSearchParams({ key, doc, kind, id, value })}`, false);
  try {
    request.send();
  } catch {
    // the page is going away
  }
}

addEventListener("click", (event) => report("click", event.target.closest?.("[id]")?.id ?? ""), true);
for (const kind of ["input", "change"]) {
  addEventListener(
    kind,
    (event) => {
      const field = event.target;
      report(kind, field.id, field.type === "checkbox" ? String(field.checked) : field.value);
    },
    true,
  );
}

let count = 0;
const fill = () => {
  const rows = Array.from({ length: 30 }, (_, row) => `<li><button id=${doc}-row${count}x${row}>Row ${row}</button>`);
  document.getElementById("list").innerHTML = rows.join("");
};
const busy = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};
const act = {
  count: () => (find("count").textContent = `Count ${++count}`),
  rebuild: () => (count++, fill()),
  vanish: () => find("vanish").remove(),
  alert: () => alert("Look"),
  confirm: () => (document.title = confirm("Sure?") ? "yes" : "no"),
  prompt: () => (document.title = prompt("Name?", "nobody") ?? "none"),
  loop: () => busy(400),
  later: () => setTimeout(() => (location.href = `/p/${key}?via=later`), 150),
  go: () => (location.href = `/p/${key}?via=go`),
  popup: () => open(`/p/${key}?via=popup`, "_blank", "width=300,height=300"),
  brief: () => {
    const other = open(`/p/${key}?via=brief`);
    setTimeout(() => other?.close(), 30);
  },
  leave: () => addEventListener("beforeunload", (event) => event.preventDefault()),
};
for (const [name, action] of Object.entries(act)) find(name)?.addEventListener("click", action);
if (document.getElementById("list")) fill();
