"""Everything one can act on is exposed, wherever it lies, each by a ref that reaches it; nothing else is."""

from __future__ import annotations

import pytest

from cdp_engine import act
from cdp_engine.errors import NotActionable
from cdp_engine.observe import CaptureMode, CaptureOptions, Snapshot, VirtualNode, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

TOLD = """new Promise((done, failed) => {
  const since = Date.now();
  const look = () => {
    if (window.ready) done(1);
    else if (Date.now() - since < 15000) setTimeout(look, 30);
    else failed("never ready");
  };
  look();
})"""
ELEMENTS = 135
PLACES = ("open", "closed", "same", "nested", "oopif", "deep", "deepshadow")
ODD = {"covered": "obscured"}
"""Elements that cannot be clicked, and why."""


async def opened(tab: Tab, site: Site, mode: CaptureMode, **options: bool) -> Snapshot:
    await tab.goto(site.url("coverage/index.html", host="a.test"), wait_until="load", timeout=30)
    await tab.evaluate(TOLD)
    return await capture(tab, CaptureOptions(timeout=30, capture=mode, **options), RefTable())


def keys_of(nodes: list[VirtualNode]) -> list[str]:
    return [node.attribute("data-k") or f"{node.tag} {node.name}" for node in nodes]


@pytest.mark.req("VD-04", "VD-05", "SX-05", "SX-06", "CD-04", "EX-03")
@pytest.mark.parametrize("mode", ["hybrid", "fast", "auto"])
async def test_everything_and_nothing_else(tab: Tab, site: Site, mode: CaptureMode) -> None:
    snapshot = await opened(tab, site, mode)
    wanted = {key for node in snapshot.nodes() if node.is_element and (key := node.attribute("data-k"))}
    assert len(wanted) == ELEMENTS
    assert len([key for key in wanted if key.startswith(PLACES)]) >= 10 * len(PLACES)
    shown = snapshot.interactive()
    keys = keys_of(shown)
    assert sorted(wanted.difference(keys)) == []
    assert sorted(set(keys).difference(wanted)) == [], "nothing that only looks so"
    assert len(keys) == len(set(keys)), "each action by one element"
    assert [key for key, node in zip(keys, shown, strict=True) if not (node.name or node.text)] == []
    by_key = dict(zip(keys, shown, strict=True))
    covers = {key: cover.html_id for key, node in by_key.items() if (cover := node.covered_by) is not None}
    assert covers == {"covered": "cover"}
    assert by_key["covered"].closer == by_key["closer"]
    text = snapshot.render()
    for node in shown:
        assert (
            len([line for line in text.splitlines() if f"[{node.ref} " in line or f"[{node.ref}]" in line])
            == 1
        )
    assert snapshot.context.left_out == ()


@pytest.mark.req("VD-05", "SX-06", "CD-04")
async def test_every_ref_reaches_its_element(tab: Tab, site: Site) -> None:
    """Click each: the element itself receives the event, through frames, processes and shadow roots."""
    snapshot = await opened(tab, site, "hybrid")
    missed: dict[str, str] = {}
    for node in snapshot.interactive():
        key = node.attribute("data-k") or ""
        await tab.evaluate("received.length = 0")
        try:
            await act.click(tab, node.scoped_ref, timeout=5)
        except NotActionable as error:
            missed[key] = error.code
            continue
        received = await tab.evaluate(
            "new Promise((done) => setTimeout(() => done([...received]), received.length ? 0 : 60))"
        )
        if key not in received:
            missed[key] = f"received by {received}"
    assert missed == ODD


@pytest.mark.req("VD-04", "EX-04")
async def test_aria_hidden_is_counted_and_shown_on_request(tab: Tab, site: Site) -> None:
    snapshot = await opened(tab, site, "hybrid")
    assert snapshot.stats.aria_hidden == 2
    assert "aria-hidden" in snapshot.render()
    more = await capture(tab, CaptureOptions(include_aria_hidden=True), RefTable())
    assert set(keys_of(more.interactive())) - set(keys_of(snapshot.interactive())) == {
        "button NOT aria hidden"
    }
