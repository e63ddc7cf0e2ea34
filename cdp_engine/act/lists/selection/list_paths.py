"""A choice that a list offers, and the one at the end of a path through a tree or a cascade."""

from __future__ import annotations

import anyio
import msgspec

from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_facts import Item, Items
from cdp_engine.act.lists.option_matching import WantedOption
from cdp_engine.act.pointer.hit_target import stir

QUIET_SECONDS = 1.5
"""How long a list stays that does not change any more."""


class Found(msgspec.Struct, frozen=True):
    """A choice that a list offers, or one created from the text (`item` is None)."""

    label: str
    item: Item | None = None
    multiple: bool | None = None
    """Whether the list takes several, as far as its items say."""
    typed: bool = False
    """Whether the text was entered as it is: no list has it or offers to create it."""
    turns: list[Item] = []
    """The choices on wheels side by side that it consists of, one of each."""

    @property
    def on_wheels(self) -> list[Item]:
        """Those choices, or itself where it is on such a wheel."""
        return self.turns or [item for item in [self.item] if item is not None and item.wheel is not None]


async def find_on_path(listing: CustomList, path: list[str]) -> Found:
    """The last step of a path through a tree or a cascade, whose earlier steps are opened one by one."""
    at, opener = -1, None
    for step in path[:-1]:
        item, _ = await _appears(listing, step, at, opener)
        if not item.expanded:
            await listing.expand(item)
        opener = item if item.expands and not item.expanded and listing.facts.kind == "opener" else None
        at = item.index
    return found_as(*await _appears(listing, path[-1], at, opener), path[-1])


async def _appears(listing: CustomList, step: str, after: int, opener: Item | None) -> tuple[Item, Items]:
    """A step of a path once it is offered; a menu that opened under the pointer was closed by the press on `opener`."""
    since = anyio.current_time()
    attempt = 0
    while True:
        items = await listing.items()
        item = items.find(step, after=after)
        if item is not None:
            return item, items
        late = not items.busy and anyio.current_time() - since > QUIET_SECONDS
        if late and opener and await listing.expand(opener):
            since, opener, late = anyio.current_time(), None, False
        if listing.element.deadline.passed or late:
            raise items.refusal(step).error()
        await stir(listing.element, attempt)
        attempt += 1


def found_as(item: Item, items: Items, choice: WantedOption) -> Found:
    """A choice that was found, by the name it was asked for."""
    return Found(item.name_for(choice), item, items.multiple)
