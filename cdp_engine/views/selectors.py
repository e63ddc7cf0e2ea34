"""A CSS selector for an element: its id or test id where unique, else the path from the nearest ancestor that has one.

The selector is valid within the element's own document or shadow root, for `querySelector` there.
"""

from __future__ import annotations

import re
from collections import Counter

from cdp_engine.observe import TEST_IDS, Snapshot

ELEMENT = 1
_SAFE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


class Selectors:
    """Selectors for the elements of one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._columns = snapshot.columns
        self._roots: dict[int, int] = {}
        self._places: dict[int, dict[int, tuple[int, int]]] = {}
        counts: Counter[tuple[int, str, str]] = Counter()
        for row in range(len(snapshot)):
            if self._columns.kind[row] == ELEMENT:
                counts.update((self._root(row), name, value) for name, value in self._marks(row))
        self._counts = counts

    def of(self, row: int) -> str:
        """The selector of an element."""
        steps: list[str] = []
        root = self._root(row)
        while True:
            named = self._unique(row, root)
            if named:
                steps.append(named)
                break
            tag = self._columns.tag[row]
            above = self._columns.parent[row]
            if above < 0 or self._columns.kind[above] != ELEMENT or self._root(above) != root:
                steps.append(tag)
                break
            number, count = self._place(row, above)
            steps.append(tag if count == 1 else f"{tag}:nth-of-type({number})")
            row = above
        return " > ".join(reversed(steps))

    def _place(self, row: int, above: int) -> tuple[int, int]:
        """The position of an element among its siblings with the same tag, and their number."""
        if above not in self._places:
            counts: Counter[str] = Counter()
            numbers: dict[int, tuple[str, int]] = {}
            for sibling in self._snapshot.child_rows(above):
                if self._columns.kind[sibling] == ELEMENT:
                    tag = self._columns.tag[sibling]
                    counts[tag] += 1
                    numbers[sibling] = (tag, counts[tag])
            self._places[above] = {
                sibling: (number, counts[tag]) for sibling, (tag, number) in numbers.items()
            }
        return self._places[above][row]

    def _unique(self, row: int, root: int) -> str:
        for name, value in self._marks(row):
            if self._counts[root, name, value] == 1:
                return f"#{value}" if name == "id" and _SAFE.match(value) else f"[{name}={_quoted(value)}]"
        return ""

    def _marks(self, row: int) -> list[tuple[str, str]]:
        flat = self._columns.attributes[row]
        return [
            (flat[at], flat[at + 1])
            for at in range(0, len(flat), 2)
            if flat[at + 1] and (flat[at] == "id" or flat[at] in TEST_IDS)
        ]

    def _root(self, row: int) -> int:
        """The shadow host or document in which an element's selector is valid; slotted content belongs outside."""
        known = self._roots.get(row)
        if known is None:
            above = self._columns.parent[row]
            if row in self._columns.shadow or above < 0 or self._columns.kind[row] != ELEMENT:
                known = row if above < 0 or self._columns.kind[row] != ELEMENT else -2 - above
            else:
                known = self._root(above)
            self._roots[row] = known
        return known


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\{ord(sign):x} " if ord(sign) < 32 else sign for sign in escaped) + '"'
