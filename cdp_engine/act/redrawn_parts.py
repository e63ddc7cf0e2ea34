"""A part of a page that is pressed again, found again, where the page drew it again just then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from cdp_engine.errors import NotActionable

Part = TypeVar("Part")
Done = TypeVar("Done")

REMOVED = ("detached",)
REMOVED_OR_HIDDEN = ("detached", "not_visible")
"""The codes of a part whose place another one may have taken; hidden with the branch or the list that holds it."""


async def press_redrawn(
    press: Callable[[Part], Awaitable[Done]],
    part: Part,
    find_again: Callable[[NotActionable], Awaitable[Part | None]],
    *,
    times: int,
    codes: tuple[str, ...] = REMOVED,
) -> Done:
    """Press a part, at most so many times; what the press returned.

    After an error of one of these codes `find_again` finds what has taken the place of the part, None for nothing. The
    error is raised then, as are all others.
    """
    while True:
        times -= 1
        try:
            return await press(part)
        except NotActionable as error:
            found = await find_again(error) if times and error.code in codes else None
            if found is None:
                raise
            part = found
