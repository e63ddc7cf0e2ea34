"""The counts of a snapshot: its contents, and what views leave out (VD-02, CD-02, EX-04). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import not_
from typing import NamedTuple

from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import TEST_IDS

VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
SHOWN = VISIBLE | INTERACTIVE
ARIA_HIDDEN, RENDERED, UNSEEN = int(Flag.ARIA_HIDDEN), int(Flag.RENDERED), int(Flag.UNSEEN)
HIDDEN_CONTROLS = frozenset(("a", "button", "input", "select", "textarea"))
STRUCTURAL_ROLES = frozenset(("", "generic", "none"))


class Took(NamedTuple):
    """How long a capture took, in seconds."""

    capture: float = 0.0
    """From the first call to the last reply, including the processing until then."""
    build: float = 0.0
    """The processing after the last reply."""


@dataclass(slots=True, frozen=True)
class SnapshotStats:
    """Counts of one snapshot (VD-02, CD-02)."""

    nodes: int = 0
    elements: int = 0
    visible: int = 0
    interactive: int = 0
    semantic: int = 0
    """Visible elements with a role of their own."""
    bare_interactive: int = 0
    """Elements without a role that are interactive or have a test id: the second of the three tiers (CD-02)."""
    structural: int = 0
    """Elements that only contain others."""
    frames: int = 0
    shadow_roots: int = 0
    hidden_interactive: int = 0
    """Controls of the page that are not visible."""
    aria_hidden: int = 0
    """Visible elements that are hidden from assistive technology; left out by default."""
    covered: int = 0
    """Interactive elements that are covered."""
    offscreen: int = 0
    """Interactive elements wholly outside the viewport."""
    below_fold: int = 0
    """The number of those below it."""
    unseen_texts: int = 0
    """Texts that are laid out but unreadable for a person; left out of every view."""
    capture_seconds: float = 0.0
    build_seconds: float = 0.0


def count(columns: NodeColumns, documents: Sequence[DocumentInfo], took: Took) -> SnapshotStats:
    """Count everything once."""
    elements = visible = semantic = aria_hidden = bare = 0
    is_element = list(map(ELEMENT.__eq__, columns.kind))
    others = Counter(compress(columns.flags, map(not_, is_element)))
    unseen = sum(number for flags, number in others.items() if flags & UNSEEN)
    pairs = zip(compress(columns.flags, is_element), compress(columns.role, is_element), strict=True)
    for (flags, role), number in Counter(pairs).items():
        elements += number
        if flags & VISIBLE:
            visible += number
            if role not in STRUCTURAL_ROLES:
                semantic += number
            elif flags & INTERACTIVE:
                bare += number
        elif flags & ARIA_HIDDEN and flags & RENDERED:
            aria_hidden += number
    bare += _with_test_id(columns)
    tags = columns.tag
    unnoticed = (row for row, flags in enumerate(columns.flags) if not flags & VISIBLE)
    hidden = sum(1 for row in unnoticed if tags[row] in HIDDEN_CONTROLS)
    acted_on = [row for row in columns.rows_with(SHOWN) if is_element[row]]
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
        capture_seconds=took.capture,
        build_seconds=took.build,
    )


def _with_test_id(columns: NodeColumns) -> int:
    """The visible elements without a role that are not interactive and have a test id."""
    flags, roles, attributes = columns.flags, columns.role, columns.attributes
    return sum(
        1
        for row, kind in enumerate(columns.kind)
        if kind == ELEMENT
        and attributes[row]
        and flags[row] & SHOWN == VISIBLE
        and roles[row] in STRUCTURAL_ROLES
        and not TEST_IDS.isdisjoint(attributes[row][::2])
    )


def count_aria_hidden(columns: NodeColumns) -> int:
    """The visible elements that are hidden from assistive technology."""
    flags, kinds = columns.flags, columns.kind
    hidden = columns.rows_with(ARIA_HIDDEN | RENDERED)
    return sum(1 for row in hidden if not flags[row] & VISIBLE and kinds[row] == ELEMENT)


def count_unseen(columns: NodeColumns) -> int:
    """The texts that are laid out but unreadable for a person."""
    return sum(1 for row in columns.rows_with(UNSEEN) if columns.kind[row] != ELEMENT)


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
        place = documents[columns.document[row]].placement
        x, y = place.x + bounds[0] * place.scale_x, place.y + bounds[1] * place.scale_y
        right, bottom = x + bounds[2] * place.scale_x, y + bounds[3] * place.scale_y
        if bottom <= 0 or right <= 0 or x >= width or y >= height:
            outside += 1
            below += 1 if y >= height else 0
    return outside, below
