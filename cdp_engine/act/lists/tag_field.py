"""Fields of tags without a list: each text is typed, ended by Enter, and seen as a tag beside the field."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dispatch import ask_after
from cdp_engine.act.element import Element
from cdp_engine.act.fields.text_fields import insert
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_closing import refuse_closed
from cdp_engine.act.lists.list_facts import ListFacts
from cdp_engine.act.lists.option_matching import WantedOption, folded
from cdp_engine.act.performed import Performed
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MADE_MS = 500
_REMOVALS = 50


async def enter_tags(tab: Tab, element: Element, values: Sequence[WantedOption]) -> Performed | None:
    """Make each text a tag and take other tags away; None where the field has none, and nothing was made a tag.

    Raises NotActionable where the field takes some of the texts and not the others.
    """
    texts = [value for value in values if isinstance(value, str) and value.strip()]
    if not texts or len(texts) != len(values):
        return None
    handle = await element.handle("tagField")
    if handle is None or not (await element.ask("listFacts", into=ListFacts)).connected:
        return None  # the page may have drawn the field again as it was searched
    field = element.beside(handle)
    try:
        return await _enter(
            CustomList(tab, element, await element.ask("listFacts", into=ListFacts)), field, texts
        )
    finally:
        field.release()


async def _enter(listing: CustomList, field: Element, texts: list[str]) -> Performed | None:
    element = listing.element
    facts = await field.ask("field", into=FieldFacts)
    if facts.invisible:  # Enter has closed it already
        return None
    before = await listing.chips()
    for number, text in enumerate(texts):
        if await element.ask("noteTag", text, into=bool):
            continue
        _, listing.ending = await insert(field, facts, text)
        if not listing.ending:
            await listing.press_key("Enter")
        made, listing.ending = await ask_after(
            element, listing.ending, "tagMade", text, _MADE_MS, into=bool, wait=_MADE_MS / 1000
        )
        if listing.ending:
            break
        if not made:
            await refuse_closed(field, text)
            with suppress(NotActionable):  # the page may have drawn the field again with what Enter gave it
                await insert(field, facts, facts.value or "")
            await _close(listing)
            known = [*before, *texts]
            strays = _others(await listing.chips(), known)  # Enter may have chosen something else
            if not (number or strays):
                return None
            left = await _take_away_others(listing, known) if strays else []
            raise _made_none(facts, text, texts[:number], strays, left)
    kept = await _take_away_others(listing, texts) if not listing.ending else []
    shown = await listing.chips() if not listing.ending else []
    lost = [text for text in texts if shown and not any(_is_tag(chip, text) for chip in shown)]
    held = [text for text in texts if text not in lost]
    return Performed(
        action="select",
        ref=element.ref,
        value_before=", ".join(before),
        value_after=", ".join([*held, *kept]),
        as_wanted=not kept and not lost,
        chosen=tuple(texts),
        method="list",
        ending=listing.ending,
        seconds=element.deadline.elapsed,
    )


async def _close(listing: CustomList) -> None:
    """Close the list that the typed text has opened, or that opened again as it was deleted."""
    await listing.items()  # it may be drawn again: what was read of it is gone
    listing.opened = not listing.facts.expanded and await listing.is_open()
    await listing.close(undo=True)


def _made_none(
    facts: FieldFacts, text: str, made: Sequence[str], strays: Sequence[str], left: Sequence[str]
) -> NotActionable:
    """The refusal of a text that became no tag, with what was made before it, and what Enter chose instead."""
    message = f"{facts.description} made no tag of {text!r}"
    if strays:
        end = "could not be taken away" if left else "was taken away again"
        message += f": Enter chose {', '.join(map(repr, strays))}, which {end}"
    hint = f"It holds those before it: {', '.join(made)}. Observe the page." if made else "Observe the page."
    error = Refusal("not_editable", message, passing=False, hint=hint).error()
    error.sent = True
    return error


async def _take_away_others(listing: CustomList, texts: list[str]) -> list[str]:
    """Remove the tags that were not named; those that stay."""
    others: list[str] = []
    for _ in range(_REMOVALS):
        before, others = others, _others(await listing.chips(), texts)
        stays = others == before  # a second press could remove something else
        if not others or stays or not await listing.remove_chip(others[-1]):
            break
        await listing.settled(others[-1], -1, wanted=False)
    return others


def _others(chips: Sequence[str], texts: Sequence[str]) -> list[str]:
    """The tags that are none of some texts."""
    return [chip for chip in chips if not any(_is_tag(chip, text) for text in texts)]


def _is_tag(chip: str, text: str) -> bool:
    """Whether a tag is that text, alone or with what the page says of it in brackets: `Violet (new)`."""
    shown, wanted = folded(chip), folded(text)
    return shown == wanted or (shown.startswith(f"{wanted} (") and shown.endswith(")"))
