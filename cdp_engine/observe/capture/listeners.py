"""Finds the elements with event handlers (SX-06): native listeners, and handlers that frameworks keep elsewhere.

`captureSnapshot` reports click and mouse button listeners only. One `getEventListeners` per process returns all kinds
for all elements, in closed shadow roots and frames too. Before it, a script in the page's own world (an isolated world
sees neither listeners nor the frameworks' properties) marks elements whose events React, Solid, Svelte or jQuery
delegate. No element costs a round trip: the three calls are sent back to back.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.protocol import Command, dom_debugger, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab import page_function

ACTED_ON = words(
    "click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchstart touchend tap"
    " mouseenter mouseover pointerenter pointerover drop dragstart"
)
"""Pointer events that make an element interactive."""
MARK = "cdp-engine:handled"
STATE_MARK = f"{MARK}="
"""The prefix of a state that the script found: `focused`, `modal`, `mixed` or `invalid`."""
GROUP = "cdp-engine:listeners"


class Listener(msgspec.Struct, gc=False):
    """One listener of a node."""

    type: str = ""
    backend: int = msgspec.field(default=0, name="backendNodeId")


class ListenersReply(msgspec.Struct, gc=False):
    """The reply of `DOMDebugger.getEventListeners`."""

    listeners: list[Listener] = []


def ask_for_document(session: Session, seconds: float) -> PendingReply[runtime.EvaluateReply]:
    """Request a handle on a session's document, before any slow call (see `ask_for_listeners`)."""
    return session.start(runtime.evaluate("document", object_group=GROUP), timeout=seconds)


async def ask_for_listeners(
    session: Session, document: PendingReply[runtime.EvaluateReply], seconds: float
) -> PendingReply[ListenersReply] | None:
    """Request every listener of a session's documents; None where no script can run in them."""
    try:
        handle = (await document.result()).result.object_id
    except EngineError:
        return None
    if not handle:
        return None
    _call(session, handle, "markHandled")
    typed = dom_debugger.get_event_listeners(handle, depth=-1, pierce=True)
    pending = session.start(Command(typed.method, typed.params, ListenersReply), timeout=seconds)
    _call(session, handle, "unmarkHandled")
    session.start(runtime.release_object_group(GROUP)).abandon()
    return pending


def _call(session: Session, document: runtime.RemoteObjectId, name: str) -> None:
    arguments = [runtime.CallArgument(value=name), runtime.CallArgument(value=MARK)]
    command = runtime.call_function_on(
        page_function("listeners"), object_id=document, arguments=arguments, silent=True, return_by_value=True
    )
    session.start(command).abandon()


def note_listeners(tables: Sequence[DocumentTable], listeners: Sequence[Listener]) -> int:
    """Write into the tables of one process which rows have listeners or framework handlers. Pure.

    Returns how many of the listeners were our own marks: though removed, they count until the browser collects garbage.
    """
    marks = sum(1 for listener in listeners if listener.type.startswith(MARK))
    listened = {listener.backend for listener in listeners if listener.type in ACTED_ON}
    handled = {listener.backend for listener in listeners if listener.type == MARK}
    states: dict[int, set[str]] = {}
    for listener in listeners:
        if listener.type.startswith(STATE_MARK):
            states.setdefault(listener.backend, set()).add(listener.type.removeprefix(STATE_MARK))
    if not listened and not handled and not states:
        return marks
    for table in tables:
        kinds = table.kind
        for row, backend in enumerate(table.backend):
            if backend in listened and kinds[row] == 1:
                table.clickable.add(row)
            if backend in handled:
                table.handled.add(row)
            if backend in states:
                table.marked[row] = states[backend]
    return marks
