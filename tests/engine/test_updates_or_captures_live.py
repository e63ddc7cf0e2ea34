"""When a page is updated and when it is captured: after clicks, for frameworks, where updates fail (CD-17)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.engine.observing import update_pause
from cdp_engine.engine.observing.update_pause import CAPTURES_BETWEEN, FAILURES
from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.observe.capture import listeners
from cdp_engine.protocol import heap_profiler
from cdp_engine.tab.changes import change_fingerprint
from cdp_engine.tab.state.tab_state import TabState
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import CHANGES, LIST, captures, differences, quiet_look

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]


ACTED_ON = (
    "<style>li {{ margin: 1px }} {rule}</style><nav><button id=other>Other</button> <i>note</i></nav>"
    f"{LIST}<p>Count <b id=t>5</b> left</p><label>Name <input id=field required></label>"
    "<script>b7.onclick = () => {{ {change} }}</script>"
)


@pytest.mark.parametrize(
    ("rule", "change", "spared"),
    [
        ("", "t.textContent = 'six'", True),
        ("button:hover { color: red; background: black }", "t.textContent = 'six'", True),
        ("li:hover i { visibility: hidden }", "b7.ariaPressed = 'true'", True),
        (".on { opacity: 0.5; cursor: pointer }", "b7.title = 'On'", True),
        (".on + i { cursor: pointer }", "b7.classList.add('on')", True),
        ("button:disabled { cursor: wait }", "b7.disabled = true", True),
        (":invalid { cursor: help }", "field.value = 'typed'", True),
        ("button:focus + i { display: none }", "1", True),
        (".on { position: relative; z-index: 2 }", "b7.className = 'on'", False),
        ("body:has(.on) p { opacity: 0 }", "b7.className = 'on'", False),
        ("button:hover { text-transform: uppercase }", "1", True),
        ("button:hover { text-transform: capitalize }", "1", False),
        ("button:hover::before { content: 'x' }", "1", True),
        ("", "document.styleSheets[0].cssRules[0].style.visibility = 'hidden'; t.textContent = 'six'", False),
        ("", "document.adoptedStyleSheets = [new CSSStyleSheet()]; t.textContent = 'six'", False),
    ],
)
async def test_what_a_click_changes_is_right_and_costs_a_capture_only_in_doubt(
    bench: Bench, captures: list[CaptureOptions], rule: str, change: str, spared: bool
) -> None:
    await bench.show(ACTED_ON.format(rule=rule, change=change))
    (await bench.page.click(await bench.ref("#other"))).raise_for_error()
    target = await bench.ref("#b7")
    await quiet_look(bench)
    captures.clear()
    result = await bench.page.click(target)
    assert result.observation is not None
    seen = await controller_of(bench.page).observer.capture()
    assert (captures == []) is spared
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() == fresh.render()


@pytest.mark.parametrize(
    ("change", "reads"),
    [
        ("b7.disabled = !b7.disabled", ""),
        ("b7.disabled = !b7.disabled; b7.addEventListener('click', () => {})", "reading"),
        ("b7.disabled = !b7.disabled; b7.after(document.createElement('i'))", "are_plain"),
        ("for (let at = 0; at < 70; at++) b7.after(document.createElement('i'))", "reading"),
    ],
)
async def test_frameworks_are_looked_for_again_only_where_an_element_or_a_listener_came(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch, change: str, reads: str
) -> None:
    read: set[str] = set()

    def count(name: str) -> None:
        asked = vars(listeners)[name]

        def counted(*given: object) -> object:
            read.add(name)
            return asked(*given)

        monkeypatch.setattr(listeners, name, counted)

    count("reading")
    count("are_plain")
    await bench.show(
        ACTED_ON.format(rule="", change="1") + f"<script>other.onclick = () => {{ {change} }}</script>"
    )
    other = await bench.ref("#other")
    for _ in range(2):
        (await bench.page.click(other)).raise_for_error()
        await quiet_look(bench)
    for _ in range(3):  # listeners that the browser has just collected are other listeners, too
        captures.clear()
        read.clear()
        (await bench.page.click(other)).raise_for_error()
        seen = await controller_of(bench.page).observer.capture()
        if read == {*reads.split()}:
            break
    assert (captures, read) == ([], {*reads.split()})  # a page that moves on while it is read is read again
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []


async def test_a_small_document_is_captured_again_where_elements_came(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 10_000)
    await bench.show(LIST)
    await quiet_look(bench)
    captures.clear()
    for change in ("b7.remove()", "b8.style.display = 'none'"):
        await bench.run(change + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        assert len(captures) == 1
        assert differences(seen.columns, (await bench.page.snapshot()).columns) == []
        captures.clear()
    assert controller_of(bench.page).observer.refusals["a small document"] >= 2


async def test_updates_that_fail_again_and_again_are_not_tried_for_a_while(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []
    traced = change_fingerprint.trace

    async def counted(
        state: TabState, *, retell: bool = False, **more: Any
    ) -> change_fingerprint.Trace | None:
        tried.append(retell)
        return await traced(state, retell=retell, **more)

    async def changed(script: str) -> tuple[bool, bool]:
        """Whether an update was tried, and whether a capture was made."""
        tried.clear()
        captures.clear()
        await bench.run(script + "; 0")
        seen = await observer.capture()
        found = any(tried), bool(captures)
        assert await observer.capture() is seen
        assert differences(seen.columns, (await capture(tab, CaptureOptions(), tab_refs)).columns) == []
        return found

    page = f"{LIST}<style>li:has(+ li [data-on='1']) i {{ opacity: 0 }}</style><p>shown</p>"
    await bench.show(page)
    tab, observer = controller_of(bench.page).tab, controller_of(bench.page).observer
    tab_refs = controller_of(bench.page).refs
    monkeypatch.setattr(change_fingerprint, "trace", counted)
    monkeypatch.setattr(update_pause, "FAILURES", FAILURES)
    # A collection while no update is tried drops listeners of earlier captures, and the page counts as changed.
    await bench.page.session.send(heap_profiler.collect_garbage(), timeout=30)
    await quiet_look(bench)
    before = Counter(observer.refusals)
    scripts = [f"b7.setAttribute('data-on', {step % 2})" for step in range(FAILURES + CAPTURES_BETWEEN)]
    found = [await changed(script) for script in scripts]
    assert found == [(True, True)] * FAILURES + [(False, True)] * CAPTURES_BETWEEN
    assert list((Counter(observer.refusals) - before).values()) == [len(scripts)]
    assert await changed("b8.textContent = 'Eight'") == (True, False)
    for script in scripts[1 : 1 + FAILURES]:
        assert await changed(script) == (True, True)
    assert await changed(scripts[0]) == (False, True), observer.refusals
    await bench.show(page)
    await quiet_look(bench)
    assert await changed("b8.textContent = 'Eight'") == (True, False)


async def test_random_changes_look_like_a_capture_from_scratch(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show(
        f"<style id=sheet>p{{margin:2px}}</style><main><h1>Page</h1>{LIST}<p>Some <b>bold</b> words</p>"
        "<label>Name <input></label><input type=checkbox><div id=box style='height:60px;overflow:auto'><p>a<p>b<p>c"
        "<p>d<p>e</div><table style='width:300px'><tr><td>1<td>2<tr><td>3<td>4</table><a href=#>link</a></main>"
        "<iframe srcdoc='<p>framed</p>'></iframe><div style='height:900px'></div>"
    )
    await quiet_look(bench)
    captures.clear()
    dice = random.Random(4)
    spared = 0
    for step in range(70):
        did = await bench.page.evaluate(CHANGES, dice.randrange(1 << 30))
        made = len(captures)
        seen = await controller_of(bench.page).observer.capture()
        spared += len(captures) == made
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], (step, did)
        assert seen.documents == fresh.documents, (step, did)
        assert seen.context.url == fresh.context.url, (step, did)
        assert seen.render() == fresh.render(), (step, did)
    assert spared >= 16
