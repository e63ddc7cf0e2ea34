"""Small questions for those who wait: is a text to be read, is an element to be seen, has anything changed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import anyio

from cdp_engine.act.actionability import Facts, judge
from cdp_engine.act.element import Deadline, hold, let_go, located
from cdp_engine.errors import CommandTimeout, EngineError, SessionDetached, StaleRef
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_FRAME_SECONDS = 1.0


async def shows(tab: Tab, text: str, *, timeout: float = _FRAME_SECONDS) -> bool:
    """Whether a text is drawn in any frame, open shadow roots included; case and white space do not count.

    A frame that does not answer within `timeout` seconds counts as showing nothing. Raises what keeps the whole tab
    from answering.
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
    """Why an element cannot be seen (removed, hidden, without size); None where it can.

    Raises what keeps the tab from answering.
    """
    try:
        async with located(tab, ref, Deadline(timeout)) as element:
            refusal = judge(await element.ask("look", into=Facts), enabled=False)
    except StaleRef as error:
        return error.message
    return None if refusal is None else refusal.message


async def await_change(tab: Tab, seconds: float) -> None:
    """Return when the main document or anything about the tab changes, at the latest after `seconds`."""

    async def in_the_page(scope: anyio.CancelScope) -> None:
        # what is wrong with the tab ends the wait, too: the caller asks it next and gets the error unwrapped
        with suppress(EngineError):
            element = await hold(tab, tab.frames.main, None, Deadline(seconds))
            try:
                await element.ask("stir", seconds * 1000, into=object, seconds=seconds)
            finally:
                let_go(element)
            scope.cancel()

    with anyio.CancelScope() as scope:
        async with anyio.create_task_group() as tasks:
            if tab.failure is None and tab.frames.known:
                tasks.start_soon(in_the_page, scope)
            await tab.changed(seconds)
            scope.cancel()
