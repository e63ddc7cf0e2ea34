"""The counts of a snapshot: what it holds, and what a view of it leaves out (VD-02, CD-02, EX-04). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.observe.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.snapshot import SnapshotStats

VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
ARIA_HIDDEN, RENDERED, UNSEEN = int(Flag.ARIA_HIDDEN), int(Flag.RENDERED), int(Flag.UNSEEN)
HIDDEN_CONTROLS = frozenset(("a", "button", "input", "select", "textarea"))
STRUCTURAL_ROLES = frozenset(("", "generic", "none"))


def count(
    columns: NodeColumns, documents: Sequence[DocumentInfo], *, capture_seconds: float, build_seconds: float
) -> SnapshotStats:
    """Count everything once."""
    elements = visible = semantic = hidden = aria_hidden = unseen = bare = 0
    tags = columns.tag
    acted_on: list[int] = []
    for row, (kind, flags, role) in enumerate(zip(columns.kind, columns.flags, columns.role, strict=True)):
        if kind != ELEMENT:
            unseen += 1 if flags & UNSEEN else 0
            continue
        elements += 1
        if flags & VISIBLE:
            visible += 1
            if role not in STRUCTURAL_ROLES:
                semantic += 1
            if flags & INTERACTIVE:
                acted_on.append(row)
                bare += 1 if role in STRUCTURAL_ROLES else 0
        else:
            aria_hidden += 1 if flags & ARIA_HIDDEN and flags & RENDERED else 0
            hidden += 1 if tags[row] in HIDDEN_CONTROLS else 0
    offscreen, below = _out_of_view(columns, documents, acted_on)
    return SnapshotStats(
        nodes=len(columns),
        elements=elements,
        visible=visible,
        interactive=len(acted_on),
        semantic=semantic,
        bare_interactive=bare,
        structural=elements - semantic - bare,
        frames=len(documents),
        shadow_roots=len({columns.parent[row] for row in columns.shadow}),
        hidden_interactive=hidden,
        aria_hidden=aria_hidden,
        covered=len(columns.covered_by),
        offscreen=offscreen,
        below_fold=below,
        unseen_texts=unseen,
        capture_seconds=capture_seconds,
        build_seconds=build_seconds,
    )


def _out_of_view(
    columns: NodeColumns, documents: Sequence[DocumentInfo], rows: Sequence[int]
) -> tuple[int, int]:
    """How many of some rows lie outside the main viewport, and how many of those below it."""
    width, height = documents[0].viewport
    outside = below = 0
    for row in rows:
        bounds = columns.bounds[row]
        if bounds is None:
            continue
        box = documents[columns.document[row]].placement.place(bounds)
        if box.bottom <= 0 or box.right <= 0 or box.x >= width or box.y >= height:
            outside += 1
            below += 1 if box.y >= height else 0
    return outside, below
