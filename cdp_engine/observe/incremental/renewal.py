"""A snapshot with everything that the documents' ledgers report as different (CD-17): no capture, the same pure build.

The tables of the last capture are updated one by one; then roles, names, visibility and covers are computed from them
as after any capture. Changes that cannot be derived with certainty are left to a capture, with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import uuid4

from cdp_engine.errors import EngineError
from cdp_engine.observe.build import Origin, arrange, finish
from cdp_engine.observe.capture.ax_queries import MOST, ask_about
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.capture.listeners import ask_for_document, ask_for_listeners, note_again
from cdp_engine.observe.incremental.rearranged_table import Misfit
from cdp_engine.observe.incremental.renewed_table import (
    Doubt,
    drawn_by_sheets,
    places_of,
    renewed,
    without_layers,
)
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.semantics.undecided import undecided
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.secret_fields import SecretMemory
from cdp_engine.tab import Differences, Frame, Tab


@dataclass(frozen=True, slots=True)
class Renewal:
    """The current snapshot; None where a capture is needed, with the reason."""

    snapshot: Snapshot | None
    doubt: str = ""
    drawn: int = 0
    """The largest number of new boxes according to the nodes."""


async def keep_ledgers(tab: Tab, snapshot: Snapshot, *, timeout: float) -> str | None:
    """Have every document record its state at the capture; returns the record's name, None where one cannot."""
    origin = snapshot.origin
    if not isinstance(origin, Origin) or any(process.accessibility for process in origin.processes()):
        return None
    name = uuid4().hex
    try:
        for process in origin.processes():
            for table in process.tables:
                frame = tab.frames.get(table.frame_id)
                if frame is None or origin.loaders.get(frame.id) != frame.loader_id or not table.has_layout:
                    return None
                drawn = drawn_by_sheets(table)
                kept = await tab.changes.keep_ledger(frame, name, drawn, timeout=timeout)
                if kept != len(places_of(table)):
                    return None
    except (EngineError, Doubt):
        return None
    return name


async def renew(
    tab: Tab,
    snapshot: Snapshot,
    name: str,
    changed: Collection[str],
    still: Collection[str],
    *,
    secrets: SecretMemory,
    relisten: bool,
    timeout: float,
) -> Renewal:
    """The snapshot updated with the documents of some frames. Where that fails, it must not be used any more.

    `still` are the frames without any layout, style or scroll change since.
    `relisten` means that there are more, or fewer, listeners than at the last capture.
    """
    origin, snapshot.origin = snapshot.origin, None
    if not isinstance(origin, Origin):
        return Renewal(None, "the sources of the last capture are gone")
    rearranged, drawn = False, 0
    listen: list[tuple[ProcessTables, Frame]] = []
    try:
        for process in origin.processes():
            asked, gone = relisten, set[int]()
            for at, table in enumerate(process.tables):
                frame = tab.frames.get(table.frame_id)
                if frame is None or origin.loaders.get(frame.id) != frame.loader_id:
                    return Renewal(None, "a frame shows another document")
                if frame.id not in changed:
                    continue
                told = await tab.changes.differences(
                    frame, name, outermost=at == 0, still=frame.id in still, timeout=timeout
                )
                if isinstance(told, str):
                    return Renewal(None, told)
                drawn += _newly_drawn(table, told)
                process.tables[at], layers = renewed(table, told)
                gone |= layers
                rearranged = rearranged or told.rearranged is not None
                asked = asked or bool(told.attributes or told.created)
            without_layers(process.tables, gone)
            secrets.note(process.tables, origin.loaders)
            outermost = tab.frames.get(process.tables[0].frame_id)
            process.marks = 0
            if asked and outermost is not None:
                listen.append((process, outermost))
        for process, frame in listen:
            if not await _listen(process, frame, timeout):
                return Renewal(None, "the listeners could not be read")
        made = await _rebuilt(tab, snapshot, origin, timeout)
    except (Doubt, Misfit) as doubt:
        return Renewal(None, str(doubt))
    if not rearranged:
        made.adopt_tree(snapshot)
    made.columns.share(snapshot.columns)
    made.origin = origin
    return Renewal(made, drawn=drawn)


def _newly_drawn(table: DocumentTable, told: Differences) -> int:
    return len(told.restyled) + sum(1 for one in told.moved if one.box is not None and not any(one.before))


async def _listen(process: ProcessTables, frame: Frame, timeout: float) -> bool:
    """Read the listeners of a process again; returns whether that was possible."""
    reply = await ask_for_listeners(frame.session, ask_for_document(frame.session, timeout), timeout)
    if reply is None:
        return False
    try:
        told = await reply.result()
    except EngineError:
        return False
    process.marks = note_again(process.tables, told.listeners)
    return True


async def _rebuilt(tab: Tab, snapshot: Snapshot, origin: Origin, timeout: float) -> Snapshot:
    """The snapshot of the updated tables; undecided elements are queried. Raises `Doubt`."""
    with collector_paused():
        arranged = arrange(
            origin.main, origin.others, origin.loaders, include_aria_hidden=origin.include_aria_hidden
        )
    for process in origin.processes():
        about: Sequence[int] = undecided(arranged.joined, process)
        if len(about) > MOST:
            raise Doubt("too many elements are undecided")
        frame = tab.frames.get(process.tables[0].frame_id)
        if about and frame is None:
            raise Doubt("a frame is gone")
        process.asked = await ask_about(frame.session, about, timeout) if about and frame is not None else []
    with collector_paused():
        return finish(
            arranged,
            snapshot.refs,
            source=snapshot.context.source,
            notes=snapshot.context.notes,
            capture_seconds=snapshot.took.capture,
        )
