"""Captures of a list that goes on: below the fold, in a scrolled box, over several pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol, TypeVar

import msgspec

from cdp_engine.engine.reading.next_page import next_control
from cdp_engine.engine.results import ActionResult
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import Snapshot, VirtualNode
from cdp_engine.track import Target

MOST = 500
"""The most pages, and the most scrolls of one page."""
Kind = Literal["begin", "scrolled", "page"]
End = Literal["end", "pages", "scrolls", "enough", "failed"]
T = TypeVar("T")


class Extent(msgspec.Struct, frozen=True, kw_only=True):
    """How far a list is read: `pages` in all, `scrolls` down on each of them; `next` is the control for more.

    Without `next` it is found by itself: what is marked or named as the next page, or loads more.
    """

    pages: int = 1
    scrolls: int = 0
    next: Target | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.pages <= MOST:
            raise InvalidInput(f"invalid pages {self.pages}", hint=f"Give 1 to {MOST}.")
        if not 0 <= self.scrolls <= MOST:
            raise InvalidInput(f"invalid scrolls {self.scrolls}", hint=f"Give 0 to {MOST}.")


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What one capture gave: whether there was anything new, whether it is enough, and the box to scroll."""

    new: bool
    enough: bool = False
    box: VirtualNode | None = None


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """How far it came: pages, scrolls in all, and why it ended there (`end`: the list did; `failed`: `message`)."""

    pages: int = 1
    scrolls: int = 0
    ended: End = "end"
    message: str = ""


class Walker(Protocol):
    """What of a page the walk needs."""

    async def snapshot(self) -> Snapshot:
        """The page now."""
        ...

    async def click(self, target: Target) -> ActionResult:
        """Press a control."""
        ...

    async def scroll(self, target: Target | None) -> ActionResult:
        """One screen down."""
        ...


async def walk(page: Walker, extent: Extent, take: Callable[[Snapshot, Kind], Awaitable[Taken]]) -> Walked:
    """Give each capture to `take`, until the list ends, the extent is reached, or `take` has enough.

    Raises what `Page.snapshot` raises for the first capture; a page that fails later ends the walk.
    """
    kind: Kind = "begin"
    scrolled = 0
    for number in range(1, extent.pages + 1):
        try:
            snapshot = await page.snapshot()
            taken = await take(snapshot, kind)
            if number > 1 and not taken.new:
                return Walked(pages=number - 1, scrolls=scrolled)
            for _ in range(extent.scrolls):
                if taken.enough:
                    break
                moved = await page.scroll(_scroller(taken.box))
                if not moved.success or not moved.changes.scrolled:
                    break
                scrolled += 1
                snapshot = await page.snapshot()
                taken = await take(snapshot, "scrolled")
            if taken.enough:
                return Walked(pages=number, scrolls=scrolled, ended="enough")
            if number == extent.pages:
                break
            result = await _go_on(page, extent, snapshot)
        except EngineError as error:
            if kind == "begin" and number == 1 and scrolled == 0:
                raise
            return Walked(pages=number, scrolls=scrolled, ended="failed", message=error.message)
        if result is None:
            return Walked(pages=number, scrolls=scrolled)
        if not result.success:
            return Walked(pages=number, scrolls=scrolled, ended="failed", message=result.message)
        kind = "page"
    return Walked(pages=extent.pages, scrolls=scrolled, ended="pages" if extent.pages > 1 else "end")


async def _go_on(page: Walker, extent: Extent, snapshot: Snapshot) -> ActionResult | None:
    """Press the control for more; None where the list ends."""
    if extent.next is not None:
        return await page.click(extent.next)
    control = next_control(snapshot)
    return None if control is None else await page.click(control.ref)


def _scroller(box: VirtualNode | None) -> str | None:
    """The nearest box around an element that scrolls its content downwards; None for the page."""
    while box is not None and box.parent is not None:
        if box.scroll is not None and box.tag not in ("html", "body"):
            return box.ref
        box = box.parent
    return None


def joined(known: Sequence[T], new: Sequence[T]) -> list[T]:
    """Two captures of one scrolled list as one: what they have in common at the joint is there once."""
    for begin in range(len(known) + 1):
        rest = known[begin:]
        if len(rest) <= len(new) and list(new[: len(rest)]) == list(rest):
            return [*known[:begin], *new]
    return [*known, *new]
