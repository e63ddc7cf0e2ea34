"""Chooses an option of a closed `<select>`, which nothing on the page draws, in place of a click on it."""

from __future__ import annotations

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.element import Element
from cdp_engine.act.performed import Performed


class _Picked(msgspec.Struct, frozen=True):
    listed: bool = False
    disabled: str | None = None
    before: str = ""
    after: str = ""
    chosen: bool = False
    label: str = ""
    description: str = ""


async def pick_option(element: Element) -> Performed | None:
    """Choose an option of a closed list; None for any other element. Raises NotActionable for a disabled option."""
    picked = await element.ask("pick", into=_Picked)
    if not picked.listed:
        return None
    if picked.disabled is not None:
        raise Refusal("disabled", f"{picked.description} is disabled: {picked.disabled}").error()
    return Performed(
        action="select",
        ref=element.ref,
        value_before=picked.before,
        value_after=picked.after,
        as_wanted=picked.chosen,
        chosen=(picked.after,),
        labels=picked.label if picked.chosen else "",
        focused=True,
        method="option",
        seconds=element.deadline.elapsed,
    )
