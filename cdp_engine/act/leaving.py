"""A field is left by Tab, as a person leaves it, and with it the calendar that hangs from it."""

from __future__ import annotations

from cdp_engine.act.dispatch import burst, stroke_command
from cdp_engine.act.element import Element
from cdp_engine.act.keyboard.keys import chord_strokes, parse_chord
from cdp_engine.act.performed import Ending


async def leave(element: Element) -> Ending:
    """Press Tab at a field. Its calendar may take the focus then, at the day that was entered: Enter chooses it."""
    ending = await _press(element, "Tab")
    if not ending and await element.ask("dayHasFocus", into=bool):
        ending = await _press(element, "Enter")
    return ending


async def _press(element: Element, key: str) -> Ending:
    return await burst(
        element.session, map(stroke_command, chord_strokes(parse_chord(key))), element.deadline
    )
