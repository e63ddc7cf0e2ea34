"""The options of a capture."""

from __future__ import annotations

from typing import Literal

import msgspec

from cdp_engine.errors import InvalidInput

LONGEST = 30.0
"""The hard limit in seconds (VD-13)."""

CaptureMode = Literal["auto", "hybrid", "fast"]


class CaptureOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a page is captured. Times are in seconds."""

    capture: CaptureMode = "auto"
    """`hybrid` makes the three calls (tree, accessibility, layout) and is the reference; `fast` reads the layout
    alone and queries the elements that it leaves undecided; `auto` does the same and fetches the accessibility trees
    where that is not enough. Nodes that are never drawn (unassigned slot content) are in the hybrid capture only."""
    timeout: float = 10.0
    """Deadline of every frame's answer, at most 30; a frame that misses it is left out and named."""
    include_aria_hidden: bool = False
    """Also include visible elements that `aria-hidden` hides from assistive technology."""
    respect_opt_out: bool = True
    """Refuse a page that carries `data-no-ai`, and leave out and name the frames that do (CD-11). What was given last
    holds for all that is done with the page from then on, actions included."""
    boundaries: bool = False
    """Also read borders and shadows, by which `semantic` and `hybrid` keep containers (SX-15). Those formats ask for
    it by themselves; what was given last holds for the page from then on, so that later looks compare with it."""
    scroll_steps: int = 0
    """Scroll down up to this many times first, as long as more content is added; the position is restored (CD-09)."""
    scroll_seconds: float = 10.0
    """Seconds for that scrolling, in addition to `timeout`."""

    def __post_init__(self) -> None:
        if not 0 < self.timeout <= LONGEST:
            raise InvalidInput(
                f"invalid timeout {self.timeout:g}",
                hint=f"Use more than 0 and at most {LONGEST:g} seconds.",
            )
