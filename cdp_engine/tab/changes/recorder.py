"""Reads the recorder in every document of a tab (injected/recorder.js): how much changed, what was said."""

from __future__ import annotations

from collections.abc import Callable, Container, Coroutine
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import anyio

from cdp_engine.errors import EngineError, ProtocolError, SessionDetached
from cdp_engine.protocol import Command, page, runtime
from cdp_engine.tab.changes.recorder_script import recorder
from cdp_engine.tab.state.execution_contexts import WORLD_NAME
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

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


def heard(entry: tuple[SayKind, str, str, float], now: float) -> Said:
    """A text as a recorder tells of it, with its age in milliseconds, on our clock."""
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
        said.extend(heard(entry, now) for entry in noted)

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
