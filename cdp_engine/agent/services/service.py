"""A service: its start address, guidance, checkpoints and indicators of success (pure)."""

from __future__ import annotations

import msgspec

from cdp_engine.agent.services.indicators import Indicator
from cdp_engine.observe import Snapshot


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state of the page in which a person is asked before the model goes on; `reason` is what that person reads."""

    reason: str
    when: tuple[Indicator, ...]
    """Any one of these is enough."""

    def holds(self, page: Snapshot) -> bool:
        """Whether the page is in that state."""
        return any(indicator.holds(page) for indicator in self.when)


class Service(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of one data file. `guidance` is for the model, `goal` is the default goal."""

    name: str
    title: str = ""
    goal: str = ""
    url: str = ""
    guidance: str = ""
    success: tuple[Indicator, ...] = ()
    failure: tuple[Indicator, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = ()
