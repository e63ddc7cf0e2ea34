"""The listeners of a process, read again after a change of its documents (CD-17)."""

from __future__ import annotations

from collections.abc import Container, Sequence, Set
from typing import NamedTuple

from cdp_engine.errors import EngineError
from cdp_engine.observe.capture.listeners import (
    ask_for_listeners,
    is_handled_alike,
    is_plain,
    is_still_plain,
    listened_in,
    note_again,
    note_listeners,
)
from cdp_engine.observe.incremental.patch import write_states
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.tab import Listener, Tab, TextChanges

_LABELLED = frozenset(("button", "textarea", "select", "output", "meter", "progress"))
"""Controls with labels, but for inputs, which take clicks in any case."""


class Heard(NamedTuple):
    """The listeners of a process, what its own world said of frameworks, and whether both are of one document."""

    listeners: Sequence[Listener]
    read: object
    whole: bool


async def takes_again(
    tab: Tab, process: ProcessTables, changes: TextChanges, timeout: float, *, relisten: bool
) -> bool:
    """Read the listeners of a process again where they may be others; returns whether they are known."""
    alike = await listens_alike(tab, process, changes, timeout, relisten=relisten)
    if alike and note_alike(process, changes):
        return True
    return await listened_again(tab, process, timeout, known=not relisten)


async def listens_alike(
    tab: Tab, process: ProcessTables, changes: TextChanges, timeout: float, *, relisten: bool
) -> bool:
    """Whether the listeners of a process are as before, but for new nodes, whose own the changes name.

    Then `note_alike` writes them. Where a framework handles elements, those that came or went change what it handles.
    """
    own = tab.frames.get(process.tables[0].frame_id)
    if own is None or relisten or not changes.knows_states:
        return False
    if changes.restated and len(process.tables) > 1:
        return False  # the states do not say in which document they are
    if (changes.lists or changes.created) and not is_plain(process.handled):
        return False
    if changes.created:  # a framework that listens at the root may handle them
        return await is_still_plain(tab, own, changes.created_ids, timeout)
    return await is_handled_alike(tab, own, process.handled, timeout)


def note_alike(process: ProcessTables, changes: TextChanges) -> bool:
    """Write the states that only scripts can read, and listeners that are known; False where the states do not fit."""
    if changes.restated and not write_states(process, changes):
        return False
    note_listeners(process.tables, changes.listeners)
    process.listened |= listened_in(changes.listeners)
    # What does not take clicks by itself may have a listener.
    clicked = zip(changes.of_attributes, changes.clicked, strict=True)
    for node in (node for node, takes in clicked if takes is not None and node in process.listened):
        for table in process.tables:
            if node in table.backend:
                table.clickable.add(table.backend.index(node))
    process.marks = 0
    return True


async def listened_again(tab: Tab, process: ProcessTables, timeout: float, *, known: bool = False) -> bool:
    """Read the listeners of a process again; returns whether that was possible. `known`: see `listeners_of`."""
    return note_heard(process, await listeners_of(tab, process, timeout, known=known))


async def listeners_of(
    tab: Tab, process: ProcessTables, timeout: float, *, known: bool = False
) -> Heard | None:
    """The listeners of a process now; None where they cannot be read.

    `known`: no element and no listener came, so that a document without frameworks has none now.
    """
    own = tab.frames.get(process.tables[0].frame_id)
    before = process.handled if known else None
    call = None if own is None else await ask_for_listeners(tab, own, timeout, [], known=before)
    if call is None:
        return None
    try:
        listeners, whole = await call.result()
    except EngineError:
        return None
    return Heard(listeners, call.read, whole)


def note_heard(process: ProcessTables, heard: Heard | None) -> bool:
    """Write the listeners of a process into its tables; returns whether they are known."""
    if heard is None or (process.handled is not None and heard.read is None):
        return False  # not read this time: the elements that were handled may be so still
    listened = listened_in(heard.listeners)
    if _are_labelled(process, listened ^ process.listened):
        return False
    process.handled = heard.read
    process.listened = listened
    if heard.whole:
        process.marks = note_again(process.tables, heard.listeners)
    return heard.whole


def _are_labelled(process: ProcessTables, nodes: Set[int]) -> bool:
    """Whether one of some nodes is a control whose label takes clicks only where it does itself."""
    for table in process.tables:
        labels = {row for row, tag in enumerate(table.tag) if tag == "label"}
        rows = [row for row, node in enumerate(table.backend) if node in nodes] if labels else []
        meant = {read_text(table.attributes[row], "for") for row in labels if rows}
        for row in rows:
            if table.tag[row] in _LABELLED and (
                read_text(table.attributes[row], "id") in meant or _is_within(table, row, labels)
            ):
                return True
    return False


def _is_within(table: DocumentTable, row: int, outer: Container[int]) -> bool:
    while row >= 0 and row not in outer:
        row = table.parent[row]
    return row >= 0
