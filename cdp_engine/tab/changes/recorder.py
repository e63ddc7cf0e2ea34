"""Reads the recorder in every document of a tab (injected/changes/recorder.js): counts of changes, announced texts."""

from __future__ import annotations

from collections.abc import Callable, Container, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

_INNER_SECONDS = 0.25
Thing = TypeVar("Thing")
Answer = TypeVar("Answer")
SayKind = Literal["added", "changed", "removed"]
Entry = tuple[SayKind, str, str, float, int]


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text that appeared, changed or vanished: `at` is on anyio's clock, `live` how the page announces it (SX-08)."""

    at: float
    kind: SayKind
    text: str
    live: str
    there: bool = False
    """Whether its element showed it still, but for its numbers, when the text was read."""


@dataclass(frozen=True, slots=True)
class FramePulse:
    """The count of changes in one document, and the seconds since the last; `missing` where it did not answer."""

    loader_id: str
    mutations: int = 0
    quiet: float = 0.0
    loading: bool = False
    body: bool = True
    moving: tuple[float, ...] = ()
    """The remaining seconds of each finite animation and transition that may change what a view contains."""
    fading: tuple[float, ...] = ()
    """The same of those that may bring something into view or out of it."""
    canvases: bool = False
    """Whether there is a canvas."""
    animated: bool = False
    """Whether any finite animation or transition runs."""
    missing: EngineError | None = None


RawPulse = tuple[float, float, str, int, list[float], list[float], int, int]
"""A pulse as a document gives it: mutations, ms of quiet, ready state, whether there is a body, ms of animations, of
those that fade, whether there is a canvas, and whether anything is animated."""


def pulse_of(frame: Frame, raw: RawPulse) -> FramePulse:
    """The pulse of a frame's document."""
    mutations, quiet, ready, body, moving, fading, canvases, animated = raw
    return FramePulse(
        frame.loader_id,
        int(mutations),
        quiet / 1000,
        ready == "loading",
        bool(body),
        tuple(left / 1000 for left in moving),
        tuple(left / 1000 for left in fading),
        bool(canvases),
        bool(animated),
    )


async def pulses(state: TabState, *, timeout: float, deaf: Container[str] = ()) -> dict[str, FramePulse]:
    """The pulse of every frame, by frame id, except those in `deaf`; all are requested at once.

    The main frame may take `timeout` seconds, the others at most a quarter of a second.
    """
    frames = [frame for frame in state.frames.all() if frame.id not in deaf]
    main = state.frames.main.id
    found: dict[str, FramePulse] = {}

    async def ask(frame: Frame) -> None:
        patience = timeout if frame.id == main else min(timeout, _INNER_SECONDS)
        try:
            raw = await Toolkit(state, frame).call("pulse", into=RawPulse, timeout=patience)
        except EngineError as error:
            found[frame.id] = FramePulse(frame.loader_id, missing=error)
        else:
            found[frame.id] = pulse_of(frame, raw)

    await at_once(frames, ask)
    return found


def shown_text_of(entry: Entry, now: float) -> ShownText:
    """A recorder's text event, with its age in milliseconds, converted to our clock."""
    kind, text, live, age, there = entry
    return ShownText(now - age / 1000, kind, text, live, bool(there))


async def texts(state: TabState, *, timeout: float) -> list[ShownText]:
    """The announced texts of all frames since the last call, oldest first. Frames that do not answer add nothing."""
    shown_texts: list[ShownText] = []

    async def ask(frame: Frame) -> None:
        try:
            noted = await Toolkit(state, frame).call("notedTexts", into=list[Entry], timeout=timeout)
        except EngineError:
            return
        now = anyio.current_time()
        shown_texts.extend(shown_text_of(entry, now) for entry in noted)

    await at_once(state.frames.all(), ask)
    return sorted(shown_texts, key=lambda entry: entry.at)


async def at_once(
    things: Sequence[Thing], ask: Callable[[Thing], Coroutine[Any, Any, Answer]]
) -> list[Answer]:
    """The answers of calls that run at the same time, in order. The first error is raised as itself."""
    if len(things) == 1:
        return [await ask(things[0])]
    answers: dict[int, Answer] = {}
    failures: list[EngineError] = []

    async def contained(index: int, thing: Thing) -> None:
        try:
            answers[index] = await ask(thing)
        except EngineError as error:
            failures.append(error)

    async with anyio.create_task_group() as tasks:
        for index, thing in enumerate(things):
            tasks.start_soon(contained, index, thing)
    if failures:
        raise failures[0]
    return [answers[index] for index in range(len(things))]
