"""The ids and test ids that authors and libraries write on elements, as evidence for the matching (VD-06; pure)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import compress

from cdp_engine.observe import Snapshot
from cdp_engine.track.identity.fingerprint import lasting_id

_NUMBER = re.compile(r"\d+")
_SEVERAL = 3


def html_id(snapshot: Snapshot, row: int) -> str:
    """The id of an element, unless a framework generates it at every rendering."""
    return lasting_id(attribute(snapshot, row, "id"))


def test_id(snapshot: Snapshot, row: int) -> str:
    """The test id of an element, unless it is generated."""
    for name in ("data-testid", "data-test-id", "data-test", "data-cy"):
        value = attribute(snapshot, row, name)
        if value:
            return lasting_id(value)
    return ""


def attribute(snapshot: Snapshot, row: int, name: str) -> str:
    """One attribute of an element; empty where it has none."""
    flat = snapshot.columns.attributes[row]
    return next((value for one, value in zip(flat[::2], flat[1::2], strict=False) if one == name), "")


def id_values(snapshot: Snapshot, rows: Sequence[int], read: Callable[[Snapshot, int], str]) -> set[str]:
    """The ids of some rows."""
    return {read(snapshot, row) for row in rows if snapshot.columns.attributes[row]} - {""}


def single_ids(snapshot: Snapshot, rows: range, read: Callable[[Snapshot, int], str]) -> dict[str, int]:
    """Value → row, for values that only one element has."""
    found: dict[str, int] = {}
    for row in compress(rows, snapshot.columns.attributes[rows.start : rows.stop]):
        if value := read(snapshot, row):
            found[value] = -1 if value in found else row
    return {value: row for value, row in found.items() if row >= 0}


class IdCounts:
    """The ids of two snapshots that differ by one number: `item-3-input`, `item-5-input`.

    Libraries that number their components draw `item-3-input` again as `item-27-input`. Such a counter numbers several
    elements of a page, and it only rises. The number of a record may be any, and that of a place is used again.
    """

    def __init__(self, old: Snapshot, new: Snapshot) -> None:
        self._before: dict[str, set[int]] = {}
        self._now = _ids(new)
        for value in _ids(old):
            numbers = _NUMBER.findall(value)
            if len(numbers) == 1:
                self._before.setdefault(_pattern(value), set()).add(int(numbers[0]))

    def went_on(self, before: str, now: str) -> bool:
        """Whether two different ids may be those of one element that a counting library drew again."""
        pattern = _pattern(before)
        used = self._before.get(pattern, ())
        if _pattern(now) != pattern or len(used) < _SEVERAL or before in self._now:
            return False
        return int(_NUMBER.findall(now)[0]) > max(used)


def _pattern(value: str) -> str:
    return _NUMBER.sub("#", value)


def _ids(snapshot: Snapshot) -> set[str]:
    rows = range(len(snapshot.columns.attributes))
    return id_values(snapshot, rows, lambda of, row: attribute(of, row, "id"))
