"""Chooses a radio button of a group by its label, whichever of its buttons, or the group itself, was named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.element import Element
from cdp_engine.act.fields.checked_states import bring_to, checked_state
from cdp_engine.act.lists.option_matching import (
    Option,
    WantedOption,
    find_option,
    offer,
    option_text,
    takes_one,
)
from cdp_engine.act.performed import Performed

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


async def choose_radio(
    tab: Tab,
    element: Element,
    radios: Sequence[Option],
    values: Sequence[WantedOption],
    *,
    at: str = "radioAt",
) -> Performed:
    """Check the wanted radio button, unless it is checked. Raises NotActionable where the group does not have it.

    `at` is the function of the page side that returns one by its number.
    """
    if len(values) != 1:
        raise takes_one(len(values)).error()
    wanted = find_option(radios, values[0])
    if wanted is None:
        hint = offer(radios, values[0])
        raise Refusal(
            "option_not_found", f"no option {option_text(values[0])}", hint=hint, passing=False
        ).error()
    handle = await element.handle(at, wanted.index)
    if handle is None:
        raise Refusal("detached", "the radio button was removed", passing=False).error()
    radio = element.beside(handle)
    try:
        done = await bring_to(tab, radio, await checked_state(radio), wanted=True)
    finally:
        radio.release()
    label = wanted.label or wanted.value
    before = next((one.label or one.value for one in radios if one.selected), None)
    return replace(
        done,
        action="select",
        ref=element.ref,
        value_before=before,
        value_after=label if done.as_wanted else None,
        chosen=(label,),
        labels=label if done.as_wanted else "",
        method="list",
    )
