"""An observation costs what has changed, and shows what a capture from scratch would show (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.protocol import heap_profiler
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import LIST, captures, differences, quiet_look, seen_and_fresh

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]


TWINS = """<style>.read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
#away { position: absolute; left: -9999px }</style>
<p id=chip><span class=read id=says>Tag harbour, 1 of 2</span><span aria-hidden=true id=drawn>harbour</span></p>
<p><span id=away>$19.99</span><span aria-hidden=true><b>$</b><b>19</b><b>.</b><sup>99</sup></span></p>
<p>Shown <span class=read>and read</span><span aria-hidden=true>beside what is shown</span></p>
<button><span class=read>Rate 1</span><span aria-hidden=true>one star</span></button>
<p><span class=read>2 results</span><i aria-hidden=true style="visibility:hidden">measured</i></p>
<p><span class=read>Checked</span><i aria-hidden=true>✓</i></p><p aria-hidden=true>decoration</p>"""


async def test_a_text_drawn_in_place_of_one_that_is_only_read_is_shown(bench: Bench) -> None:
    await bench.show(TWINS)
    text = (await quiet_look(bench)).render()
    assert "harbour\n$19.99\nShown\n" in text
    assert not [
        said
        for said in ("Tag harbour", "beside what", "one star", "measured", "✓", "decoration")
        if said in text
    ]
    for script, shown in (
        ("drawn.textContent = 'boats'", "boats\n$19.99"),
        ("says.classList.remove('read')", "Tag harbour, 1 of 2\n$19.99"),
        ("says.classList.add('read')", "boats\n$19.99"),
        ("says.remove()", "\n$19.99"),
    ):
        seen, fresh = await seen_and_fresh(bench, script)
        assert shown in seen.render()
        assert ("boats" in seen.render()) == ("boats" in shown)
        assert differences(seen.columns, fresh.columns) == []


async def test_nothing_new_costs_no_capture(bench: Bench, captures: list[CaptureOptions]) -> None:
    await bench.show("<p>one</p><button>Go</button>")
    first = await quiet_look(bench)
    captures.clear()
    assert await controller_of(bench.page).observer.capture() is first
    assert captures == []


@pytest.mark.parametrize(
    "change",
    [
        "b7.textContent = 'Other 7'",
        "b7.firstChild.data = 'A much longer label than it had before'",
        "b7.textContent = 'x'; b8.textContent = 'y'; document.querySelectorAll('i')[20].textContent = 'N'",
        "b9.ariaLabel = 'with a text'; b10.textContent = 'beside'",
        "b7.disabled = true; b8.disabled = true; b8.textContent = 'Off'",
        "check.checked = true; field.value = 'typed'",
        "t.textContent = 'Much more text in the paragraph'",
        "frame.contentDocument.querySelector('b').textContent = 'inside'",
        "lab.textContent = 'Name'",
        "own.textContent = 'Named by me'; b7.style.display = 'none'",
        "t.textContent = 'text that needs several lines '.repeat(90)",
        "cell.textContent = 'wide wide wide wide'",
    ],
)
async def test_changed_texts_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(
        f"{LIST}<p>Count <b id=t>5</b> left over</p><input id=field><input type=checkbox id=check>"
        "<table style='width:300px'><tr><td id=cell>a<td>b<tr><td>c<td>d</table>"
        "<iframe id=frame srcdoc='<p>The <b>text</b> in it</p>'></iframe><label id=lab for=field>First</label>"
        "<span id=own>Mine</span><button aria-labelledby=own></button>"
    )
    before = await quiet_look(bench)
    captures.clear()
    await bench.run(change + "; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert captures == []
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() != before.render()
    assert seen.render() == fresh.render()


@pytest.mark.parametrize(
    "change",
    [
        "b7.setAttribute('aria-expanded', 'true'); b8.ariaPressed = 'true'",
        "b7.setAttribute('aria-label', 'Called otherwise'); b9.dataset.turn = '2'",
        "b7.className = 'no rule is about'; b7.setAttribute('role', 'tab'); b7.setAttribute('aria-selected', 'true')",
        "panel.setAttribute('aria-hidden', 'true')",
        "panel.setAttribute('aria-disabled', 'true'); inner.setAttribute('tabindex', '0')",
        "own.id = 'else'; here.setAttribute('href', '/there'); field.required = true",
        "lab.htmlFor = 'other'; field.name = 'renamed'; pass.setAttribute('data-value', 'hunter')",
        "box.setAttribute('class', 'btn'); inner.setAttribute('role', 'button')",
        "frame.contentDocument.querySelector('button').setAttribute('aria-pressed', 'mixed')",
        "host.shadowRoot.querySelector('button').setAttribute('aria-label', 'In the shadow')",
    ],
)
async def test_changed_attributes_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(
        f"{LIST}<div id=panel><b id=inner>In</b> <button>Within</button></div><span id=own>Mine</span>"
        "<button aria-labelledby=own>x</button><label id=lab for=field>First</label><input id=field required>"
        "<label><input id=other type=checkbox>Second</label><a id=here href=#here>here</a>"
        "<input id=pass type=password value=hunter><div id=box>Box</div><div id=host></div>"
        "<iframe id=frame srcdoc='<button>framed</button>'></iframe>"
        "<script>host.attachShadow({mode: 'open'}).innerHTML = '<button>deep</button>'</script>"
    )
    await quiet_look(bench)
    for attempt in (change, "b0.ariaExpanded = 'true'", "b0.ariaExpanded = null"):
        # The listeners that captures have left are collected now, not during the attempt.
        await bench.page.session.send(heap_profiler.collect_garbage(), timeout=30)
        await controller_of(bench.page).observer.capture()
        captures.clear()
        await bench.run(attempt + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        assert captures == [], (attempt, dict(controller_of(bench.page).observer.refusals))
        assert "hunter" not in repr(seen.columns)
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], attempt
        assert seen.stats.interactive == fresh.stats.interactive
        assert seen.render() == fresh.render()


async def test_what_a_capture_marks_is_no_news(bench: Bench, captures: list[CaptureOptions]) -> None:
    await bench.show(
        f"{LIST}<i id=i0>listens</i><input id=field><input type=checkbox required><script>field.focus()</script>"
    )
    await quiet_look(bench)
    captures.clear()
    before = await controller_of(bench.page).observer.capture()
    assert "focused" in before.columns.states.values().__repr__()
    assert await controller_of(bench.page).observer.capture() is before
    await bench.run("b0.ariaExpanded = 'true'; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert await controller_of(bench.page).observer.capture() is seen
    assert captures == []
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    for change in ("addEventListener('click', b0.own = () => {})", "removeEventListener('click', b0.own)"):
        await bench.run(f"i0.{change}; 0")
        seen = await controller_of(bench.page).observer.capture()
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == []


async def test_texts_and_attributes_in_turn_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show(LIST)
    await quiet_look(bench)
    captures.clear()
    for change in (
        "b3.textContent = 'A much longer label than before'",
        "b3.ariaExpanded = 'false'; b4.dataset.seen = '1'",
        "b5.firstChild.data = 'Five'",
        "b5.ariaLabel = 'Number five'",
    ):
        await bench.run(change + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        assert captures == [], change
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], change
        assert seen.render() == fresh.render()


FOLLOWED = (
    "b7.insertAdjacentHTML('afterend', '<a href=#>new</a>')",
    "b7.textContent = ''",
    "up.textContent = 'shown in capitals'",
    "b8.setAttribute('aria-expanded', 'true')",
)
"""Changes after which it is known what a rule with `:has()` may style, and in which letters a text is drawn."""


@pytest.mark.parametrize(
    "change",
    [
        "b7.setAttribute('data-on', '1')",
        "b9.setAttribute('slot', 'x')",
        "b9.setAttribute('onclick', 'go()')",
        "check.setAttribute('aria-labelledby', ''); check.ariaLabelledByElements = [b9]",
        *FOLLOWED,
        "document.title = 'Else'",
        "up.style.textTransform = 'capitalize'",
    ],
)
async def test_what_reaches_further_costs_a_capture_and_is_right(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(
        f"{LIST}<label id=lab for=field>First</label><input id=field><span id=own>Mine</span>"
        "<button aria-labelledby=own></button><div><span id=near>Size</span><input></div><p id=big>small</p>"
        "<input type=checkbox id=check><p id=up style='text-transform:uppercase'>loud</p>"
        "<table><tr><td id=cell>a<td>b<tr><td>c<td>d</table>"
        "<style>[data-on] { opacity: 0 } li:has([aria-expanded=true]) i { visibility: hidden }</style>"
    )
    await quiet_look(bench)
    captures.clear()
    await bench.run(change + "; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert len(captures) == (0 if change in FOLLOWED else 1)
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []


async def test_white_space_between_hidden_elements_is_read_in_one_pass(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    hidden = "<input type=hidden>\n" * 60
    await bench.show(f"<div id=row>Begins {hidden}<b id=t>5</b>\n{hidden} ends</div>" + LIST)
    await quiet_look(bench)
    for script in (
        "row.lastChild.data = ' is over'",
        "t.textContent = 'Sixty'",
        "row.firstChild.data = 'Here'",
    ):
        seen, fresh = await seen_and_fresh(bench, script)
        assert differences(seen.columns, fresh.columns) == []
