"""Applies small changes to a copy of a snapshot, or to its sources (CD-17). Pure; returns None in uncertain cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from cdp_engine.observe.build import Origin
from cdp_engine.observe.incremental.moved_rows import children_of
from cdp_engine.observe.incremental.redrawing.drawings import move_parts, parts_of_drawings
from cdp_engine.observe.labels.label_targets import LABELABLE, names_control
from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import ELEMENT, TEXT, WRITTEN_TEXT, Flag, NodeColumns
from cdp_engine.observe.model.geometry import copied
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.semantics.html_semantics import name_again
from cdp_engine.observe.semantics.rendered_text import NAME_LIMIT
from cdp_engine.observe.sources.document_table import DocumentTable, is_out
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.sources.secret_fields import readable_attributes
from cdp_engine.protocol import dom
from cdp_engine.tab import Around, TextChanges

_NAME_FROM = "name_from"
_REACHES_FAR = frozenset(("slot", "is", "data-no-ai"))
"""Attributes that change layout or visibility."""
_VALUED = int(Flag.EDITABLE | Flag.ARIA_HIDDEN)
_VALUE_LEVELS = 5
"""How deep in a control the text of its value lies."""
_CUT = int(Flag.CLIPPED | Flag.UNREACHABLE | Flag.DEFERRED)


def with_elements(origin: Origin, frame_id: str, changes: TextChanges) -> TextChanges | None:
    """Changes with the elements that they name by their places; None where the document has others than its table."""
    tables = [table for one in origin.processes() for table in one.tables if table.frame_id == frame_id]
    if len(tables) != 1 or not changes.places:
        return changes if len(tables) == 1 else None
    table = tables[0]
    rows = table.elements()
    if len(rows) != changes.total:
        return None
    found = [rows[place] for place in changes.places]
    replaced = {element: node for node, element in changes.nodes}
    nodes: list[tuple[dom.BackendNodeId, dom.BackendNodeId]] = []
    for row in found[: len(changes.written)]:
        texts = [child for child in children_of(table, row) if table.kind[child] == TEXT]
        if len(texts) != 1:
            return None
        element = _node(table, row)
        nodes.append((replaced.get(element) or _node(table, texts[0]), element))
    return changes.named([_node(table, row) for row in found[len(nodes) :]], nodes)


def _node(table: DocumentTable, row: int) -> dom.BackendNodeId:
    return dom.BackendNodeId(table.backend[row])


def write_states(process: ProcessTables, changes: TextChanges) -> bool:
    """Write the states that only scripts can read into the only document of a process; False where they do not fit."""
    table = process.tables[0]
    rows = table.elements()
    if changes.states is None or len(process.tables) > 1 or any(at >= len(rows) for at, _ in changes.states):
        return False
    table.marked.clear()
    for at, state in changes.states:
        table.marked[rows[at]] = {*table.marked.get(rows[at], ()), state}
    return True


@dataclass(frozen=True, slots=True)
class Patch:
    """Changes by row instead of by element."""

    boxes: dict[int, Bounds]
    texts: dict[int, str]
    """Text rows and their new texts."""
    nodes: dict[int, dom.BackendNodeId]
    """Text rows and their new nodes."""

    @property
    def shifts(self) -> bool:
        """Whether anything moved beside the changed texts themselves."""
        return not self.boxes.keys() <= self.texts.keys()

    @classmethod
    def fit(cls, snapshot: Snapshot, frame_id: str, loader_id: str, changes: TextChanges) -> Patch | None:
        """The rows of one document's changes; None where the changes may reach further than recorded."""
        document = next(
            (d for d in snapshot.documents if (d.frame_id, d.loader_id) == (frame_id, loader_id)), None
        )
        if document is None:
            return None
        columns = snapshot.columns
        backend, first, end = columns.backend, document.first_row, document.end_row
        patch = cls({}, {}, {})
        for (node, element), written in zip(changes.nodes, changes.written, strict=True):
            try:
                row = backend.index(element, first, end)
            except ValueError:
                return None
            if columns.flags[row] & _VALUED or _is_in_value(columns, row):
                return None  # the text may be part of what an editor or a drawn list holds
            inside = [child for child in snapshot.child_rows(row) if columns.tag[child] == WRITTEN_TEXT]
            if len(inside) != 1 or not columns.text[inside[0]].strip():
                return None
            boxes = moved_around(snapshot, row, written.around)
            if boxes is None:
                return None
            patch.boxes.update(boxes)
            patch.texts[inside[0]] = written.text
            patch.nodes[inside[0]] = node
        return patch


def _is_in_value(columns: NodeColumns, row: int) -> bool:
    """Whether an element around a text shows it as its value."""
    return any(at in columns.value for at in islice(columns.upwards(row), _VALUE_LEVELS))


def row_of(snapshot: Snapshot, frame_id: str, loader_id: str, node: int) -> int | None:
    """The row of an element of a document."""
    for info in snapshot.documents:
        if (info.frame_id, info.loader_id) == (frame_id, loader_id):
            try:
                return snapshot.columns.backend.index(dom.BackendNodeId(node), info.first_row, info.end_row)
            except ValueError:
                return None
    return None


def moved_around(
    snapshot: Snapshot, row: int, around: list[Around], *, margins: bool = False
) -> dict[int, Bounds] | None:
    """The new boxes of everything that a change of an element moved: the contents of its innermost ancestor that is
    unmoved, as are its neighbours and ancestors. None where that is too much or not known. `margins`: the element may
    have other margins, which move texts beside it and beside its parent, too.
    """
    rows = _chain(snapshot, row, around)
    if rows is None:
        return None
    still = len(rows)
    while still and _is_in_place(snapshot, rows[still - 1], around[still - 1]):
        still -= 1
    if margins:
        still = max(
            [still, *(level for level in (1, 2) if level < len(rows) and _has_text(snapshot, rows[level]))]
        )
    while 0 < still < len(rows) and around[still].flow == "row":
        still += 1
    if still == len(rows) or any(step.flow == "float" for step in around[:still]):
        return None
    inside = around[still].inside
    return None if inside is None else _boxes_inside(snapshot, rows[still], inside)


def _has_text(snapshot: Snapshot, row: int) -> bool:
    columns = snapshot.columns
    return any(
        columns.tag[child] == WRITTEN_TEXT and not columns.text[child].isspace()
        for child in snapshot.child_rows(row)
    )


def _chain(snapshot: Snapshot, row: int, around: list[Around]) -> list[int] | None:
    """A row and all its ancestors, where they match those of the page; else None."""
    columns = snapshot.columns
    rows: list[int] = []
    for step in around:
        if row < 0 or columns.kind[row] != ELEMENT or columns.tag[row] != step.tag:
            return None
        rows.append(row)
        row = columns.parent[row]
    return None if row >= 0 and columns.kind[row] == ELEMENT else rows


def _boxes_inside(
    snapshot: Snapshot, row: int, inside: Sequence[tuple[str, Bounds | None, int]]
) -> dict[int, Bounds] | None:
    """The changed boxes in an element; None where it contains other elements now, others are visible, or one is not
    measured.
    """
    if snapshot.screen_order():
        return None  # the page reports its elements in the order of the document
    columns = snapshot.columns
    within = _measured_inside(snapshot, row)
    if within is None:
        return None
    tags = [columns.tag[child] if columns.kind[child] == ELEMENT else "" for child in within]
    if tags != [tag for tag, _, _ in inside]:
        return None
    moved: dict[int, Bounds] = {}
    parts = parts_of_drawings(columns, within, [box for _, box, _ in inside])
    for child, (_, box, shown) in zip(within, inside, strict=True):
        was = columns.bounds[child]
        if child in parts or box is None:
            continue
        if was is None:
            if columns.kind[child] == ELEMENT and any((*box[2:], shown)):
                return None  # one that is placed may have a box without a size
        elif (was[2] > 0, was[3] > 0) != (box[2] > 0, box[3] > 0):
            return None
        elif box != was:
            if columns.flags[child] & _CUT or not shown or is_out(box):
                return None
            moved[child] = box
    return moved if move_parts(columns, moved, parts) else None


def _measured_inside(snapshot: Snapshot, row: int) -> list[int] | None:
    """The elements and texts in an element; None where a style sheet adds something that moves with them."""
    columns = snapshot.columns
    within: list[int] = []
    for child in snapshot.rows_below(row):
        if columns.kind[child] == ELEMENT or columns.tag[child] == WRITTEN_TEXT:
            within.append(child)
        elif columns.bounds[child] is not None and columns.tag[child] != "::marker":
            return None
    return within


def _is_in_place(snapshot: Snapshot, row: int, step: Around) -> bool:
    """Whether an element and its siblings have not moved."""
    columns = snapshot.columns
    if columns.bounds[row] != step.box:
        return False
    return all(
        (box is None) == (other is None)
        and (other is None or box is None or columns.bounds[other] in (box, None))
        for other, box in zip(snapshot.elements_beside(row), step.neighbours, strict=True)
    )


def named_by(snapshot: Snapshot, patch: Patch) -> list[int] | None:
    """The rows whose names contain the changed texts; None where a name, or a value, cannot be computed again."""
    columns = snapshot.columns
    rows: dict[int, None] = {}
    drawing = set(columns.editors.values())  # what they draw is the value of a field
    for text in patch.texts:
        document = columns.document[text]
        for row in columns.ancestors(text):
            if columns.document[row] != document:
                break
            if row in drawing:
                return None
            if row in columns.name:
                rows[row] = None
    was = [" ".join(columns.text[row].split()) for row in patch.texts]
    for row, properties in columns.properties.items():
        said = [columns.name.get(row, "")] if _NAME_FROM in properties else []
        said += [str(properties["label"])] if "label" in properties else []
        if said and (row in rows or any(text in one or one in text for one in said for text in was)):
            return None
    return list(rows)


def is_certain(name: str) -> bool:
    """Whether a name exists and is not cut."""
    return 0 < len(name) < NAME_LIMIT


def patched(snapshot: Snapshot, patch: Patch, names: dict[int, str]) -> Snapshot:
    """A snapshot with the changes; it shares everything else with the original."""
    columns = _changed(snapshot, patch)
    if names:
        columns.name = {**columns.name, **names}
    return snapshot.with_columns(columns)


def _changed(snapshot: Snapshot, patch: Patch) -> NodeColumns:
    columns = snapshot.columns.draft()
    columns.text = list(columns.text)
    columns.bounds = copied(columns.bounds)
    for row, text in patch.texts.items():
        columns.text[row] = text
    for row, box in patch.boxes.items():
        columns.bounds[row] = box
    if any(columns.backend[row] != node for row, node in patch.nodes.items()):
        columns.backend = list(columns.backend)
        for row, node in patch.nodes.items():
            columns.backend[row] = node
    return columns


def rewritten(snapshot: Snapshot, origin: Origin, patch: Patch) -> None:
    """Apply a patch to the sources of the snapshot."""
    tables = {table.frame_id: table for process in origin.processes() for table in process.tables}
    for row in patch.texts.keys() | patch.boxes.keys() | patch.nodes.keys():
        document = snapshot.documents[snapshot.columns.document[row]]
        table, at = tables[document.frame_id], row - document.first_row
        table.text[at] = patch.texts.get(row, table.text[at])
        if row in patch.boxes:
            table.reshape(at, patch.boxes[row])
        table.backend[at] = patch.nodes.get(row, table.backend[at])


def renamed(snapshot: Snapshot, patch: Patch, origin: Origin, rows: list[int]) -> Snapshot | None:
    """A snapshot with the changes and with the names of some rows computed again; None where one is uncertain."""
    tables = {table.frame_id: table for process in origin.processes() for table in process.tables}
    columns = _changed(snapshot, patch)
    names: dict[int, str] = {}
    for row in rows:
        document = snapshot.documents[columns.document[row]]
        names[row] = name_again(columns, document, tables[document.frame_id], row)
    if not all(map(is_certain, names.values())):
        return None
    if names:
        columns.name = {**columns.name, **names}
    return snapshot.with_columns(columns)


def held_by(origin: Origin, frame_id: str, loader_id: str) -> tuple[ProcessTables, DocumentTable] | None:
    """The sources of a frame's document; None where it shows another one now."""
    found = [(one, table) for one in origin.processes() for table in one.tables if table.frame_id == frame_id]
    return found[0] if len(found) == 1 and origin.loaders.get(frame_id) == loader_id else None


def attributed(origin: Origin, frame_id: str, loader_id: str, changes: TextChanges) -> ProcessTables | None:
    """Write attributes into the sources of a snapshot; returns the process of their document, or None if uncertain."""
    held = held_by(origin, frame_id, loader_id)
    if held is None or origin.has_trees:
        return None
    process, table = held
    for element, given in zip(changes.of_attributes, changes.attributes, strict=True):
        try:
            row = table.backend.index(element)
        except ValueError:
            return None
        tag, before, now = table.tag[row], table.attributes[row], tuple(given)
        if any(read(before, name) != read(now, name) for name in _REACHES_FAR):
            return None
        # A label that loses its control, or gets one, takes clicks otherwise.
        if tag == "label" and names_control(table, before) != names_control(table, now):
            return None
        if tag in LABELABLE and read(before, "id") != read(now, "id"):
            return None
        kept, secret = readable_attributes(tag, now)
        if secret != (row in table.secret):
            return None
        table.write_attributes(row, kept)
    return process
