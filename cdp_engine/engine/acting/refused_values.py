"""Whether the page takes what a field was filled with: it may mark it as invalid, or keep only what its list offers."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act import IN_CELL, LEFT, STUCK, Performed, complaint_about, flaw_of, left_unchosen
from cdp_engine.engine.observing.shared_captures import SharedCaptures
from cdp_engine.engine.results import ActionError, ActionResult, Observation
from cdp_engine.errors import EngineError
from cdp_engine.verify import ActionWatcher, Expectation, rejection

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_OF_CELLS = ("cell", IN_CELL, STUCK, LEFT)
_TYPED = ("insert", "dated", "assign", "keys", "sections", "editor", "cell")
_CORRECT = "Give a value that it takes."


async def refusal_of(
    tab: Tab,
    performed: Performed | None,
    observation: Observation | None,
    expected: Expectation | None = None,
) -> ActionError | None:
    """Why a filled field is refused, once the page has settled; None where nothing says so.

    Where the caller `expected` an outcome, that decides.
    """
    if expected is not None or performed is None or performed.ref is None or observation is None:
        return None
    is_typed = (
        performed.method in _TYPED
        if performed.action == "fill"
        else performed.typed or performed.method in _OF_CELLS
    )
    if performed.ending or not is_typed or not performed.value_after:
        return None
    try:
        is_cell = performed.method in _OF_CELLS
        if not is_cell and "invalid" not in observation.snapshot.get(performed.ref).states:
            return None
        complaint = await complaint_about(
            tab, performed.ref, was_marked=performed.was_marked, is_cell=is_cell
        )
    except EngineError:
        return None  # it is gone with what it held
    if not complaint:
        return _kept_open(performed.value_after) if performed.method == STUCK else None
    message = rejection("the page marks it as invalid", complaint)
    return ActionError(code="rejected", message=message, hint=_CORRECT)


def _kept_open(text: str) -> ActionError:
    message = f"the editor of the cell is open still, with {text!r} in it: Enter has not given it to the cell"
    return ActionError(code="rejected", message=message, hint=f"{_CORRECT} Escape leaves the cell as it was.")


async def with_flaw(
    tab: Tab, performed: Performed | None, observation: Observation | None, result: ActionResult
) -> ActionResult:
    """The result of a fill that succeeded, with what is wrong with the value though nothing refuses it.

    A page may take it as it is, correct it later, or pass it over.
    """
    if performed is None or performed.ref is None or observation is None or not result.success:
        return result
    if performed.ending or not performed.value_after:
        return result
    with suppress(EngineError):  # it is gone with what it held
        field = observation.snapshot.get(performed.ref)
        may_be = "invalid" in field.states or field.role == "spinbutton"
        if may_be and (flaw := await flaw_of(tab, performed.ref)):
            said = f"{result.message}, which the field calls invalid: “{flaw}”"
            return msgspec.structs.replace(result, message=said)
    return result


async def once_left(watcher: ActionWatcher, performed: Performed, captures: SharedCaptures) -> Performed:
    """What was done, with what the field holds once it was left where its list offers something else than its text."""
    now = await left_unchosen(watcher.tab, performed)
    if now is not performed and not now.typed:
        await watcher.findings()  # those that came with the rest show the field as it was
        captures.invalidate()
        watcher.laid_out = False
    return now
