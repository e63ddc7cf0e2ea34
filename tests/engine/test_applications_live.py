"""Random steps of every kind on applications: what was answered, put together, is the page as a capture finds it.

To repeat one run: `REPLAY_DICE=… REPLAY_STEPS=… pytest -m soak -s -k "asyncio and aggrid"` with this file. For how many
observations took a capture, and why: `REPLAY_UNJUDGED=1`.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import zip_longest
from pathlib import Path

import pytest

from cdp_engine import ActionResult, Observation, Page
from cdp_engine.engine import controller_of
from cdp_engine.engine.observing import observation_cache, update_pause
from cdp_engine.errors import InvalidInput
from cdp_engine.observe import (
    CaptureOptions,
    NodeColumns,
    RefIssuer,
    SecretMemory,
    Snapshot,
    VirtualNode,
    capture,
)
from cdp_engine.tab import Tab
from cdp_engine.tab.changes import change_fingerprint
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import differences
from tests.engine.test_replay_live import CHANGES, Caller, shown, shown_afresh
from tests.support.whole_builds import judge_rebuilt

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.soak, pytest.mark.timeout(2400)]

APPLICATIONS = (
    "corpus/quasar.html", "corpus/webawesome.html", "corpus/aggrid.html", "corpus/swagger.html", "act/react.html",
    "track/vue.html", "widgets/mui.html", "widgets/element-plus.html",
)  # fmt: skip
STEPS = int(os.environ.get("REPLAY_STEPS", "625"))
"""5,000 on the eight."""
DICE = os.environ.get("REPLAY_DICE", "")
"""Added to the name of the page, for other steps than usual."""
JUDGED = "REPLAY_UNJUDGED" not in os.environ
"""Without a judge, whose captures disturb, and with the thresholds that users have: why observations took a capture."""
SAME_PAGE = 125
"""After so many steps the page is loaded again, with other shadow roots: what has closed ones is never updated."""
SHADOWS = ((), ("open",), (), ("open", "closed"), ())
HERE = Path(__file__).parent
UPDATED, UNCHANGED = "an update", "nothing changed"
FURNITURE = (HERE / "furniture.js").read_text(encoding="utf-8")
BEHIND = (
    CHANGES,
    (HERE / "random_structure.js").read_text(encoding="utf-8"),
    (HERE / "random_styles.js").read_text(encoding="utf-8"),
)
ANIMATED = """(function moves(root) {
  return root.getAnimations().some(animation => animation.playState === 'running')
    || [...root.querySelectorAll('*')].some(element => element.shadowRoot && moves(element.shadowRoot))
})(document)"""
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


@pytest.fixture(autouse=True)
def judged_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What updates take over of rows is what a whole build finds."""
    judge_rebuilt(monkeypatch)


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


class Judge:
    """Compares the newest snapshot of a page with a capture that knows only what is secret."""

    def __init__(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        self._controller = controller_of(page)
        self._secrets: SecretMemory | None = None
        self.moving = 0
        """How often the page changed between the two."""
        monkeypatch.setattr(observation_cache, "capture", self._capture)

    async def unlike_a_capture(self) -> list[str]:
        """What the two have not in common, on a page that did not change between them as far as it can be seen."""
        found: list[str] = []
        for _ in range(20):
            await self._controller.tab.changes.settle(limit=10)
            before, moves = await self._pulse()
            found, rows = await self._compared()
            if moves and all(name.startswith("bounds") for name in found):
                return []  # an animation without an end
            if not found or (not moves and (before, False) == await self._pulse()):
                return [*found, *rows]
            self.moving += 1
        return found

    async def _pulse(self) -> tuple[dict[str, int], bool]:
        """The count of changes in each frame, and whether anything is animated in that of the page."""
        pulses = await self._controller.tab.changes.pulse()
        counts = {frame: pulse.mutations for frame, pulse in pulses.items()}
        return counts, await self._controller.tab.evaluate(ANIMATED)

    async def _compared(self) -> tuple[list[str], list[str]]:
        """The columns that differ, and the first rows."""
        seen = await self._controller.observer.capture()
        fresh = await self._capture(
            self._controller.tab, CaptureOptions(), self._controller.refs, secrets=self._secrets
        )
        found = differences(seen.columns, fresh.columns)
        found += [] if seen.documents == fresh.documents else ["documents"]
        if not found and seen.render() != fresh.render():
            lines = zip_longest(seen.render().split("\n"), fresh.render().split("\n"))
            found = ["render", *[f"{one!r} not {other!r}" for one, other in lines if one != other][:3]]
        return found, differing_rows(seen.columns, fresh.columns) if found else []

    async def _capture(
        self,
        tab: Tab,
        options: CaptureOptions,
        refs: RefIssuer,
        *,
        secrets: SecretMemory | None,
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> Snapshot:
        self._secrets = secrets
        return await capture(tab, options, refs, secrets=secrets, before=before)


def only_in(columns: NodeColumns, others: Sequence[int]) -> list[str]:
    """The tags and texts of the rows whose nodes are not among others."""
    known = set(others)
    rows = [row for row, node in enumerate(columns.backend) if node not in known]
    return [f"{described(columns, row)} in {described(columns, columns.parent[row])}" for row in rows]


def described(columns: NodeColumns, row: int) -> str:
    """A row with its tag, attributes and text."""
    return f"{row} <{columns.tag[row]} {columns.attributes[row]}> {columns.text[row][:30]!r}"


def differing_rows(one: NodeColumns, other: NodeColumns) -> list[str]:
    """The first rows in which two snapshots of the same nodes differ, with their tags."""
    if one.backend != other.backend:
        missing, extra = only_in(other, one.backend), only_in(one, other.backend)
        return [f"missing {missing[:9]}", f"not there any more {extra[:9]}"]
    found: list[str] = []
    for name in NodeColumns.__dataclass_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if isinstance(a, bool) or a == b:
            continue
        for row in range(len(one)):
            was, now = (a.get(row), b.get(row)) if hasattr(a, "get") else (a[row], b[row])
            if was != now and len(found) < 12:
                found.append(
                    f"{described(one, row)} in {described(one, one.parent[row])}: {name} {was} not {now}"
                )
    return found


async def furnished(bench: Bench, address: str, modes: Sequence[str]) -> None:
    """Show the application and put the furniture below it."""
    await shown_afresh(bench.page, address)
    await bench.page.evaluate(FURNITURE, bench.site.url("engine/foreign.html", host="b.test"), list(modes))


@pytest.mark.req("FP-07", "CD-17")
@pytest.mark.parametrize("path", APPLICATIONS)
async def test_answers_put_together_are_the_page_and_the_page_is_a_capture(
    bench: Bench, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if JUDGED:
        monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 0)
        monkeypatch.setattr(update_pause, "FAILURES", 1_000_000)
    page, dice = bench.page, random.Random(path + DICE)
    observer, judge = controller_of(page).observer, Judge(page, monkeypatch)
    stepper, tracker = Stepper(page, dice), observer.reporter.tracker
    address = bench.site.url(path)
    caller, reported = Caller(), Counter[str]()
    reasons = {"actions": Counter[str](), "other changes": Counter[str]()}
    view = await page.observe()
    for number in range(STEPS):
        left = page.url.split("#")[0] != address or not await page.evaluate("!!window.furniture")
        if left or number % SAME_PAGE == 0:
            await furnished(bench, address, SHADOWS[number // SAME_PAGE % len(SHADOWS)])
            view = await page.observe()
            caller.take(view)
        refusals, spared = Counter(observer.refusals), observer.spared
        did, answer, went_well = await stepper.step(view)
        reported[answer.kind] += 1
        why = Counter(observer.refusals) - refusals + Counter({UPDATED: observer.spared - spared})
        after = "other changes" if did.startswith(("change ", "emulate ")) else "actions"
        reasons[after] += +why or Counter((UNCHANGED,))
        lines = caller.take(answer)
        # An action that could not be carried out does not change what counts as reported (FP-09).
        if tracker.caller_version == answer.version:
            assert lines == shown(answer, observer.reporter), (number, did, answer.kind, answer.text)
        unlike = await judge.unlike_a_capture() if JUDGED else []
        assert not unlike, (number, did, unlike, why)
        view = answer if went_well else view
    print(path, dict(reported), f"the page moved {judge.moving} times")
    for after, found in reasons.items():
        free = found[UPDATED] + found[UNCHANGED]
        print(f"  after {after}: {free} of {found.total()} without a capture;", dict(found.most_common()))
    assert reported["delta"] > STEPS // 4, reported
