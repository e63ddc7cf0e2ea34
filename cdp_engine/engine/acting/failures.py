"""The failures that prevent an action, as the `ActionResult` reports them (CD-06)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cdp_engine.engine.observing.reporter import Reporter
from cdp_engine.engine.results import ActionError
from cdp_engine.errors import (
    CommandTimeout,
    DeadlineExceeded,
    DialogBlocking,
    EngineError,
    NameNotFound,
    NavigationFailed,
    NotActionable,
    ProtocolError,
    SessionDetached,
    StaleRef,
    TargetClosed,
    TargetCrashed,
)
from cdp_engine.observe import ScopedRef, Snapshot
from cdp_engine.tab import Tab
from cdp_engine.track import Target
from cdp_engine.verify import closer_of

LOST = ("stale", "detached")
"""Codes of an element that is gone."""

_BY_THE_PAGE = (
    DeadlineExceeded,
    DialogBlocking,
    NameNotFound,
    NavigationFailed,
    NotActionable,
    ProtocolError,
    SessionDetached,
    StaleRef,
    TargetClosed,
    TargetCrashed,
)
"""Errors that a page can cause; errors of the program or the connection are raised."""


def action_error(error: EngineError, name_of: Callable[[str], str] = str) -> ActionError | None:
    """The failure as the caller gets it; None for errors that must be raised (`ConnectionLost`, wrong arguments).

    `name_of` turns a scoped ref into the ref that the caller knows.
    """
    if not isinstance(error, _BY_THE_PAGE):
        return None
    cover = error.covered_by if isinstance(error, NotActionable) else None
    return ActionError(
        code=error.code,
        message=error.message,
        hint=error.hint,
        covered_by=None if cover is None else name_of(cover),
        candidates=error.candidates if isinstance(error, NameNotFound) else (),
        sent=isinstance(error, NotActionable) and error.sent,
    )


def explained(error: EngineError, tab: Tab) -> EngineError:
    """The error as it is, or, where the page did not answer a command, one that says what keeps the page."""
    return (
        tab.silence.error("answer of the page", error.seconds) if isinstance(error, CommandTimeout) else error
    )


def with_closer(failure: ActionError, target: ScopedRef | None, snapshot: Snapshot) -> ActionError:
    """The failure with the control that closes the cover (EX-03)."""
    if failure.covered_by is None:
        return failure
    found = closer_of(snapshot, target, failure.covered_by)
    if found is None:
        return failure
    hint = f"It is covered by {failure.covered_by}; click {found.ref} to close that, then try again."
    return msgspec.structs.replace(failure, closer=found.ref, hint=hint)


def with_candidates(failure: ActionError, target: Target | None, reporter: Reporter) -> ActionError:
    """The failure with the elements that may have replaced a lost one, best first (EX-06)."""
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
