"""Rules about the place of an element among others, as elements come, go and move (CD-17)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

HIDE = "{ visibility: hidden }"
STYLES = (
    f"li:first-child i {HIDE}", f"li:last-child {HIDE}", f"li:only-child {HIDE}", f"li:not(:last-child) b {HIDE}",
    f"li:nth-child(3n + 1) i {HIDE}", f"li:nth-last-child(2) {HIDE}", f"li:nth-child(2 of .a) {HIDE}",
    f"li:nth-last-child(1 of :not(.a)) i {HIDE}", f"li:nth-of-type(2) {HIDE}", f"p:last-of-type {HIDE}",
    f".a + .c {HIDE}", f".a + .b + .c i {HIDE}", f".c ~ .a b {HIDE}", f"p:first-child + ul li {HIDE}",
    f"ul:empty + p {HIDE}", f"ul:empty ~ p b {HIDE}", f"ul:not(:empty) > .a {HIDE}",
    f"li:has(+ .c) {HIDE}", f"li:has(~ .c) i {HIDE}", f".b:not(:has(+ *)) {HIDE}", f"ul:has(.c) .b {HIDE}",
    f"ul:has(> .c:first-child) .b {HIDE}", f"li:has(+ .c b) {HIDE}", f"section:has(.late) .a {HIDE}",
    f"ul {{ & > li:first-child {HIDE} > .b + .c {HIDE} }}", f".c {{ ul:has(&) .a {HIDE} }}",
    f".a {{ &:has(+ .b) i {HIDE} @media all {{ & + li {HIDE} }} }}",
    f":is(.x:first-child, .b) + .c {HIDE}", f"[class~=a] + li {HIDE}", f"[data-x='a + b > c'] li:last-child i {HIDE}",
    f"@scope (.nothing) {{ li + li {HIDE} }} li:first-child {HIDE}", f"@scope (ul) {{ li + .c {HIDE} }}",
    f"li:dir(rtl) {HIDE} li:first-child i {HIDE}", f"main li:last-child {HIDE} section > p + ul .a {HIDE}",
    f"section:has(> ul:empty) p {HIDE}", f"ul:has(:is(ul .c)) .b {HIDE}",
)  # fmt: skip
"""Rules whose elements are others once an element comes, goes or moves."""
UNFOLLOWED = (f"li:has(+ .c b) {HIDE}", f"@scope (ul) {{ li + .c {HIDE} }}")
"""Those after which a capture is taken."""
STEPS = 14
PAGE = """<main><section><p>One</p><ul data-x="a + b > c">{0}</ul><p>Two <b>bold</b></p><ul>{1}</ul></section>
<section><ul></ul><p>Three <b>bold</b></p><ul>{2}</ul></section></main><div>{3}</div>"""
CHANGE = """(seed) => {
  let n = seed; const dice = (most) => (n = (n * 48271) % 2147483647) % most;
  const lists = [...document.querySelectorAll('main ul, main section')];
  const list = lists[dice(lists.length)], items = [...list.children];
  const kind = dice(7), item = items[dice(items.length || 1)], other = lists[dice(lists.length)];
  const made = () => { const li = document.createElement('li'); li.className = 'abc'[dice(3)];
    li.innerHTML = '<i>new</i> <b>' + n + '</b>'; return li };
  if (kind === 0 || !item) list.append(made());
  else if (kind === 1) list.prepend(made());
  else if (kind === 2) item.before(made());
  else if (kind === 3) item.localName === 'li' ? item.remove() : item.after(made());
  else if (kind === 4) list.append(item);
  else if (kind === 5 && other.localName === 'ul' && item.localName === 'li') other.prepend(item);
  else if (list.localName === 'ul') list.replaceChildren();
  else { const p = document.createElement('p'); p.className = 'late'; p.textContent = 'late'; item.after(p); }
}"""


def page_of(style: str) -> str:
    """A page of lists whose items are of three classes, beside much that no rule names."""
    dice = random.Random(style)
    lists = [
        "".join(
            f"<li class={dice.choice('abc')}><i>{at}</i> <b>{name}</b></li>"
            for at in range(dice.randrange(1, 6))
        )
        for name in ("one", "two", "three")
    ]
    return f"<style>{style}</style>" + PAGE.format(*lists, "<p><a href=#>link</a> <b>text</b></p>" * 60)


@pytest.mark.parametrize("style", STYLES)
async def test_what_comes_or_goes_beside_an_element_is_seen(
    bench: Bench, captures: list[CaptureOptions], style: str
) -> None:
    await bench.show(page_of(style))
    await quiet_look(bench)
    observer, dice = controller_of(bench.page).observer, random.Random(style)
    spared = observer.spared
    for step in range(STEPS):
        await bench.page.evaluate(CHANGE, dice.randrange(1, 1 << 30))
        seen, fresh = await observer.capture(), await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == [], (style, step)
        assert seen.render() == fresh.render(), (style, step)
    assert observer.spared - spared == (0 if style in UNFOLLOWED else STEPS), observer.refusals


@pytest.mark.parametrize(
    ("style", "change"),
    [
        (f"section:has(.late) .a {HIDE}", "append"),
        (f".z li:last-child {HIDE}", "append"),
        (f"div + .z {HIDE} div ~ p {HIDE}", "append"),
        (f".c {{ ul:has(&) .late {HIDE} }}", "append"),
        (f"main:has(+ .late) {HIDE}", "append"),
        (f"div:nth-child(1 of :not(.q)) p {HIDE}", "append"),
        (f"@scope (.nothing) {{ div + div {HIDE} }}", "append"),
        (f"p:dir(rtl) {HIDE}", "prepend"),
        (f".q > div:last-child p {HIDE}", "append"),
    ],
)
async def test_rules_that_reach_elsewhere_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions], style: str, change: str
) -> None:
    """A layer that a page puts at the end of its body leaves almost all others as they are."""
    await bench.show(page_of(style))
    await quiet_look(bench)
    captures.clear()
    await bench.run(
        f"const d = document.createElement('div'); d.innerHTML = '<button>Over</button>'; document.body.{change}(d); 0"
    )
    seen = await controller_of(bench.page).observer.capture()
    assert len(captures) == 0, controller_of(bench.page).observer.refusals
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() == fresh.render()
