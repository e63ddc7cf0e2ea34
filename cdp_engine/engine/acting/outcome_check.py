"""Waits for expected outcomes: of an action, and of what a program does to the page in its own way (SX-14)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import anyio

from cdp_engine.act import ACTIONS, Performed
from cdp_engine.engine.acting.concealed import concealed
from cdp_engine.engine.acting.refused_values import once_left
from cdp_engine.engine.acting.success import verification_of
from cdp_engine.engine.observing.page_observer import PageObserver
from cdp_engine.engine.observing.shared_captures import SharedCaptures
from cdp_engine.engine.tab_access import TabAccess
from cdp_engine.errors import InvalidInput, StaleRef
from cdp_engine.observe import ScopedRef
from cdp_engine.tab import Tab
from cdp_engine.track import Target
from cdp_engine.verify import (
    ActionWatcher,
    Expectation,
    Expected,
    Intent,
    Verification,
    as_expectation,
    expect,
)

_ANY_WAY = "press"
"""The action whose signs are looked for where the engine did not act itself: any reaction of the page counts."""
_NAVIGATES = "navigate"


class OutcomeCheck:
    """What `Page.verify` yields. Its `verification` is there after the block."""

    def __init__(self, expected: Expectation) -> None:
        self.expected = expected
        self._verification: Verification | None = None

    @property
    def verification(self) -> Verification:
        """Whether the expected outcome came true. Raises `InvalidInput` before the end of the block."""
        if self._verification is None:
            raise InvalidInput(
                "the outcome is verified at the end of the block", hint="Read it after the `async with`."
            )
        return self._verification

    @property
    def success(self) -> bool:
        """Whether it came true."""
        return self.verification.success

    @property
    def feedback(self) -> str:
        """What a model should read of it."""
        return self.verification.feedback

    def end(self, verification: Verification) -> None:
        """Set the verdict."""
        self._verification = verification


class OutcomeChecks:
    """Verifies outcomes around what a program does to one page, its actions included."""

    def __init__(self, access: TabAccess, observer: PageObserver, turn: anyio.Lock) -> None:
        self._access = access
        self._observer = observer
        self._turn = turn
        self._open = False

    @asynccontextmanager
    async def verify(
        self, expected: Expected | None, *, after: str, target: Target | None
    ) -> AsyncGenerator[OutcomeCheck]:
        """Record the page, run the block, and wait for the outcome; see `Page.verify`."""
        check = OutcomeCheck(as_expectation(expected) if expected is not None else _usual_after(after))
        if self._open:
            raise InvalidInput(
                "an outcome of this page is being verified already",
                hint="Join outcomes with `|` in one block.",
            )
        self._open = True
        try:
            async with self._access.use() as tab:
                async with self._turn:
                    watcher, intent = await self._armed(tab, check.expected, target)
                try:
                    yield check
                    self._observer.captures.invalidate()
                    async with self._turn:
                        await watcher.rest(None)
                        verdict = await _outcome(watcher, intent, check.expected, None)
                        check.end(concealed(verdict, self._observer.secrets))
                finally:
                    watcher.leave()
        finally:
            self._open = False

    async def _armed(
        self, tab: Tab, expected: Expectation, target: Target | None
    ) -> tuple[ActionWatcher, Intent]:
        ref = self._observer.resolve(tab, await self._observer.found(target))
        intent = Intent(action=_ANY_WAY, target=ref, expected=expected)
        watcher = ActionWatcher(tab, intent, around=True)
        try:
            await watcher.arm(mentioned(self._observer, tab, expected))
        except BaseException:
            watcher.leave()
            raise
        return watcher, intent


def mentioned(observer: PageObserver, tab: Tab, expected: Expectation | None) -> dict[str, ScopedRef]:
    """The elements that an expectation names, as far as they exist. Raises `UnknownRef`."""
    found: dict[str, ScopedRef] = {}
    for outcome in expected.outcomes if expected is not None else ():
        with suppress(StaleRef):
            if outcome.ref:
                found[outcome.ref] = observer.resolve(tab, outcome.ref)
    return found


async def wait_for_outcome(
    watcher: ActionWatcher, intent: Intent, performed: Performed | None, captures: SharedCaptures
) -> Performed | None:
    """Wait for the expected outcome of an action that was done, at most until its deadline.

    What was done, with what a field that was filled holds once it was left, where it had to be left to find that out.
    """
    if performed is None:
        return None
    if intent.expected is not None:
        await _outcome(watcher, intent, intent.expected, performed)
    return await once_left(watcher, performed, captures) if performed.action == "fill" else performed


async def _outcome(
    watcher: ActionWatcher, intent: Intent, expected: Expectation, performed: Performed | None
) -> Verification:
    """The verdict, as soon as there is one. That nothing happens has come true at the deadline only."""
    nothing_else = all(outcome.type == "no_change" for outcome in expected.outcomes)
    deadline = anyio.current_time() + expected.timeout
    while True:
        seen = await watcher.findings()
        left = deadline - anyio.current_time()
        verdict = verification_of(intent, performed, seen)
        came = verdict.success and verdict.verified_outcome != "no_change"
        failed = nothing_else and not verdict.success
        if came or failed or left <= 0 or seen.closed:
            return verdict
        await watcher.change(left)


def _usual_after(action: str) -> Expectation:
    """The outcome that is verified after an action where the caller names none."""
    if action == _NAVIGATES:
        return expect.navigation()
    if action not in ACTIONS:
        raise InvalidInput(
            f"there is no action {action!r}", hint=f"Use {_NAVIGATES}, {', '.join(sorted(ACTIONS))}."
        )
    return as_expectation(ACTIONS[action].default_expectation)
