"""What a capture may be told."""

from __future__ import annotations

from typing import Literal

import msgspec

from cdp_engine.errors import InvalidInput

LONGEST = 30.0
"""Seconds: the hard limit (VD-13)."""

CaptureMode = Literal["auto", "hybrid", "fast"]


class CaptureOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a page is captured. Seconds are seconds."""

    capture: CaptureMode = "auto"
    """`hybrid` makes the three calls (tree, accessibility, layout) and is the reference; `fast` reads the layout
    alone and asks about what it leaves in doubt; `auto` does the same and fetches the accessibility trees where that
    is not enough. Nodes that are nowhere drawn (unassigned slot content) are in the hybrid capture only."""
    timeout: float = 10.0
    """Deadline of every frame's answer, at most 30; a frame that misses it is left out and named."""
    include_aria_hidden: bool = False
    """Also show what a human can see but `aria-hidden` keeps from assistive technology."""
    respect_opt_out: bool = True
    """Refuse a page that carries `data-no-ai` (CD-11)."""
    scroll_steps: int = 0
    """Scroll down as many times first, as long as more content comes; the position is put back (CD-09)."""
    scroll_seconds: float = 10.0
    """Limit of time for that, on top of `timeout`."""

    def __post_init__(self) -> None:
        if not 0 < self.timeout <= LONGEST:
            raise InvalidInput(
                f"a capture cannot wait {self.timeout:g} s for an answer",
                hint=f"Give more than 0 and at most {LONGEST:g} seconds.",
            )
