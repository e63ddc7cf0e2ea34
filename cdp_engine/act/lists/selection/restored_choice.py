"""Chooses again what the field of a list held before it was opened or searched without success."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import count

import anyio

from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.option_matching import folded
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.errors import NotActionable

_PUT_BACK_SECONDS = 2.0
"""What a field that was searched without success gets at least to have its choice back."""


async def restore_strayed(listing: CustomList) -> bool:
    """Choose again what the field held before a press that should have expanded an item; False if it could not."""
    if not listing.strayed:
        return True
    with suppress(NotActionable):
        await listing.open()
        if listing.facts.text and await _choose_again(listing):
            listing.strayed = ""
    return not listing.strayed


async def _choose_again(listing: CustomList) -> bool:
    """Click what the field held at first; False where its list does not offer that."""
    was = (await listing.items()).find(listing.facts.text)
    if was is not None and not was.selected:  # a press would take what is chosen still away
        await listing.press_item(was)
        listing.pressed.pop()
    return was is not None


async def put_back(listing: CustomList) -> None:
    """Choose again what the text of the field named before it was searched without success.

    A page may take the choice away as the text changes; the old text alone would not bring it back.
    """
    facts = listing.facts
    if listing.is_over or not listing.typed_over or not facts.typed or facts.multiple is True:
        return
    if (facts.plain and not listing.offered) or folded(facts.typed) != folded(facts.text):
        return
    deadline = listing.element.deadline
    patience = max(deadline.left, _PUT_BACK_SECONDS)
    listing.element = replace(listing.element, deadline=deadline.extended(patience))
    with suppress(NotActionable):
        await listing.open()
        await listing.search(facts.typed)
        with anyio.move_on_after(_PUT_BACK_SECONDS):
            for attempt in count():
                await listing.until_drawn()
                if await _choose_again(listing):
                    listing.typed_over = listing.searched = False
                    return
                await stir(listing.element, attempt)


async def written_by_opening(listing: CustomList) -> str:
    """What a field without text entry holds, where nothing was pressed in its list; empty where that is as before."""
    facts = listing.facts
    if listing.is_over or listing.pressed or not listing.opened or facts.kind != "combobox" or facts.editable:
        return ""
    now = await listing.facts_now()
    return now.text if now.connected and now.text != facts.text else ""
