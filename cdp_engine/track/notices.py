"""Messages, which are not overlays: a toast, a status that comes and goes by itself (pure)."""

from __future__ import annotations

from collections.abc import Container, Set
from itertools import compress

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track.changes.content import Seen

_LIVE_ROLES = frozenset(("alert", "log", "status"))
_INTERACTIVE = int(Flag.INTERACTIVE)


def is_notice(seen: Seen, row: int, covering: Container[int], live: Set[int]) -> bool:
    """Whether a box is a message, as a toast is: its controls, but for the one that closes it, are in a live region."""
    columns, inner = seen.snapshot.columns, seen.inside(row)
    if not (
        own := inner & live or {one for one in columns.ancestors(row) if one in covering and one in live}
    ):
        return False
    around = {above for one in own for above in columns.ancestors(one)}
    aside = around.union(columns.closers.values())
    controls = (one for one in inner if columns.flags[one] & _INTERACTIVE and one not in aside)
    return all(not own.isdisjoint(columns.upwards(one)) for one in controls)


def live_rows(snapshot: Snapshot) -> set[int]:
    """The rows of live regions."""
    columns = snapshot.columns
    found = set(compress(range(len(columns)), map(_LIVE_ROLES.__contains__, columns.role)))
    marked = enumerate(columns.attributes) if "aria-live" in snapshot.attribute_words() else ()
    for row in (row for row, flat in marked if flat and "aria-live" in flat):
        flat = columns.attributes[row]
        if dict(zip(flat[::2], flat[1::2], strict=False)).get("aria-live") in ("polite", "assertive"):
            found.add(row)
    return found
