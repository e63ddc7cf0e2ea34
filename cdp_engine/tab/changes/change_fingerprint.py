"""A fingerprint that shows whether a page is unchanged and, for small changes, what differs (CD-17)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import anyio
import msgspec

from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.protocol import Command, performance, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.changes import recorded_changes
from cdp_engine.tab.changes.recorded_changes import TextChanges
from cdp_engine.tab.changes.recorder import ShownText, at_once, shown_text_of
from cdp_engine.tab.injected.toolkit import Toolkit, is_missing
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

_COUNTERS = ("LayoutCount", "RecalcStyleCount", "JSEventListeners")
_BOXES = "LayoutObjects"
_MOST_AHEAD = 3
LEAST_MEASURED = 250
"""In documents of fewer elements a capture is quicker than an update after elements came or went
(`python -m scripts.bench spared`).
"""
STYLING = slice(2, 6)
"""The places, among the numbers of a recorder, of its count of events after which only styles and values differ, of the
values, of the window's focus, and of how far elements are scrolled inside.
"""
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Trace:
    """Equal traces mean that nothing that a snapshot could show has changed in any frame."""

    frames: tuple[tuple[str, str, tuple[float | str, ...]], ...]
    """For each frame: its id, its loader and its recorder's numbers: first the count of changes, see `STYLING`, last
    how far the document itself is scrolled.
    """
    counters: tuple[tuple[str, tuple[float, ...]], ...]
    """For each session: how often the browser recalculated styles and layout, and the number of listeners."""
    shown_texts: tuple[ShownText, ...] = field(default=(), compare=False)
    """The announcements since the last call of this or `texts`."""
    changes: Mapping[str, TextChanges] = field(default_factory=dict[str, TextChanges], compare=False)
    """By frame id, the changes since the mark, where requested and certain."""
    uncertain: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    """By frame id, why its changes are not certain, where they were requested."""
    sessions: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    """By frame id, the session that counts for it, as `counters` names it."""
    boxes: float = field(default=0.0, compare=False)
    """The number of layout objects of all documents; the browser drops some at times."""

    def scrolled(self, frame_id: str) -> TextChanges:
        """What is reported of a frame in which nothing but the scroll position is another."""
        mutations, *_, x, y = next(found for frame, _, found in self.frames if frame == frame_id)
        scroll = float(x), float(y)
        return msgspec.structs.replace(recorded_changes.NOTHING, scroll=scroll, mutations=float(mutations))

    def restyled_frames(self, sessions: Container[str]) -> set[str]:
        """The frames of which it is known what may be drawn otherwise: where something may, or in these sessions."""
        known = {
            frame_id: changes for frame_id, changes in self.changes.items() if changes.restyled is not None
        }
        return {one for one, changes in known.items() if changes.restyles or self.sessions[one] in sessions}

    def with_listeners(self, more: int) -> Trace:
        """The trace of the same page in one session with so many listeners more."""
        ((session, (*drawn, listeners)),) = self.counters
        return replace(self, counters=((session, (*drawn, listeners + more)),))

    @property
    def mutations(self) -> float:
        """The count of changes in all documents so far."""
        return sum(float(frame_pulse[0]) for _, _, frame_pulse in self.frames)

    @property
    def listeners(self) -> tuple[float, ...]:
        """The number of event listeners of each session's documents."""
        return tuple(values[-1] for _, values in self.counters)


async def trace(
    state: TabState, *, timeout: float, retell: bool = False, laid_out: bool = False, proof: bool = False
) -> Trace | None:
    """The page's trace, or None where a part of the page does not answer, which is not waited for once that is known.

    `timeout` in seconds, for every frame.

    With `retell`, the changes since the mark come with it; they are reported only once. `laid_out`: the only document
    was laid out a moment ago, so no style or layout is pending that the counters would lack. `proof`: most likely
    nothing has changed.
    """
    if not state.unresponsive.isdisjoint(state.frames.by_session()):
        return None
    try:
        found = await _trace(state, timeout, retell, laid_out, proof)
    except CommandTimeout:
        return None
    except EngineError:
        found = None
    if found is None and await begin(state, timeout):
        with suppress(EngineError):
            found = await _trace(state, timeout, False, False, True)
    return found


@dataclass(slots=True)
class TraceRequest:
    """The requests of a trace whose answers are read later; `close` abandons what has not come."""

    sessions: list[Session]
    toolkits: list[Toolkit]
    counted: list[PendingReply[performance.GetMetricsReply]]
    asked: list[PendingReply[runtime.CallFunctionOnReply]]
    ahead: list[list[PendingReply[runtime.CallFunctionOnReply]]]
    timeout: float
    held: ExitStack = field(default_factory=ExitStack)

    @classmethod
    async def sent(
        cls, state: TabState, timeout: float, *, retell: bool, laid_out: bool, proof: bool
    ) -> TraceRequest:
        """Send it; the options are those of `trace`. Raises as commands do."""
        sessions = list(state.frames.by_session())
        toolkits = [Toolkit(state, frame) for frame in state.frames.all()]
        await at_once(toolkits, lambda toolkit: toolkit.world(timeout=timeout))
        request = cls(sessions, toolkits, [], [], [], timeout)
        if laid_out:
            request.count()
        least = LEAST_MEASURED if retell else None
        request.asked = [
            request.ask(toolkit.frame.session, toolkit.command("trace", None, least)) for toolkit in toolkits
        ]
        # Sent together: usually one text node is another.
        first = recorded_changes.AT_ONCE if retell and not proof else 0
        request.ahead = [
            recorded_changes.ask_for(toolkit, 0, first if at < _MOST_AHEAD else 0, request.ask)
            for at, toolkit in enumerate(toolkits)
        ]
        return request

    def ask(self, session: Session, command: Command[Thing]) -> PendingReply[Thing]:
        """Send one command, which is abandoned with the rest."""
        return self.held.enter_context(session.start(command, timeout=self.timeout))

    def count(self) -> None:
        """Request the browser's counters."""
        self.counted = [self.ask(session, performance.get_metrics()) for session in self.sessions]

    def close(self) -> None:
        """Abandon what has not come."""
        self.held.close()

    async def result(self) -> Trace | None:
        """The trace; None where a recorder or a session's counters are missing. Raises as commands do."""
        recorded = [reported(await reply.result()) for reply in self.asked]
        if None in recorded:
            return None
        # The recorders update styles and layout, so their answers are awaited before the counters are requested:
        # that request overtakes pending work of the page.
        if not self.counted or any(_is_change(found) for _, found, *_ in recorded):
            self.count()
        changes = await _changes(self.toolkits, recorded, self.ahead, self.ask)
        metrics = [(await reply.result()).metrics for reply in self.counted]
        frames = [toolkit.frame for toolkit in self.toolkits]
        return trace_of(frames, self.sessions, recorded, metrics, changes, anyio.current_time())


async def _trace(state: TabState, timeout: float, retell: bool, laid_out: bool, proof: bool) -> Trace | None:
    """Read every recorder and every session's counters; None where one is missing. Raises as commands do."""
    request = await TraceRequest.sent(state, timeout, retell=retell, laid_out=laid_out, proof=proof)
    try:
        return await request.result()
    finally:
        request.close()


def reported(answer: runtime.CallFunctionOnReply) -> Any:
    """The answer of a recorder; None where it is missing or its script threw."""
    failed = is_missing(answer) or answer.exception_details is not None
    return None if failed else answer.result.value


def _is_change(found: Any) -> bool:
    """Whether a recorder reported changes, rather than none, or why they are not certain."""
    return isinstance(found, list) and any(cast(list[Any], found))


async def _changes(
    toolkits: list[Toolkit],
    recorded: list[Any],
    ahead: list[list[PendingReply[runtime.CallFunctionOnReply]]],
    ask: recorded_changes.Ask,
) -> dict[str, TextChanges]:
    """The reported changes by frame id, with their nodes; without those that could not be read.

    None at all where anything changed since the recorders answered: that may be counted already, but was not reported.
    """
    changes: dict[str, TextChanges] = {}
    still: list[tuple[PendingReply[runtime.CallFunctionOnReply], float]] = []
    read: TextChanges | None
    try:
        for toolkit, (_, found, mutations, *_, x, y), elements in zip(toolkits, recorded, ahead, strict=True):
            if not isinstance(found, list):
                continue
            read = recorded_changes.NOTHING
            if _is_change(found):
                still.append((ask(toolkit.frame.session, toolkit.command("pulse", None)), mutations))
                read = await recorded_changes.read(toolkit, found, elements, ask)
            if read is not None:
                changes[toolkit.frame.id] = msgspec.structs.replace(read, scroll=(x, y), mutations=mutations)
    finally:
        for session in {
            toolkit.frame.session
            for toolkit, (_, found, *_) in zip(toolkits, recorded, strict=True)
            if _is_change(found)
        }:
            session.start(runtime.release_object_group(recorded_changes.GROUP)).abandon()
    counts = [((await reply.result()).result.value, mutations) for reply, mutations in still]
    return changes if all(now and now[0] == mutations for now, mutations in counts) else {}


def trace_of(
    frames: list[Frame],
    sessions: list[Session],
    recorded: list[Any],
    metrics: list[list[performance.Metric]],
    changes: dict[str, TextChanges],
    at: float,
) -> Trace | None:
    """The trace from the answers of browser and recorders, which came `at` that time; None where one is missing."""
    counters = [_counters(found) for found in metrics]
    if None in counters:
        return None
    shown_texts = [shown_text_of(entry, at) for noted, *_ in recorded for entry in noted]
    return Trace(
        tuple(
            (frame.id, frame.loader_id, tuple(rest))
            for frame, (_, _, *rest) in zip(frames, recorded, strict=True)
        ),
        tuple(
            (session.target_id or "", values)
            for session, values in zip(sessions, counters, strict=True)
            if values is not None
        ),
        tuple(sorted(shown_texts, key=lambda entry: entry.at)),
        changes,
        {
            frame.id: report[1]
            for frame, report in zip(frames, recorded, strict=True)
            if isinstance(report[1], str)
        },
        {frame.id: frame.session.target_id or "" for frame in frames},
        sum(metric.value for found in metrics for metric in found if metric.name == _BOXES),
    )


async def begin(state: TabState, timeout: float) -> bool:
    """Prepare everything that a trace needs; returns whether that was possible."""
    if state.failure() is not None:
        return False
    sessions = list(state.frames.by_session())
    try:
        await at_once(sessions, lambda session: session.send(performance.enable(), timeout=timeout))
        await at_once(
            state.frames.all(),
            lambda frame: Toolkit(state, frame).call("pulse", into=object, timeout=timeout),
        )
    except EngineError:
        return False
    return True


def _counters(metrics: Iterable[performance.Metric]) -> tuple[float, ...] | None:
    found = {metric.name: metric.value for metric in metrics}
    values = tuple(found.get(name, -1.0) for name in _COUNTERS)
    return None if -1.0 in values else values
