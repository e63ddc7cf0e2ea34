"""The intent of an action, as far as verification needs it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cdp_engine.act import ACTIONS, Action
from cdp_engine.observe import ScopedRef
from cdp_engine.verify.expected.expectations import Expectation, Outcome, as_expectation

QUIET_SECONDS = 0.15
"""Pages react to a click within 100 ms where a person should feel no delay; a longer silence means no reaction."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One action: its name, its element, the value it should set there, and what the caller expects."""

    action: str
    """The name of a row of `act.ACTIONS`."""
    target: ScopedRef | None = None
    destination: ScopedRef | None = None
    """Where a drag ends."""
    wanted: str | None = None
    submits: bool = False
    """Whether it ends with a key that submits a form."""
    expected: Expectation | None = None
    quiet: float = QUIET_SECONDS
    """Seconds to wait for a page that has not reacted yet."""

    @property
    def row(self) -> Action:
        """The row of the action."""
        return ACTIONS[self.action]

    @property
    def default(self) -> Outcome:
        """The outcome that is checked where the caller expects nothing."""
        return _default_of(self.action)


@cache
def _default_of(action: str) -> Outcome:
    return as_expectation(ACTIONS[action].default_expectation).outcomes[0]
