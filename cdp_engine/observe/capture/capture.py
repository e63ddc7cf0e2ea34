"""Captures a page: all its processes at once, each with a deadline, then the pure build.

Two captures give the same snapshot. `hybrid` fetches tree, accessibility trees and layout; `fast` fetches the layout
alone, computes roles and names from it (`html_semantics`), gets the rest of the state from the script that finds
listeners, and queries the few undecided elements one by one (`semantics.undecided`). `auto` is `fast`, extended by the
full accessibility trees where there is no reliable layout or too many elements are undecided.

Why the layout and not `Page.getAnnotatedPageContent`, Chrome's own extractor: measured in CPU time of renderer
and browser together it costs as much (16 000 elements: 0.30 s against 0.31–0.37 s; 50 000: 1.2–1.4 s against
0.9–1.1 s; accessibility alone takes 1.0 s and 3.7 s), waits for the slowest process of the page, and knows neither
tags, attributes nor opacity: the layout would have to complete it anyway. So nothing needs a protobuf decoder.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import anyio

from cdp_engine.errors import CaptureFailed, DeadlineExceeded, EngineError, PageRefused
from cdp_engine.observe.build import Arranged, arrange, finish
from cdp_engine.observe.capture.ax_queries import MOST, ask_about
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.capture.infinite_scroll import unroll
from cdp_engine.observe.capture.listeners import begin_listeners
from cdp_engine.observe.capture.session_capture import (
    FATAL,
    SessionAnswers,
    ask_for_structure,
    ask_for_trees,
    ask_owner,
    read_document,
    read_trees,
    styles_for,
)
from cdp_engine.observe.model.options import CaptureOptions
from cdp_engine.observe.model.page_tree import LeftOut
from cdp_engine.observe.model.refs import RefIssuer
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.semantics.undecided import undecided
from cdp_engine.observe.sources.merge import ProcessTables, opts_out
from cdp_engine.observe.sources.secret_memory import SecretMemory
from cdp_engine.protocol import dom
from cdp_engine.rpc import Session
from cdp_engine.tab import Frame, Tab, blocked_in_short

AGAIN_SECONDS = 0.5
"""The time for a frame that did not answer the last capture; once it answers, it gets the full time again."""
LAST_SECONDS = 1.0
"""The least time for the last calls, however long the page took for the first ones."""


async def capture(
    tab: Tab,
    options: CaptureOptions,
    refs: RefIssuer,
    *,
    version: int = 0,
    secrets: SecretMemory | None = None,
    before: Callable[[], Awaitable[None]] | None = None,
) -> Snapshot:
    """Observe a tab: all frames and processes that answer within `options.timeout` seconds.

    `secrets` is what earlier captures of the page found secret: it stays so, and what this one finds is added. `before`
    is awaited before the layout is requested, or anything on the page is changed.

    Frames that do not answer are named in `snapshot.context.left_out`. Raises `CaptureFailed` when the page's own
    process does not answer, `PageRefused` for a page that opts out (CD-11), and `ConnectionLost`, `TargetClosed`,
    `TargetCrashed` or `DialogBlocking` when the page cannot be read.
    """
    before = before or _nothing
    began: list[str] = []
    if options.scroll_steps > 0:
        await before()
        before = _nothing
        began.append((await unroll(tab, steps=options.scroll_steps, seconds=options.scroll_seconds)).note)
    started = perf_counter()
    whole = options.capture == "hybrid"
    secret = secrets if secrets is not None else SecretMemory()
    everyone = [SessionAnswers(shown) for shown in tab.frames.by_session().values()]
    try:
        _begin_listeners(tab, everyone, options)
        await before()
        owners = await _ask_everyone(tab, everyone, options, whole=whole)
        main = tab.frames.main
        own = next(answers for answers in everyone if answers.session is main.session)
        own_process = own.process
        if own_process is None:
            raise _failure(own.error, tab, main)
        others = _join_owners(tab, everyone, own, owners)
        loaders: dict[str, str] = {frame.id: frame.loader_id for frame in tab.frames.all()}

        def placed() -> Arranged:
            with collector_paused():
                for process in (own_process, *others.values()):
                    secret.note(process.tables, loaders)
                return arrange(
                    own_process,
                    others,
                    loaders,
                    include_aria_hidden=options.include_aria_hidden,
                    respect_opt_out=options.respect_opt_out,
                )

        def finished() -> Snapshot:
            with collector_paused():
                return finish(
                    arranged,
                    refs,
                    source="hybrid" if whole else "fast",
                    version=version,
                    left_out=[_left_out(answers) for answers in everyone if answers.process is None],
                    notes=[
                        *began,
                        *_held_back(tab),
                        *(note for answers in everyone for note in answers.notes),
                    ],
                    capture_seconds=perf_counter() - started,
                    secrets=secret,
                )

        # In one block where no call is left: each pause ends with the collector scanning all objects created in it.
        with collector_paused():
            arranged = placed()
            questions = None if whole else _open_questions(everyone, arranged)
            snapshot = finished() if questions is not None and not questions.any else None
        if snapshot is None:
            if questions is not None:
                seconds = max(options.timeout - (perf_counter() - started), LAST_SECONDS)
                whole = await _settle(questions, seconds, may_widen=options.capture == "auto")
            for answers in everyone:
                await read_trees(answers)
            snapshot = finished()  # while the browser still serialises the documents
            if any([await read_document(answers) for answers in everyone]):
                arranged = placed()
                snapshot = finished()
    finally:
        for answers in everyone:
            answers.abandon()
    if options.respect_opt_out and opts_out(arranged.joined.sources[0][1]):
        raise PageRefused(f"{main.url} asks not to be read by a model (data-no-ai)")
    return snapshot


async def _nothing() -> None:
    pass


def _begin_listeners(tab: Tab, everyone: Sequence[SessionAnswers], options: CaptureOptions) -> None:
    for answers in everyone:
        answers.question = begin_listeners(tab, answers.root, _patience(tab, answers.session, options))


def _patience(tab: Tab, session: Session, options: CaptureOptions) -> float:
    """How many seconds a session may take: little where it did not answer before, unless it is the page's own."""
    again = session in tab.unresponsive and session is not tab.frames.main.session
    return min(options.timeout, AGAIN_SECONDS) if again else options.timeout


def _held_back(tab: Tab) -> list[str]:
    """A note on the parts that the document lacks because the lists of domains block them (EX-09)."""
    blocked = blocked_in_short(tab.blocked)
    return [f"held back by the lists of domains: {'; '.join(blocked)}"] if blocked else []


@dataclass(slots=True, frozen=True)
class _OpenQuestions:
    """The elements of each process that layout and HTML leave undecided."""

    nodes: Sequence[tuple[SessionAnswers, Sequence[dom.BackendNodeId]]]
    blind: bool
    """Whether some document has no reliable layout."""

    @property
    def any(self) -> bool:
        """Whether any element is undecided."""
        return self.blind or any(about for _, about in self.nodes)


def _open_questions(everyone: Sequence[SessionAnswers], arranged: Arranged) -> _OpenQuestions:
    nodes = [
        (answers, undecided(arranged.joined, answers.process))
        for answers in everyone
        if answers.process is not None
    ]
    return _OpenQuestions(nodes, any(not table.has_layout for _, table in arranged.joined.sources))


async def _settle(questions: _OpenQuestions, seconds: float, *, may_widen: bool) -> bool:
    """Query the undecided elements; True when the full trees were fetched instead.

    They are fetched, where allowed, when there is no reliable layout or too many elements are undecided.
    """
    if may_widen and (questions.blind or sum(len(about) for _, about in questions.nodes) > MOST):
        for answers, _ in questions.nodes:
            ask_for_trees(answers, seconds)
        return True
    async with anyio.create_task_group() as tasks:
        for answers, about in questions.nodes:
            if len(about) > MOST:
                answers.notes.append(f"{len(about) - MOST} elements are named by their HTML alone")
            if about:
                tasks.start_soon(_ask_about, answers, about[:MOST], seconds)
    return False


async def _ask_about(answers: SessionAnswers, nodes: Sequence[dom.BackendNodeId], seconds: float) -> None:
    if answers.process is not None:
        answers.process.asked = await ask_about(answers.session, nodes, seconds)


async def _ask_everyone(
    tab: Tab, everyone: Sequence[SessionAnswers], options: CaptureOptions, *, whole: bool
) -> dict[str, int]:
    """Capture the documents of each session. Returns, by frame id, the elements that show other processes."""
    frames, unresponsive = tab.frames, tab.unresponsive
    styles = styles_for(framed=len(frames.all()) > 1, bounded=options.boundaries)
    owners: dict[str, int] = {}

    async with anyio.create_task_group() as tasks:
        for frame in frames.all():
            above = _parent_session(tab, frame)
            if above is not None and above is not frame.session:
                tasks.start_soon(ask_owner, above, frame, _patience(tab, above, options), owners)
        for answers in everyone:
            seconds = _patience(tab, answers.session, options)
            tasks.start_soon(_ask, tab, answers, seconds, whole, styles)
    for answers in everyone:
        if isinstance(answers.error, DeadlineExceeded):
            unresponsive.add(answers.session)
        else:
            unresponsive.discard(answers.session)
    return owners


async def _ask(tab: Tab, answers: SessionAnswers, seconds: float, whole: bool, styles: Sequence[str]) -> None:
    await ask_for_structure(tab, answers, seconds, whole=whole, styles=styles)


def _join_owners(
    tab: Tab, everyone: Sequence[SessionAnswers], own: SessionAnswers, owners: dict[str, int]
) -> dict[str, ProcessTables]:
    """Set for each process which of its elements show other processes. Returns those by frame id."""
    others: dict[str, ProcessTables] = {}
    for answers in everyone:
        if answers.process is not None:
            answers.process.frame_owners = {
                frame.id: owners[frame.id]
                for frame in tab.frames.all()
                if frame.id in owners and _parent_session(tab, frame) is answers.session
            }
            if answers is not own:
                others[answers.root.id] = answers.process
    return others


def _parent_session(tab: Tab, frame: Frame) -> Session | None:
    above = tab.frames.get(frame.parent_id) if frame.parent_id is not None else None
    return above.session if above is not None else None


def _failure(error: EngineError | None, tab: Tab, main: Frame) -> EngineError:
    if isinstance(error, FATAL):
        return error
    what = f"{main.url or 'the page'} could not be observed"
    if error is None or isinstance(error, DeadlineExceeded):
        silence = tab.silence
        return CaptureFailed(f"{what}: {silence.reason}", hint=silence.hint)
    return CaptureFailed(f"{what}: {error.message}")


def _left_out(answers: SessionAnswers) -> LeftOut:
    error = answers.error
    reason = "did not answer in time" if isinstance(error, DeadlineExceeded) else "could not be read"
    if error is not None and not isinstance(error, DeadlineExceeded):
        reason = error.message
    return LeftOut(answers.root.id, answers.root.url, reason)
