"""A judge of snapshots that take over what is known of rows: each is compared with one that takes over nothing."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.observe import NodeColumns, Snapshot, rebuild
from cdp_engine.observe.build import Origin
from cdp_engine.observe.incremental import after_scroll, moved_boxes, rebuilt_again
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.track.changes import row_runs

rebuilt = rebuild.rebuilt


def judge_kept(table: DocumentTable) -> None:
    """What a table keeps of its rows is what is found of them."""
    assert table.kinds() == bytes(table.kind)
    if table.free is not None:
        kept, placeless = set(moved_boxes.free_rows(table)), table.placeless
        table.free = table.placeless = None
        assert kept == moved_boxes.free_rows(table)
        assert table.places(kept) == [table.elements().index(row) for row in sorted(kept)]
        assert placeless is None or placeless == moved_boxes.placeless_rows(table)


def judge_stayed(before: Snapshot, now: Snapshot) -> None:
    """The rows that are noted as those of before are these."""
    former, columns = before.columns, now.columns
    if columns.stayed_since(former) is not None:
        assert row_runs.rows_of(former, columns) == row_runs.sought_rows(former.backend, columns.backend)
        rows = row_runs.rows_of(former, columns)
        for old, new, length in rows.runs if rows else ():
            for at in range(length):
                above, other = former.parent[old + at], columns.parent[new + at]
                assert other == (rows.now[above] if rows and above >= 0 else -1)


def judge_rebuilt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have every rebuilt snapshot compared with a whole build from the same sources; returns what was compared."""
    judged: list[str] = []

    def compared(snapshot: Snapshot, origin: Origin, **options: Any) -> Snapshot | None:
        made = rebuilt(snapshot, origin, **options)
        known = dict(origin.known)
        origin.known.clear()
        whole = rebuilt(snapshot, origin, **options)
        origin.known.update(known)
        judged.append(snapshot.context.url)
        for process in origin.processes():
            for table in process.tables:
                judge_kept(table)
        if made is not None:
            judge_stayed(snapshot, made)
        assert (made is None) == (whole is None)
        if made is not None and whole is not None:
            for name in NodeColumns.__dataclass_fields__:
                assert getattr(made.columns, name) == getattr(whole.columns, name), name
            assert (made.context, made.documents) == (whole.context, whole.documents)
        return made

    for module in (rebuilt_again, after_scroll):
        monkeypatch.setattr(module, "rebuilt", compared)
    return judged
