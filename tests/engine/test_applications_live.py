"""Random steps of every kind on applications: what was answered, put together, is the page as a capture finds it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cdp_engine import ActionResult, Observation, Page
from cdp_engine.engine import controller_of
from cdp_engine.engine.observing import update_pause
from cdp_engine.errors import InvalidInput
from cdp_engine.observe import CaptureOptions, VirtualNode, capture
from cdp_engine.tab.changes import change_fingerprint
from tests.engine.conftest import Bench
from tests.engine.test_incremental_live import differences
from tests.engine.test_replay_live import CHANGES, Caller, shown, shown_afresh

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.soak, pytest.mark.timeout(2400)]

APPLICATIONS = (
    "corpus/quasar.html", "corpus/webawesome.html", "corpus/aggrid.html", "corpus/swagger.html", "act/react.html",
    "track/vue.html", "widgets/mui.html", "widgets/element-plus.html",
)  # fmt: skip
STEPS = 625
"""5,000 on the eight."""
HERE = Path(__file__).parent
FURNITURE = (HERE / "furniture.js").read_text(encoding="utf-8")
BEHIND = (
    CHANGES,
    (HERE / "random_structure.js").read_text(encoding="utf-8"),
    (HERE / "random_styles.js").read_text(encoding="utf-8"),
)
KEYS = (
    "Tab",
    "Shift+Tab",
    "Enter",
    "Escape",
    "ArrowDown",
    "ArrowUp",
    "Home",
    "End",
    "Space",
    "a",
    "Backspace",
)
FIELDS = ("textbox", "searchbox", "combobox", "spinbutton", "slider")


class Stepper:
    """Carries out random steps on a page, of which each is an action or a change behind the engine's back."""

    def __init__(self, page: Page, dice: random.Random) -> None:
        self._page = page
        self._dice = dice
        self._kinds: tuple[tuple[int, Callable[[list[VirtualNode]], Awaitable[ActionResult]]], ...] = (
            (30, self._click), (8, self._press), (8, self._fill), (6, self._scroll), (6, self._hover), (4, self._drag),
        )  # fmt: skip

    async def step(self, view: Observation) -> tuple[str, Observation, bool]:
        """One step: what was done, the answer, and whether all went well."""
        dice, page = self._dice, self._page
        here = [node for node in view.snapshot.interactive() if node.role != "link" and not node.covered_by]
        if here and dice.random() < 0.6:
            act = dice.choices([one for _, one in self._kinds], [share for share, _ in self._kinds])[0]
            result = await act(here)
            if result.observation is not None:
                return f"{result.action}: {result.message}", result.observation, result.success
        if dice.random() < 0.08:
            did = f"emulate {await self._emulate()}"
        else:
            did = f"change {await page.evaluate(dice.choice(BEHIND), dice.randrange(1 << 30))}"
        return did, await page.observe(since=view.version), True

    async def _click(self, here: list[VirtualNode]) -> ActionResult:
        return await self._page.click(self._dice.choice(here).ref, timeout=3.0)

    async def _press(self, _here: list[VirtualNode]) -> ActionResult:
        return await self._page.press(self._dice.choice(KEYS), timeout=3.0)

    async def _fill(self, here: list[VirtualNode]) -> ActionResult:
        fields = [node for node in here if node.role in FIELDS] or here
        return await self._page.fill(self._dice.choice(fields).ref, str(self._dice.randrange(9)), timeout=3.0)

    async def _scroll(self, here: list[VirtualNode]) -> ActionResult:
        target = self._dice.choice([None, self._dice.choice(here).ref])
        direction = self._dice.choice(("down", "up"))
        return await self._page.scroll(target, direction, self._dice.choice((40, 200, None)), timeout=3.0)

    async def _hover(self, here: list[VirtualNode]) -> ActionResult:
        return await self._page.hover(self._dice.choice(here).ref, timeout=3.0)

    async def _drag(self, here: list[VirtualNode]) -> ActionResult:
        if len(here) == 1:
            return await self._click(here)
        source, destination = self._dice.sample(here, 2)
        try:
            return await self._page.drag(source.ref, destination.ref, timeout=3.0)
        except InvalidInput:  # one of them is in a frame of another process
            return await self._click(here)

    async def _emulate(self) -> str:
        viewport = self._dice.choice(((800, 600), (1280, 720)))
        scheme = self._dice.choice(("light", "dark"))
        await self._page.emulate(viewport=viewport, color_scheme=scheme)
        return f"{viewport} {scheme}"


async def unlike_a_capture(page: Page) -> list[str]:
    """What the newest snapshot of the page and a capture that knows nothing before it have not in common."""
    controller = controller_of(page)
    seen = await controller.observer.capture()
    fresh = await capture(controller.tab, CaptureOptions(), controller.refs)
    found = differences(seen.columns, fresh.columns)
    if not found and seen.render() != fresh.render():
        found = ["render"]
    return found


async def furnished(bench: Bench, address: str) -> None:
    """Show the application and put the furniture below it."""
    await shown_afresh(bench.page, address)
    await bench.page.evaluate(FURNITURE, bench.site.url("engine/foreign.html", host="b.test"))


@pytest.mark.req("FP-07", "CD-17")
@pytest.mark.parametrize("path", APPLICATIONS)
async def test_answers_put_together_are_the_page_and_the_page_is_a_capture(
    bench: Bench, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 0)
    monkeypatch.setattr(update_pause, "FAILURES", 1_000_000)
    page, dice = bench.page, random.Random(path)
    stepper, reporter = Stepper(page, dice), controller_of(page).observer.reporter
    address = bench.site.url(path)
    await furnished(bench, address)
    caller, view = Caller(), await page.observe()
    caller.take(view)
    reported: Counter[str] = Counter()
    moving = 0
    for number in range(STEPS):
        if page.url.split("#")[0] != address or not await page.evaluate("!!window.furniture"):
            await furnished(bench, address)
            view = await page.observe()
            caller.take(view)
        did, answer, went_well = await stepper.step(view)
        reported[answer.kind] += 1
        lines = caller.take(answer)
        # An action that could not be carried out does not change what counts as reported (FP-09).
        if reporter.tracker.caller_version == answer.version:
            assert lines == shown(answer, reporter), (number, did, answer.kind, answer.text)
        for _ in range(3):
            await controller_of(page).tab.changes.settle(limit=10)
            if not (unlike := await unlike_a_capture(page)):
                break
            print("moving", path, number, did, unlike)
            moving += 1
        assert not unlike, (number, did, unlike)
        view = answer if went_well else view
    print(path, dict(reported), f"{moving} captures of a moving page")
    assert reported["delta"] > STEPS // 4, reported
    assert moving <= STEPS // 50
