"""A fingerprint that shows whether a page is unchanged and, for small changes, what differs (CD-17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

import anyio

from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.protocol import Command, performance, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.changes import recorded_changes
from cdp_engine.tab.changes.recorded_changes import TextChanges
from cdp_engine.tab.changes.recorder import ShownText, each, shown_text_of
from cdp_engine.tab.injected.toolkit import Toolkit, is_missing
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

_COUNTERS = ("LayoutCount", "RecalcStyleCount", "JSEventListeners")
_BOXES = "LayoutObjects"
_MOST_AHEAD = 3
STYLING = slice(2, 4)
"""The places, among the numbers of a recorder, of its count of events after which only styles and values differ, and of
the values.
"""
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Trace:
    """Equal traces mean that nothing that a snapshot could show has changed in any frame."""

    frames: tuple[tuple[str, str, tuple[float | str, ...]], ...]
    """For each frame: its id, its loader and its recorder's numbers: first the count of changes, see `STYLING`."""
    counters: tuple[tuple[str, tuple[float, ...]], ...]
    """For each session: how often the browser recalculated styles and layout, and the number of listeners."""
    shown_texts: tuple[ShownText, ...] = field(default=(), compare=False)
    """The announcements since the last call of this or `texts`."""
    changes: Mapping[str, TextChanges] = field(default_factory=dict[str, TextChanges], compare=False)
    """By frame id, the changes since the mark, where requested and limited to texts, attributes and their styles."""
    boxes: float = field(default=0.0, compare=False)
    """The number of layout objects of all documents; the browser drops some at times."""

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
    state: TabState, *, timeout: float, retell: bool = False, laid_out: bool = False
) -> Trace | None:
    """The page's trace, or None where a part of the page does not answer. `timeout` in seconds, for every frame.

    With `retell`, the changes since the mark come with it; they are reported only once. `laid_out`: the only document
    was laid out a moment ago, so no style or layout is pending that the counters would lack.
    """
    try:
        found = await _trace(state, timeout, retell, laid_out)
    except CommandTimeout:
        return None
    if found is None and await _begin(state, timeout):
        with suppress(EngineError):
            found = await _trace(state, timeout, False, False)
    return found


async def _trace(state: TabState, timeout: float, retell: bool, laid_out: bool) -> Trace | None:
    frames = list(state.frames.all())
    sessions = list(state.frames.by_session())
    try:
        answers = await _answers(state, frames, sessions, timeout, retell, laid_out)
    except CommandTimeout:
        raise
    except EngineError:
        return None
    if answers is None:
        return None
    counters = [_counters(found) for found in answers.metrics]
    if None in counters:
        return None
    now = anyio.current_time()
    shown_texts = [shown_text_of(entry, now) for noted, *_ in answers.recorded for entry in noted]
    return Trace(
        tuple(
            (frame.id, frame.loader_id, tuple(rest))
            for frame, (_, _, *rest) in zip(frames, answers.recorded, strict=True)
        ),
        tuple(
            (session.target_id or "", values)
            for session, values in zip(sessions, counters, strict=True)
            if values is not None
        ),
        tuple(sorted(shown_texts, key=lambda entry: entry.at)),
        answers.changes,
        sum(metric.value for found in answers.metrics for metric in found if metric.name == _BOXES),
    )


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers of recorders and browser for one trace."""

    recorded: list[Any]
    """For each frame: the recorded texts, its changes, and the numbers of its trace."""
    metrics: list[list[performance.Metric]]
    """For each session."""
    changes: dict[str, TextChanges]


async def _answers(
    state: TabState,
    frames: list[Frame],
    sessions: list[Session],
    timeout: float,
    retell: bool,
    laid_out: bool,
) -> _Answers | None:
    """Read every recorder and every session's counters; None where a recorder is missing."""
    toolkits = [Toolkit(state, frame) for frame in frames]
    await each(toolkits, lambda toolkit: toolkit.world(timeout=timeout))
    with ExitStack() as held:

        def ask(session: Session, command: Command[Thing]) -> PendingReply[Thing]:
            return held.enter_context(session.start(command, timeout=timeout))

        counted = _counters_of(sessions if laid_out else [], ask)
        asked = [ask(toolkit.frame.session, toolkit.command("trace", None, retell)) for toolkit in toolkits]
        # Sent together: usually one or two elements changed.
        ahead = [_first_elements(state, frame, ask) for frame in frames[: _MOST_AHEAD if retell else 0]]
        recorded = [_reported(await reply.result()) for reply in asked]
        if None in recorded:
            return None
        changed = [at for at, (_, changes, *_) in enumerate(recorded) if changes]
        # The recorders update styles and layout, so their answers are awaited before the counters are requested:
        # that request overtakes pending work of the page.
        if changed or not laid_out:
            counted = _counters_of(sessions, ask)
        after = _counts_again(toolkits if changed else [], ask)
        ahead += [[] for _ in frames[len(ahead) :]]
        changes = await _read(state, [(frames[at], recorded[at][1], ahead[at]) for at in changed], timeout)
        metrics = [(await reply.result()).metrics for reply in counted]
        still = [(await reply.result()).result.value for reply in after]
    return _Answers(recorded, metrics, changes if _same_counts(still, recorded) else {})


def _same_counts(still: list[Any], recorded: list[Any]) -> bool:
    """Whether nothing changed since the recorders answered: it may be counted already, but was not reported."""
    return all(now and now[0] == was[2] for now, was in zip(still, recorded, strict=False))


def _reported(answer: runtime.CallFunctionOnReply) -> Any:
    """The answer of a recorder; None where it is missing or its script threw."""
    failed = is_missing(answer) or answer.exception_details is not None
    return None if failed else answer.result.value


class _Ask(Protocol):
    """Sends a command whose reply is awaited or abandoned before the trace is complete."""

    def __call__(self, session: Session, command: Command[Thing]) -> PendingReply[Thing]: ...


def _counts_again(toolkits: list[Toolkit], ask: _Ask) -> list[PendingReply[runtime.CallFunctionOnReply]]:
    """Request the counts of changes once more."""
    return [ask(toolkit.frame.session, toolkit.command("pulse", None)) for toolkit in toolkits]


def _counters_of(sessions: list[Session], ask: _Ask) -> list[PendingReply[performance.GetMetricsReply]]:
    """Request the browser's counters."""
    return [ask(session, performance.get_metrics()) for session in sessions]


def _first_elements(
    state: TabState, frame: Frame, ask: _Ask
) -> list[PendingReply[runtime.CallFunctionOnReply]]:
    """Request the first elements that a frame may report as changed."""
    commands = recorded_changes.elements(state, frame, 0, recorded_changes.AT_ONCE)
    return [ask(frame.session, command) for command in commands]


async def _read(
    state: TabState,
    changed: Sequence[tuple[Frame, object, Sequence[PendingReply[runtime.CallFunctionOnReply]]]],
    timeout: float,
) -> dict[str, TextChanges]:
    """The reported changes by frame id, with their nodes; without those that could not be read."""
    found: dict[str, TextChanges] = {}
    try:
        for frame, frame_pulse, ahead in changed:
            changes = await recorded_changes.read(state, frame, frame_pulse, ahead, timeout=timeout)
            if changes is not None:
                found[frame.id] = changes
    finally:
        for session in {frame.session for frame, _, _ in changed}:
            recorded_changes.let_go(session)
    return found


async def _begin(state: TabState, timeout: float) -> bool:
    """Prepare everything that a trace needs; returns whether that was possible."""
    if state.failure() is not None:
        return False
    sessions = list(state.frames.by_session())
    try:
        await each(sessions, lambda session: session.send(performance.enable(), timeout=timeout))
        await each(
            list(state.frames.all()),
            lambda frame: Toolkit(state, frame).call("pulse", into=object, timeout=timeout),
        )
    except EngineError:
        return False
    return True


def _counters(metrics: Iterable[performance.Metric]) -> tuple[float, ...] | None:
    found = {metric.name: metric.value for metric in metrics}
    values = tuple(found.get(name, -1.0) for name in _COUNTERS)
    return None if -1.0 in values else values
