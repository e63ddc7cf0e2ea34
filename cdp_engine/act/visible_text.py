"""Checks for waits: whether a text is visible, whether an element is visible, whether anything has changed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import anyio

from cdp_engine.act.actionability import Facts, judge
from cdp_engine.act.element import Deadline, hold, located
from cdp_engine.errors import CommandTimeout, EngineError, SessionDetached, StaleRef
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_FRAME_SECONDS = 1.0


async def shows(tab: Tab, text: str, *, timeout: float = _FRAME_SECONDS) -> bool:
    """Whether a text is drawn in any frame, open shadow roots included; case and white space are ignored.

    A frame that does not answer within `timeout` seconds counts as showing nothing. Raises the tab's failure where the
    whole tab cannot answer.
    """
    deadline = Deadline(timeout)
    if tab.failure is not None:
        raise tab.failure
    for frame in tab.frames.all():
        with suppress(StaleRef, CommandTimeout, SessionDetached):
            element = await hold(tab, frame, None, deadline)
            if await element.ask("reads", text, into=bool):
                return True
    return False


async def why_unseen(tab: Tab, ref: ScopedRef, *, timeout: float = _FRAME_SECONDS) -> str | None:
    """Why an element is not visible (removed, hidden, without size); None where it is.

    Raises the tab's failure where it cannot answer.
    """
    try:
        async with located(tab, ref, Deadline(timeout)) as element:
            refusal = judge(await element.ask("look", into=Facts), enabled=False)
    except StaleRef as error:
        return error.message
    return None if refusal is None else refusal.message


async def await_change(tab: Tab, seconds: float) -> None:
    """Return when the main document or the tab's state changes, at the latest after `seconds`."""

    async def in_the_page(scope: anyio.CancelScope) -> None:
        # a failure of the tab also ends the wait: the caller's next call raises it unwrapped
        with suppress(EngineError):
            element = await hold(tab, tab.frames.main, None, Deadline(seconds))
            try:
                await element.ask("stir", seconds * 1000, into=object, seconds=seconds)
            finally:
                element.release()
            scope.cancel()

    with anyio.CancelScope() as scope:
        async with anyio.create_task_group() as tasks:
            if tab.failure is None and tab.frames.known:
                tasks.start_soon(in_the_page, scope)
            await tab.changed(seconds)
            scope.cancel()
