"""A note on handlers that could not be read in one busy moment is on no later view (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe.capture import handler_readings
from cdp_engine.observe.capture.handler_readings import HELD, HandlerReadings
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import seen_and_fresh

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

MANY = (
    "<p id=text>one</p><main></main>"
    "<script>document.querySelector('main').innerHTML = '<i>x</i>'.repeat(100)</script>"
)


def keep_busy(patch: pytest.MonkeyPatch) -> None:
    """Have what reads the handlers never come to an end by itself."""
    patch.setattr(handler_readings, "READ_MS", 20)

    def endless(_name: str) -> str:
        return "(() => { for (;;); })()"

    patch.setattr(handler_readings, "page_module", endless)


async def test_a_capture_without_handlers_is_no_base_of_updates(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.show(MANY)
    await controller_of(bench.page).tab.changes.settle(limit=10)
    with monkeypatch.context() as busy:
        keep_busy(busy)
        first = await controller_of(bench.page).observer.capture()
    assert first.context.notes == (HELD,)
    seen, fresh = await seen_and_fresh(bench, "text.textContent = 'two'")
    assert seen.context.notes == fresh.context.notes == ()
    assert seen.render() == fresh.render()


async def test_an_update_that_cannot_read_handlers_is_a_capture(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.show(
        f"{MANY}<script>main = document.querySelector('main'); main.__reactProps$a = {{}}</script>"
    )
    await controller_of(bench.page).tab.changes.settle(limit=10)
    await controller_of(bench.page).observer.capture()
    with monkeypatch.context() as busy:
        keep_busy(busy)
        await bench.run("text.onclick = () => 0; 0")
        seen = await controller_of(bench.page).observer.capture()
    assert seen.context.notes == (HELD,)


async def test_handlers_are_read_again_after_two_busy_moments_and_are_known_till_then(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.show(
        f"{MANY}<script>document.querySelector('i').__reactProps$a = {{onClick() {{}}}}</script>"
    )
    await controller_of(bench.page).tab.changes.settle(limit=10)

    async def look(text: str) -> tuple[tuple[str, ...], int]:
        await bench.run(f"text.textContent = '{text}'")
        seen = await controller_of(bench.page).observer.capture()
        return seen.context.notes, sum(node.tag == "i" for node in seen.interactive())

    assert await look("one") == ((), 1)
    with monkeypatch.context() as busy:
        keep_busy(busy)
        for number in range(4):
            assert await look(f"busy {number}") == ((HELD,), 1)
    later = [await look(f"later {number}") for number in range(12)]
    assert later[-1] == ((), 1)
    assert {handled for _, handled in later} == {1}


def test_a_page_that_always_holds_the_reading_is_read_seldom() -> None:
    readings, read = HandlerReadings(), 0
    for _ in range(500):
        if readings.is_due("L"):
            read += 1
            readings.held("L")
        else:
            readings.passes("L")
    assert read <= 10
    assert readings.note_of("L") == HELD
    assert not readings.is_open("L")
    readings.replaced("L")
    for _ in range(2000):
        readings.passes("L")
    assert (readings.is_due("L"), readings.note_of("L")) == (False, handler_readings.REPLACED)
