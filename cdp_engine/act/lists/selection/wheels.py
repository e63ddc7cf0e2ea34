"""Chooses on wheels side by side, of which each has a choice of its own, as those of a season and of a part of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import anyio

from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_facts import Item, Items
from cdp_engine.act.lists.option_matching import Option, WantedOption, find_option, folded, takes_one
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.act.redrawn_parts import REMOVED_OR_HIDDEN, press_redrawn
from cdp_engine.errors import NotActionable

_TURNS_SECONDS = 1.5
"""How long a wheel may turn to a choice that was pressed."""
_CLICKS = 3
_BETWEEN = re.compile(r"^[\W_]+")


def wheel_count(items: Items) -> int:
    """How many wheels there are; 0 for a list of any other kind."""
    return len({item.wheel for item in items.choices if item.wheel is not None})


def turns_of(items: Items, text: str) -> list[Item]:
    """The choices of all wheels, in their order, that a text consists of; none where it does not."""
    count = wheel_count(items)
    return _parts(items, folded(text), 0, count) if count else []


def _parts(items: Items, rest: str, wheel: int, count: int) -> list[Item]:
    for item in _on(items, wheel):
        label = folded(item.first or item.label)
        if not label or not rest.startswith(label):
            continue
        left = rest[len(label) :]
        after = _BETWEEN.sub("", left)
        if wheel + 1 == count and not after:
            return [item]
        further = _parts(items, after, wheel + 1, count) if after else []
        if further:
            return [item, *further]
    return []


def turns_for(items: Items, values: Sequence[WantedOption]) -> list[Item]:
    """The choice on a wheel of its own for each of some values. Raises NotActionable where a wheel has none of it."""
    free = sorted({item.wheel for item in items.choices if item.wheel is not None})
    if len(values) > len(free):
        raise takes_one(len(values)).error()
    turns: list[Item] = []
    for value in values:
        found = next((option for wheel in free if (option := _called(items, wheel, value))), None)
        if found is None:
            raise items.refusal(value).error()
        item = items.options[found.index]
        free = [wheel for wheel in free if wheel != item.wheel]
        turns.append(item)
    return turns


async def turn_wheels(listing: CustomList, turns: Sequence[Item]) -> list[bool]:
    """Press each choice on its wheel, and see whether it is the one that the wheel shows as chosen then."""

    async def find_again(_error: NotActionable) -> Item | None:
        return _same(await listing.items(), wanted)

    for number, wanted in enumerate(turns):
        if number:
            listing.begin_choice()
        now = _same(await listing.items(), wanted) or wanted
        if now.selected:
            continue
        await press_redrawn(listing.press_item, now, find_again, times=_CLICKS, codes=REMOVED_OR_HIDDEN)
        if listing.is_over or not await _is_turned(listing, wanted):
            break
    items = await listing.items() if not listing.is_over else Items()
    return [again.selected for one in turns if (again := _same(items, one)) is not None]


async def _is_turned(listing: CustomList, wanted: Item) -> bool:
    """Whether a wheel has turned to a choice, once it has or after a moment; False where it is closed."""
    attempt = 0
    with anyio.move_on_after(_TURNS_SECONDS):
        while await listing.is_open():
            item = _same(await listing.items(), wanted)
            if item is not None and item.selected:
                return True
            await stir(listing.element, attempt)
            attempt += 1
        return False
    return True


def _called(items: Items, wheel: int, value: WantedOption) -> Option | None:
    on = [Option(one.index, one.value, one.first or one.label, drawn=True) for one in _on(items, wheel)]
    return find_option(on, value)


def _on(items: Items, wheel: int) -> list[Item]:
    return [item for item in items.choices if item.wheel == wheel and not item.disabled]


def _same(items: Items, wanted: Item) -> Item | None:
    """The choice of the same name on the same wheel as it is now."""
    same = (item for item in items.choices if item.wheel == wanted.wheel and item.label == wanted.label)
    return next(same, None)
