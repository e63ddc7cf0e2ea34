"""A capture made while the page comes to rest is used only where the page did not change after it (CD-05, CD-17)."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine import ActionResult, expect
from cdp_engine.engine import controller_of
from cdp_engine.engine.observing.observation_cache import CaptureCache
from cdp_engine.observe import Snapshot
from cdp_engine.tab import ProofAhead
from cdp_engine.tab.state.tab_state import TabState
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-05", "CD-17")]

PAGE = (
    "<p id=p>none</p><p id=q>before</p>"
    "<button id=go onclick='p.textContent = `clicked ${performance.now()}`; requestAnimationFrame(() => 0)'>Go</button>"
)
TRIES = 8
"""On a busy machine the first quiet frame may come too late for a capture of its own."""


def version_of(result: ActionResult) -> int:
    assert result.observation is not None
    return result.observation.version


async def test_what_changes_after_an_early_capture_is_in_the_answer(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Snapshot] = []
    take = CaptureCache.take

    async def disturbed(cache: CaptureCache, *given: Any, **options: Any) -> Snapshot:
        taken.append(await take(cache, *given, **options))
        if len(taken) == 1:
            await bench.run(
                "q.textContent = 'after'; q.insertAdjacentHTML('afterend', '<button>New</button>')"
            )
        return taken[-1]

    async def unasked(state: TabState, timeout: float) -> None:
        return None  # a proof that is asked for before the page changes would be right

    monkeypatch.setattr(ProofAhead, "requested", unasked)
    await bench.show(PAGE)
    await bench.page.observe()
    go = await bench.ref("go")
    result = await bench.page.click(go)
    for _ in range(TRIES):
        taken.clear()
        monkeypatch.setattr(CaptureCache, "take", disturbed)
        result = await bench.page.click(go)
        monkeypatch.setattr(CaptureCache, "take", take)
        if len(taken) > 1:
            break
        await bench.run("document.querySelectorAll('p + button:not(#go)').forEach(one => one.remove())")
        await bench.page.observe()
    assert len(taken) == 2, "no capture was made while the page came to rest"
    assert taken[0] is not taken[1]
    assert result.observation is not None
    assert result.observation.snapshot is taken[1]
    assert "New" in result.observation.text
    fresh = await controller_of(bench.page).observer.capture(fresh=True)
    assert result.observation.snapshot.columns.text == fresh.columns.text


async def test_an_early_capture_is_the_answer_where_nothing_changes_after_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Snapshot] = []
    take = CaptureCache.take

    async def noted(cache: CaptureCache, *given: Any, **options: Any) -> Snapshot:
        taken.append(await take(cache, *given, **options))
        return taken[-1]

    await bench.show(PAGE)
    await bench.page.observe()
    go = await bench.ref("go")
    result = await bench.page.click(go)
    monkeypatch.setattr(CaptureCache, "take", noted)
    for _ in range(TRIES):
        taken.clear()
        result = await bench.page.click(go)
        if len(taken) == 2 and taken[0] is taken[1]:
            break
    assert len(taken) == 2
    assert taken[0] is taken[1]
    assert result.observation is not None
    assert "clicked" in result.observation.text


async def test_what_changes_after_the_proof_of_an_update_is_in_the_next_answer(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ProofAhead | None] = []
    requested, take = ProofAhead.requested, CaptureCache.take

    async def disturbed(state: TabState, timeout: float) -> ProofAhead | None:
        asked.append(await requested(state, timeout))
        await bench.run("q.textContent = `after ${performance.now()}`")
        return asked[-1]

    async def rested(cache: CaptureCache, *given: Any, **options: Any) -> Snapshot:
        return await take(cache, *given, **options | {"ahead": options.get("ahead") and (lambda: True)})

    monkeypatch.setattr(ProofAhead, "requested", disturbed)
    monkeypatch.setattr(CaptureCache, "take", rested)
    await bench.show(PAGE)
    await bench.page.observe()
    go = await bench.ref("go")
    for expected in (None, "clicked", "after", None):
        version = 0
        asked.clear()
        for _ in range(TRIES):
            wanted = expect.appears(text=expected) if expected else None
            version = version_of(await bench.page.click(go, expect=wanted))
            if asked:
                break
        assert asked, "no update was made while the page came to rest"
        now = await bench.page.observe(since=version)
        fresh = await controller_of(bench.page).observer.capture(fresh=True)
        assert now.snapshot.columns.text == fresh.columns.text
        assert any(text.startswith("after") for text in fresh.columns.text)


@pytest.mark.parametrize("late", [False, True])
async def test_a_proof_that_is_not_used_hides_no_change(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    requested, take = ProofAhead.requested, CaptureCache.take

    async def changed_before(state: TabState, timeout: float) -> ProofAhead | None:
        await bench.run("q.textContent = `after ${performance.now()}`")
        return await requested(state, timeout)

    async def rested(cache: CaptureCache, *given: Any, **options: Any) -> Snapshot:
        ahead = options.get("ahead") and (lambda: True)
        laid_out = options.get("laid_out", False) and (ahead is not None or not late)
        return await take(cache, *given, **options | {"ahead": ahead, "laid_out": laid_out})

    await bench.show(PAGE)
    await bench.page.observe()
    go = await bench.ref("go")
    await bench.page.click(go)
    monkeypatch.setattr(ProofAhead, "requested", changed_before)
    monkeypatch.setattr(CaptureCache, "take", rested)
    for _ in range(TRIES):
        result = await bench.page.click(go)
        assert result.observation is not None
        fresh = await controller_of(bench.page).observer.capture(fresh=True)
        assert result.observation.snapshot.columns.text == fresh.columns.text
        assert any("clicked" in text for text in fresh.columns.text)
