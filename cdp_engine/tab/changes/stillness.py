"""For how long nothing has happened on a page: then waiting for it to change by itself does not help."""

from __future__ import annotations

import anyio

from cdp_engine.tab.changes.recorder import pulses
from cdp_engine.tab.state.requests import Request
from cdp_engine.tab.state.tab_state import TabState

_SLOW_ANSWER_SECONDS = 10.0
"""How long a script's request may be without an answer before it is taken for a long poll."""
_SCRIPTED = frozenset({"XHR", "Fetch"})


async def still_for(state: TabState, *, timeout: float) -> float:
    """Seconds since the last change of a document, the last request or finite animation; 0 while one is under way.

    Frames that do not answer are ignored, the page itself is not: 0.
    """
    now = await pulses(state, timeout=timeout)
    own = now.get(state.frames.main.id)
    if own is None or own.missing is not None:
        return 0.0
    heard = [pulse for pulse in now.values() if pulse.missing is None]
    if any(pulse.loading or pulse.animated for pulse in heard):
        return 0.0
    at = anyio.current_time()
    idle = state.requests.idle_since(at)
    if idle is None or any(_is_awaited(request, at) for request in state.requests.pending()):
        return 0.0
    return min(at - idle, *(pulse.quiet for pulse in heard))


def _is_awaited(request: Request, at: float) -> bool:
    unanswered = request.resource_type in _SCRIPTED and request.answered is None
    return unanswered and at - request.started < _SLOW_ANSWER_SECONDS
