"""After the page itself was scrolled, an observation costs no capture and shows what one would show (CD-17)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look, seen_and_fresh

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

PAGE = """
<style>
  header { position: sticky; top: 0; background: white; z-index: 2 } tr th { position: sticky; top: 30px }
  #bar { position: fixed; right: 0; bottom: 0; background: white } #far { position: fixed; top: -90px }
  #note { position: absolute; top: 900px; left: 300px; z-index: 3 } .turned { transform: rotate(0deg); width: 300px }
  .turned i { position: fixed; left: 5px } #bar p { position: relative; top: 2px } .wide { width: 2400px }
  footer { position: sticky; bottom: 0 } button:hover { color: red } #bar .inner { position: absolute; top: -20px }
  .box { height: 50px; overflow: auto } .box b { position: sticky; top: 0; display: block }
</style>
<header id=top><button>Home</button> <input aria-label=Search value=typed>
<svg width=9 height=9><path d="M0 0h9v9"/></svg></header>
<nav id=bar><p>fixed words <button>Chat</button></p><span class=inner>inner</span><select><option>one</select></nav>
<a id=far href=#far>skip</a><div class=wide></div><div class=turned><i>turned</i></div><a id=note href=#n>Note</a>
<div class=box><b>Head</b><p>a<p>b<p>c<p>d<p>e<p>f</div><span></span>
<svg width=0 height=0><defs><g id=d></g></defs></svg>
<table><thead><tr><th>Name<th>Age<tbody>ROWS</table><p id=t>text</p><ul>LINES</ul><iframe id=inner
 srcdoc="<style>b{position:fixed;top:9px}</style><b>fixed</b>
<button>in a frame</button><p style='height:900px'>long"></iframe>
<iframe id=other src=FOREIGN></iframe><dialog id=d1>Sure? <button>Yes</button></dialog>
<div popover id=pop style="position: absolute">Popped <button>Pop</button></div><footer>end <a href=#e>E</a></footer>
"""
LINES = "".join(f"<li><a href=#{n}>Line {n}</a> <button>Do {n}</button>" for n in range(60))
ROWS = "".join(f"<tr><td>row {n}<td>{n}" for n in range(20))


async def show(bench: Bench, more: str = "") -> None:
    foreign = bench.site.url("engine/foreign.html", host="b.test")
    page = PAGE.replace("ROWS", ROWS).replace("LINES", LINES).replace("FOREIGN", foreign)
    await bench.show(page + more)
    await quiet_look(bench)


async def compared(bench: Bench, script: str) -> None:
    """After a script, an observation shows what a capture from scratch shows."""
    seen, fresh = await seen_and_fresh(bench, script)
    assert differences(seen.columns, fresh.columns) == [], script
    assert seen.documents == fresh.documents, script
    assert (seen.context, seen.render()) == (fresh.context, fresh.render()), script


@pytest.mark.parametrize(
    "change",
    [
        "scrollTo(0, 300)", "scrollTo(200, 700)", "scrollTo(0, 1e6)", "t.textContent = 'other'; scrollTo(0, 333.5)",
        "t.setAttribute('title', 'hint'); scrollBy(0, 120)", "t.remove(); scrollTo(0, 90)",
        "bar.firstChild.firstChild.data = 'other fixed words, and more'; scrollTo(0, 410)",
        "document.querySelector('ul').prepend(document.createElement('button')); scrollTo(0, 150)",
        "inner.contentWindow.scrollTo(0, 50)", "inner.contentWindow.scrollTo(0, 60); scrollTo(0, 800)",
        "document.getElementById('top').append('more'); scrollTo(0, 250)",
    ],
)  # fmt: skip
async def test_a_scrolled_page_costs_no_capture(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await show(bench)
    captures.clear()
    seen, fresh = await seen_and_fresh(bench, change)
    assert len(captures) == 1, controller_of(bench.page).observer.refusals
    assert differences(seen.columns, fresh.columns) == []
    assert seen.documents == fresh.documents
    assert (seen.context, seen.render()) == (fresh.context, fresh.render())
    await compared(bench, "scrollTo(0, 0)")


STEPS = 24
LISTENERS = (
    "onscroll = () => document.getElementById('top').classList.toggle('stuck', scrollY > 200)",
    "onscroll = () => { t.textContent = `at ${Math.round(scrollY)}` }",
    "onscroll = () => { if (scrollY > 500) document.querySelector('ul').append(document.createElement('hr')) }",
    "onscroll = () => { bar.style.transform = scrollY % 2 ? 'translateY(-30px)' : 'none' }",
    "new IntersectionObserver(([e]) => { e.target.title = e.isIntersecting }).observe(note)",
)
BESIDE = (
    "", "", "", "t.textContent = 'text {n}'", "bar.title = 'bar {n}'", "document.querySelector('li').remove()",
    "top.document.querySelector('header').append(' {n}')", "far.hidden = !far.hidden",
    "d1.open ? d1.close() : d1.showModal()",
    "pop.togglePopover()", "document.querySelector('table').before(document.createElement('p'))",
    "document.querySelector('footer').style.position = ['static', 'sticky', 'fixed'][{n} % 3]",
    "document.querySelector('.box').scrollTop = {n}", "inner.contentWindow.scrollTo(0, {n})",
)  # fmt: skip
STUCK = "<style>.stuck { padding: 9px } .stuck button { display: none }</style>"


@pytest.mark.parametrize("dice", range(3))
async def test_random_scrolls_with_all_that_stays_in_place(
    bench: Bench, captures: list[CaptureOptions], dice: int
) -> None:
    rolled = random.Random(dice)
    await show(bench, STUCK)
    await bench.run(f"{rolled.choice(LISTENERS)}; {rolled.choice(LISTENERS[-2:])}; 0")
    for number in range(STEPS):
        where = rolled.choice(
            ("0, 0", "0, 1e6", f"{rolled.randrange(900)}, 0", f"0, {rolled.randrange(4000) / 4}")
        )
        beside = rolled.choice(BESIDE).replace("{n}", str(number))
        await compared(bench, rolled.choice((f"scrollTo({where}); {beside}", f"{beside}; scrollBy({where})")))
    print(dice, controller_of(bench.page).observer.refusals, controller_of(bench.page).observer.spared)
