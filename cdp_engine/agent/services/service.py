"""A service: where it begins, how to get about in it, when to ask a person, how to know that it is done (pure)."""

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
    """What one data file says. `guidance` is for the model, `goal` stands in for a goal that the caller leaves out."""

    name: str
    title: str = ""
    goal: str = ""
    url: str = ""
    guidance: str = ""
    success: tuple[Indicator, ...] = ()
    failure: tuple[Indicator, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = ()
