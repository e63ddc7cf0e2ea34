"""The failures that prevent an action, as the `ActionResult` reports them (CD-06)."""

from __future__ import annotations

import re
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
from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode
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


def with_way_out(failure: ActionError, target: ScopedRef | None, snapshot: Snapshot) -> ActionError:
    """The failure with the control that a person would use instead: to close a cover, or to open a calendar."""
    return _with_opener(_with_closer(failure, target, snapshot), target, snapshot)


def _with_closer(failure: ActionError, target: ScopedRef | None, snapshot: Snapshot) -> ActionError:
    """The failure with the control that closes the cover (EX-03)."""
    if failure.covered_by is None:
        return failure
    found = closer_of(snapshot, target, failure.covered_by)
    if found is None:
        return failure
    hint = f"It is covered by {failure.covered_by}; click {found.ref} to close that, then try again."
    return msgspec.structs.replace(failure, closer=found.ref, hint=hint)


_OPENS = re.compile(
    r"calendar|date|time|clock|pick|choose|select|browse|look ?up|open"
    r"|kalender|datum|uhr|wähl|öffn|calendrier|choisir|ouvrir|calendario|fecha|elegir|abrir|scegli|apri",
    re.IGNORECASE,
)
_OPENERS = ("button", "link", "clickable", "")
_BESIDE = 2


def _with_opener(failure: ActionError, target: ScopedRef | None, snapshot: Snapshot) -> ActionError:
    """The failure of a read-only field with the button beside it that opens what it is chosen from."""
    if failure.code != "not_editable" or target is None:
        return failure
    nodes = snapshot.interactive()
    at = next((at for at, node in enumerate(nodes) if node.scoped_ref == target), None)
    if at is None or "readonly" not in nodes[at].states:
        return failure
    # A button after another field belongs to that one.
    before = nodes[at - 1 : at] if at == 1 or (at > 1 and nodes[at - 2].role in _OPENERS) else []
    found = _opener(nodes[at + 1 : at + 1 + _BESIDE]) or _opener(before)
    if found is None:
        return failure
    hint = f"It may be chosen from what {found.ref} ({found.role or 'clickable'} {found.name!r}) opens: click that."
    return msgspec.structs.replace(failure, hint=hint)


def _opener(nodes: list[VirtualNode]) -> VirtualNode | None:
    """The first of the elements beside a field that may open something for it, before the next field."""
    for node in nodes:
        if node.role not in _OPENERS:
            return None
        if _OPENS.search(f"{node.name} {node.attributes.get('class', '')}"):
            return node
    return None


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
