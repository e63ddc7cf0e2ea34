"""What moves, is animated or scrolled inside, drawings and floats: updated without a capture, and as one (CD-17)."""

from __future__ import annotations

from collections import Counter

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look, seen_and_fresh

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

LIST = "<ul>" + "".join(f"<li class=l{n}><a href=#{n}>Line {n}</a> <b>{n}</b>" for n in range(120)) + "</ul>"
ICON = (
    "<svg width=20 height=20 viewBox='0 0 10 10'><title>an icon</title><defs><circle id=c r=2 /></defs>"
    "<g transform='translate(1 1)'><path d='M0 0L8 8' stroke=red /><use href=#c /></g></svg>"
)


async def follows(
    bench: Bench, captures: list[CaptureOptions], page: str, *changes: str, spared: bool = True
) -> None:
    """Each change in turn is reported as a capture finds it, and without one where `spared`."""
    await bench.show(f"<style>body {{ width: 700px }}</style>{page}{LIST}")
    await quiet_look(bench)
    for change in changes:
        captures.clear()
        before = Counter(controller_of(bench.page).observer.refusals)
        seen, fresh = await seen_and_fresh(bench, change)
        assert differences(seen.columns, fresh.columns) == [], change
        assert seen.render() == fresh.render(), change
        why = Counter(controller_of(bench.page).observer.refusals) - before
        assert len(captures) == 1 or not spared, (why, change)  # the other was ours


async def test_a_frame_that_takes_the_focus_is_followed(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        "<style>:focus { color: red } div:focus-within b { visibility: hidden }</style>"
        "<div><input id=own> <b>beside</b></div><iframe id=f srcdoc='<input id=in><p>text'></iframe>",
        "own.focus()", "f.contentDocument.getElementById('in').focus()", "own.focus()", "own.blur()",
    )  # fmt: skip


PAUSED = (
    "{{ let a = box.animate({}, {{ duration: 9000, fill: 'forwards' }});"
    " a.pause(); a.currentTime = 4000; window.a = a }}"
)


@pytest.mark.parametrize(
    ("frames", "spared"),
    [
        ("{ backgroundColor: ['red', 'blue'] }", True),
        ("{ width: ['100px', '300px'], marginTop: ['0px', '60px'] }", True),
        ("{ visibility: ['hidden', 'visible'] }", True),
        ("{ opacity: [1, 0] }", False),
        ("{ transform: ['none', 'translateX(90px)'] }", False),
    ],
)
async def test_what_an_animation_draws_is_followed(
    bench: Bench, captures: list[CaptureOptions], frames: str, spared: bool
) -> None:
    await follows(
        bench, captures,
        "<div id=box style='width: 90px; background: green'>moves <b>along</b></div><p id=p>after it</p>",
        PAUSED.format(frames), "a.currentTime = 7000", "p.textContent = 'other'", "scrollTo(0, 30)", "a.finish()",
        "a.cancel()",
        spared=spared,
    )  # fmt: skip


async def test_an_animated_layer_that_was_there_is_followed(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures,
        "<div id=box style='opacity: 0.4; transform: scale(1)'>moves <b>along</b></div><p>after it</p>",
        PAUSED.format("{ opacity: [1, 0], transform: ['translateX(0)', 'translateX(200px)'] }"),
        "a.currentTime = 0", "a.currentTime = 8000", "a.cancel()",
    )  # fmt: skip


async def test_an_animation_that_came_and_went_is_followed(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures, "<div id=box style='background: green'>moves</div>",
        "box.animate({ width: ['40px', '80px'] }, 60)",
        "box.animate({ color: ['red', 'blue'] }, { duration: 60, fill: 'both' })",
        spared=False,
    )  # fmt: skip


async def test_scrolling_animations_take_a_capture(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        "<style>@keyframes grow { to { width: 600px } } #box { animation: grow linear; animation-timeline: scroll() }"
        "</style><div id=box style='width: 90px'>grows</div><p id=p>text</p>",
        "scrollTo(0, 100)", "p.className = 'x'", "scrollTo(0, 0)", spared=False,
    )  # fmt: skip


async def test_inner_scrolling_moves_what_is_inside(bench: Bench, captures: list[CaptureOptions]) -> None:
    rows = "".join(f"<div class=row>row {n} <i>x</i></div>" for n in range(20))
    await follows(
        bench, captures,
        "<style>.row::before { content: '- ' } .top { position: sticky; top: 0 } .pin { position: absolute; top: 90px }"
        "</style><div id=box style='height: 80px; width: 300px; overflow: auto; position: relative'>straight inside"
        f"<div class=top>head</div>{rows}<div id=inner style='height: 40px; overflow: auto'>{rows}</div>"
        "<div class=pin>pinned <b>here</b></div></div><input id=field value='long text that does not fit' size=3>",
        "box.scrollTop = 50", "box.scrollTop = 9999", "inner.scrollTop = 30", "box.scrollTop = 10; scrollTo(0, 40)",
        "field.scrollLeft = 20; box.children[1].firstChild.data = 'other'",
    )  # fmt: skip


async def test_texts_in_other_letters_are_followed(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        "<style>.up { text-transform: uppercase } .low { text-transform: lowercase } .box { width: 300px }"
        ".box.on { width: 260px }</style><div class=box id=box><p class=up>stra\u00dfe <b id=b>bold</b></p>"
        "<p class=low>LOUD</p><span class=up> </span><button class=up>press</button></div>",
        "box.classList.add('on')", "b.textContent = 'other'", "b.className = 'low'",
    )  # fmt: skip


@pytest.mark.parametrize(
    "words", ["lang=tr>istanbul", "style='text-transform: capitalize'>two words", ">OΔΟΣ low"]
)
async def test_letters_that_are_not_certain_take_a_capture(
    bench: Bench, captures: list[CaptureOptions], words: str
) -> None:
    await follows(
        bench, captures,
        "<style>.up { text-transform: uppercase } .low, .low * { text-transform: lowercase }"
        ".on { margin: 9px }</style>"
        f"<div id=box class=up><p {words}</p></div>",
        "box.classList.add('on')", "box.className = 'low'", spared=False,
    )  # fmt: skip


async def test_drawings_move_with_what_they_are_in(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        "<style>#row { fill: green } #row.on { padding: 9px; color: red; fill: blue } .off { display: none }</style>"
        f"<div id=row><button>{ICON} Save</button> text</div><p>after</p>",
        "row.className = 'on'", "row.className = ''", "row.className = 'off'",
    )  # fmt: skip


async def test_a_drawing_of_another_size_takes_a_capture(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures,
        "<style>#row.on svg { width: 60px } .off { display: none } .gone path { display: none }</style>"
        f"<div id=row><button>{ICON} Save</button><svg><text y=20>words</text></svg></div>",
        "row.className = 'on'", "row.className = 'off'", "row.className = ''", "row.className = 'gone'",
        "row.className = ''", spared=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "declared",
    [
        "path { transform: scale(0) }", "path { translate: 5px 3px }", "g { rotate: 20deg }",
        "circle { r: 4px; cx: 9px }", "path { d: path('M2 2h9v9z') }", "rect { width: 3px; x: 1px }",
        "path { stroke: red; stroke-width: 6px; stroke-linejoin: round }",
    ],
)  # fmt: skip
async def test_parts_that_differ_in_a_drawing_are_followed(
    bench: Bench, captures: list[CaptureOptions], declared: str
) -> None:
    await follows(
        bench, captures,
        f"<style>.on {declared} .wide {{ color: red }}</style>"
        "<div id=row class=on><svg width=20 height=20 viewBox='0 0 24 24'><g><path d='M12 6a6 6 0 0 0 0 12z'/></g>"
        "<circle r=2 cx=4 cy=5 /><rect width=9 height=2 /></svg></div>",
        "row.className = 'wide'", "row.className = 'on'", spared=False,
    )  # fmt: skip


async def test_drawings_beside_what_changes_are_followed(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures,
        f"<style>.on {{ color: red }}</style><p><b id=t>one</b> {ICON} after</p><p id=row>{ICON} words</p>",
        "t.textContent = 'two'", "t.textContent = 'eleven'", "row.className = 'on'", "row.className = ''",
    )  # fmt: skip


FLOAT = "<div class=flow><i class=left>left</i>words around what floats, <b>some</b> more of them</div>"
FLOWING = "<style>.left { float: left; width: 50px } .on { height: 60px; width: 90% }</style>"


async def test_floats_elsewhere_do_not_matter(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        f"{FLOWING}<p id=p>text</p><div style='overflow: hidden; width: 400px'>{FLOAT}</div>"
        f"<div style='display: flex; width: 300px'>{FLOAT}</div><div style='columns: 2; width: 300px'>{FLOAT}</div>",
        "p.className = 'on'", "p.insertAdjacentHTML('afterend', '<p>one <b>more</b></p>')", "p.remove()",
    )  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('.left').style.width = '90px'", "p.className = 'on'", "p.style.float = 'left'",
        "p.remove()", "box.style.width = '200px'", "inner.style.display = 'none'", "box.style.columns = '2'",
        "document.querySelector('.flow').prepend('words ')",
    ],
)  # fmt: skip
async def test_texts_beside_floats_are_where_they_are(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await follows(
        bench, captures,
        f"{FLOWING}<div id=box><p id=p>text</p><div id=inner style='display: flow-root'>{FLOAT}</div>"
        f"{FLOAT}</div>after",
        change, "box.className = 'on'", spared=False,
    )  # fmt: skip


async def test_what_folded_details_hold_moves_with_them(bench: Bench, captures: list[CaptureOptions]) -> None:
    await follows(
        bench, captures,
        "<style>.on { height: 60px }</style><p id=p>text</p>"
        "<details id=d><summary>More</summary><p id=q>folded <b>away</b></p></details>",
        "d.open = true", "d.open = false", spared=False,
    )  # fmt: skip
    for change in ("p.className = 'on'", "p.insertAdjacentHTML('afterend', '<p>one more</p>')"):
        captures.clear()
        seen, fresh = await seen_and_fresh(bench, change)
        assert differences(seen.columns, fresh.columns) == [], change
        assert len(captures) == 1, controller_of(bench.page).observer.refusals


async def test_attributes_of_fields_and_links_are_followed(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await follows(
        bench, captures,
        "<style>[value='7'] { color: red } a[href*=b] { font-weight: bold }</style>"
        "<input id=field value=6><input id=tick type=checkbox value=1><a id=link href=#a>link</a><p>after</p>",
        "field.setAttribute('value', '7')", "field.value = 'typed'", "field.setAttribute('value', '8')",
        "tick.setAttribute('value', '2')", "link.setAttribute('href', '#b')",
    )  # fmt: skip


LAYERS = (
    "<style>.pos { position: relative } .abs { position: absolute } .on::before { content: 'x'; position: absolute }"
    ".faint { opacity: 0 } .half { opacity: 0.5 } .z { z-index: 2 } .unseen { visibility: hidden }</style>"
    "<div class=pos>around <b id=first class=pos>first</b> <i id=box>box</i> <b id=last class=pos>last</b></div>"
    "<div class=pos>plain <i id=alone>alone</i></div><p class=pos>behind</p>"
    "<style>.wide { padding: 9px; color: red }</style>"
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
        ("flex.className = 'z wide'", "flex.className = 'z'", "alone.className = 'pos'"),
        ("flex.className = ''", "alone.className = 'pos'"),
        ("first.className = 'pos z'", "box.className = 'pos'"),
        ("first.className = 'pos unseen'", "box.className = 'pos'", "first.className = 'pos'"),
        ("first.style.overflow = 'hidden'", "box.className = 'pos'", "first.className = ''"),
        ("box.style.cssText = 'overflow: hidden; display: block'", "alone.className = 'half'"),
        ("document.querySelector('.pos').className = ''", "box.className = 'pos'"),
        ("document.querySelector('p').className = 'half'", "box.className = 'pos z'"),
    ],
)
async def test_layers_that_come_and_go_are_those_of_a_capture(
    bench: Bench, captures: list[CaptureOptions], changes: tuple[str, ...]
) -> None:
    await follows(bench, captures, LAYERS, *changes, spared=False)
