"""Waits until a page has come to rest after something was done to it, but never for long (FP-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import anyio

from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.tab.changes.recorder import FramePulse, pulses
from cdp_engine.tab.state.requests import RequestMark
from cdp_engine.tab.state.tab_state import TabState

SettleStatus = Literal["stable", "timeout", "error"]

TWO_FRAMES = 0.035
SOURCE_QUIET = 0.1
SETTLE_LIMIT = 2.0
ANIMATION_SECONDS = 0.5
"""How long after it was touched a page may take to fade, slide or fold things in and out."""
_SHORTEST_LOOK = 0.008
_HUNG_SECONDS = 0.5
_WAITED_FOR = frozenset({"Document", "Stylesheet", "Script", "XHR", "Fetch", ""})


@dataclass(frozen=True, slots=True)
class Settled:
    """How a page came to rest: `seconds` waited, `mutations` of its documents in that time.

    `stable`: nothing changed for the quiet window. `timeout`: it still changed, loaded or did not answer at the limit.
    `error`: it could not be watched to the end, because it navigated or went away. `warning` says so in words.
    """

    status: SettleStatus
    seconds: float
    mutations: int = 0
    warning: str = ""
    answers: bool = True
    """Whether the page answered at all; a script that never ends keeps it from that."""


async def settle(
    state: TabState,
    *,
    quiet: float | None,
    limit: float,
    mark: RequestMark | None = None,
    before: Mapping[str, FramePulse] | None = None,
    since: float | None = None,
) -> Settled:
    """Wait for the quiet; see `Tab.settle`. Raises nothing that a page can cause."""
    began = anyio.current_time()
    deadline = began + limit
    window = TWO_FRAMES if quiet is None else quiet
    earliest = (began if since is None else since) + window
    moves_until = earliest - window + ANIMATION_SECONDS
    if mark is None:
        mark = state.requests.mark()
    start = dict(before or {})
    deaf: set[str] = set()
    total, busy, answered = 0, "", began

    def ended(status: SettleStatus, warning: str = "") -> Settled:
        return Settled(status, anyio.current_time() - began, total, warning)

    if not state.frames.known:
        return ended("error", "The page is not there.")
    loader = state.frames.main.loader_id
    earlier = start.get(state.frames.main.id)
    # A document that was still being read before may be so for ever; only a new one is waited for.
    endless = earlier is not None and earlier.loading and earlier.loader_id == loader
    while True:
        failure = state.failure()
        if failure is not None:
            return ended("error", f"The page could not be watched: {failure.message}.")
        main = state.frames.main
        if main.loader_id != loader or state.loads.departure(main.id) is not None:
            return ended("error", "The page navigated while it was watched.")
        asked = anyio.current_time()
        if asked < earliest and before is not None:
            await state.wakeup.wait(min(deadline, earliest))  # no answer could count yet
            continue
        left = max(0.05, deadline - asked)
        try:
            now = await pulses(state, timeout=left, deaf=deaf)
        except EngineError as error:
            return ended("error", f"The page could not be watched: {error.message}.")
        for frame_id, pulse in now.items():
            start.setdefault(frame_id, pulse)
            if isinstance(pulse.missing, CommandTimeout) and frame_id != main.id:
                deaf.add(frame_id)
        total = max(total, _mutations(start, now))
        own = now.get(main.id)
        at = anyio.current_time()
        if own is not None and own.missing is None:
            answered = at
        elif own is not None and isinstance(own.missing, CommandTimeout):
            if busy and at - answered < _HUNG_SECONDS:
                return ended("timeout", _unfinished(limit, busy, total))
            warning = f"The page did not answer for {limit:g} s: a script keeps it busy."
            return Settled("timeout", at - began, total, warning, answers=False)
        busy = _busy(state, before or {}, now, own, mark, deaf, window, earliest, asked, endless)
        moving = 0.0 if busy else _moving(now, moves_until - at)
        if moving > 0:
            busy = "something on the page was still moving"
        if not busy:
            return ended("stable", f"{len(deaf)} frame(s) did not answer." if deaf else "")
        if at >= deadline:
            return ended("timeout", _unfinished(limit, busy, total))
        await state.wakeup.wait(min(deadline, at + max(moving, _pause(now, window, at - began))))


def _moving(now: Mapping[str, FramePulse], left: float) -> float:
    """Seconds until the last animation has ended of those that end within `left` seconds; others are not waited for."""
    return max((one for pulse in now.values() for one in pulse.moving if one <= left), default=0.0)


def _unfinished(limit: float, busy: str, total: int) -> str:
    return f"After {limit:g} s {busy} ({total} mutations); the view may be incomplete."


def _busy(
    state: TabState,
    before: Mapping[str, FramePulse],
    now: Mapping[str, FramePulse],
    own: FramePulse | None,
    mark: RequestMark,
    deaf: set[str],
    window: float,
    earliest: float,
    asked: float,
    endless: bool,
) -> str:
    """What keeps the page from being at rest; empty where nothing does."""
    if own is None or own.missing is not None:
        return "the page was changing its document"
    if not own.body and own.loading:
        return "the page had no body yet"
    if own.loading and not endless:
        return "the page was still being read"
    if anyio.current_time() < earliest:
        return "the page had just been touched"
    if any(pulse.quiet < window for frame, pulse in now.items() if frame not in deaf and not pulse.missing):
        return "the page was still changing"
    at = anyio.current_time()
    for frame in state.frames.all():
        pulse, earlier = now.get(frame.id), before.get(frame.id)
        if frame.id in deaf or (pulse is not None and pulse.missing is not None):
            continue
        arriving = pulse is None or pulse.loader_id != frame.loader_id
        if pulse is not None and pulse.loading and earlier is not None:
            # As with the page itself: what was still being read before may be so for ever.
            arriving = arriving or not (earlier.loading and earlier.loader_id == pulse.loader_id)
        if state.loads.departure(frame.id) is not None or arriving:
            return f"frame {frame.url or frame.id} was still being loaded"
    for request in state.requests.since(mark):
        if request.resource_type not in _WAITED_FOR:
            continue
        if request.pending and state.requests.is_blocking(request, at):
            return f"{request.describe()} was still under way"
        # What the page does with the answer comes after its end, and `now` is from when it was asked.
        ended = request.ended or request.delivered
        if ended is not None and asked - ended < min(window, TWO_FRAMES):
            return f"{request.describe()} had just ended"
    return ""


def _mutations(start: Mapping[str, FramePulse], now: Mapping[str, FramePulse]) -> int:
    total = 0
    for frame_id, pulse in now.items():
        was = start.get(frame_id)
        same = was is not None and was.loader_id == pulse.loader_id
        total += pulse.mutations - (was.mutations if same and was is not None else 0)
    return max(0, total)


def _pause(now: Mapping[str, FramePulse], window: float, waited: float) -> float:
    """Until the window could have passed in quiet."""
    quiet = min((pulse.quiet for pulse in now.values() if pulse.missing is None), default=0.0)
    return max(_SHORTEST_LOOK, window - min(quiet, waited))
