"""The picker that opens at a field: opened, closed where it is open still, and what came of a choice in it."""

from __future__ import annotations

from cdp_engine.act.dates.clocks import clock_parts
from cdp_engine.act.dispatch import press_key
from cdp_engine.act.element import Element
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_closing import escape_in_field
from cdp_engine.act.performed import Held, Performed
from cdp_engine.act.redrawn_parts import REMOVED_OR_HIDDEN
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef


async def open_picker(calendar: CustomList) -> None:
    """Open the picker of a field, which may be open still and lie over the field. Raises NotActionable."""
    element = calendar.element
    try:
        await calendar.open()
    except NotActionable as error:
        if error.code != "obscured" or not await element.ask("pickerIsOpen", into=bool):
            raise
        await press_key(element, "Escape")
        await calendar.open()


async def focus_again(calendar: CustomList) -> bool:
    """Take the focus from a field that has it and press the field: some open their picker as the focus comes, and not
    as they are pressed. False where the first press has opened something.
    """
    element = calendar.element
    # A read-only field is a combobox, too.
    takes_focus = calendar.facts.editable or calendar.facts.kind == "combobox"
    if calendar.is_over or not takes_focus or await calendar.is_open():
        return False
    if await element.ask("pickerIsOpen", into=bool):
        return False
    await element.ask("blur", into=object)
    await open_picker(calendar)
    return not calendar.is_over


async def escape_open(calendar: CustomList) -> None:
    """Close a picker that is open still: a time chooses nothing that would close it."""
    if calendar.is_over:
        return
    element = calendar.element
    if await element.ask("pickerIsOpen", into=bool) or (await clock_parts(calendar)).hour:
        await _escape(calendar)


async def escape_days(calendar: CustomList) -> None:
    """Close a calendar whose days are on the screen still."""
    if await calendar.element.ask("calendarShows", into=bool):
        await _escape(calendar)


async def _escape(calendar: CustomList) -> None:
    element = calendar.element
    if await element.ask("isInLayer", into=bool):  # the key may reach the dialog around the field
        await escape_in_field(calendar)
        return
    await element.ask("focusField", into=bool)
    await press_key(element, "Escape")


async def leave_open(element: Element) -> None:
    """Leave a field whose calendar is open still, by the key that closes it: it may lie over what comes next."""
    if await element.ask("pickerIsOpen", into=bool):
        await element.ask("focusField", into=bool)
        await press_key(element, "Tab")


async def confirm(calendar: CustomList) -> bool:
    """Press the button that takes the dates over; False where none is there, or it goes with its calendar just then."""
    try:
        return await calendar.press_part("dateConfirm")
    except NotActionable as error:
        if error.code not in REMOVED_OR_HIDDEN:
            raise
        return False


def chosen_in(picker: CustomList, ref: ScopedRef, held: Held) -> Performed:
    """The outcome of a choice in a picker, with what its field holds then."""
    return Performed(
        action="fill",
        ref=ref,
        received=picker.received,
        value_before=picker.facts.text,
        value_after=held.value,
        as_wanted=held.matches,
        method="list",
        ending=picker.ending,
        seconds=picker.element.deadline.elapsed,
    )
