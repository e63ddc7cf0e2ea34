"""Rules that name classes and attributes in any notation, as elements get and lose these (CD-17)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from cdp_engine.protocol import heap_profiler
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look
from tests.engine.test_rules_of_places_live import HIDE, page_of

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

STEPS = 12
STYLES = (
    f".on:not(.a) b {HIDE}", f":where(.on) i {HIDE}", f":is(.on, .q) > b {HIDE}", f"li:not(.on) i {HIDE}",
    f".on:not(:first-child) b {HIDE}", f":not(.on) > .b + .c {HIDE}", f".on:not(.a) ~ .c i {HIDE}",
    f"[data-s]:not([data-s=x]) i {HIDE}", f"[data-s='x y'] b {HIDE}", f":where([data-s~=x]) b {HIDE}",
    f".a {{ &.on b {HIDE} }}", f"ul {{ & > .on {HIDE} .on & .c {HIDE} }}", f".on {{ & + li b {HIDE} }}",
    f"ul:has(> .on) .c {HIDE}", f"section:has(.on:not(.a)) p {HIDE}", f"li:has(+ .on) b {HIDE}",
    f":is(ul, section):not(.on) .late, .on:is(ul) i {HIDE}", f"main:has(> .on) .a {HIDE}",
    ".on:not(.a)::before { content: 'x' }", ".c:not(.on)::after { content: 'y' }",
)  # fmt: skip
UNFOLLOWED = f"li:has(+ .on) b {HIDE}"
CHANGE = """(seed) => {
  let n = seed; const dice = (most) => (n = (n * 48271) % 2147483647) % most;
  const all = [...document.querySelectorAll('main li, main ul, main section')];
  for (let times = 1 + dice(3); times; times--) {
    const one = all[dice(all.length)], kind = dice(5);
    if (kind < 2) one.classList.toggle('on');
    else if (kind === 2) one.classList.toggle('q');
    else if (kind === 3) one.dataset.s = ['x', 'x y', 'z'][dice(3)];
    else delete one.dataset.s;
    if (!dice(4)) one.parentElement.append(one);
  }
}"""


@pytest.mark.parametrize("style", STYLES)
async def test_names_that_come_and_go_are_followed(
    bench: Bench, captures: list[CaptureOptions], style: str
) -> None:
    await bench.show(page_of(style))
    await quiet_look(bench)
    observer, dice = controller_of(bench.page).observer, random.Random(style)
    before = Counter(observer.refusals)
    for step in range(STEPS):
        await bench.page.evaluate(CHANGE, dice.randrange(1, 1 << 30))
        seen, fresh = await observer.capture(), await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == [], (style, step)
        assert seen.render() == fresh.render(), (style, step)
    assert style == UNFOLLOWED or Counter(observer.refusals) - before == Counter()


@pytest.mark.parametrize(
    "change",
    [
        "one.classList.remove('c'); one.offsetTop; one.classList.add('c')",
        "one.style.display = 'none'; one.offsetTop; one.style.display = ''",
        "one.hidden = true; one.offsetTop; one.hidden = false",
        "list.classList.add('off'); one.offsetTop; list.classList.remove('off')",
        "one.dataset.s = 'x'; one.offsetTop; delete one.dataset.s",
    ],
)
async def test_what_style_sheets_add_again_is_another_node(bench: Bench, change: str) -> None:
    """What was away for a moment has its attributes of before, and its `::before` has another number."""
    style = ".c::before { content: 'x' } .off .c { display: none } [data-s=x]::before { content: none !important }"
    await bench.show(page_of(style))
    await bench.run(
        "list = document.querySelector('ul'); one = list.firstElementChild; one.className = 'c'; 0"
    )
    await quiet_look(bench)
    for _ in range(2):
        await bench.run(f"{change}; 0")
        # The browser's counters then hide that boxes were made.
        await bench.page.session.send(heap_profiler.collect_garbage())
        seen, fresh = await controller_of(bench.page).observer.capture(), await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == []
