"""The calls of a capture in one session (one process of the page), and reading their replies.

The calls are sent back to back: while the browser computes the next reply, the previous one is decoded. The layout
comes first because everything else needs it; the full document comes last because it rarely adds anything, so that the
rest is done when it arrives. Each large reply is released as soon as it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
import msgspec

from cdp_engine.errors import (
    ConnectionLost,
    DeadlineExceeded,
    DialogBlocking,
    EngineError,
    TargetClosed,
    TargetCrashed,
)
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.capture.listeners import (
    Listener,
    ListenersCall,
    ListenersQuestion,
    ask_for_listeners,
    listened_in,
    note_listeners,
    read_listeners,
)
from cdp_engine.observe.sources.computed_styles import BOUNDARY_STYLES, FRAME_STYLES, STYLES
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.dom_tree import add_undrawn, has_undrawn, tables_of_dom
from cdp_engine.observe.sources.layout_snapshot import tables_of_layout
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.replies import (
    AxReply,
    DomReply,
    LayoutReply,
    read_ax,
    read_dom,
    read_dom_shape,
    read_layout,
)
from cdp_engine.protocol import Command, accessibility, dom, dom_snapshot, page
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab import Frame, Tab

T = TypeVar("T")

LEAST_SECONDS = 0.1
"""The time that the layout gets in any case."""
FATAL = (ConnectionLost, TargetClosed, TargetCrashed, DialogBlocking)
"""Errors of a session after which it cannot answer any call."""
TOO_DEEP = ("stack limit", "nested too deeply")
"""Parts of the errors for a page that is nested too deeply for `DOM.getDocument`: about 146 elements."""


@dataclass(slots=True)
class SessionAnswers:
    """The replies of one session, and those still pending."""

    frames: Sequence[Frame]
    """The frames it hosts, the outermost first."""
    process: ProcessTables | None = None
    error: EngineError | None = None
    """Why there is no `process`."""
    notes: list[str] = field(default_factory=list[str])
    trees: dict[page.FrameId, PendingReply[AxReply]] = field(
        default_factory=dict["page.FrameId", "PendingReply[AxReply]"]
    )
    document: PendingReply[DomReply] | None = None
    question: ListenersQuestion | None = None
    """What was requested first, before the layout."""
    listeners: Sequence[Listener] = ()

    def abandon(self) -> None:
        """Abandon the pending replies."""
        if self.question is not None:
            self.question.abandon()
        for reply in self.trees.values():
            reply.abandon()
        if self.document is not None:
            self.document.abandon()

    @property
    def root(self) -> Frame:
        """The session's own frame."""
        return self.frames[0]

    @property
    def session(self) -> Session:
        """The session."""
        return self.frames[0].session


async def ask_for_structure(
    tab: Tab, answers: SessionAnswers, seconds: float, *, whole: bool, styles: Sequence[str]
) -> None:
    """Fill in `answers.process` with the documents as they are laid out, or `answers.error`.

    With `whole` the accessibility trees and, last, the full document are requested too; their replies stay in
    `answers` (see `read_trees` and `read_document`). `styles` are those of `styles_for`.
    """
    session = answers.session
    deadline = anyio.current_time() + seconds
    listeners: ListenersCall | None = None
    try:
        # The marks come before the layout, whose time would let the document change between the two scripts that count
        # elements; the list comes after it, made while the layout is decoded.
        listeners = await ask_for_listeners(
            tab, answers.root, seconds, answers.notes, question=answers.question
        )
        seconds = max(LEAST_SECONDS, deadline - anyio.current_time())
        layout = session.start(_layout_command(styles), timeout=seconds)
        if listeners is not None:
            listeners.start()
        if whole:
            ask_for_trees(answers, seconds)
            answers.document = session.start(_document_command(), timeout=seconds)
        tables = await _read_layout(layout, answers)
        del layout  # and the reply with it
        if not tables:
            if isinstance(answers.error, (*FATAL, DeadlineExceeded)):
                return
            tables = await _without_layout(answers, seconds)
        if tables:
            answers.listeners = await read_listeners(tab, answers.root, listeners, seconds)
            answers.error = None
            answers.process = ProcessTables(tables, marks=note_listeners(tables, answers.listeners))
            answers.process.handled = listeners.read if listeners is not None else None
            answers.process.listened = listened_in(answers.listeners)
    finally:
        if listeners is not None:
            listeners.abandon()


async def _read_layout(reply: PendingReply[LayoutReply], answers: SessionAnswers) -> list[DocumentTable]:
    try:
        raw = await reply.raw()
        with (
            collector_paused()
        ):  # in one block: each pause ends with the collector scanning all objects created in it
            decoded = _tried(read_layout, raw)
            if decoded is not None:
                return tables_of_layout(decoded)
        decoded = await reply.result()
    except EngineError as error:
        answers.error = error
        return []
    with collector_paused():
        return tables_of_layout(decoded)


async def _without_layout(answers: SessionAnswers, seconds: float) -> list[DocumentTable]:
    """Read the document in place of a layout tree that is not available."""
    reply, answers.document = answers.document, None
    reply = reply or answers.session.start(_document_command(), timeout=seconds)
    try:
        root = (await _decoded(reply, read_dom)).root
    except EngineError as error:
        answers.error = error
        return []
    answers.notes.append("no layout could be had; visibility is read off tags and attributes")
    with collector_paused():
        return tables_of_dom(root, answers.root.id)


async def read_document(answers: SessionAnswers) -> bool:
    """Add nodes that the layout tree leaves out, where the full document was requested; True if there were any."""
    reply, answers.document = answers.document, None
    process = answers.process
    if reply is None or process is None:
        return False
    try:
        if not has_undrawn(process.tables, (await _decoded(reply, read_dom_shape)).root):
            return False
        root = (await _decoded(reply, read_dom)).root
    except EngineError as error:
        answers.notes.append(_why_incomplete(error))
        return True
    with collector_paused():
        add_undrawn(process.tables, root)
        note_listeners(process.tables, answers.listeners)
    return True


async def _decoded(reply: PendingReply[Any], read: Callable[[msgspec.Raw], T]) -> T:
    """The reply, decoded by `read`; a reply that cannot be decoded is repaired where possible."""
    raw = await reply.raw()
    with collector_paused():
        decoded = _tried(read, raw)
    return decoded if decoded is not None else await reply.result()


def _tried(read: Callable[[msgspec.Raw], T], raw: msgspec.Raw) -> T | None:
    try:
        return read(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _why_incomplete(error: EngineError) -> str:
    text = error.message
    if any(words in text for words in TOO_DEEP):
        return "the page is nested too deeply for its full tree; the drawn tree stands in"
    if isinstance(error, DeadlineExceeded):
        return "the full tree did not come in time; the drawn tree stands in"
    return f"the full tree could not be had ({text}); the drawn tree stands in"


def ask_for_trees(answers: SessionAnswers, seconds: float) -> None:
    """Request the accessibility trees of a session's frames; `read_trees` reads them."""
    for frame in answers.frames:
        answers.trees[frame.id] = answers.session.start(_tree_command(frame.id), timeout=seconds)


async def read_trees(answers: SessionAnswers) -> None:
    """Read the pending accessibility trees; a frame without one is named in the notes."""
    process = answers.process
    if process is None:
        return
    shown = {table.frame_id for table in process.tables}
    for frame in answers.frames:
        reply = answers.trees.pop(frame.id, None)
        if reply is None:
            continue
        try:
            process.accessibility[frame.id] = (await _decoded(reply, read_ax)).nodes
        except EngineError as error:
            if frame.id in shown:
                reason = "not in time" if isinstance(error, DeadlineExceeded) else error.message
                answers.notes.append(
                    f"no accessibility tree of {frame.url or frame.id} ({reason}); roles are read off tags"
                )
        del reply


async def ask_owner(session: Session, frame: Frame, seconds: float, owners: dict[str, int]) -> None:
    """The element of the parent document that shows a frame of another process."""
    try:
        reply = await session.send(dom.get_frame_owner(frame.id), timeout=seconds)
    except EngineError:
        return  # the frame then counts as left out
    owners[frame.id] = reply.backend_node_id


def styles_for(*, framed: bool, bounded: bool) -> list[str]:
    """The computed styles to read: of a page with frames, and of one whose boxes' boundaries count."""
    return [*STYLES, *(BOUNDARY_STYLES if bounded else ()), *(FRAME_STYLES if framed else ())]


def _layout_command(styles: Sequence[str]) -> Command[LayoutReply]:
    """The layout snapshot with styles (without rects, which more than double its cost)."""
    typed = dom_snapshot.capture_snapshot(list(styles), include_paint_order=True)
    return Command(typed.method, typed.params, LayoutReply)


def _document_command() -> Command[DomReply]:
    typed = dom.get_document(depth=-1, pierce=True)
    return Command(typed.method, typed.params, DomReply)


def _tree_command(frame_id: page.FrameId) -> Command[AxReply]:
    typed = accessibility.get_full_ax_tree(frame_id=frame_id)
    return Command(typed.method, typed.params, AxReply)
