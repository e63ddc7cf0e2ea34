"""A choice that is made of a text by Enter: the list of its field does not have it."""

from __future__ import annotations

from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_closing import refuse_closed
from cdp_engine.act.lists.option_matching import folded
from cdp_engine.act.lists.selection.list_paths import Found
from cdp_engine.act.pointer.hit_target import stir

_KEPT_LOOKS = 3
"""The back-off, 100 ms, after which a new choice is still there."""


def lacks_text(listing: CustomList) -> bool:
    """Whether a list has other choices: text that stays in its field is not one of them."""
    return bool(listing.offered) and not (listing.facts.plain or listing.facts.suggests)


async def enter_typed(
    listing: CustomList, text: str, *, multiple: bool | None, any_seen: bool
) -> Found | None:
    """Press Enter, and see that the typed text is a choice then. `any_seen`: whether the list has offered any."""
    await listing.press_key("Enter")
    state = await listing.settled(text, -1)
    if listing.facts.plain and not any_seen:
        await _refuse_text_field(listing, text)
    if state is None or not state.holds or (state.expanded and multiple is not True):
        return None
    if not (await _keeps(listing, text) and (multiple is True or await _keeps_when_left(listing, text))):
        await listing.open()
        return None
    if lacks_text(listing) and folded((await listing.facts_now()).typed) == folded(text):
        return None
    listing.searched = False
    return Found(text, typed=any_seen or multiple is not True)


async def _keeps(listing: CustomList, text: str) -> bool:
    """Whether a field holds a text still after a moment: it may take one that it does not know away again."""
    await stir(listing.element, _KEPT_LOOKS)
    kept = await listing.settled(text, -1)
    return kept is None or kept.holds


async def _keeps_when_left(listing: CustomList, text: str) -> bool:
    """Whether a field that shows the text as it was typed keeps it once a person goes on elsewhere."""
    if listing.facts.suggests or folded((await listing.facts_now()).typed) != folded(text):
        return True
    await listing.element.ask("leaveField", into=bool)
    return await _keeps(listing, text)


async def _refuse_text_field(listing: CustomList, text: str) -> None:
    """Raise `not_editable` where Enter closed the field, or it holds the text as it was typed: it takes any."""
    await refuse_closed(listing.element, text)
    now = await listing.facts_now()
    if now.plain and folded(now.typed) == folded(text):
        raise now.takes_text.error()
