"""A page can neither count the captures, nor answer them differently, nor hold them."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

ROWS = (
    "<!doctype html><div id=list></div><div id=out>0</div><script>for (let at = 0; at < 3; at++) {"
    " const row = document.createElement('div'); row.textContent = 'Row ' + at; list.append(row);"
    " row.__reactProps$own = { onClick() {} } }</script>"
)
COUNTED = """<script>
window.seen = [];
const owners = [Object, Array.prototype, Symbol, Set.prototype, Map.prototype, String.prototype, RegExp.prototype,
  Reflect, EventTarget.prototype, Node.prototype, Element.prototype, Document.prototype, HTMLElement.prototype];
const original = window.seen.push.bind(window.seen);
const apply = Reflect.apply, describe = Object.getOwnPropertyDescriptor, define = Object.defineProperty;
const names = owners.map((owner) => [owner, Object.getOwnPropertyNames(owner)]);
for (const [owner, all] of names) for (const name of all) {
  const before = describe(owner, name);
  if (name === "constructor" || !before.configurable) continue;
  const wrapped = {};
  for (const part of ["value", "get"]) if (typeof before[part] === "function") {
    const inner = before[part];
    wrapped[part] = function (...rest) { original(name); return apply(inner, this, rest) };
  }
  if (wrapped.value || wrapped.get) define(owner, name, { ...before, ...wrapped });
}
window.seen.length = 0;
</script>"""
LOOP = "{ while (true); }"
HOLDS = (
    f"Object.keys = () => {LOOP}",
    f"Array.prototype.push = () => {LOOP}",
    f"EventTarget.prototype.addEventListener = () => {LOOP}",
    f"document.createTreeWalker = () => {LOOP}",
    f"Document.prototype.querySelectorAll = () => {LOOP}",
    f"Symbol.for = () => {LOOP}",
    f"Object.defineProperty(Element.prototype, 'shadowRoot', {{ get() {LOOP} }})",
    f"Object.defineProperty(document, 'activeElement', {{ get() {LOOP} }})",
    f"Object.defineProperty(window, 'jQuery', {{ get() {LOOP} }})",
    f"list.firstChild.__reactProps$own = new Proxy({{}}, {{ ownKeys() {LOOP} }})",
    f"Object.defineProperty(list.firstChild, '__reactProps$other', {{ enumerable: true, get() {LOOP} }})",
)


async def show(page: Page, site: Site, html: str) -> None:
    site.route("/observe/unnoticed", html)
    await page.goto(site.url("observe/unnoticed"), wait_until="load")


async def test_captures_leave_no_trace_in_the_page(lent_page: Page, site: Site) -> None:
    await show(lent_page, site, ROWS + COUNTED)
    for capture in ("fast", "hybrid"):
        await lent_page.snapshot(capture=capture)
    await lent_page.observe()
    assert await lent_page.evaluate("[...new Set(seen)].join()") == ""


async def test_handlers_of_frameworks_are_read_without_side_effects(lent_page: Page, site: Site) -> None:
    await show(lent_page, site, ROWS)
    names = [node.name or node.text for node in (await lent_page.snapshot()).nodes() if node.interactive]
    assert names == ["Row 0", "Row 1", "Row 2"]
    await show(
        lent_page,
        site,
        ROWS + "<script>Object.defineProperty(list.children[1], '__reactProps$own',"
        " { get() { out.textContent++; return { onClick() {} } } })</script>",
    )
    seen = await lent_page.snapshot()
    assert any("handlers" in note for note in seen.context.notes)
    await lent_page.observe()
    assert await lent_page.evaluate("out.textContent") == "0"


@pytest.mark.parametrize("holds", HOLDS)
async def test_a_page_cannot_hold_captures(lent_page: Page, site: Site, holds: str) -> None:
    button = "<button onclick='this.textContent = 1'>Go</button>"
    await show(lent_page, site, f"{ROWS}{button}<script>{holds}</script>")
    with anyio.fail_after(30):  # one deadline, then never again
        for _ in range(8):
            [button] = (await lent_page.snapshot()).find(role="button")
        assert (await lent_page.click(button.ref)).success
    assert sum("handlers" in note for note in (await lent_page.snapshot()).context.notes) <= 1


async def test_a_busy_moment_does_not_leave_handlers_out_for_good(lent_page: Page, site: Site) -> None:
    """One reading that takes too long is said, and the next capture reads again."""
    busy = "get() { while (Date.now() < until); return undefined }"
    await show(
        lent_page,
        site,
        f"{ROWS}<script>until = Infinity; go = () => {{ until = 0; list.append(document.createElement('p')) }};"
        f"Object.defineProperty(list.firstChild, '__reactProps$other', {{ enumerable: true, {busy} }})</script>",
    )
    first = await lent_page.snapshot()
    assert any("handlers" in note for note in first.context.notes)
    await lent_page.evaluate("go()")
    seen = await lent_page.snapshot()
    assert not any("handlers" in note for note in seen.context.notes), seen.context.notes
    assert [node.text for node in seen.interactive()] == ["Row 0", "Row 1", "Row 2"]


async def test_cells_that_only_a_double_click_edits_are_read_as_a_row(lent_page: Page, site: Site) -> None:
    """As jQuery delegates it for every cell of a table; an item of a list stays a control."""
    handled = "{ events: { dblclick: [{ selector: 'td, li' }] } }"
    html = "<table><tr><td>one<td>two</table><ul><li>three</ul>"
    await show(lent_page, site, f"{html}<script>document.body.jQuery123 = {handled}</script>")
    view = (await lent_page.observe()).text
    assert "one | two" in view
    assert "clickable three" in view or "listitem three" in view, view
