"""What an action is for, as far as verification needs to know. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from cdp_engine.act import ACTIONS, Action
from cdp_engine.observe import ScopedRef
from cdp_engine.verify.expected.expectations import Expectation, Outcome, as_expectation

QUIET_SECONDS = 0.15
"""Pages answer a click within 100 ms where a person should feel no delay; what is silent for longer did not react."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One action: its name, its element, the value it means to leave there, and what the caller expects."""

    action: str
    """The name of a row of `act.ACTIONS`."""
    target: ScopedRef | None = None
    wanted: str | None = None
    submits: bool = False
    """Whether it ends with a key that hands a form in."""
    expected: Expectation | None = None
    quiet: float = QUIET_SECONDS
    """Seconds that a page gets which has not reacted yet."""

    @property
    def row(self) -> Action:
        """What is known of the action."""
        return ACTIONS[self.action]

    @property
    def by_pointer(self) -> bool:
        """Whether a pointer event must reach the element for the action to have been carried out."""
        return self.row.uses_pointer

    @property
    def by_click(self) -> bool:
        """Whether it is a click that does it."""
        return self.row.clicks

    @property
    def by_text(self) -> bool:
        """Whether the action puts text into a field."""
        return bool(self.row.enters_text)

    @property
    def default(self) -> Outcome:
        """What is checked where the caller expects nothing."""
        return as_expectation(self.row.default_expectation).outcomes[0]
