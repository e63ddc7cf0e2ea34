"""Waits until a page has settled after an action, with a short limit (FP-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import anyio

from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.tab.changes.recorder import FramePulse, pulses
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.requests import CONTENT_TYPES, RequestMark
from cdp_engine.tab.state.tab_state import TabState
from cdp_engine.tab.state.websockets import ANSWER_SECONDS

SettleStatus = Literal["stable", "timeout", "error"]

TWO_FRAMES = 0.035
LEAST_QUIET = 0.025
"""How long nothing may change at least, where a document has counted two frames itself."""
SETTLE_LIMIT = 2.0
ANIMATION_SECONDS = 0.5
"""How long after the input, or after an answer to what it sent, a page may run animations that are waited for."""
FADE_SECONDS = 0.4
"""How much later those may end that bring something into view or out of it, which a page may start late."""
_SHORTEST_LOOK = 0.008
_STILL_SECONDS = 1.0
"""For how long a frame that changed must have been still to have reacted: others change by themselves."""
_HUNG_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Settled:
    """How a page settled: `seconds` waited, `mutations` of its documents in that time.

    `stable`: nothing changed for the quiet window. `timeout`: it still changed, loaded or did not answer at the limit.
    `error`: it could not be watched to the end, because it navigated or went away. `warning` says so in words.
    """

    status: SettleStatus
    seconds: float
    mutations: int = 0
    warning: str = ""
    answers: bool = True
    """Whether the page answered at all; an endless script prevents it."""
    lacks_contents: bool = False
    """Whether another page has come that still showed next to nothing, and was at work."""
    at_work: str = ""
    """What shows that the page is still at work on the action, or that its server owes an answer; else empty."""
    reacted: frozenset[str] = frozenset()
    """The frames whose documents changed after they had been still."""
    deaf: frozenset[str] = frozenset()
    """The frames that did not answer, by id."""


async def settle(
    state: TabState,
    *,
    quiet: float | None,
    limit: float,
    mark: RequestMark | None = None,
    before: Mapping[str, FramePulse] | None = None,
    since: float | None = None,
    patience: float = ANSWER_SECONDS,
) -> Settled:
    """Wait until the page is quiet; see `Tab.settle`. Raises nothing that a page can cause."""
    if not state.frames.known:
        return Settled("error", 0.0, 0, "The page is not there.")
    watch = _Watch(state, quiet, limit, mark, before, since, patience)
    while True:
        if gone := watch.gone():
            return watch.ended("error", gone)
        asked = anyio.current_time()
        if asked < watch.earliest and before is not None:
            await state.wakeup.wait(min(watch.deadline, watch.earliest))  # no answer could count yet
            continue
        try:
            now = await pulses(state, timeout=max(0.05, watch.deadline - asked), deaf=watch.deaf)
        except EngineError as error:
            return watch.ended("error", f"The page could not be watched: {error.message}.")
        watch.count(now)
        settled = watch.hung(now) or watch.judge(now, asked)
        if settled is not None:
            return settled
        await state.wakeup.wait(watch.next_question(now))


def settled_by(
    state: TabState,
    now: Mapping[str, FramePulse],
    *,
    quiet: float,
    mark: RequestMark,
    before: Mapping[str, FramePulse],
    since: float,
    patience: float = ANSWER_SECONDS,
) -> Settled | None:
    """How the page came to rest, by pulses that its documents gave once they were quiet, asked for at `since`.

    None where they do not show that it is at rest: then `settle` asks on.
    """
    if not state.frames.known or any(frame.id not in now for frame in state.frames.all()):
        return None
    watch = _Watch(state, quiet, SETTLE_LIMIT, mark, before, since, patience)
    watch.began = watch.earliest = since
    if gone := watch.gone():
        return watch.ended("error", gone)
    watch.count(now)
    return watch.judge(now, since)


class _Watch:
    """One wait for a page to settle: its start, and the observations so far."""

    def __init__(
        self,
        state: TabState,
        quiet: float | None,
        limit: float,
        mark: RequestMark | None,
        before: Mapping[str, FramePulse] | None,
        since: float | None,
        patience: float,
    ) -> None:
        self.state = state
        self.patience = patience
        self.limit = limit
        self.began = anyio.current_time()
        self.deadline = self.began + limit
        self.window = TWO_FRAMES if quiet is None else quiet
        touched = self.began if since is None else since
        self.earliest = touched + self.window
        self.moves_until = touched + ANIMATION_SECONDS
        self.mark = state.requests.mark() if mark is None else mark
        self.before: Mapping[str, FramePulse] = before or {}
        self.deaf: set[str] = set()
        self._start = dict(self.before)
        self._mutations = 0
        self._reacted: set[str] = set()
        self._busy = ""
        self._moving = 0.0
        self._answered = self.began
        self._loader = state.frames.main.loader_id
        earlier = self._start.get(state.frames.main.id)
        # A document that was still loading before may do so for ever; only a new one is waited for.
        self._endless = earlier is not None and earlier.loading and earlier.loader_id == self._loader

    def ended(self, status: SettleStatus, warning: str = "", *, answers: bool = True) -> Settled:
        """The result, as of now."""
        seconds, reacted = anyio.current_time() - self.began, frozenset(self._reacted)
        deaf = frozenset(self.deaf)
        return Settled(status, seconds, self._mutations, warning, answers, reacted=reacted, deaf=deaf)

    def gone(self) -> str:
        """Why the page cannot be observed any more; empty where it can."""
        failure = self.state.failure()
        if failure is not None:
            return f"The page could not be watched: {failure.message}."
        main = self.state.frames.main
        if main.loader_id != self._loader or self.state.loads.departure(main.id) is not None:
            return "The page navigated while it was watched."
        return ""

    def count(self, now: Mapping[str, FramePulse]) -> None:
        """Take the frames' answers into account: mutations so far, and frames that do not answer."""
        main, total = self.state.frames.main.id, 0
        for frame_id, pulse in now.items():
            was = self._start.setdefault(frame_id, pulse)
            same = was.loader_id == pulse.loader_id
            total += pulse.mutations - (was.mutations if same else 0)
            if same and was.quiet >= _STILL_SECONDS and pulse.mutations > was.mutations:
                self._reacted.add(frame_id)
            if isinstance(pulse.missing, CommandTimeout) and frame_id != main:
                self.deaf.add(frame_id)
        self._mutations = max(self._mutations, total)

    def hung(self, now: Mapping[str, FramePulse]) -> Settled | None:
        """The result if the page itself did not answer in time."""
        own = now.get(self.state.frames.main.id)
        at = anyio.current_time()
        if own is None or own.missing is None:
            self._answered = at if own is not None else self._answered
            return None
        if not isinstance(own.missing, CommandTimeout):
            return None
        if self._busy and at - self._answered < _HUNG_SECONDS:
            return self._unfinished()
        warning = f"The page did not answer for {self.limit:g} s: a script keeps it busy."
        return self.ended("timeout", warning, answers=False)

    def judge(self, now: Mapping[str, FramePulse], asked: float) -> Settled | None:
        """The result if the page has settled or the limit is reached; `asked` is the time of the frames' answers."""
        self._busy = self._document(now) or self._frames(now) or self._requests(asked) or self._sockets()
        at = anyio.current_time()
        self._moving = 0.0 if self._busy else _moving(now, self.moves_until - at)
        if self._moving > 0:
            self._busy = "something on the page was still moving"
        if not self._busy:
            return self.ended("stable", f"{len(self.deaf)} frame(s) did not answer." if self.deaf else "")
        return self._unfinished() if at >= self.deadline else None

    def next_question(self, now: Mapping[str, FramePulse]) -> float:
        """When to check again, on anyio's clock."""
        at = anyio.current_time()
        return min(self.deadline, at + max(self._moving, _pause(now, self.window, at - self.began)))

    def _unfinished(self) -> Settled:
        found = f"{self._busy} ({self._mutations} mutations)"
        return self.ended("timeout", f"After {self.limit:g} s {found}; the view may be incomplete.")

    def _document(self, now: Mapping[str, FramePulse]) -> str:
        """Why the main document has not settled, or a document is not quiet."""
        own = now.get(self.state.frames.main.id)
        if own is None or own.missing is not None:
            return "the page was changing its document"
        if not own.body and own.loading:
            return "the page had no body yet"
        if own.loading and not self._endless:
            return "the page was still being read"
        if anyio.current_time() < self.earliest:
            return "the page had just been touched"
        heard = (pulse for frame, pulse in now.items() if frame not in self.deaf and not pulse.missing)
        return "the page was still changing" if any(one.quiet < self.window for one in heard) else ""

    def _frames(self, now: Mapping[str, FramePulse]) -> str:
        """The first frame that is still being loaded."""
        for frame in self.state.frames.all():
            pulse = now.get(frame.id)
            if frame.id in self.deaf or (pulse is not None and pulse.missing is not None):
                continue
            if self.state.loads.departure(frame.id) is not None or self._arrives(frame, pulse):
                return f"frame {frame.url or frame.id} was still being loaded"
        return ""

    def _arrives(self, frame: Frame, pulse: FramePulse | None) -> bool:
        """Whether a frame's document is still loading and was not before."""
        if pulse is None or pulse.loader_id != frame.loader_id:
            return True
        earlier = self.before.get(frame.id)
        if not pulse.loading or earlier is None:
            return False
        # As with the page itself: a document that was still loading before may do so for ever.
        return not (earlier.loading and earlier.loader_id == pulse.loader_id)

    def _requests(self, asked: float) -> str:
        """The first request that the page waits for."""
        at = anyio.current_time()
        for request in self.state.requests.since(self.mark):
            if request.resource_type not in CONTENT_TYPES:
                continue
            if request.pending and self.state.requests.is_blocking(request, at):
                return f"{request.describe()} was still under way"
            # The page handles the response after its end, and the pulses may be older than that.
            ended = request.ended or request.delivered
            self._may_move_after(ended)
            if ended is not None and asked - ended < min(self.window, TWO_FRAMES):
                return f"{request.describe()} had just ended"
        return ""

    def _sockets(self) -> str:
        """Whether an answer over a websocket is awaited."""
        self._may_move_after(self.state.sockets.answered_at(self.mark))
        now = anyio.current_time()
        waits = self.state.sockets.answers_until(self.mark, now, patience=self.patience)
        return "" if waits is None else "an answer over a websocket was still to come"

    def _may_move_after(self, answered: float | None) -> None:
        """Note when the page got an answer: what it draws then moves later than what it draws at once."""
        if answered is not None:
            self.moves_until = max(self.moves_until, answered + ANIMATION_SECONDS)


def _moving(now: Mapping[str, FramePulse], left: float) -> float:
    """Seconds until the last of the animations ends that end within `left` seconds; others are not waited for.

    A short fade may end later: until then the view contains what is leaving, and lacks what is coming.
    """
    faded = min(left + FADE_SECONDS, ANIMATION_SECONDS)
    ends = [one for pulse in now.values() for one in pulse.moving if one <= left]
    ends += [one for pulse in now.values() for one in pulse.fading if one <= faded]
    return max(ends, default=0.0)


def _pause(now: Mapping[str, FramePulse], window: float, waited: float) -> float:
    """The time at which the quiet window could be complete."""
    quiet = min((pulse.quiet for pulse in now.values() if pulse.missing is None), default=0.0)
    return max(_SHORTEST_LOOK, window - min(quiet, waited))
