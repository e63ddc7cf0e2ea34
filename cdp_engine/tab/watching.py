"""Reads the recorder that stands in every document of a tab (see page/watch.js): how much changed, what was said."""

from __future__ import annotations

from collections.abc import Callable, Container, Coroutine, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import anyio

from cdp_engine.errors import CommandTimeout, EngineError, ProtocolError, SessionDetached
from cdp_engine.protocol import Command, page, performance, runtime
from cdp_engine.rpc import Session
from cdp_engine.tab.contexts import WORLD_NAME
from cdp_engine.tab.frames import Frame
from cdp_engine.tab.recorder import recorder
from cdp_engine.tab.state import TabState

_COUNTERS = ("LayoutCount", "RecalcStyleCount", "JSEventListeners")
_INNER_SECONDS = 0.25
Thing = TypeVar("Thing")
SayKind = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class Said:
    """A text that came, changed or went: `at` is on anyio's clock, `live` how the page announces it (SX-08)."""

    at: float
    kind: SayKind
    text: str
    live: str


@dataclass(frozen=True, slots=True)
class FramePulse:
    """How much has changed in one document, and for how many seconds nothing has; `missing` where it did not tell."""

    loader_id: str
    mutations: int = 0
    quiet: float = 0.0
    loading: bool = False
    body: bool = True
    missing: EngineError | None = None


async def pulses(state: TabState, *, timeout: float, deaf: Container[str] = ()) -> dict[str, FramePulse]:
    """The pulse of every frame, by frame id, except those in `deaf`; asked for at once.

    The main frame may take `timeout` seconds, the others at most a quarter of a second.
    """
    frames = [frame for frame in state.frames.all() if frame.id not in deaf]
    main = state.frames.main.id
    found: dict[str, FramePulse] = {}

    async def ask(frame: Frame) -> None:
        patience = timeout if frame.id == main else min(timeout, _INNER_SECONDS)
        try:
            mutations, quiet, ready, body = await call(state, frame, "pulse()", timeout=patience)
        except EngineError as error:
            found[frame.id] = FramePulse(frame.loader_id, missing=error)
        else:
            found[frame.id] = FramePulse(
                frame.loader_id, int(mutations), quiet / 1000, ready == "loading", bool(body)
            )

    await each(frames, ask)
    return found


@dataclass(frozen=True, slots=True)
class Trace:
    """Equal traces: nothing that a snapshot could show has changed in between, in no frame."""

    frames: tuple[tuple[str, str, tuple[float | str, ...]], ...]
    """Of each frame: its id, its loader and what its recorder tells."""
    counters: tuple[tuple[str, tuple[float, ...]], ...]
    """Of each session: how often the browser worked out styles and layout, and how many listeners there are."""
    said: tuple[Said, ...] = field(default=(), compare=False)
    """What was said since this, or `texts`, was asked last."""

    @property
    def listeners(self) -> tuple[float, ...]:
        """How many event listeners each session's documents have."""
        return tuple(values[-1] for _, values in self.counters)


async def trace(state: TabState, *, timeout: float) -> Trace | None:
    """The page's trace, or None where a part of it does not tell. `timeout` in seconds, for every frame."""
    try:
        found = await _trace(state, timeout)
    except CommandTimeout:
        return None
    if found is None and await _begin(state, timeout):
        with suppress(EngineError):
            found = await _trace(state, timeout)
    return found


async def _trace(state: TabState, timeout: float) -> Trace | None:
    frames = list(state.frames.all())
    sessions = list(state.frames.by_session())
    try:
        await each(frames, lambda frame: world(state, frame, timeout))
        # The recorders bring styles and layout up to date, so their answers are awaited before the counters are asked
        # for: a question about those overtakes what the page still has to do.
        replies = await _answers(
            [(frame.session, asking(state, frame, "trace()")) for frame in frames], timeout
        )
        told = [reply.result.value for reply in replies]
        counted = await _answers([(session, performance.get_metrics()) for session in sessions], timeout)
        metrics = [reply.metrics for reply in counted]
    except CommandTimeout:
        raise
    except EngineError:
        return None
    counters = [_counters(found) for found in metrics]
    if None in counters or not all(told):
        return None
    now = anyio.current_time()
    said = [_said(entry, now) for noted, *_ in told for entry in noted]
    return Trace(
        tuple(
            (frame.id, frame.loader_id, tuple(rest)) for frame, (_, *rest) in zip(frames, told, strict=True)
        ),
        tuple(
            (session.target_id or "", values)
            for session, values in zip(sessions, counters, strict=True)
            if values is not None
        ),
        tuple(sorted(said, key=lambda entry: entry.at)),
    )


async def _answers(questions: Iterable[tuple[Session, Command[Thing]]], timeout: float) -> list[Thing]:
    """The answers to questions that are all asked at once."""
    with ExitStack() as held:
        asked = [
            held.enter_context(session.start(command, timeout=timeout)) for session, command in questions
        ]
        return [await reply.result() for reply in asked]


async def _begin(state: TabState, timeout: float) -> bool:
    """Have everything there that a trace needs; whether that was possible."""
    if state.failure() is not None:
        return False
    sessions = list(state.frames.by_session())
    try:
        await each(sessions, lambda session: session.send(performance.enable(), timeout=timeout))
        await each(list(state.frames.all()), lambda frame: call(state, frame, "pulse()", timeout=timeout))
    except EngineError:
        return False
    return True


def _counters(metrics: Iterable[performance.Metric]) -> tuple[float, ...] | None:
    found = {metric.name: metric.value for metric in metrics}
    values = tuple(found.get(name, -1.0) for name in _COUNTERS)
    return None if -1.0 in values else values


def _said(entry: tuple[SayKind, str, str, float], now: float) -> Said:
    kind, text, live, age = entry
    return Said(now - age / 1000, kind, text, live)


async def texts(state: TabState, *, timeout: float) -> list[Said]:
    """What was said in all frames since the last time, oldest first. Frames that do not answer say nothing."""
    said: list[Said] = []

    async def ask(frame: Frame) -> None:
        try:
            noted = await call(state, frame, "texts()", timeout=timeout)
        except EngineError:
            return
        now = anyio.current_time()
        said.extend(_said(entry, now) for entry in noted)

    await each(list(state.frames.all()), ask)
    return sorted(said, key=lambda entry: entry.at)


async def call(state: TabState, frame: Frame, what: str, *, timeout: float) -> Any:
    """The value of one of the recorder's functions in a frame; puts the recorder there if it is missing.

    Raises `CommandTimeout` for a document that is busy, `SessionDetached` for one that left, and what else keeps the
    session from answering.
    """
    try:
        found = await _evaluate(state, frame, f"globalThis.cdpEngineWatch?.{what}", timeout)
        if found is None:
            await _evaluate(state, frame, recorder(), timeout)
            found = await _evaluate(state, frame, f"globalThis.cdpEngineWatch?.{what}", timeout)
    except ProtocolError as error:
        state.contexts.forget_isolated(frame)
        raise SessionDetached(f"frame {frame.url or frame.id} shows another document now") from error
    if found is None:
        raise SessionDetached(f"frame {frame.url or frame.id} cannot be watched")
    return found


async def _evaluate(state: TabState, frame: Frame, script: str, timeout: float) -> Any:
    context = await world(state, frame, timeout)
    command = runtime.evaluate(script, context_id=context, return_by_value=True, silent=True)
    reply = await frame.session.send(command, timeout=timeout)
    if reply.exception_details is not None:
        raise SessionDetached(f"frame {frame.url or frame.id} cannot be watched")
    return reply.result.value


def asking(state: TabState, frame: Frame, what: str) -> Command[runtime.EvaluateReply]:
    """Asks the recorder of a frame whose world is known; the value is None where there is no recorder."""
    return runtime.evaluate(
        f"globalThis.cdpEngineWatch?.{what}",
        context_id=state.contexts.isolated_world(frame),
        return_by_value=True,
        silent=True,
    )


async def world(state: TabState, frame: Frame, timeout: float) -> runtime.ExecutionContextId:
    """Our world in the frame's document, made if need be."""
    known = state.contexts.isolated_world(frame)
    if known is None:
        made = page.create_isolated_world(frame.id, world_name=WORLD_NAME, grant_univeral_access=False)
        known = (await frame.session.send(made, timeout=timeout)).execution_context_id
        state.contexts.keep_isolated(frame, known)
    return known


async def each(things: list[Thing], ask: Callable[[Thing], Coroutine[Any, Any, object]]) -> None:
    """Ask all at once. One error is raised as itself."""
    if len(things) == 1:
        await ask(things[0])
        return
    failures: list[EngineError] = []

    async def contained(thing: Thing) -> None:
        try:
            await ask(thing)
        except EngineError as error:
            failures.append(error)

    async with anyio.create_task_group() as tasks:
        for thing in things:
            tasks.start_soon(contained, thing)
    if failures:
        raise failures[0]
