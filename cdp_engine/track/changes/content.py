"""The content of a page: the facts that views show, and their regions (FP-07; pure).

Scroll offsets and the focus are reported separately.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cdp_engine.observe import Flag, ScopedRef, Snapshot, VirtualNode
from cdp_engine.protocol import dom
from cdp_engine.track.changes.comparison import Comparison
from cdp_engine.track.changes.lines import Line
from cdp_engine.track.changes.row_content import shown_attributes

ELEMENT, TEXT = 1, 3

FOCUSED = "focused"
_VISIBLE, _INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
_PICTURES = frozenset(("img", "image"))
_REGIONS = frozenset(
    [
        "banner",
        "complementary",
        "contentinfo",
        "form",
        "main",
        "navigation",
        "region",
        "search",
        "dialog",
        "alertdialog",
        "alert",
        "status",
    ]
)
_LABEL_LENGTH = 300
SOUGHT_SINGLY = 20
"""The number of linear searches before all rows are indexed in a dictionary."""


class Fact(NamedTuple):
    """The facts that a view shows of one node: kind, label, value, states and the attributes that count."""

    kind: str
    label: str
    value: str
    states: tuple[str, ...]
    attributes: tuple[str, ...]


@dataclass(eq=False)
class Seen:
    """A snapshot with its derived data, each computed on first access."""

    snapshot: Snapshot
    written: dict[object, list[Line]] = field(default_factory=dict[object, list[Line]], init=False)
    """Rendered views, by view and options."""
    bodies: dict[object, object] = field(default_factory=dict[object, object], init=False)
    """What a view keeps of them to write the next state of the page with less."""
    _compared: Comparison | None = field(default=None, init=False)
    _sought: int = field(default=0, init=False)

    @cached_property
    def facts(self) -> dict[int, Fact]:
        """The rows that are items of their own for a reader, in reading order, with their facts."""
        return {row: fact_of(self.snapshot, row) for row in readable_rows(self.snapshot)}

    @cached_property
    def rows(self) -> dict[tuple[int, int], int]:
        """(document ordinal, backend id) → row."""
        columns = self.snapshot.columns
        return {key: row for row, key in enumerate(zip(columns.document, columns.backend, strict=True))}

    @cached_property
    def ordinals(self) -> dict[tuple[str, str], int]:
        """(frame, loader) → ordinal of the document."""
        return {(info.frame_id, info.loader_id): i for i, info in enumerate(self.snapshot.documents)}

    def row_of(self, scoped: ScopedRef) -> int | None:
        """The row of a node, or None where the snapshot does not contain it."""
        ordinal = self.ordinals.get((scoped.frame_id, scoped.loader_id))
        if ordinal is None:
            return None
        if "rows" in self.__dict__ or self._sought >= SOUGHT_SINGLY:
            return self.rows.get((ordinal, scoped.backend_node_id))
        self._sought += 1
        document = self.snapshot.documents[ordinal]
        try:
            return self.snapshot.columns.backend.index(
                scoped.backend_node_id, document.first_row, document.end_row
            )
        except ValueError:
            return None

    def scoped(self, row: int) -> ScopedRef:
        """The scoped ref of a row's node."""
        columns = self.snapshot.columns
        info = self.snapshot.documents[columns.document[row]]
        return ScopedRef(info.frame_id, info.loader_id, dom.BackendNodeId(columns.backend[row]))

    def holds(self, scoped: ScopedRef) -> bool:
        """Whether the snapshot contains exactly this node."""
        return self.row_of(scoped) is not None

    def shows(self, scoped: ScopedRef) -> bool:
        """Whether the snapshot contains this node, visible."""
        row = self.row_of(scoped)
        return row is not None and bool(self.snapshot.columns.flags[row] & _VISIBLE)

    def since(self, old: Seen) -> Comparison:
        """The comparison with the snapshot of another observation."""
        if self._compared is None or self._compared.old is not old.snapshot:
            self._compared = Comparison(old.snapshot, self.snapshot)
        return self._compared

    def has_content_of(self, old: Seen) -> bool:
        """Whether nothing that a view shows differs from another observation."""
        return self is old or self.since(old).same_content

    def node(self, row: int) -> VirtualNode:
        """The node of a row."""
        return VirtualNode(self.snapshot, row)

    def inside(self, top: int) -> set[int]:
        """A row and everything in it, through shadow roots and frames."""
        found: set[int] = set()
        pending = [top]
        while pending:
            row = pending.pop()
            found.add(row)
            pending.extend(self.snapshot.child_rows(row))
        return found

    @property
    def focused(self) -> int | None:
        """The row that holds the focus."""
        held = [row for row, states in self.snapshot.columns.states.items() if FOCUSED in states]
        return held[-1] if held else None


def readable_rows(snapshot: Snapshot) -> list[int]:
    """Rows that are items of their own for a reader: controls, headings, images, and texts outside of those."""
    columns = snapshot.columns
    flags, kinds, roles, parents = columns.flags, columns.kind, columns.role, columns.parent
    in_label = bytearray(len(columns))  # whether the text in a row is part of the label of an ancestor
    found: list[int] = []
    for row, flag in enumerate(flags):
        parent = parents[row]
        inside = in_label[parent] if parent >= 0 else 0
        in_label[row] = inside
        if not flag & _VISIBLE:
            continue
        if kinds[row] == TEXT:
            if not inside and not columns.text[row].isspace() and columns.text[row]:
                found.append(row)
        elif kinds[row] == ELEMENT:
            if flag & _INTERACTIVE:
                found.append(row)
                in_label[row] = columns.tag[row] != "iframe"
            elif roles[row] == "heading" and not inside:
                found.append(row)
                in_label[row] = 1
            elif roles[row] in _PICTURES and not inside and row in columns.name:
                found.append(row)
    return _with_last_texts(snapshot, found)


def _with_last_texts(snapshot: Snapshot, rows: list[int]) -> list[int]:
    """Rows with the texts that style sheets add after contents where they are read."""
    after = {last: above for above, last in snapshot.texts_after().items()}
    if not after:
        return rows
    within = snapshot.columns.rows_within
    ends = {last: max(within(above)) + 0.5 for last, above in after.items()}
    return sorted(rows, key=lambda row: (ends.get(row, row), -row))


def fact_of(snapshot: Snapshot, row: int) -> Fact:
    """The facts of a row."""
    columns = snapshot.columns
    if columns.kind[row] == TEXT:
        return Fact("text", " ".join(columns.text[row].split())[:_LABEL_LENGTH], "", (), ())
    label = columns.name.get(row) or snapshot.text_of(row)[:_LABEL_LENGTH]
    states = columns.states.get(row, ())
    if FOCUSED in states:
        states = tuple(state for state in states if state != FOCUSED)
    if row in columns.covered_by:
        states = (*states, "covered")
    return Fact(
        VirtualNode(snapshot, row).role or columns.tag[row],
        label,
        columns.value.get(row, ""),
        states,
        shown_attributes(columns.attributes[row]),
    )


def region_of(snapshot: Snapshot, row: int) -> str:
    """The region of a row, for grouping: the nearest landmark, dialog, form or frame, by role and name."""
    columns = snapshot.columns
    main = columns.document[row] == 0
    while row >= 0:
        role = columns.role[row]
        if role in _REGIONS:
            name = columns.name.get(row)
            return f"{role} {name!r}" if name else role
        parent = columns.parent[row]
        if not main and parent >= 0 and columns.document[parent] != columns.document[row]:
            return f"frame {snapshot.documents[columns.document[row]].url}"
        row = parent
    return "page"
