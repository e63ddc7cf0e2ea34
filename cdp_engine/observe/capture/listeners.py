"""Finds the elements with event handlers (SX-06): native listeners, and handlers that frameworks keep elsewhere.

`captureSnapshot` reports click and mouse button listeners only. One `getEventListeners` per process returns all kinds
for all elements, in closed shadow roots and frames too. Before it, a script in our isolated world marks elements whose
events React, Solid, Svelte or jQuery delegate, and states that only scripts can read. Which elements those are is in
the page's own world alone; the script that reads it there ends at its first side effect, so that no page can notice a
capture, and by Chrome's own timer, so that none can hold it. No element costs a round trip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import msgspec

from cdp_engine.errors import CommandTimeout, EngineError, ProtocolError, SessionDetached
from cdp_engine.observe.capture.handler_readings import (
    HELD,
    HandlerReadings,
    are_plain,
    read_to_its_end,
    reading,
    readings_of,
)
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.protocol import dom, runtime
from cdp_engine.rpc import PendingReply
from cdp_engine.tab import Frame, Listener, ListenersReply, Tab, Toolkit, listeners_in

ACTED_ON = words(
    "click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchstart touchend tap"
    " mouseenter mouseover pointerenter pointerover drop dragstart"
)
"""Pointer events that make an element interactive."""
TAKES_CLICKS = words("a area button input label summary object")
"""Tags that may take clicks by themselves, without listeners."""
EDITABLE = int(Trait.EDITABLE)
MARK = "cdp-engine:handled"
KEPT = "cdp-engine:kept"
"""In place of the mark of a node that was handled when its document was read last."""
STATE_MARK = f"{MARK}="
"""The prefix of a state that the script found: `focused`, `modal`, `mixed` or `invalid`; or of `host`."""
_TERMINATED = "terminated"
_MOST_NEW = 64
"""So many new nodes are read one by one faster than the whole document."""


class Handled(msgspec.Struct, frozen=True, gc=False):
    """The answer of `framework_handlers.js`: how many elements there are, and the numbers of those that are handled."""

    total: int
    handled: list[int]
    plain: bool = False
    """Whether no script has left a property of its own on any element."""


_NONE = Handled(-1, [])


@dataclass(slots=True)
class ListenersCall:
    """One request for listeners: the marks are set, the list follows when it is asked for."""

    toolkit: Toolkit
    document: runtime.RemoteObjectId
    handled: Handled
    seconds: float
    marking: PendingReply[runtime.CallFunctionOnReply]
    readings: HandlerReadings
    loaders: Sequence[str]
    """The documents of the tab."""
    listing: PendingReply[ListenersReply] | None = None
    read: Handled | None = None
    """What the page's own world said, once the list was made for the same document."""

    def start(self) -> PendingReply[ListenersReply]:
        """Request the list and take the marks away again; the reply can be awaited later."""
        if self.listing is None:
            command = listeners_in(self.document, pierce=True)
            self.listing = self.toolkit.frame.session.start(command, timeout=self.seconds)
            self._clear()
        return self.listing

    def abandon(self) -> None:
        """Abandon the replies."""
        self.marking.abandon()
        if self.listing is None:
            self._clear()
        else:
            self.listing.abandon()

    async def result(self) -> tuple[Sequence[Listener], bool]:
        """The listeners with our marks, and whether those of frameworks are among them. Raises as a command does."""
        listeners = (await self.start().result()).listeners
        whole = (await self.marking.result()).result.value is True
        self.read = self.handled if whole and self.handled is not _NONE else None
        loader = self.toolkit.frame.loader_id
        if self.read is not None:
            handled = (listener.backend for listener in listeners if listener.type == MARK)
            self.readings.keep(loader, handled, self.loaders)
        elif self.handled is _NONE:
            listeners += [Listener(KEPT, backend) for backend in self.readings.kept(loader)]
        return listeners, whole

    def _clear(self) -> None:
        session = self.toolkit.frame.session
        if session.closed is not None:
            return
        session.start(self.toolkit.command("unmarkHandled", None)).abandon()
        session.start(runtime.release_object(self.document)).abandon()


@dataclass(slots=True)
class ListenersQuestion:
    """What has to be known of a session's documents before their listeners are requested."""

    document: PendingReply[runtime.EvaluateReply]
    handled: PendingReply[runtime.EvaluateReply] | None
    """None where the page's own world is known, or not to be read again."""

    def abandon(self) -> None:
        """Abandon the replies."""
        self.document.abandon()
        if self.handled is not None:
            self.handled.abandon()


def begin_listeners(
    tab: Tab, frame: Frame, seconds: float, *, plain: Handled | None = None
) -> ListenersQuestion:
    """Request what `ask_for_listeners` needs first, without waiting. `frame` is the session's own."""
    # In the page's own world: a handle of an isolated one makes Chromium 156 crash where it pierces frames. No page can
    # redefine `document`.
    # In no object group: for a handle in one, Chrome describes the function of every listener, with its source.
    document = frame.session.start(runtime.evaluate("document"), timeout=seconds)
    readings = readings_of(tab)
    unread = plain is None and readings.is_due(frame.loader_id)
    handled = frame.session.start(reading(), timeout=seconds) if unread else None
    return ListenersQuestion(document, handled)


async def ask_for_listeners(
    tab: Tab,
    frame: Frame,
    seconds: float,
    notes: list[str],
    *,
    known: object = None,
    question: ListenersQuestion | None = None,
) -> ListenersCall | None:
    """Request every listener of a session's documents; None where no script can run in them.

    `frame` is the session's own. What was left out is added to `notes`. `known` is what the page's own world said of a
    document without frameworks, where no element came since: then it is not read again. `question` is what
    `begin_listeners` has requested already.
    """
    plain = _plain(known)
    try:
        try:
            return await _ask(tab, frame, seconds, notes, plain, question)
        except SessionDetached:
            # document.open() ended our world in it
            return await _ask(tab, tab.frames.get(frame.id) or frame, seconds, notes, None, None)
    except EngineError:
        return None


async def read_listeners(
    tab: Tab, frame: Frame, call: ListenersCall | None, seconds: float
) -> Sequence[Listener]:
    """The listeners that were requested; asked for once more where the document changed in between."""
    if call is None:
        return ()
    try:
        found, whole = await call.result()
        if whole:
            return found
        again = await ask_for_listeners(tab, frame, seconds, [])
        return found if again is None else (await again.result())[0]
    except EngineError:
        return ()  # the layout tree has the most common listeners


def _plain(before: object) -> Handled | None:
    """An earlier answer of the page's own world by which no framework was there; None for any other.

    One that comes later listens at the root, so the number of listeners is another one then; and what it handles has a
    property of its own.
    """
    return before if isinstance(before, Handled) and before.plain else None


def is_plain(before: object) -> bool:
    """Whether no framework was in a document, by an earlier answer of the page's own world."""
    return _plain(before) is not None


async def is_handled_alike(tab: Tab, frame: Frame, before: object, seconds: float) -> bool:
    """Whether frameworks handle the same elements as `before`, in a document with the same elements."""
    if before is None:
        return False
    return _plain(before) is not None or await _read_again(tab, frame, seconds) == before


async def is_still_plain(
    tab: Tab, frame: Frame, new: Sequence[Sequence[dom.BackendNodeId]], seconds: float
) -> bool:
    """Whether no framework handles elements of a document without one, to which new nodes came, each with its own."""
    if sum(map(len, new)) > _MOST_NEW:
        return is_plain(await _read_again(tab, frame, seconds))
    try:
        outermost = [nodes[0] for nodes in new]
        return readings_of(tab).is_due(frame.loader_id) and await are_plain(frame, outermost, seconds)
    except EngineError:
        return False


async def _read_again(tab: Tab, frame: Frame, seconds: float) -> Handled | None:
    """What the page's own world says; None where it is not to be read."""
    try:
        if not readings_of(tab).is_due(frame.loader_id):
            return None
        with frame.session.start(reading(), timeout=seconds) as reply:
            return await _handled(tab, frame, reply, [])
    except EngineError:
        return None


async def _ask(
    tab: Tab,
    frame: Frame,
    seconds: float,
    notes: list[str],
    plain: Handled | None,
    question: ListenersQuestion | None,
) -> ListenersCall | None:
    toolkit = tab.toolkit(frame)
    await toolkit.world(timeout=seconds)
    asked = question or begin_listeners(tab, frame, seconds, plain=plain)
    try:
        with toolkit.document_errors():
            handled = plain or await _handled(tab, frame, asked.handled, notes)
            handle = (await asked.document.result()).result.object_id
    finally:
        asked.abandon()
    if not handle:
        return None
    total = None if plain or handled is _NONE else handled.total
    mark = toolkit.command("markHandled", None, MARK, total, handled.handled)
    marking = frame.session.start(mark, timeout=seconds)
    loaders = [known.loader_id for known in tab.frames]
    return ListenersCall(toolkit, handle, handled, seconds, marking, readings_of(tab), loaders)


async def _handled(
    tab: Tab, frame: Frame, reply: PendingReply[runtime.EvaluateReply] | None, notes: list[str]
) -> Handled:
    """What the page's own world said, where it was asked."""
    readings, loader = readings_of(tab), frame.loader_id
    note = readings.note_of(loader)
    if reply is not None and not note:
        try:
            answer = await read_to_its_end(frame, await reply.result())
        except CommandTimeout:
            return _NONE
        except ProtocolError as error:
            if _TERMINATED not in error.reason:
                raise
            note = readings.held(loader)
        else:
            if answer.exception_details is None:
                readings.ended(loader)
                return msgspec.convert(answer.result.value, Handled)
            note = readings.replaced(loader)
    else:
        readings.passes(loader)
        note = note or HELD
    if note:
        notes.append(note)
    return _NONE


def listened_in(listeners: Sequence[Listener]) -> set[int]:
    """The nodes that have listeners for pointer events."""
    return {listener.backend for listener in listeners if listener.type in ACTED_ON}


def note_again(tables: Sequence[DocumentTable], listeners: Sequence[Listener]) -> int:
    """Write into tables that have the listeners of before which rows have them now. Pure; see `note_listeners`."""
    listened = listened_in(listeners)
    for table in tables:
        table.handled.clear()
        table.marked.clear()
        table.clickable = {
            row
            for row in table.clickable
            if table.backend[row] in listened or table.tag[row] in TAKES_CLICKS or _is_edited(table, row)
        }
    return note_listeners(tables, listeners)


def _is_edited(table: DocumentTable, row: int) -> bool:
    while row >= 0:
        if table.traits[row] & EDITABLE:
            return True
        row = table.parent[row]
    return False


def note_listeners(tables: Sequence[DocumentTable], listeners: Sequence[Listener]) -> int:
    """Write into the tables of one process which rows have listeners or framework handlers. Pure.

    Returns how many of the listeners were our own marks: though removed, they count until the browser collects garbage.
    """
    marked = [listener for listener in listeners if listener.type.startswith(MARK)]
    marks = len(marked)
    listened = listened_in(listeners)
    handled = {listener.backend for listener in listeners if listener.type in (MARK, KEPT)}
    states: dict[int, set[str]] = {}
    for listener in marked:
        if listener.type.startswith(STATE_MARK):
            states.setdefault(listener.backend, set()).add(listener.type.removeprefix(STATE_MARK))
    wanted = listened | handled | states.keys()
    if not wanted:
        return marks
    for table in tables:
        kinds = table.kind
        for row, backend in compress(enumerate(table.backend), map(wanted.__contains__, table.backend)):
            if backend in listened and kinds[row] == 1:
                table.clickable.add(row)
            if backend in handled:
                table.handled.add(row)
            if backend in states:
                table.marked[row] = states[backend]
        _note_hosts(table)
    return marks


def _note_hosts(table: DocumentTable) -> None:
    """Write which rows are children of shadow roots whose hosts were marked."""
    hosts = {row for row, found in table.marked.items() if "host" in found}
    for row in table.shadowed if hosts else ():
        if table.parent[row] in hosts:
            table.shadow[row] = "open"
