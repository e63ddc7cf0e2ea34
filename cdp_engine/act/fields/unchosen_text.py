"""A text in the field of a list that is none of its choices: whether the field keeps it once a person leaves it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import anyio
from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dispatch import press_without_submit
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.performed import Ending, Held, Performed
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.errors import EngineError

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_SECONDS = 2.0
_TAKEN_SECONDS = 0.1
"""How long a page may take to remove a text after the field was left."""


async def leave_unchosen(
    element: Element, facts: FieldFacts, text: str, offers: tuple[str, ...]
) -> tuple[Held, Ending] | None:
    """What a field holds once it has lost the focus; None where its list offers something else than `offers`.

    Those are `nothing`, `choices`, and `silent` for a list that is closed or says neither. Fields that are only
    searched by text are empty then.
    """
    if not text or not facts.pops_up:
        return None
    if await element.ask("offerForText", into=str) not in offers:
        return None
    await element.ask("leaveList", into=bool)
    return await read_back(element, "", text)


async def left_unchosen(tab: Tab, performed: Performed) -> Performed:
    """A field that was filled, once it was left, where the list that its text has opened offers only something else.

    Such a field may be one that only its choices stay in. One that keeps its text gets the focus back. Where a field
    says that it has a list, its text is said to be `typed`. The same object where nothing is known of a list.
    """
    text, ref = performed.value_after, performed.ref
    if (
        performed.action != "fill"
        or performed.method != "insert"
        or performed.ending
        or not text
        or ref is None
    ):
        return performed
    with suppress(EngineError):
        async with located(tab, ref, Deadline(_SECONDS)) as element:
            listed = await element.ask("textInList", text, into=str)
            if listed != "beside":
                is_text = listed and performed.focused
                return (
                    replace(performed, typed=(text,), offered=listed == "offered") if is_text else performed
                )
            await press_without_submit(element, "Escape")
            await element.ask("leaveList", into=bool)
            held = await _held_then(element, text)
            if held.matches is not False:
                await element.ask("focusField", into=bool)
                return replace(performed)
            return replace(performed, value_after=held.value, as_wanted=False, focused=None)
    return performed


async def _held_then(element: Element, text: str) -> Held:
    """What a field holds once a page has removed its text, or had the time to."""
    until = anyio.current_time() + _TAKEN_SECONDS
    while True:
        held, _ = await read_back(element, "", text)
        if held.matches is False or anyio.current_time() >= until:
            return held
        await stir(element, 1)
