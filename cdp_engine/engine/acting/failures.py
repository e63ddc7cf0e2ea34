"""What kept an action from being done, as the `ActionResult` reports it (CD-06)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cdp_engine.engine.observing.reporter import Reporter
from cdp_engine.engine.results import ActionError
from cdp_engine.errors import (
    DeadlineExceeded,
    DialogBlocking,
    EngineError,
    NavigationFailed,
    NotActionable,
    ProtocolError,
    SessionDetached,
    StaleRef,
    TargetClosed,
    TargetCrashed,
)
from cdp_engine.observe import ScopedRef, Snapshot
from cdp_engine.track import Target
from cdp_engine.verify import closer_of

LOST = ("stale", "detached")
"""Codes of an element that is gone."""

_BY_THE_PAGE = (
    DeadlineExceeded,
    DialogBlocking,
    NavigationFailed,
    NotActionable,
    ProtocolError,
    SessionDetached,
    StaleRef,
    TargetClosed,
    TargetCrashed,
)
"""What the page may do to an action; everything else is the program's or the connection's affair and is raised."""


def action_error(error: EngineError, name_of: Callable[[str], str] = str) -> ActionError | None:
    """The failure as the caller sees it; None for what must be raised (`ConnectionLost`, wrong arguments).

    `name_of` turns the full name of an element into the ref under which the caller knows it.
    """
    if not isinstance(error, _BY_THE_PAGE):
        return None
    cover = error.covered_by if isinstance(error, NotActionable) else None
    return ActionError(
        code=error.code,
        message=error.message,
        hint=error.hint,
        covered_by=None if cover is None else name_of(cover),
    )


def with_closer(failure: ActionError, target: ScopedRef | None, snapshot: Snapshot) -> ActionError:
    """The failure with the way past what covers the element (EX-03)."""
    if failure.covered_by is None:
        return failure
    found = closer_of(snapshot, target, failure.covered_by)
    if found is None:
        return failure
    hint = f"It is covered by {failure.covered_by}; click {found.ref} to close that, then try again."
    return msgspec.structs.replace(failure, closer=found.ref, hint=hint)


def with_candidates(failure: ActionError, target: Target | None, reporter: Reporter) -> ActionError:
    """The failure with what a lost element may have become, best first (EX-06)."""
    lost = reporter.lost(str(target)) if failure.code in LOST and target is not None else None
    if lost is None:
        return failure
    if not lost.candidates:
        return ActionError(code="stale", message=failure.message, hint=failure.hint)
    best = ", ".join(
        f"{one.ref} ({one.role} {one.name!r}, {one.confidence:.2f})" for one in lost.candidates[:3]
    )
    return ActionError(
        code="stale",
        message=failure.message,
        hint=f"It may have become {best}; observe the page and choose.",
        candidates=tuple(one.ref for one in lost.candidates),
    )
