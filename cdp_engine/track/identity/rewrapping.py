"""Proposes a control that its page put into a box of its own, or took out of one (VD-06; pure).

A disabled control gets no pointer events, so that libraries wrap it while a tooltip is to say why; a new one
without the wrapper takes its place once it is enabled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cdp_engine.track.identity.proposals import Match
from cdp_engine.track.identity.resemblance import Item, Reading

_MOST_WRAPPERS = 3


class _Core(NamedTuple):
    """The only control in a sibling, and in how many boxes of its own it is."""

    item: Item
    wrappers: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.item.tag, self.item.role, self.item.kind, self.item.label


def rewrapped(
    before: Reading, now: Reading, old_rows: Sequence[int], new_rows: Sequence[int], loose: Sequence[Item]
) -> list[Match]:
    """Pairs of controls of one name among children of the same container, one of them wrapped and the other not.

    `loose` are the children of both sides that are in no pair yet.
    """
    if len({item.leaf for item in loose}) < 2:
        return []
    old, new = _cores(before, old_rows), _cores(now, new_rows)
    many = {key for side in (old, new) for key, n in Counter(one.key for one in side).items() if n > 1}
    here = {one.key: one for one in new}
    found: list[Match] = []
    for core in old:
        other = here.get(core.key)
        if other is None or core.key in many or core.wrappers == other.wrappers:
            continue
        found.append(
            Match(core.item.row, other.item.row, 0.95, "same name in the same place, wrapped or unwrapped")
        )
    return found


def _cores(reading: Reading, rows: Sequence[int]) -> list[_Core]:
    found = (_core(reading, row) for row in rows)
    return [core for core in found if core is not None and core.item.label]


def _core(reading: Reading, row: int) -> _Core | None:
    at = row
    for wrappers in range(_MOST_WRAPPERS + 1):
        if reading.is_control(at):
            # a text beside it in the box would be more than its name
            alone = reading.labels(row) == reading.labels(at)
            return _Core(reading.item(at), wrappers) if alone else None
        inner = reading.element_children(at)
        if len(inner) != 1:
            return None
        at = inner[0]
    return None
