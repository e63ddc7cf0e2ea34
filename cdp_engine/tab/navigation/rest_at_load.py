"""Whether a loaded page is done: it shows contents, and for 150 ms nothing changes on it and nothing is requested.

Most pages are. Only the others are watched until the network has been idle for 500 ms (SX-03).
"""

from __future__ import annotations

from collections.abc import Iterable

import anyio

from cdp_engine.tab.changes.recorder import FramePulse, pulses
from cdp_engine.tab.navigation.first_contents import contents_shown
from cdp_engine.tab.state.requests import CONTENT_TYPES, Request
from cdp_engine.tab.state.tab_state import TabState

STILL_SECONDS = 0.15
"""How long a page gets to go on after its load event, the time that one gets to react to an input."""
_ANSWER_SECONDS = 1.0


async def rests_at_load(state: TabState, deadline: float) -> bool:
    """Whether the page goes on with nothing after its load event, which has just been seen.

    False also where that cannot be known: the page does not answer, shows next to nothing, or is being left. Raises
    nothing that a page can cause.
    """
    mark = state.requests.mark()
    seen = await contents_shown(state, min(deadline, anyio.current_time() + _ANSWER_SECONDS))
    if seen is None or seen[0] != "full":
        return False
    before = await _changes(state)
    if before is None:
        return False
    until = min(deadline, anyio.current_time() + STILL_SECONDS)  # the page was busy until it answered
    while anyio.current_time() < until:
        if _brings_contents(state.requests.since(mark)):
            return False
        await state.wakeup.wait(until)
    # The end of the document's own request may be heard of after its load event.
    under_way = state.requests.blocking(anyio.current_time())
    return not _brings_contents(under_way) and await _changes(state) == before


def _brings_contents(requests: Iterable[Request]) -> bool:
    return any(request.resource_type in CONTENT_TYPES for request in requests)


async def _changes(state: TabState) -> dict[str, tuple[str, int]] | None:
    """The count of changes of every document, by frame; None where one does not answer, or moves."""
    if state.failure() is not None or state.loads.departure(state.frames.main.id) is not None:
        return None
    found = await pulses(state, timeout=_ANSWER_SECONDS)
    if any(_is_at_work(pulse) for pulse in found.values()):
        return None
    return {frame: (pulse.loader_id, pulse.mutations) for frame, pulse in found.items()}


def _is_at_work(pulse: FramePulse) -> bool:
    return pulse.missing is not None or pulse.loading or bool(pulse.moving or pulse.fading)
