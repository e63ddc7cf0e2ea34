"""Pages with many rules, and rules about states in any notation, are updated without a capture (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from cdp_engine.protocol import input as inputs
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

RULES = "".join(f".m{n}:not(.on):hover > i.n{n} {{ cursor: help }} " for n in range(1500))
LIST = "<ul>" + "".join(f"<li class=l{n}><a href=#{n}>Line {n}</a> <b>{n}</b>" for n in range(120)) + "</ul>"
MENU = (
    "<div id=menu class='menu x:y' style='height:40px'><button id=open>Menu</button> <span class=tip>a tip</span></div>"
    "<p class=next><i>beside</i></p><label><input type=checkbox id=tick>Tick</label><em class=told>told</em>"
)
HIDDEN = ".tip { visibility: hidden } "
STYLES = (
    ".menu:hover .tip { visibility: visible }",
    ".menu:not(.off):hover > .tip:not(.never) { visibility: visible }",
    ":is(.menu, .bar):hover .tip { visibility: visible }",
    ".menu:where(:hover) .tip { visibility: visible }",
    ".menu.x\\:y:hover .tip { visibility: visible }",
    ".menu { &:hover .tip { visibility: visible } }",
    "div { & :where(.tip) { color: red } &.menu:hover { & .tip { visibility: visible } } }",
    ".menu { @media all { &:hover .tip { visibility: visible } } }",
    "body:has(.menu:hover) .tip { visibility: visible }",
    "div:has(> button:hover) .tip { visibility: visible }",
    ".menu:not(:hover) + .next i { visibility: hidden }",
    "div:hover ~ label { opacity: 0 }",
    ".menu:hover::after { content: 'more' }",
    "#tick:not(:checked) { opacity: 0 } body:has(#tick:checked) .told { visibility: hidden }",
    "button:nth-child(1 of :hover) { opacity: 0 }",
)


async def moved(bench: Bench, x: int, y: int) -> list[str]:
    """What differs from a capture after the pointer was moved, as a person before a headed browser moves it."""
    await bench.page.session.send(inputs.dispatch_mouse_event("mouseMoved", x, y))
    await controller_of(bench.page).tab.changes.settle(limit=10)
    seen = await controller_of(bench.page).observer.capture()
    fresh = await bench.page.snapshot()
    return [
        *differences(seen.columns, fresh.columns),
        *(["render"] if seen.render() != fresh.render() else []),
    ]


@pytest.mark.parametrize("style", STYLES)
async def test_what_a_state_shows_is_seen(bench: Bench, captures: list[CaptureOptions], style: str) -> None:
    await bench.show(f"<style>{HIDDEN}{style}</style>{MENU}{LIST}")
    await bench.page.session.send(inputs.dispatch_mouse_event("mouseMoved", 700, 300))
    await quiet_look(bench)
    for x, y in ((20, 20), (700, 300), (30, 25)):
        assert await moved(bench, x, y) == [], style
    await bench.run("tick.click(); menu.classList.toggle('on'); 0")
    assert await moved(bench, 700, 300) == [], style


async def test_thousands_of_rules_are_followed(bench: Bench, captures: list[CaptureOptions]) -> None:
    await bench.show(f"<style>{HIDDEN}{STYLES[1]}{RULES}</style>{MENU}{LIST}")
    await bench.page.session.send(inputs.dispatch_mouse_event("mouseMoved", 700, 300))
    await quiet_look(bench)
    captures.clear()
    assert await moved(bench, 20, 20) == []
    assert len(captures) == 1, controller_of(bench.page).observer.refusals
    await bench.run("document.styleSheets[0].cssRules[900].style.display = 'none'; 0")
    assert await moved(bench, 700, 300) == []
    await bench.run("document.styleSheets[0].cssRules[0].style.visibility = 'visible'; 0")
    assert await moved(bench, 700, 310) == []


@pytest.mark.parametrize(
    "style",
    [
        "ul:has(> .l1) b { visibility: hidden }", "body:has(.l1) .told { cursor: help }",
        "ul:has(.l3 + .l4) b { opacity: 0 }",
        "ul:not(:has(.l1)) li:first-child { visibility: hidden }", "body:has(li:nth-child(120)) #tick { opacity: 0 }",
    ],
)  # fmt: skip
async def test_what_depends_on_what_an_element_has_is_seen(
    bench: Bench, captures: list[CaptureOptions], style: str
) -> None:
    await bench.show(f"<style>{style}</style>{MENU}{LIST}")
    await quiet_look(bench)
    for change in ("l = document.querySelector('.l1'); l.remove()", "document.querySelector('.l3').remove()"):
        await bench.run(f"{change}; 0")
        assert await moved(bench, 700, 300) == [], style
    await bench.run("document.querySelector('ul').append(l); 0")
    assert await moved(bench, 700, 310) == [], style
