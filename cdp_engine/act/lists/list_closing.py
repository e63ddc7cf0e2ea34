"""Closes a custom list that is open still: by its button, by key, by a press on its field or beside it.

Also tries the key that opens one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.element import Element
from cdp_engine.act.lists.list_facts import Items, ListFacts
from cdp_engine.errors import NotActionable

CLOSES_MS = 400
"""How long a list may take to close by itself."""
_STAYS_MS = 120
_CLOSING_MS = 1500
_LEAST_CLOSING_MS = 500
_GRACE = 1.0


class OpenList(Protocol):
    """What closing needs of a list."""

    element: Element
    facts: ListFacts
    strayed: str

    async def open(self) -> None:
        """Press the control unless the list is open already."""

    async def is_open(self) -> bool:
        """Whether it is on the screen."""
        ...

    async def is_there(self) -> bool:
        """Whether its field is on the page still."""
        ...

    async def items(self) -> Items:
        """The choices on the screen."""
        ...

    async def press_in_field(self, key: str) -> None:
        """Press a key in its field."""

    async def press_field(self) -> None:
        """Press its control."""

    async def press_part(self, name: str, *arguments: object) -> bool:
        """Press what the function `name` finds; False where that is nothing."""
        ...

    async def press_key(self, key: str) -> None:
        """Press a key at the focus."""


async def close_list(listing: OpenList, *, stays: bool, undo: bool) -> None:
    """Try one way after the other until the list is closed.

    `stays` means that it does not close by itself after a choice, `undo` that nothing was chosen.
    """
    # A list of one choice closes by itself; a key would then reach the element behind it.
    if await resting(listing, _STAYS_MS if stays or undo else CLOSES_MS) != "open":
        return
    escape, in_field = partial(_escape, listing, undo=undo), partial(escape_in_field, listing, undo=undo)
    first, second = escape, listing.press_field
    if not listing.facts.editable and await _key_does_more(listing, stays=stays, undo=undo):
        first, second = second, first
    if not undo:
        first = partial(_confirm, listing, otherwise=first)
    # What is said beside the field does no harm to a list that was about to close.
    ways = ((first, CLOSES_MS), (second, CLOSES_MS), (in_field, _STAYS_MS))
    for way, quiet in (
        *ways,
        (partial(_press_beside, listing), _STAYS_MS),
        (partial(_click_page, listing), CLOSES_MS),
    ):
        await way()
        if await resting(listing, quiet, again=True) != "open":
            return


async def _key_does_more(listing: OpenList, *, stays: bool, undo: bool) -> bool:
    """Whether Escape may do more than close a list that its field closes as well.

    It may reach a dialog around the list, which need not say that it is one; in a list of several it may take all
    choices away.
    """
    if await listing.element.ask("isInLayer", into=bool):
        return True
    several = stays or (undo and (await listing.items()).multiple is True)
    return several and await listing.element.ask("fieldIsFree", into=bool)


async def centre_closed(listing: OpenList, error: NotActionable) -> None:
    """Open a list again that closed as the page was scrolled to a choice in it, with its field in the middle.

    `error` says whether the choice was pressed: then the list may have closed by that.
    """
    if error.sent or await listing.is_open() or not await listing.is_there():
        return
    await listing.element.ask("centreField", into=bool)
    await listing.open()


async def resting(listing: OpenList, quiet: int, longest: int = _CLOSING_MS, *, again: bool = False) -> str:
    """Whether the list is open, closed or closing, once that is stable, or after `longest` ms.

    `again`: it was open, and something was done to close it since, at which the page may have done nothing.
    """
    # A list is closed even when the deadline for the choice has passed.
    limit = max(_LEAST_CLOSING_MS, min(longest, listing.element.deadline.left * 1000))
    seconds = limit / 1000 + _GRACE
    return await listing.element.ask("restingList", quiet, limit, again, into=str, seconds=seconds)


async def _confirm(listing: OpenList, otherwise: Callable[[], Awaitable[None]]) -> None:
    """Close a dialog of choices by the button that takes them over, any other list as it is closed `otherwise`."""
    if not await listing.press_part("listConfirm"):
        await otherwise()


async def _escape(listing: OpenList, *, undo: bool = False) -> None:
    """Close by key; where a dialog or an editor around the field may handle the key, by removing the focus."""
    if await listing.element.ask("escapeMayDoMore", undo, into=bool):
        await listing.element.ask("leaveList", into=bool)
    else:
        await listing.press_key("Escape")


async def escape_in_field(listing: OpenList, *, undo: bool = False) -> None:
    """Close by key in the field itself: the focus may be in the list since the choice, and leaving it may be enough."""
    if (
        await listing.element.ask("focusField", into=bool)
        and await resting(listing, _STAYS_MS, again=True) != "open"
    ):
        return
    await _escape(listing, undo=undo)


async def _press_beside(listing: OpenList) -> None:
    """Close what only a press elsewhere closes: the page hears of one on the box around the field."""
    await listing.element.ask("pressBeside", into=bool)


async def _click_page(listing: OpenList) -> None:
    """Close what only a click outside of it closes: what listens to the whole page hears of one."""
    await listing.element.ask("clickPage", into=bool)


async def coax(listing: OpenList) -> None:
    """Press ArrowDown, by which some lists open, unless something has opened; undone where it has only changed a value.

    What cannot be undone is noted in `strayed`.
    """
    if await listing.element.ask("pressOpened", into=bool):
        return
    before = await listing.element.ask("listFacts", into=ListFacts)
    await listing.press_in_field("ArrowDown")
    after = await listing.element.ask("listFacts", into=ListFacts)
    if (after.typed, after.text) == (before.typed, before.text) or (await listing.items()).options:
        return
    if not after.expanded and (before.typed or before.text):
        await listing.press_key("ArrowUp")
        after = await listing.element.ask("listFacts", into=ListFacts)
    if after.text != before.text:
        listing.strayed = after.text


async def refuse_closed(element: Element, text: str) -> None:
    """Raise for a text with which Enter closed its field, as that of a cell: nothing shows what it chose."""
    facts = await element.ask("field", into=FieldFacts)
    if not facts.invisible:
        return
    message = f"Enter closed {facts.description or 'the field'} with {text!r}; it was seen to choose nothing"
    error = Refusal("not_editable", message, passing=False, hint="Observe the page.").error()
    error.sent = True
    raise error
