"""A text in the field of a list that is none of its choices: whether the field keeps it once a person leaves it."""

from __future__ import annotations

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.element import Element
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.performed import Ending, Held


async def leave_unchosen(
    element: Element, facts: FieldFacts, text: str, offers: tuple[str, ...]
) -> tuple[Held, Ending] | None:
    """What a field holds once it has lost the focus; None where its list offers something else than `offers`.

    Those are `nothing` and `choices`. Fields that are only searched by text are empty then.
    """
    if not text or not facts.pops_up:
        return None
    if await element.ask("offerForText", into=str) not in offers:
        return None
    await element.ask("leaveList", into=bool)
    return await read_back(element, "", text)
