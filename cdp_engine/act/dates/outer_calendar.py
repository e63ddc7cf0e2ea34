"""A calendar that the page around the frame of a field draws, as where that frame is a part of an application."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from cdp_engine.act.element import Element
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.pointer.hit_target import frame_owner

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


class OuterCalendar:
    """The calendar that came in the page around a frame since this was made."""

    def __init__(self, tab: Tab, owner: Element | None) -> None:
        self._tab, self._owner = tab, owner

    async def month(self) -> str:
        """The month that it shows; "" where none came."""
        return "" if self._owner is None else await self._owner.ask("calendarMonth", "", into=str)

    def days(self, calendar: CustomList) -> CustomList:
        """What its days are pressed in; `calendar` is that of the field."""
        return (
            calendar
            if self._owner is None
            else CustomList(self._tab, self._owner, calendar.facts, is_given=True)
        )


@asynccontextmanager
async def watched_around(tab: Tab, element: Element) -> AsyncGenerator[OuterCalendar]:
    """Note what the page around an element's frame shows, so that a calendar which comes there is known as new."""
    owner = await frame_owner(tab, element)
    try:
        if owner is not None:
            await owner.ask("rememberShown", False, into=object)
        yield OuterCalendar(tab, owner)
    finally:
        if owner is not None:
            owner.release()
