"""Scrolls a page that loads more content on scrolling, before it is captured (CD-09).

Opt in, and bounded in steps and time.
"""

from __future__ import annotations

import msgspec

from cdp_engine.errors import SessionDetached, UnexpectedReply
from cdp_engine.tab import Tab

PATIENCE = 1.0
"""Seconds to wait after a step for new content."""


class Unrolled(msgspec.Struct, frozen=True):
    """How far a page was scrolled. `reason`: `end` (no new content), `steps` or `time` (a limit was reached)."""

    taken: int = 0
    reason: str = "end"
    height: float = 0.0

    @property
    def note(self) -> str:
        """One line for the manifest."""
        why = {"end": "nothing more came", "steps": "the limit of steps", "time": "the limit of time"}
        return f"scrolled {self.taken} steps down for more content, until {why.get(self.reason, self.reason)}"


async def unroll(tab: Tab, *, steps: int, seconds: float) -> Unrolled:
    """Scroll down up to `steps` times within `seconds`, as long as content is added; then restore the scroll position.

    Errors of a page that went away are those of `capture`; a page that runs no scripts is left as it is.
    """
    try:
        return await tab.toolkit().call(
            "unroll", None, steps, seconds * 1000, PATIENCE * 1000, into=Unrolled, timeout=seconds + 5
        )
    except (UnexpectedReply, SessionDetached):
        return Unrolled()
