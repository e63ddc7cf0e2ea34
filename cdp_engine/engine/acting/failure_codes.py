"""Engine errors as the stable codes that an `ActionResult` carries (CD-06)."""

from __future__ import annotations

from collections.abc import Callable

from cdp_engine.engine.results import ActionError
from cdp_engine.errors import (
    CommandTimeout,
    ConnectionLost,
    DeadlineExceeded,
    DialogBlocking,
    EngineError,
    NavigationBlocked,
    NavigationFailed,
    NotActionable,
    ProtocolError,
    SessionDetached,
    StaleRef,
    TargetClosed,
    TargetCrashed,
)

CODES: tuple[tuple[type[EngineError], str], ...] = (
    (StaleRef, "stale"),
    (DialogBlocking, "dialog"),
    (TargetCrashed, "crashed"),
    (TargetClosed, "closed"),
    (SessionDetached, "detached"),
    (CommandTimeout, "timeout"),
    (DeadlineExceeded, "timeout"),
    (NavigationBlocked, "not_allowed"),
    (NavigationFailed, "navigation_failed"),
    (ProtocolError, "refused"),
)
"""What the page may do to an action; everything else is the program's or the connection's affair and is raised."""


def action_error(error: EngineError, name_of: Callable[[str], str]) -> ActionError | None:
    """The failure as the caller sees it; None for what must be raised (`ConnectionLost`, wrong arguments).

    `name_of` turns the full name of an element into the ref under which the caller knows it.
    """
    if isinstance(error, NotActionable):
        return ActionError(
            code=error.code,
            message=error.message,
            hint=error.hint,
            covered_by=None if error.covered_by is None else name_of(error.covered_by),
        )
    if isinstance(error, ConnectionLost):
        return None
    for kind, code in CODES:
        if isinstance(error, kind):
            return ActionError(code=code, message=error.message, hint=error.hint)
    return None
