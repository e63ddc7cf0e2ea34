"""A page that has reacted is left after one frame where it leaves nothing to come; else what comes is in the answer."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.verify.evidence import coming_to_rest
from cdp_engine.verify.evidence.records import Rested
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02", "CD-17")]

PAGE = """<p id=at>0</p><p id=more></p><button id=b>Go</button><script>let n = 0;
  b.onclick = () => { n += 1; at.textContent = `Reacted ${n}`; further(() => { more.textContent = `Done ${n}`; }); };
  const further = %s;</script>"""

SLICES = """(done) => { const { port1, port2 } = new MessageChannel(); let left = 12;
  port1.onmessage = () => { const end = performance.now() + 5; while (performance.now() < end);
    left -= 1; if (left) port2.postMessage(0); else done(); };
  port2.postMessage(0); }"""

TRIES = 8
"""A busy machine says of a page that something may run yet, where nothing does."""


async def rested_at(stage: Stage, monkeypatch: pytest.MonkeyPatch, further: str) -> list[Rested]:
    """What a document says as it rests, of several clicks on the button of a page that goes on like this."""
    said: list[Rested] = []
    ask = coming_to_rest.rest_of

    async def heard(*given: Any, **options: Any) -> Rested | None:
        if rested := await ask(*given, **options):
            said.append(rested)
        return rested

    monkeypatch.setattr(coming_to_rest, "rest_of", heard)
    await stage.show(PAGE % further)
    for _ in range(TRIES):
        await stage.page.click(await stage.ref("Go"))
    return said


async def test_a_page_that_leaves_nothing_to_come_is_left_at_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not all(one.further for one in await rested_at(stage, monkeypatch, "(done) => done()"))


@pytest.mark.parametrize(
    "way", ["requestAnimationFrame", "setTimeout", "document.startViewTransition.bind(document)"]
)
async def test_a_page_that_leaves_something_to_come_is_not(
    way: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = await rested_at(stage, monkeypatch, way)
    assert first.further


async def test_a_change_that_a_page_draws_in_slices_is_in_the_answer(stage: Stage) -> None:
    await stage.show(PAGE % SLICES)
    for number in range(1, 5):
        result = await stage.page.click(await stage.ref("Go"))
        assert result.observation is not None
        assert f"Done {number}" in result.observation.text
