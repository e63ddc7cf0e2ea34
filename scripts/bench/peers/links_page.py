"""The page that every peer drives: so many links, and a control for every kind of change."""

from __future__ import annotations

from scripts.webserver import Request, Response

SIZES = (10, 150, 600, 2000)
"""Links on the page; five elements each."""
BUTTONS = ("text", "insert", "remove", "attribute", "disabled", "show", "value")
KINDS = (*BUTTONS, "fill")
"""What a click on the button of that name changes; `fill` writes into the field of that name."""
TICK = "tick()"
"""The script with which the page changes one text of its own."""

_SCRIPT = """
let n = 0;
const on = (id, act) => document.getElementById(id).addEventListener("click", act);
const item = () => Object.assign(document.createElement("li"), { textContent: `new ${++n}` });
on("text", () => { said.textContent = `said ${++n}`; });
on("insert", () => list.append(item()));
on("remove", () => list.lastElementChild.remove());
on("attribute", (event) => event.target.setAttribute("aria-pressed", String(++n % 2 === 0)));
on("disabled", () => { other.disabled = !other.disabled; });
on("show", () => { box.hidden = !box.hidden; });
on("value", () => { total.value = `sum ${++n}`; });
list.append(item(), item(), item());
window.tick = () => { said.textContent = `tick ${++n}`; };
"""


def page_of(links: int) -> str:
    """A page with so many links, five elements a row, and a control for every kind of change."""
    rows = "".join(
        f"<tr><td>{i}<td><a href='#{i}'>Item {i}</a><td><span>{i}.00</span></tr>" for i in range(links)
    )
    buttons = "".join(f"<button id={kind}>{kind}</button>" for kind in BUTTONS)
    return (
        f"<!doctype html><meta charset=utf-8><title>Links</title><link rel=icon href=data:,><h1>Links</h1>{buttons}"
        "<input id=fill aria-label=fill><input id=total aria-label=Total><button id=other>Other</button>"
        "<p id=said>0</p><div id=box hidden>Shown</div><ul id=list></ul>"
        f"<script>{_SCRIPT}</script><table>{rows}</table>"
    )


def answer(request: Request) -> Response:
    """`/<links>` is a page of so many links."""
    name = request.path.strip("/")
    return Response(page_of(int(name))) if name.isdigit() else Response(status=404)
