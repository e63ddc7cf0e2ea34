"""What an action is for, as far as verification needs to know. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from cdp_engine.observe import ScopedRef
from cdp_engine.verify.expected.expectations import Expectation, Outcome

_POINTER = frozenset({"click", "hover", "check", "uncheck", "drag", "tap"})
_CLICKED = frozenset({"click", "check", "uncheck"})
_FIELDS = frozenset({"fill", "type"})
_DEFAULTS: dict[str, Outcome] = {
    "fill": Outcome(type="value_changes"),
    "type": Outcome(type="value_changes"),
    "select": Outcome(type="value_changes"),
    "upload": Outcome(type="value_changes"),
    "check": Outcome(type="state_changes", state="checked", value="true"),
    "uncheck": Outcome(type="state_changes", state="checked", value="false"),
    "hover": Outcome(type="no_change"),
    "focus": Outcome(type="no_change"),
    "blur": Outcome(type="no_change"),
}


@dataclass(frozen=True, slots=True)
class Intent:
    """One action: its name, its element, the value it means to leave there, and what the caller expects."""

    action: str
    target: ScopedRef | None = None
    wanted: str | None = None
    submits: bool = False
    """Whether it ends with a key that hands a form in."""
    expected: Expectation | None = None

    @property
    def by_pointer(self) -> bool:
        """Whether a pointer event must reach the element for the action to have been carried out."""
        return self.action in _POINTER

    @property
    def by_click(self) -> bool:
        """Whether it is a click that does it."""
        return self.action in _CLICKED

    @property
    def by_text(self) -> bool:
        """Whether the action puts text into a field."""
        return self.action in _FIELDS

    @property
    def default(self) -> Outcome:
        """What is checked where the caller expects nothing (the sentinel's quick defaults)."""
        return _DEFAULTS.get(self.action, Outcome(type="any_change"))
