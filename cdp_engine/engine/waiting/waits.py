"""Waits for changes of a page: texts, elements, requests, downloads, popups, dialogs (EX-07, SX-03, SX-04)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import msgspec

from cdp_engine.engine.acting.failures import action_error
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.results import ActionError
from cdp_engine.engine.waiting.awaited import Awaited, Found, OpenedPage
from cdp_engine.engine.waiting.wait_conditions import Condition, Conditions, until_all
from cdp_engine.errors import EngineError
from cdp_engine.protocol import target
from cdp_engine.tab import Dialog, Download, Request

WAIT_SECONDS = 10.0
_GONE = "it was gone"


class Waited(msgspec.Struct, frozen=True, kw_only=True):
    """The result of `wait_for`. Its truth value is whether all conditions were met in time.

    `missing` names those that were not; `seconds` is how long it took.
    """

    success: bool
    message: str
    seconds: float
    missing: tuple[str, ...] = ()
    error: ActionError | None = None
    ref: str | None = None
    """The ref of the element that was waited for, where it still exists."""
    url: str = ""
    value: Any = None
    """The value of `function`."""
    request: Request | None = None
    download: Download | None = None
    dialog: Dialog | None = None
    popup: Any = None
    """The opened `Page`."""

    def __bool__(self) -> bool:
        return self.success

    def raise_for_error(self) -> Waited:
        """Return self, or raise `EngineError` with the failure's message and hint."""
        if self.error is not None:
            raise EngineError(self.message, hint=self.error.hint)
        return self


async def wait_for(
    controller: PageController,
    wanted: Awaited,
    page_of: Callable[[target.TargetID], OpenedPage | None],
    *,
    timeout: float,
) -> Waited:
    """Wait until all conditions hold; see `Page.wait_for`."""
    began = anyio.current_time()
    deadline = began + timeout
    found = Found()
    failure: ActionError | None = None
    waiting: dict[str, Condition] = {}
    try:
        tab = await controller.access.attach(timeout=max(0.1, min(10.0, timeout)))
        waiting = Conditions(controller, tab, found, deadline, page_of).of(wanted)
        await until_all(tab, waiting, deadline)
    except EngineError as error:
        failure = action_error(error)
        if failure is None:
            raise
    failure = failure or found.failure
    if waiting and failure is None:
        failure = _unmet(tuple(waiting), timeout, gone=_held(wanted) == _GONE)
    seconds = anyio.current_time() - began
    return Waited(
        success=failure is None,
        message=failure.message if failure is not None else f"{_held(wanted)} after {seconds:.1f} s",
        seconds=seconds,
        missing=tuple(waiting),
        error=failure,
        ref=found.ref,
        url=controller.access.url,
        value=found.value,
        request=found.request,
        download=found.download,
        dialog=found.dialog,
        popup=found.popup,
    )


def _held(wanted: Awaited) -> str:
    """What an awaited condition did, in words."""
    if not wanted.gone:
        return "it came"
    beside = [wanted.url, wanted.request, wanted.function, wanted.state]
    beside += [wanted.text, wanted.ref, wanted.role, wanted.name] if wanted.gone is not True else []
    return "it held" if any(beside) or wanted.download or wanted.popup or wanted.dialog else _GONE


def _unmet(missing: tuple[str, ...], timeout: float, *, gone: bool) -> ActionError:
    what = "is still there after" if gone else "did not come within"
    named = ", ".join(part.removeprefix("end of ") if gone else part for part in missing)
    return ActionError(
        code="timeout",
        message=f"{named} {what} {timeout:g} s",
        hint="Observe the page: it may say why. Wait longer if it is still at work.",
    )
