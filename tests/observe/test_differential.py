"""Both captures of the same page show the same elements to act on, under the same names and states (EX-01).

The corpus: a page with every kind of control, web components, a Vue administration page, a data grid, Swagger UI, the
shop of the demo, JupyterLab with a file open, Python's own documentation and this suite's page of frames and shadow
roots.
"""

from __future__ import annotations

import pydoc
from collections.abc import Iterator
from importlib import import_module
from itertools import count

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, ScopedRef, Snapshot, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

JUPYTER = "vendor/jupyterlite/lab/index.html"
PAGES = (
    "corpus/forms.html", "corpus/modal.html", "corpus/webawesome.html", "corpus/quasar.html", "corpus/aggrid.html",
    "corpus/swagger.html", "observe/everywhere.html", "act/react.html", "corpus-pydoc", JUPYTER,
)  # fmt: skip
MODULES = ("typing", "argparse", "email.message", "http.client")

READY = """new Promise((done) => {
  const look = () => document.documentElement.dataset.ready ? done(true) : setTimeout(look, 50);
  look();
})"""

WHEN_THERE = """(selector, click) => new Promise((done) => {
  const look = () => {
    const found = document.querySelector(selector);
    if (!found) { setTimeout(look, 50); return; }
    for (const type of click ? ["mousedown", "mouseup", "click"] : [])
      found.dispatchEvent(new MouseEvent(type, {bubbles: true}));
    done(true);
  };
  look();
})"""
OPEN_JUPYTER = (".jp-LauncherCard[title*='text file']", ".cm-content")
"""What is clicked as soon as it is there."""
_visits = count()

LISTED_BY_JUPYTER = ".jp-DirListing-item"
"""The file in the list beside the editor, which is read later."""

EXPLAINED: dict[str, str] = {}
"""Page and name of an element -> why its two pictures may differ. None does at present."""

Shown = dict[ScopedRef, tuple[str, str, tuple[str, ...], str | None, tuple[float, ...]]]


@pytest.fixture(scope="module")
def documentation(site: Site) -> Iterator[None]:
    """Pages as Python itself documents its modules: thousands of links, definitions and tables."""
    body = "".join(pydoc.HTMLDoc().document(import_module(name), name) for name in MODULES)
    remove = site.route("/corpus-pydoc", Response(f"<!doctype html><title>Modules</title>{body}"))
    yield
    remove()


async def open_page(tab: Tab, site: Site, path: str) -> None:
    # A new origin for every visit: the application keeps what was open before.
    host = f"lab-{next(_visits)}.test" if path == JUPYTER else "a.test"
    await tab.goto(site.url(path, host=host), wait_until="load", timeout=30)
    if path.startswith("corpus/"):
        await tab.evaluate(READY, timeout=30)
    elif path == JUPYTER:
        for step in OPEN_JUPYTER:
            await tab.evaluate(WHEN_THERE, step, True, timeout=60)
        await tab.evaluate(WHEN_THERE, LISTED_BY_JUPYTER, False, timeout=60)
        await tab.changes.settle(quiet=0.5, limit=10)


def shown(snapshot: Snapshot) -> Shown:
    found: Shown = {}
    for node in snapshot.interactive():
        found[node.scoped_ref] = (node.role, node.name, node.states, node.value, tuple(node.box or ()))
    return found


def is_same(one: Shown, other: Shown, ref: ScopedRef) -> bool:
    if ref not in one or ref not in other:
        return False
    (*facts, box), (*other_facts, other_box) = one[ref], other[ref]
    return (
        facts == other_facts
        and len(box) == len(other_box)
        and all(abs(a - b) <= 2 for a, b in zip(box, other_box, strict=True))
    )


async def taken(tab: Tab, mode: CaptureMode) -> Snapshot:
    return await capture(tab, CaptureOptions(capture=mode, timeout=30), RefTable())


@pytest.mark.req("EX-01")
@pytest.mark.parametrize("path", PAGES)
async def test_both_captures_show_the_same(tab: Tab, site: Site, documentation: None, path: str) -> None:
    await open_page(tab, site, path)
    reference, fast = await taken(tab, "hybrid"), await taken(tab, "fast")
    assert (reference.context.source, fast.context.source) == ("hybrid", "fast")
    expected, found = shown(reference), shown(fast)
    assert len(expected) >= 4
    different = [ref for ref in expected.keys() | found.keys() if not is_same(expected, found, ref)]
    reported = [(expected.get(ref), found.get(ref)) for ref in different]
    assert len(different) <= 0.01 * len(expected), reported
    for ref in different:
        name = (expected.get(ref) or found[ref])[1]
        assert f"{path}: {name}" in EXPLAINED, (expected.get(ref), found.get(ref))


PARTS = (
    "button", "a href=x", "a", "i", "abbr", "h2", "li", "p", "div role=button", "div tabindex=0", "img", "label", "td",
    "section", "div role=img", "div role=group", "span role=none", "strong", "div role=listitem", "custom-part", "ol",
    "div role=cell", "ruby", "picture", "blockquote", "header", "span onclick=0",
)  # fmt: skip


@pytest.mark.req("EX-01", "SX-07")
async def test_a_title_names_the_same_parts_in_both_and_an_icon_alone(tab: Tab, site: Site) -> None:
    tabs = [f"<div role=tab tabindex=0>one<{part} title=T></{part.split()[0]}></div>" for part in PARTS]
    icon = "<a href=x><span title='Choose a date'><svg width=9 height=9></svg></span></a>"
    remove = site.route("/corpus-titles", "<!doctype html><title>x</title>" + "".join(tabs) + icon)
    await open_page(tab, site, "corpus-titles")
    remove()
    names: list[list[str]] = []
    for mode in ("hybrid", "fast"):
        snapshot = await taken(tab, mode)
        names.append(
            [node.name for node in snapshot.interactive() if node.role == "tab" or "date" in node.name]
        )
    assert names[0] == names[1]
    assert names[0][-1] == "Choose a date"
    assert {*names[0]} == {"one", "one T", "Choose a date"}
