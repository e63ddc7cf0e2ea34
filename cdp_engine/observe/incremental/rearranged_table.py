"""A document's table with its rows in another order: some are gone, some are new (CD-17). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes
from cdp_engine.observe.model.html_vocabulary import VOID_OF_TEXT
from cdp_engine.observe.sources.attribute_flags import traits_of
from cdp_engine.observe.sources.computed_styles import NO_PAINT
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable
from cdp_engine.observe.sources.layout_snapshot import GUARDED_TAGS
from cdp_engine.observe.sources.secret_fields import cleaned
from cdp_engine.protocol import dom
from cdp_engine.tab import NewNode, Rearranged

T = TypeVar("T")
COMMENT = 8


class Misfit(Exception):
    """The reported order does not fit the table; the text says how."""


class _Between:
    """The rows of the changed part, in their new order: former rows, or new nodes as negative numbers.

    The boxes that style sheets add to an element come right after it, and move with it.
    """

    def __init__(self, table: DocumentTable, rows: Sequence[int], told: Rearranged) -> None:
        ends = [*rows[1:], len(table)]
        self.first, self.end = ends[told.start - 1], ends[told.end - 1]
        self.order: list[int] = []
        """Former rows; -1 for the first new node, -2 for the second."""
        self.owners: list[int] = []
        """The new row of each one's parent."""
        self.row_now: dict[int, int] = {}
        """Row before -> row now."""
        now: list[int] = []
        new = 0
        for was, parent in told.between:
            owner = 0 if parent < 0 else rows[parent] if parent < told.start else now[parent - told.start]
            now.append(self.first + len(self.order))
            if was < 0:
                new += 1
                self._add(-new, owner)
                continue
            self._add(rows[was], owner)
            for row in range(rows[was] + 1, ends[was]):
                self._add(row, self.row_now[table.parent[row]])

    def _add(self, row: int, owner: int) -> None:
        if row >= 0:
            self.row_now[row] = self.first + len(self.order)
        self.order.append(row)
        self.owners.append(owner)


def rearranged(
    table: DocumentTable,
    rows: Sequence[int],
    told: Rearranged,
    created: Sequence[NewNode],
    nodes: Sequence[dom.BackendNodeId],
) -> DocumentTable:
    """The table in its new order, with the new nodes, whose boxes and styles are not known yet.

    `rows` are the rows of the places that `told` counts in, `nodes` the ids of the new nodes. Raises `Misfit`.
    """
    if not told.start or len(created) != len(nodes):
        raise Misfit("the document itself is another, or new nodes are gone already")
    between = _Between(table, rows, told)
    first, end, order = between.first, between.end, between.order
    delta = first + len(order) - end

    def row_now(row: int) -> int:
        """The new row of a former row; -1 where it is gone."""
        if row < first:
            return row
        return row + delta if row >= end else between.row_now.get(row, -1)

    def taken(column: list[T], new: Sequence[T]) -> list[T]:
        middle = [column[row] if row >= 0 else new[-1 - row] for row in order]
        return [*column[:first], *middle, *column[end:]]

    plain: list[Attributes] = [_attributes(one)[0] for one in created]
    none: list[Any] = [None] * len(created)
    parents = [row_now(row) for row in table.parent[end:]]
    if -1 in parents:
        raise Misfit("what is in a removed element is still there")
    made = DocumentTable(
        frame_id=table.frame_id,
        url=table.url,
        title=table.title,
        scroll=table.scroll,
        content_size=table.content_size,
        parent=[*table.parent[:first], *between.owners, *parents],
        kind=taken(table.kind, [one.kind for one in created]),
        tag=taken(table.tag, [_tag(one) for one in created]),
        backend=taken(table.backend, list(nodes)),
        text=taken(table.text, [one.text for one in created]),
        attributes=taken(table.attributes, plain),
        traits=taken(table.traits, [traits_of(names[::2]) for names in plain]),
        bounds=taken(table.bounds, none),
        style=taken(table.style, [NO_STYLE] * len(created)),
        paint_order=taken(table.paint_order, [0] * len(created)),
        paint=taken(table.paint, [NO_PAINT] * len(created)),
        palette=table.palette,
    )
    for name in (
        "z_index",
        "shadow",
        "generated",
        "marked",
        "values",
        "child_tables",
        "child_frames",
        "insets",
    ):
        kept = {row_now(row): value for row, value in getattr(table, name).items()}
        kept.pop(-1, None)
        setattr(made, name, kept)
    for name in ("shadowed", "clickable", "handled", "checked", "selected", "secret"):
        setattr(made, name, {row_now(row) for row in getattr(table, name)} - {-1})
    _note_created(made, {-1 - row: first + at for at, row in enumerate(order) if row < 0}, created)
    return made


def _note_created(table: DocumentTable, row_of: dict[int, int], created: Sequence[NewNode]) -> None:
    for at, one in enumerate(created):
        row = row_of[at]
        if one.kind == ELEMENT and _attributes(one)[1]:
            table.secret.add(row)
        if one.shadow:
            table.shadowed.add(row)
        if one.shadow == 2:
            table.shadow[row] = "open"
        if one.kind == TEXT and table.tag[table.parent[row]] in VOID_OF_TEXT:
            table.text[row] = ""


def _attributes(one: NewNode) -> tuple[Attributes, bool]:
    tag = one.tag.lower()
    return cleaned(tag, one.attributes) if tag in GUARDED_TAGS else (one.attributes, False)


def _tag(one: NewNode) -> str:
    if one.kind == TEXT:
        return "#text"
    return "#comment" if one.kind == COMMENT else one.tag.lower()
