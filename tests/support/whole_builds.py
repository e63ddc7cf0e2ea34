"""A judge of snapshots that take over what is known of rows: each is compared with one that takes over nothing."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.observe import NodeColumns, Snapshot, rebuild
from cdp_engine.observe.build import Origin
from cdp_engine.observe.incremental import after_scroll, rebuilt_again

rebuilt = rebuild.rebuilt


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
        assert (made is None) == (whole is None)
        if made is not None and whole is not None:
            for name in NodeColumns.__dataclass_fields__:
                assert getattr(made.columns, name) == getattr(whole.columns, name), name
            assert (made.context, made.documents) == (whole.context, whole.documents)
        return made

    for module in (rebuilt_again, after_scroll):
        monkeypatch.setattr(module, "rebuilt", compared)
    return judged
