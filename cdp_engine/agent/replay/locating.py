"""An element of a page by its lasting traits, waited for where the page is still being drawn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Unpack

import anyio
import msgspec

from cdp_engine.agent.replay.described import Found, find
from cdp_engine.agent.replay.steps import StepTarget, Traits
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import EngineError, NameNotFound
from cdp_engine.observe import Snapshot

FIND_SECONDS = 10.0
_AGAIN = 0.25


async def locate(
    page: Page, role: str, name: str = "", *, seconds: float = FIND_SECONDS, **traits: Unpack[Traits]
) -> str:
    """The ref of the element that a recorded step describes, as a replay finds it.

    `traits` are those of a `StepTarget`: `near`, the words around one of several, and `apart`, those that only it has.
    Waits up to `seconds`. Raises `NameNotFound` where no element is clearly the one.
    """
    target = msgspec.convert({"role": role, "name": name, **traits}, StepTarget)

    async def same_page() -> Page:
        return page

    found = await find_when_there(same_page, target, seconds=seconds)
    if found.node is None:
        raise NameNotFound(str(target), found.problem, [], hint="Observe the page for what is on it.")
    return found.node.ref


async def find_when_there(
    page_now: Callable[[], Awaitable[Page]],
    target: StepTarget,
    others: Iterable[StepTarget] = (),
    *,
    seconds: float = FIND_SECONDS,
) -> Found:
    """The element, waited for; one that only resembles the target must do so twice."""
    known = tuple(others)
    found = Found(None, problem="the page cannot be seen")
    resembling = False
    with anyio.move_on_after(seconds):
        while True:
            try:
                found = find(target, await snapshot_of(await page_now()), known)
            except EngineError as error:
                found = Found(None, problem=error.message)
            if found.node is not None and (not found.note or resembling):
                return found
            resembling = found.node is not None
            await (await page_now()).wait_for(
                role=target.role or None, name=target.name or None, timeout=_AGAIN
            )
    return found


async def snapshot_of(page: Page) -> Snapshot:
    """The page now, not from a cache."""
    return await controller_of(page).observer.capture(fresh=True)
