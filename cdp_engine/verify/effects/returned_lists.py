"""Lists that add what is chosen to the page, and return to their first option once a server answered. Pure."""

from __future__ import annotations

from cdp_engine.act import Performed
from cdp_engine.verify.evidence.records import Findings


def returned_later(performed: Performed, seen: Findings) -> bool:
    """Whether a `<select>` that left its first option is back there, and the page shows something of that name."""
    after = seen.target
    if performed.method != "from-first" or after is None or not after.connected or not performed.labels:
        return False
    added = [text.casefold() for report in seen.reports for text in report.added]
    name = performed.labels.casefold()
    return after.value == performed.value_before and any(name in text for text in added)
