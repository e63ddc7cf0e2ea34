"""The intent of an action, as far as verification needs it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

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
    def by_pointer(self) -> bool:
        """Whether the action only counts as carried out when a pointer event reached the element."""
        return self.row.uses_pointer

    @property
    def by_click(self) -> bool:
        """Whether the action is carried out by a click."""
        return self.row.clicks

    @property
    def by_text(self) -> bool:
        """Whether the action enters text into a field."""
        return bool(self.row.enters_text)

    @property
    def default(self) -> Outcome:
        """The outcome that is checked where the caller expects nothing."""
        return as_expectation(self.row.default_expectation).outcomes[0]
