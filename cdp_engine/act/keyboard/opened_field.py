"""A field that the first keys of a text have opened, as grids open the editors of their cells: what it holds then."""

from __future__ import annotations

from typing import NamedTuple

from cdp_engine.act.dispatch import ask_after
from cdp_engine.act.element import Element
from cdp_engine.act.keyboard.typed_text import send_text
from cdp_engine.act.performed import Ending, Held


class Opened(Held, frozen=True):
    """What a field holds that the first keys opened; these were `lost` where it was about to open by itself."""

    lost: bool = False


class Sent(NamedTuple):
    """How typing ended, and what a field holds that its first keys opened and that took nothing of the text."""

    ending: Ending = ""
    refused: Opened = Opened()


async def in_opened(element: Element, ending: Ending, text: str, sent: int, *, clear: bool) -> Sent:
    """Read back a field that the first `sent` keys opened; where they were lost and it is to be emptied, type again."""
    held, ending = await ask_after(element, ending, "openedHolds", text, sent, into=Opened)
    if held and held.lost and clear and not ending and await element.ask("selectsOpened", into=bool):
        ending = await send_text(element.session, text, 0.0, element.deadline)
        held, ending = await ask_after(element, ending, "openedHolds", text, sent, into=Opened)
    return Sent(ending, held or Opened())
