"""A snapshot after a small change, without a new capture (CD-17): the cost follows the change.

Where the tab's recorder reports that only texts and boxes differ, the names that contain those texts are computed
again. Where it reports attributes, values, and all elements that may be styled otherwise, or where the browser has
recalculated no style and no layout since, the snapshot is rebuilt from the sources of the last capture with those.
Where elements came or went, were shown or hidden, the recorder measures all elements and describes the parts that
changed; everything else must have moved with what it is in. Any other change, and any uncertain case, needs `capture`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.observe.build import Origin
from cdp_engine.observe.capture.ax_queries import ask_about
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.incremental.after_scroll import scrolled, write_scroll
from cdp_engine.observe.incremental.moved_boxes import free_places, shows_all
from cdp_engine.observe.incremental.moved_rows import Came, with_lists, write_nodes
from cdp_engine.observe.incremental.patch import (
    Patch,
    attributed,
    held_by,
    is_certain,
    moved_around,
    named_by,
    patched,
    renamed,
    rewritten,
    row_of,
    with_elements,
)
from cdp_engine.observe.incremental.rebuilt_again import rebuilt_again
from cdp_engine.observe.incremental.redrawing.drawings import Unclear
from cdp_engine.observe.incremental.redrawing.generated import GeneratedBoxes, generated_again
from cdp_engine.observe.incremental.redrawing.layers import Layers
from cdp_engine.observe.incremental.redrawing.redraw import Redrawing
from cdp_engine.observe.incremental.relisten import (
    Heard,
    listened_again,
    listeners_of,
    listens_alike,
    note_alike,
    note_heard,
    takes_again,
)
from cdp_engine.observe.incremental.restate import DrawnAs, recoloured, restated, restated_rows, taken
from cdp_engine.observe.incremental.restyle import write_styles, write_values
from cdp_engine.observe.model.snapshot import Snapshot, keep_origin, origin_of
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.tab import Frame, Tab, TextChanges

_MOST_NAMES = 24


@dataclass(frozen=True, slots=True)
class _Update:
    """What an update is made of; see `update_snapshot`."""

    tab: Tab
    frame: Frame
    changes: TextChanges
    undrawn: bool
    relisten: bool
    boxes: float
    timeout: float
    read: Callable[[], Awaitable[None]] | None

    async def is_read(self) -> None:
        """Say that the page was asked for everything."""
        if self.read is not None:
            await self.read()


async def update_snapshot(
    tab: Tab,
    snapshot: Snapshot,
    frame: Frame,
    changes: TextChanges,
    *,
    undrawn: bool,
    relisten: bool,
    boxes: float,
    timeout: float,
    read: Callable[[], Awaitable[None]] | None = None,
) -> Snapshot | str:
    """The snapshot with the changes of a frame; where a capture is needed, why.

    `undrawn` means that no style and no layout were recalculated since, `relisten` that the number of event listeners
    is another; `boxes` is how many layout objects were made beside those of texts and values. `read` is called once
    the page was asked for everything. The sources of the snapshot are handed to the returned one.
    """
    origin = origin_of(snapshot)
    keep_origin(snapshot, None)
    known = with_elements(origin, frame.id, changes) if isinstance(origin, Origin) else None
    if known is None:
        return "other elements than known"
    if known.far or boxes > 0 or not isinstance(origin, Origin):
        moved = snapshot  # what is measured then includes what was scrolled
    else:
        moved = await scrolled(tab, snapshot, origin, frame, known, timeout)
    if isinstance(moved, str) or (moved is not snapshot and known.is_scroll_alone and not relisten):
        return moved
    keep_origin(moved, None)
    update = _Update(tab, frame, known, undrawn, relisten, boxes, timeout, read)
    if known.restyled is not None and isinstance(origin, Origin) and not origin.has_trees:
        return await _restyled(update, moved, origin)
    return await _reworded(update, moved, origin)


async def _reworded(update: _Update, snapshot: Snapshot, origin: object) -> Snapshot | str:
    """The same where texts alone are others, or attributes on which no style depends."""
    changes, boxes, undrawn = update.changes, update.boxes, update.undrawn
    if changes.restyled is None and changes.attributes and not undrawn:
        return "styles that are not certain"  # however many boxes a garbage collection hides
    if boxes > 0 or (boxes < 0 and changes.restyled is None and not undrawn):
        return "boxes were made"  # or a garbage collection hides how many
    if changes.restyled is not None:
        return "names that the browser computes"
    made: Snapshot | None = None
    if not changes.attributes:
        made = await _rewritten(update, snapshot, origin)
    elif undrawn and not changes.written and isinstance(origin, Origin):
        made = await _reattributed(update, snapshot, origin)
    return made or "styles that are not certain"


def marks_left(snapshot: Snapshot) -> int:
    """How many event listeners the capture has left to the browser's garbage collector: two for each mark, as removing
    one creates one as well.
    """
    origin = origin_of(snapshot)
    return 2 * sum(process.marks for process in origin.processes()) if isinstance(origin, Origin) else 0


async def _restyled(update: _Update, snapshot: Snapshot, origin: Origin) -> Snapshot | str:
    """The snapshot with all changes, and everything derived from them; where a capture is needed, why.

    Where only texts differ, the rest is taken over.
    """
    frame, changes = update.frame, update.changes
    held = held_by(origin, frame.id, frame.loader_id)
    if held is None:
        return "another document"
    process, table = held
    before, orders = taken(process), table.paint_order
    if (changes.values or changes.clicked) and not write_values(process.tables, table, changes):
        return "values of secret fields"
    if changes.far or update.boxes > 0:
        return await _redrawn(update, snapshot, origin, table)
    if not await takes_again(update.tab, process, changes, update.timeout, relisten=update.relisten):
        return "listeners that are not certain"
    rows = restated_rows(process, table, before, changes)
    others = rows is None or table.paint_order is not orders or not origin.is_untold
    made = None if others else await _with_texts(update, snapshot, origin)
    if made is not None and not (rows or changes.restyled):
        return made
    drawn = DrawnAs.of(table)
    if not _write(snapshot, origin, table, frame, changes):
        return await _redrawn(update, snapshot, origin, table)
    made = None if made is None else recoloured(made, table, drawn)
    made = None if made is None else restated(made, table, rows or set(), changes)
    if made is not None:
        return keep_origin(made, origin)
    return await rebuilt_again(update.tab, snapshot, origin, update.is_read, update.timeout)


async def _with_texts(update: _Update, snapshot: Snapshot, origin: Origin) -> Snapshot | None:
    """The snapshot with changed texts where nothing is written beside them."""
    if not update.changes.written:
        return keep_origin(snapshot, origin)
    return await _rewritten(update, snapshot, origin)


async def _redrawn(
    update: _Update, snapshot: Snapshot, origin: Origin, table: DocumentTable
) -> Snapshot | str:
    """The same where elements came, went or moved: with the boxes of all elements, and what is in the changed parts."""
    tab, frame, changes, relisten = update.tab, update.frame, update.changes, update.relisten
    process = attributed(origin, frame.id, frame.loader_id, changes)
    if process is None:
        return "attributes that reach far"
    came = with_lists(table, changes)
    if came is None or not write_nodes(table, changes):
        return "other children than known"
    heard: list[Heard | None] = []
    alike: list[bool] = []

    async def listen() -> None:
        alike.append(await listens_alike(tab, process, changes, update.timeout, relisten=relisten))
        if not alike[0]:
            known = not (relisten or changes.created)
            heard.append(await listeners_of(tab, process, update.timeout, known=known))

    why: str | None = None
    async with anyio.create_task_group() as tasks:  # they are read while the boxes are worked out
        tasks.start_soon(listen)
        tasks.start_soon(_count_elements, table)
        why = await _drawn_again(update, process, table, came)
    if why is not None:
        return why
    if not (note_alike(process, changes) if alike[0] else note_heard(process, heard[0])):
        return "listeners that are not certain"
    return await rebuilt_again(update.tab, snapshot, origin, update.is_read, update.timeout, same_tree=False)


async def _count_elements(table: DocumentTable) -> None:
    """Find the elements of a table, which are needed once the page has answered."""
    table.elements()


async def _drawn_again(
    update: _Update, process: ProcessTables, table: DocumentTable, came: Came
) -> str | None:
    """Write into a table what is drawn otherwise; where that is not certain, why."""
    tab, frame, changes, timeout = update.tab, update.frame, update.changes, update.timeout
    try:
        with GeneratedBoxes(frame.session, changes.described, timeout) as boxes:
            await write_scroll(tab, table, frame, changes, timeout)
            redrawn = await tab.changes.redrawn(frame, changes, free_places(table), timeout=timeout)
            if not (isinstance(redrawn, str) or shows_all(table, redrawn)):
                redrawn = await tab.changes.redrawn(frame, changes, None, timeout=timeout)
            if isinstance(redrawn, str):
                return redrawn
            new, gone = await generated_again(
                frame.session, table, redrawn, came.new, timeout, known=changes.described
            )
            layers = Layers(table, came.layers | gone, relayered=redrawn.relayered)
            redrawing = Redrawing(table, redrawn, new, layers, process.listened)
            with collector_paused():
                rows = redrawing.run()
            await _measured(tab, frame, changes, redrawing, rows, boxes, timeout)
            await _number_layers(tab, process, frame, changes, redrawing, timeout)
    except Unclear as error:
        return str(error)
    except EngineError:
        return "no answer about parts of the document"
    return "boxes were made" if update.boxes > redrawing.written.made else None


async def _measured(
    tab: Tab,
    frame: Frame,
    changes: TextChanges,
    redrawing: Redrawing,
    rows: list[int],
    boxes: GeneratedBoxes,
    timeout: float,
) -> None:
    """Measure the texts that are directly in some elements, and what style sheets add. Raises `Unclear`."""
    backend = redrawing.table.backend
    if redrawing.unmeasured:
        redrawing.write_boxes(await boxes.of([backend[row] for row in redrawing.unmeasured]))
    if rows:
        places = [bisect_left(redrawing.rows, row) for row in rows]
        texts = await tab.changes.text_boxes(frame, changes, places, timeout=timeout)
        if texts is None:
            raise Unclear("texts that are drawn otherwise than written")
        redrawing.written.texts(rows, texts)


async def _number_layers(
    tab: Tab, process: ProcessTables, frame: Frame, changes: TextChanges, drawn: Redrawing, timeout: float
) -> None:
    """Number the layers again where some came, are gone, or are painted otherwise. Raises `Unclear`."""
    asked = drawn.layers.asked(drawn.rows)
    given = frame, changes, list(asked.values())
    kinds = await tab.changes.layer_kinds(*given, timeout=timeout) if asked else []
    if kinds is None:
        raise Unclear("other layers")
    touched, around = drawn.parts, drawn.parts | drawn.loose
    drawn.layers.number(dict(zip(asked, kinds, strict=True)), touched, around, process.tables)


def _write(
    snapshot: Snapshot, origin: Origin, table: DocumentTable, frame: Frame, changes: TextChanges
) -> bool:
    """Write attributes, texts and styles of a document into its table; False where only a capture is certain."""
    if changes.attributes and attributed(origin, frame.id, frame.loader_id, changes) is None:
        return False
    patch = Patch.fit(snapshot, frame.id, frame.loader_id, changes)
    if patch is None:
        return False
    rewritten(snapshot, origin, patch)
    boxes: dict[int, Bounds] = {}
    for node, restyled in zip(changes.of_styles, changes.restyled or (), strict=True):
        row = row_of(snapshot, frame.id, frame.loader_id, node)
        moved = None if row is None else moved_around(snapshot, row, restyled.around, margins=True)
        if row is None or moved is None or not write_styles(snapshot, table, row, restyled):
            return False
        boxes.update(moved)
    rewritten(snapshot, origin, Patch(boxes, {}, {}))
    return True


async def _reattributed(update: _Update, snapshot: Snapshot, origin: Origin) -> Snapshot | None:
    """The snapshot with changed attributes of some elements, and everything derived from them."""
    frame = update.frame
    process = attributed(origin, frame.id, frame.loader_id, update.changes)
    if process is None or not await listened_again(update.tab, process, update.timeout):
        return None
    made = await rebuilt_again(update.tab, snapshot, origin, update.is_read, update.timeout)
    return None if isinstance(made, str) else made


async def _rewritten(update: _Update, snapshot: Snapshot, origin: object) -> Snapshot | None:
    """The snapshot with changed texts."""
    tab, frame, timeout = update.tab, update.frame, update.timeout
    patch = Patch.fit(snapshot, frame.id, frame.loader_id, update.changes)
    if patch is None:
        return None
    if patch.shifts and snapshot.columns.layered and not await tab.changes.uncovered(frame, timeout=timeout):
        return None
    rows = named_by(snapshot, patch)
    if rows is None or len(rows) > _MOST_NAMES:
        return None
    if isinstance(origin, Origin) and origin.is_untold:
        await update.is_read()
        rewritten(snapshot, origin, patch)
        made = renamed(snapshot, patch, origin, rows)
        return None if made is None else keep_origin(made, origin)
    names = await _asked(frame, snapshot, rows, timeout)
    return None if names is None else patched(snapshot, patch, names)


async def _asked(frame: Frame, snapshot: Snapshot, rows: list[int], timeout: float) -> dict[int, str] | None:
    """The names that the browser computes for elements; None where one is missing or would be cut."""
    names: dict[int, str] = {}
    backends: dict[int, int] = {snapshot.columns.backend[row]: row for row in rows}
    try:
        answer = await ask_about(frame.session, [snapshot.columns.backend[row] for row in rows], timeout)
    except EngineError:
        return None
    for node in answer:
        name = node.name.value if node.name is not None else None
        row = backends.get(node.backend_dom_node_id)
        if row is not None and isinstance(name, str):
            names[row] = " ".join(name.split())
    certain = len(names) == len(rows) and all(map(is_certain, names.values()))
    return names if certain else None
