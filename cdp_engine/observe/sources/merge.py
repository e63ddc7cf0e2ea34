"""Tables of many documents and processes -> the columns of one snapshot, frames below their elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import cast

from cdp_engine.observe.model.columns import DocumentInfo, NodeColumns
from cdp_engine.observe.model.geometry import Placement
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import AxNode
from cdp_engine.protocol import dom, network, page

_OPT_OUT = int(Trait.OPT_OUT)


@dataclass(slots=True)
class ProcessTables:
    """The replies of one session (one process of the page): its documents and their accessibility nodes."""

    tables: list[DocumentTable]
    """The session's own document first, then the frames of the same process."""
    accessibility: dict[str, list[AxNode]] = field(default_factory=dict[str, list[AxNode]])
    """By frame id; a frame that did not answer is missing."""
    asked: list[AxNode] = field(default_factory=list[AxNode])
    """Accessibility nodes of elements that were queried one by one."""
    handled: object = None
    """Which elements frameworks handled when its listeners were read; None where that is not known."""
    listened: Set[int] = frozenset()
    """The nodes with listeners for pointer events, where `handled` is known."""
    marks: int = 0
    """How many listeners of ours were added and removed again during the capture."""
    frame_owners: dict[str, int] = field(default_factory=dict[str, int])
    """Frame id of a document in another process -> backend id of the frame element here."""


@dataclass(slots=True)
class Joined:
    """The columns so far, and the place of each document of each process."""

    columns: NodeColumns
    documents: list[DocumentInfo]
    sources: list[tuple[ProcessTables, DocumentTable]]
    """Process and table of each document, in the order of `documents`."""
    unplaced: list[str]
    """Frame ids whose frame element was not found."""
    opted_out: list[DocumentTable]
    """The documents of frames that ask not to be read by a model."""


def join(
    main: ProcessTables,
    others: Mapping[str, ProcessTables],
    loaders: Mapping[str, str],
    *,
    respect_opt_out: bool = False,
) -> Joined:
    """Join the page's own process and, by frame id, those of its cross-process frames.

    `loaders` has the loader id of each frame. With `respect_opt_out`, frames that opt out are left out, with all in
    them.
    """
    joined = Joined(NodeColumns(), [], [], [], [])
    waiting = [(main, main.tables[0], -1)]
    placed: set[str] = set()
    while waiting:
        process, table, owner_row = waiting.pop(0)
        placed.add(table.frame_id)
        if respect_opt_out and owner_row >= 0 and opts_out(table):
            joined.opted_out.append(table)
            continue
        first_row = _append(joined, process, table, owner_row, loaders)
        for owner, position in table.child_tables.items():
            if 0 < position < len(process.tables):
                waiting.append((process, process.tables[position], first_row + owner))
        for owner, frame_id in _separate_children(process, table).items():
            other = others.get(frame_id)
            if other is not None and other.tables and frame_id not in placed:
                waiting.append((other, other.tables[0], first_row + owner))
    if not joined.opted_out:  # what is in a frame that is left out is not missing
        joined.unplaced = [frame_id for frame_id in others if frame_id not in placed]
    return joined


def opts_out(table: DocumentTable) -> bool:
    """Whether a document asks not to be read by a model (`data-no-ai`)."""
    return next(table.rows_with(_OPT_OUT), None) is not None


def _separate_children(process: ProcessTables, table: DocumentTable) -> dict[int, str]:
    """Frame element rows of a document whose content is in another process, with the frame ids."""
    found = dict(table.child_frames)
    if process.frame_owners:
        frame_of = {backend: frame_id for frame_id, backend in process.frame_owners.items()}
        for row, backend in enumerate(table.backend):
            if backend in frame_of and row not in table.child_tables:
                found[row] = frame_of[backend]
    return found


def _append(
    joined: Joined,
    process: ProcessTables,
    table: DocumentTable,
    owner_row: int,
    loaders: Mapping[str, str],
) -> int:
    """Add a document's rows. Returns the row of its first."""
    columns = joined.columns
    first_row, count, ordinal = len(columns), len(table), len(joined.documents)
    columns.document += [ordinal] * count
    if first_row:
        columns.parent += [above + first_row if above >= 0 else owner_row for above in table.parent]
    else:
        columns.parent += table.parent
    columns.kind += table.kind
    columns.tag += table.tag
    columns.backend += cast(list[dom.BackendNodeId], table.backend)
    columns.text += table.text
    columns.attributes += table.attributes
    columns.bounds = [*columns.bounds, *table.bounds] if first_row else table.bounds.copy()
    columns.paint_order += table.paint_order
    columns.flags += [0] * count
    columns.role += [""] * count
    for row, kind in table.shadow.items():
        columns.shadow[row + first_row] = kind
    for row, z_index in table.z_index.items():
        # on any other box a z-index has no effect
        if table.style[row] & Style.POSITIONED or table.style[table.parent[row]] & Style.ARRANGES:
            columns.z_index[row + first_row] = z_index
    for row, value in table.values.items():
        columns.value[row + first_row] = value
    joined.documents.append(
        DocumentInfo(
            frame_id=page.FrameId(table.frame_id),
            loader_id=network.LoaderId(loaders.get(table.frame_id, "")),
            url=table.url,
            title=table.title,
            first_row=first_row,
            end_row=first_row + count,
            owner_row=owner_row,
            scroll=table.scroll,
            viewport=table.viewport,
            content_size=table.content_size,
            placement=_placement(joined, table, owner_row),
            lines=table.lines,
        )
    )
    joined.sources.append((process, table))
    return first_row


def _placement(joined: Joined, table: DocumentTable, owner_row: int) -> Placement:
    """The position of a document's origin in the main viewport."""
    scroll_x, scroll_y = table.scroll
    if owner_row < 0:
        return Placement(-scroll_x, -scroll_y)
    columns = joined.columns
    ordinal = columns.document[owner_row]
    outer, outer_table = joined.documents[ordinal], joined.sources[ordinal][1]
    bounds = columns.bounds[owner_row]
    if bounds is None:
        return Placement(outer.placement.x - scroll_x, outer.placement.y - scroll_y)
    box = outer.placement.place(bounds)
    left, top = outer_table.insets.get(owner_row - outer.first_row, (0.0, 0.0))
    width, height = table.viewport
    own_x = _scale(bounds[2], width, left)
    own_y = _scale(bounds[3], height, top)
    scale_x, scale_y = outer.placement.scale_x * own_x, outer.placement.scale_y * own_y
    return Placement(
        box.x + (left - scroll_x) * scale_x, box.y + (top - scroll_y) * scale_y, scale_x, scale_y
    )


def _scale(outer: float, inner: float, inset: float) -> float:
    """The scale of a frame by CSS transforms: 1 as long as borders explain the difference."""
    if inner <= 0 or inset <= outer - inner <= inset + 64:
        return 1.0
    return outer / (inner + 2 * inset)


def rows_by_backend(joined: Joined, process: ProcessTables) -> dict[int, int]:
    """Backend id -> row, for the documents of one process (backend ids are unique there only)."""
    rows: dict[int, int] = {}
    for document, (source, table) in zip(joined.documents, joined.sources, strict=True):
        if source is process:
            rows.update(zip(table.backend, range(document.first_row, document.end_row), strict=True))
    return rows


def all_processes(joined: Joined) -> Sequence[ProcessTables]:
    """The processes that have at least one document in place, each once."""
    seen: list[ProcessTables] = []
    for process, _ in joined.sources:
        if not any(process is other for other in seen):
            seen.append(process)
    return seen
