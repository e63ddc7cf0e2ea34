"""A field is left by Tab, as a person leaves it, and with it the calendar that hangs from it."""

from __future__ import annotations

from cdp_engine.act.dispatch import press_key
from cdp_engine.act.element import Element
from cdp_engine.act.performed import Ending


async def leave(element: Element) -> Ending:
    """Press Tab at a field. Its calendar may take the focus then, at the day that was entered: Enter chooses it."""
    ending = await press_key(element, "Tab")
    if not ending and await element.ask("dayHasFocus", into=bool):
        ending = await press_key(element, "Enter")
    return ending
