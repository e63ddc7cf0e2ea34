"""The differences between two states of a page, node by node (FP-07; pure)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Literal

from cdp_engine.observe import ScopedRef, VirtualNode
from cdp_engine.track.changes.comparison import same
from cdp_engine.track.changes.content import Fact, Seen, region_of
from cdp_engine.track.changes.lines import longest_rising

ChangeType = Literal["text", "state", "attributes"]


@dataclass(frozen=True, slots=True)
class Added:
    """An added node, and its region."""

    node: VirtualNode
    fact: Fact
    region: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A removed node, with the name it had before (FP-10, invariant 11)."""

    scoped: ScopedRef
    fact: Fact
    region: str


@dataclass(frozen=True, slots=True)
class Modified:
    """The same node with changed facts."""

    node: VirtualNode
    before: Fact
    now: Fact
    change: ChangeType
    region: str


@dataclass(frozen=True, slots=True)
class NodeDelta:
    """All differences between two states; `total` is the number of items that a reader finds now (FP-07)."""

    added: tuple[Added, ...] = ()
    removed: tuple[Removed, ...] = ()
    modified: tuple[Modified, ...] = ()
    moved: tuple[VirtualNode, ...] = ()
    total: int = 0
    renewed: tuple[tuple[ScopedRef, ScopedRef], ...] = ()
    """The old and the new node of items that the page re-created; no change of their own."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.modified or self.moved)

    @property
    def changed(self) -> int:
        """The number of nodes that were added, removed, modified or moved."""
        return len(self.added) + len(self.removed) + len(self.modified) + len(self.moved)

    @property
    def confidence(self) -> float:
        """1 − min(2 · changed / total, 1), for information only; the matching of nodes is certain in any case."""
        return 1 - min(2 * self.changed / max(self.total, 1), 1)


def change_type(before: Fact, now: Fact) -> ChangeType:
    """The kind of a modification: the change that a reader would notice first."""
    if before.label != now.label or before.kind != now.kind:
        return "text"
    if before.states != now.states or before.value != now.value:
        return "state"
    return "attributes"


def compare(
    old: Seen,
    new: Seen,
    *,
    successor: Callable[[ScopedRef], ScopedRef | None],
    within_old: Container[int] | None = None,
    within_new: Container[int] | None = None,
) -> NodeDelta:
    """The differences from `old` to `new`, of everything or of the given rows only.

    `successor` maps re-created elements to their new nodes. Texts that were re-created with the same text at the same
    place in the order do not differ.
    """
    if new.has_content_of(old):
        return NodeDelta(total=len(new.facts))
    before = _scope(old.facts, within_old)
    now = _scope(new.facts, within_new)
    pairs, lost, come = _pair(old, new, before, now, successor)
    lost, come = _same_texts(before, now, lost, come, pairs)
    modified = tuple(
        Modified(
            new.node(row),
            before[was],
            now[row],
            change_type(before[was], now[row]),
            region_of(new.snapshot, row),
        )
        for was, row in pairs.items()
        if before[was] != now[row]
    )
    return NodeDelta(
        added=tuple(Added(new.node(row), now[row], region_of(new.snapshot, row)) for row in come),
        removed=tuple(
            Removed(old.node(row).scoped_ref, before[row], region_of(old.snapshot, row)) for row in lost
        ),
        modified=modified,
        moved=tuple(new.node(row) for row in _moved(old, new, pairs)),
        total=len(now),
        renewed=tuple(_renewed(old, new, before, now, pairs)),
    )


def _renewed(
    old: Seen, new: Seen, before: dict[int, Fact], now: dict[int, Fact], pairs: dict[int, int]
) -> Iterator[tuple[ScopedRef, ScopedRef]]:
    """The items whose node is another one now."""
    compared = new.since(old)
    if compared.same_elements:
        found = [(row, row) for row in compared.renewed_nodes if row in before and row in now]
    else:
        a, b = old.snapshot.columns, new.snapshot.columns
        found = [
            (was, row)
            for was, row in pairs.items()
            if a.backend[was] != b.backend[row] or a.document[was] != b.document[row]
        ]
    for was, row in found:
        old_ref, new_ref = old.scoped(was), new.scoped(row)
        if old_ref != new_ref:
            yield old_ref, new_ref


def _scope(facts: dict[int, Fact], within: Container[int] | None) -> dict[int, Fact]:
    return facts if within is None else {row: fact for row, fact in facts.items() if row in within}


def _pair(
    old: Seen,
    new: Seen,
    before: dict[int, Fact],
    now: dict[int, Fact],
    successor: Callable[[ScopedRef], ScopedRef | None],
) -> tuple[dict[int, int], list[int], list[int]]:
    """Old row → new row of the same items, whose facts may differ; the remaining old rows; the remaining new rows."""
    if new.since(old).same_elements:
        return (
            {row: row for row in before if row in now},
            [row for row in before if row not in now],
            [row for row in now if row not in before],
        )
    columns = old.snapshot.columns
    ordinal = {
        i: new.ordinals.get((info.frame_id, info.loader_id)) for i, info in enumerate(old.snapshot.documents)
    }
    pairs: dict[int, int] = {}
    lost: list[int] = []
    for row in before:
        document = ordinal[columns.document[row]]
        found = None if document is None else new.rows.get((document, columns.backend[row]))
        if found is None:
            later = successor(old.scoped(row))
            found = None if later is None else new.row_of(later)
        if found is not None and found in now:
            pairs[row] = found
        else:
            lost.append(row)
    taken = set(pairs.values())
    return pairs, lost, [row for row in now if row not in taken]


def _same_texts(
    before: dict[int, Fact], now: dict[int, Fact], lost: list[int], come: list[int], pairs: dict[int, int]
) -> tuple[list[int], list[int]]:
    """Pair re-created texts with equal ones; a single text replaced between the same neighbours counts as changed."""
    waiting: dict[Fact, deque[int]] = {}
    for row in come:
        if now[row].kind == "text":
            waiting.setdefault(now[row], deque()).append(row)
    paired: dict[int, int] = {}
    for row in lost:
        queue = waiting.get(before[row]) if before[row].kind == "text" else None
        if queue:
            paired[row] = queue.popleft()
    pairs.update(paired)
    found = set(paired.values())
    return [row for row in lost if row not in paired], [row for row in come if row not in found]


def _moved(old: Seen, new: Seen, pairs: dict[int, int]) -> list[int]:
    """The new rows of moved items: the smallest set that explains the new order and nesting."""
    if same(old.snapshot.columns.parent, new.snapshot.columns.parent) and all(
        a == b for a, b in pairs.items()
    ):
        return []
    ordered = sorted((row, was) for was, row in pairs.items())
    in_place = set(longest_rising([was for _, was in ordered]))
    return [row for position, (row, _) in enumerate(ordered) if position not in in_place]
