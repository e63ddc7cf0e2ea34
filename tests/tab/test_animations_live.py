"""Which animations a page is waited for: those that may change what a view of it contains (FP-03)."""

from __future__ import annotations

import pytest

from cdp_engine.tab import FramePulse, Tab
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-03")]

STYLES = """<style>
  .ripple { position: absolute; inset: 0; pointer-events: none; background: #0004 }
  button { position: relative; box-shadow: 0 0 4px #000; border: 2px solid #000 }
  .glyph::before { content: "+" }
  .line::after { content: ""; position: absolute; inset: auto 0 0 0; height: 2px; background: #000 }
</style>"""
BUTTON = f"{STYLES}<button id=b>Save<span class=ripple id=r></span></button>"
SECONDS = 30


async def pulse_with(tab: Tab, site: Site, html: str, frames: str, *, at: float = 0.0) -> FramePulse:
    """The pulse of a page as long as `frames`, the arguments of an animation, run; `at`: its share that is over."""
    site.route("/animations", f"<!doctype html>{html}")
    await tab.goto(site.url("animations"), wait_until="load")
    await tab.evaluate(
        f"const [it, keys, how] = [{frames}]; const a = it.animate(keys, {{duration: {SECONDS * 1000}, ...how}});"
        f" a.currentTime = {at * SECONDS * 1000}; 0"
    )
    pulses = await tab.changes.pulse()
    return pulses[tab.frames.main.id]


@pytest.mark.parametrize(
    ("html", "frames"),
    [
        (BUTTON, "r, {opacity: [0, 1], transform: ['scale(0)', 'scale(2)']}"),
        (BUTTON, "r, {width: ['0', '100%']}"),
        (BUTTON, "b, {boxShadow: ['none', '0 0 9px red'], borderTopColor: ['red', 'blue'], outlineWidth: [0, 2]}"),
        (f"{STYLES}<button id=b class=line>Tab", "b, {transform: ['scaleX(0)', 'none']}, {pseudoElement: '::after'}"),
        (f"{STYLES}<button>Go<i class=ripple id=r tabindex=-1><i></i></i></button>", "r, {opacity: [0, 1]}"),
    ],
    ids=["ripple", "ripple that grows", "edges", "line below a tab", "focus ring"],
)  # fmt: skip
async def test_ornaments_are_not_waited_for(lent_tab: Tab, site: Site, html: str, frames: str) -> None:
    pulse = await pulse_with(lent_tab, site, html, frames)
    assert (pulse.moving, pulse.fading, pulse.animated) == ((), (), True)


@pytest.mark.parametrize(
    ("html", "frames", "fades"),
    [
        ("<p id=p>Text", "p, {opacity: [0, 1]}", True),
        ("<p id=p>Text", "p, {boxShadow: ['none', '0 0 9px red'], translate: ['0', '9px']}", True),
        ("<p id=p>Text", "p, {height: ['0', '90px']}", False),
        (f"{STYLES}<p><i id=r class=ripple>Done</i>", "r, {opacity: [0, 1]}", True),
        (f"{STYLES}<p><i id=r class='ripple glyph'></i>", "r, {opacity: [0, 1]}", True),
        (f"{STYLES}<p><i id=r class=ripple><img alt=Map></i>", "r, {opacity: [0, 1]}", True),
        (f"{STYLES}<p><i id=r class=ripple role=status aria-label=Busy></i>", "r, {opacity: [0, 1]}", True),
        (f"{STYLES}<p id=p class=glyph>", "p, {opacity: [0, 1]}, {pseudoElement: '::before'}", True),
        (f"{STYLES}<p>One<i id=r style='pointer-events: none'></i>Two", "r, {height: ['0', '90px']}", False),
        ("<div id=p style='position: fixed; inset: 0'></div>", "p, {opacity: [0, 1]}", True),
    ],
)  # fmt: skip
async def test_what_a_view_may_contain_is_waited_for(
    lent_tab: Tab, site: Site, html: str, frames: str, fades: bool
) -> None:
    pulse = await pulse_with(lent_tab, site, html, frames)
    assert (len(pulse.moving), len(pulse.fading), pulse.animated) == (1, int(fades), True)


@pytest.mark.parametrize(("at", "waits"), [(0.0, 10.0), (0.2, 4.0), (0.4, 0.0)])
async def test_colours_are_waited_for_until_texts_stand_out(
    lent_tab: Tab, site: Site, at: float, waits: float
) -> None:
    frames = "p, {backgroundColor: ['#fff', '#00f'], color: ['#000', '#fff']}"
    pulse = await pulse_with(lent_tab, site, "<p id=p>Text", frames, at=at)
    assert sum(pulse.moving) <= waits
    assert bool(pulse.moving) == bool(waits)
