"""Layers that come, go or are painted in another order are numbered as a capture numbers them (CD-17)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look, seen_and_fresh
from tests.engine.test_moving_pages_live import LIST, follows

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

STYLES = (
    "<style>.pos { position: relative } .abs { position: absolute } .fixed { position: fixed; top: 9px }"
    ".faint { opacity: 0 } .half { opacity: 0.5 } .z { z-index: 2 } .below { z-index: -1 } .clips { overflow: hidden }"
    ".unseen { visibility: hidden } .seen { visibility: visible } .turned { transform: scale(1) }"
    ".alone { isolation: isolate } .on::before { content: 'x'; position: absolute } .flat::before { content: 'w' }"
    ".end::after { content: 'y'; position: relative } .flex { display: flex } .wide { padding: 9px; color: red }"
    ".gone { display: none } .stuck { position: sticky; top: 0 } .coming { will-change: transform, opacity }"
    ".boxed { contain: paint } .crowd { backface-visibility: hidden }</style>"
)
CLASSES = (
    "pos", "abs", "fixed", "faint", "half", "z", "below", "unseen", "seen", "clips", "turned", "alone", "on", "end",
    "flat", "flex", "wide", "gone", "stuck", "coming", "boxed", "crowd",
)  # fmt: skip
FOLD = "<details class=part><summary>s</summary>folded <p>away</p> <p class=pos>more</p></details>"
FRAME = "<iframe srcdoc='<p style=position:relative>in<p id=x style=opacity:.5>frame'></iframe>"
PAGE = (
    f"{STYLES}<div id=around class=pos>around <b id=first class=pos>first</b> <i id=box>box</i>"
    " <b id=last class=pos>last</b></div>"
    "<div class=pos>plain <i id=alone>alone</i></div><p id=p class=pos>behind</p>"
    "<div style='display: flex'><span id=flex class=z>item</span></div>"
)


@pytest.mark.parametrize(
    "changes",
    [
        ("box.className = 'pos'", "box.className = ''"),
        ("box.className = 'on'", "first.className = 'pos on'", "box.className = ''"),
        ("alone.className = 'pos'", "box.className = 'pos'", "alone.className = 'pos half'"),
        ("first.className = 'pos faint'", "first.className = 'pos'", "last.className = 'pos half'"),
        ("last.className = ''", "last.innerHTML = '<u class=pos>new</u>'", "first.remove()"),
        ("flex.className = 'z wide'", "flex.className = ''", "alone.className = 'pos'"),
        ("first.className = 'pos z'", "box.className = 'pos'", "last.className = 'pos below'"),
        ("first.className = 'pos unseen'", "box.className = 'pos'", "first.className = 'pos'"),
        ("first.style.overflow = 'hidden'", "box.className = 'pos'", "first.className = ''"),
        ("p.className = 'clips'", "alone.className = 'half'", "p.className = ''", "p.className = 'half z'"),
        ("around.className = ''", "box.className = 'pos'", "around.className = 'half'", "around.className = 'z pos'"),
        ("p.className = 'half'", "box.className = 'pos z'", "box.className = 'pos end on'"),
    ],
)  # fmt: skip
async def test_layers_that_come_and_go_are_those_of_a_capture(
    bench: Bench, captures: list[CaptureOptions], changes: tuple[str, ...]
) -> None:
    await follows(bench, captures, PAGE, *changes)


async def test_what_closed_details_clip_is_painted_where_they_are(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    folded = "<details><summary>s</summary><div class=clips>a <b class=clips>b</b></div></details>"
    await follows(
        bench, captures, PAGE + folded, "box.className = 'pos'", "p.className = 'half z'", "box.remove()"
    )


@pytest.mark.parametrize(
    ("page", "changes"),
    [
        # a context without a position, which its style does not show in the snapshot
        (
            "<div id=box class=clips>a <b class=pos>b</b></div><p class=pos>c</p>",
            ("box.className = 'clips half'",),
        ),
        # the documents of frames have numbers among those of the page
        (f"<div id=box class=clips>a</div>{FRAME}<p class=pos>c</p>", ("box.remove()",)),
        # what is hidden is painted for its visible contents
        ("<div class='pos unseen'>a <b id=box class=seen>b</b></div><p class=pos>c</p>", ("box.remove()",)),
    ],
)
async def test_layers_that_style_alone_does_not_show_are_those_of_a_capture(
    bench: Bench, captures: list[CaptureOptions], page: str, changes: tuple[str, ...]
) -> None:
    await follows(bench, captures, STYLES + page, *changes, spared=False)


async def test_the_layer_of_a_placeholder_goes_with_it(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        "<input id=one placeholder=name><input id=two value=x placeholder=other>"
        "<textarea id=three placeholder=t></textarea><input id=four type=number placeholder=3>"
        f"<input id=five placeholder=''>{FRAME}<p style='position: relative'>p</p>",
        "one.value = 'v'", "two.value = ''", "one.value = ''", "three.value = 't'", "four.value = '7'",
        "five.value = 'x'", "one.value = 'w'; two.value = 'v'",
    )  # fmt: skip


async def test_what_a_style_sheet_adds_without_a_size_moves_along(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures,
        "<style>.dot::before { content: ''; } .pin::after { content: ''; position: absolute }</style>"
        "<p id=p>above</p><div><div class=dot><b>in</b></div><div class=pin><b>in</b></div></div>",
        "p.style.marginTop = '9px'", "p.remove()",
    )  # fmt: skip


async def test_lines_that_move_in_a_box_that_does_not_are_followed(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures,
        "<div><b id=box>w<div>block</div></b><b>first <div>block</div> <u>last</u></b></div>",
        "box.insertAdjacentHTML('beforeend', '<u>new</u>')", "box.lastChild.remove()",
        spared=False,
    )  # fmt: skip


def random_page(dice: random.Random) -> str:
    """Elements in elements, with a few classes each, a field and a frame."""

    def part(level: int) -> str:
        classes = " ".join(dice.sample(CLASSES, dice.choice((0, 0, 1, 2))))
        inside = "".join(part(level + 1) for _ in range(dice.randrange(4))) if level < 4 else ""
        tag = "div" if inside else dice.choice(("div", "b"))
        own = dice.choice(("", "", "", "<input size=3>", FRAME if level < 2 else ""))
        return f"<{tag} class='part {classes}'>{dice.choice(('word ', ''))}{inside}{own}</{tag}>"

    return STYLES + "".join(part(0) for _ in range(5)) + FOLD + "<p id=last>last</p>"


def random_change(dice: random.Random) -> str:
    """A change of some of its parts."""
    place, name = dice.randrange(1000), dice.choice(CLASSES)
    part = f"(parts => parts[{place} % parts.length] ?? last)(document.querySelectorAll('.part'))"
    return dice.choice(
        (
            f"{part}.classList.toggle('{name}')",
            f"{part}.className = 'part {name} {dice.choice(CLASSES)}'",
            f"{part}.insertAdjacentHTML('beforeend', '<u class=\"part {name}\">new</u>')",
            f"{part}.remove()",
        )
    )


@pytest.mark.parametrize("seed", range(3))
async def test_random_layers_are_those_of_a_capture(
    bench: Bench, captures: list[CaptureOptions], seed: int
) -> None:
    dice = random.Random(f"layers {seed}")
    await bench.show(f"<style>body {{ width: 700px }}</style>{random_page(dice)}{LIST}")
    await quiet_look(bench)
    why: Counter[str] = Counter()
    for _ in range(24):
        captures.clear()
        change = random_change(dice)
        before = Counter(controller_of(bench.page).observer.refusals)
        seen, fresh = await seen_and_fresh(bench, change)
        assert differences(seen.columns, fresh.columns) == [], change
        why += Counter(controller_of(bench.page).observer.refusals) - before or Counter(
            {"": len(captures) == 1}
        )
    print(why)
    assert why[""] > 6, why
