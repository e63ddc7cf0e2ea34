"""What a person sees on a page, as far as two snapshots differ in it (pure)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from cdp_engine.observe import WRITTEN_TEXT, DocumentInfo, Flag, Snapshot
from cdp_engine.verify import Findings


def shown_texts(snapshot: Snapshot, document: DocumentInfo | None = None) -> Counter[str]:
    """The texts that a page shows, or one `document` of it."""
    columns, seen = snapshot.columns, int(Flag.VISIBLE)
    rows = columns.rows_of(WRITTEN_TEXT, *((document.first_row, document.end_row) if document else ()))
    return Counter(columns.text[row] for row in rows if columns.flags[row] & seen)


def restyled(seen: Findings, then: Snapshot, now: Snapshot, frame_id: str | None) -> bool:
    """Whether the document in a frame shows other texts than in the last answer, though it was not changed since.

    A script that changes the rules of a style sheet does that. `frame_id` is the frame of the target; None where the
    action has none: then the page is compared, if it is one document.
    """
    answered = datetime.fromisoformat(then.timestamp).timestamp() * 1000
    reports = [report for report in seen.reports[: 1 if frame_id else None] if report.watched]
    if not reports or any(report.mutated_at >= answered for report in reports):
        return False
    before, after = _document(then, frame_id), _document(now, frame_id)
    if before is None or after is None or (before.url, before.loader_id) != (after.url, after.loader_id):
        return False
    return shown_texts(then, before) != shown_texts(now, after)


def _document(snapshot: Snapshot, frame_id: str | None) -> DocumentInfo | None:
    """The document in a frame; without one that of the page, where it is the only one: others change by themselves."""
    documents = snapshot.documents
    if frame_id is None:
        return documents[0] if len(documents) == 1 else None
    return next((one for one in documents if one.frame_id == frame_id), None)
