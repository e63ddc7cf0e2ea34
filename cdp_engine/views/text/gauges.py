"""What a progress bar or a meter shows, which has no text (pure)."""

from __future__ import annotations

from cdp_engine.observe import Snapshot
from cdp_engine.views.text.page_text import label

GAUGES = frozenset(("progressbar", "meter"))
_NATIVE = frozenset(("progress", "meter"))
_LONGEST = 200


def gauge(snapshot: Snapshot, row: int) -> str:
    """Role, name and value, as in `progressbar Upload 42 of 100`; without a value where none is known."""
    columns = snapshot.columns
    known = columns.properties.get(row, {})
    value = str(known.get("valuetext") or columns.value.get(row, ""))
    if value and "valuetext" not in known:
        most = known.get("valuemax", 1 if columns.tag[row] in _NATIVE else None)
        value += "" if most is None else f" of {most:g}" if isinstance(most, int | float) else f" of {most}"
    named = label(columns.name.get(row, ""), _LONGEST)
    return " ".join(filter(None, (columns.role[row], named, label(value, _LONGEST))))
