"""What a person sees on a page, as far as two snapshots differ in it (pure)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from cdp_engine.observe import WRITTEN_TEXT, Flag, Snapshot
from cdp_engine.verify import Findings


def shown_texts(snapshot: Snapshot) -> Counter[str]:
    """The texts that a page shows."""
    columns, seen = snapshot.columns, int(Flag.VISIBLE)
    return Counter(columns.text[row] for row in columns.rows_of(WRITTEN_TEXT) if columns.flags[row] & seen)


def restyled(seen: Findings, then: Snapshot, now: Snapshot) -> bool:
    """Whether a page shows other texts than in the last answer, while none of its documents was changed since.

    A script that changes the rules of a style sheet does that.
    """
    answered = datetime.fromisoformat(then.timestamp).timestamp() * 1000
    reports = [report for report in seen.reports if report.watched]
    if not reports or any(report.mutated_at >= answered for report in reports):
        return False
    if len(then.documents) > 1 or len(now.documents) > 1 or then.context.url != now.context.url:
        return False  # others change by themselves
    return shown_texts(then) != shown_texts(now)
