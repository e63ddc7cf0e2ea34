"""The answers to a caller, applied in order, equal the page: over many random steps on real widgets (FP-07)."""

from __future__ import annotations

import random
from copy import deepcopy
from pathlib import Path

import pytest

from cdp_engine import Observation, Page
from cdp_engine.engine import controller_of
from cdp_engine.engine.observing.reporter import Reporter
from cdp_engine.views import Replay, outline_lines
from cdp_engine.views.text.cells import rows_joined
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.soak, pytest.mark.timeout(900)]

WIDGETS = (
    "mui", "antd", "element-plus", "vuetify", "quasar", "primevue", "unstyled", "grid", "rows", "calendars",
)  # fmt: skip
"""Pages of real widgets (`tests/site/widgets`), which are ready once their applications run."""
STEPS = 200
READY = "new Promise(done => { const wait = () => window.ready ? done(true) : setTimeout(wait, 20); wait() })"
CHANGES = (Path(__file__).parent / "random_changes.js").read_text(encoding="utf-8")


def shown(observation: Observation, reporter: Reporter) -> list[str]:
    """The lines of the topmost layer: the top overlay that was reported, or the whole outline."""
    picture = reporter.tracker.caller_state
    assert picture is not None
    if picture.top is None:
        return observation.snapshot.render().split("\n")
    return rows_joined([line.text for line in outline_lines(picture.top.seen.snapshot, top=picture.top.top)])


class Caller:
    """What somebody holds who writes down each answer under its version, from that of its base."""

    def __init__(self) -> None:
        self._pictures: dict[int, Replay] = {}

    def take(self, answer: Observation) -> list[str]:
        """The picture after an answer."""
        picture = Replay() if answer.base is None else deepcopy(self._pictures[answer.base])
        picture.take(answer.kind, answer.text)
        self._pictures[answer.version] = picture
        return picture.lines


async def step(page: Page, dice: random.Random, view: Observation) -> tuple[str, Observation, bool]:
    """A click on something that does not lead away, or a change behind the engine's back.

    Called with what was done, the answer, and whether all went well.
    """
    here = [node for node in view.snapshot.interactive() if node.role != "link" and not node.covered_by]
    if here and dice.random() < 0.5:
        node = dice.choice(here)
        result = await page.click(node.ref, timeout=3.0)
        if result.observation is not None:
            return f"click {node!r}: {result.message}", result.observation, result.success
    did = await page.evaluate(CHANGES, dice.randrange(1 << 30))
    return f"change {did}", await page.observe(since=view.version), True


@pytest.mark.req("FP-07")
@pytest.mark.parametrize("name", WIDGETS)
async def test_base_and_differences_are_the_current_view_of_widgets(bench: Bench, name: str) -> None:
    await replayed(bench, f"widgets/{name}.html", STEPS)


async def shown_afresh(page: Page, address: str) -> None:
    """Show a page once its application runs."""
    await page.goto(address, wait_until="ready", timeout=30)
    if "/widgets/" in address:
        await page.evaluate(READY)


async def replayed(bench: Bench, path: str, steps: int) -> None:
    """Random steps on a page; after each, what was answered so far, applied in order, is the page."""
    page, dice = bench.page, random.Random(path)
    address = bench.site.url(path)
    await shown_afresh(page, address)
    caller, view = Caller(), await page.observe()
    caller.take(view)
    reported: dict[str, int] = {}
    for number in range(steps):
        if page.url.split("#")[0] != address:
            await shown_afresh(page, address)
            view = await page.observe()
            caller.take(view)
        did, answer, went_well = await step(page, dice, view)
        reported[answer.kind] = reported.get(answer.kind, 0) + 1
        lines = caller.take(answer)
        # An action that could not be carried out does not change what counts as reported (FP-09).
        if controller_of(page).observer.reporter.tracker.caller_version == answer.version:
            assert lines == shown(answer, controller_of(page).observer.reporter), (
                number,
                did,
                answer.kind,
                answer.text,
            )
        view = answer if went_well else view
    assert reported.get("delta", 0) > steps // 4, reported
    print(path, reported)
