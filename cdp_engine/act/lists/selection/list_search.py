"""Finds a choice in a custom list: on the screen, by typing, by scrolling, in expandable levels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import anyio
from msgspec.structs import replace

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dates.date_pattern import times_of
from cdp_engine.act.element import Element
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_closing import coax
from cdp_engine.act.lists.list_facts import Item, Items, ListFacts
from cdp_engine.act.lists.option_matching import WantedOption, creates, path_of, pieces_of, typed_for
from cdp_engine.act.lists.selection.entered_text import enter_typed, lacks_text
from cdp_engine.act.lists.selection.list_paths import QUIET_SECONDS, Found, find_on_path, found_as
from cdp_engine.act.lists.selection.wheels import turns_of, wheel_count
from cdp_engine.act.pointer.hit_target import may_pass, stir, until_ready
from cdp_engine.errors import NotActionable

_QUIET_LOOKS, _SHORTEST, _PAGES = 3, 3, 200
_IDLE_SECONDS = 0.8
"""How long a list stays that does not change any more, where its page has asked its server for nothing."""
_LEVELS, _PRESSES, _REACTION_SECONDS = 40, 2, 0.4
_EMPTY_SECONDS = 0.7
"""The same where nothing is offered yet: many lists ask their server only half a second after the last key."""
_SERVED_SECONDS = 3.0
"""How long choices may take to come from a server that the page has asked for them."""
_NAMES_ENTER = re.compile(r"\benter\b", re.IGNORECASE)
"""In an offer to create a choice: `Press Enter to add "x"`."""

_A_TIME = re.compile(r"\d:\d\d")


async def ready_list(element: Element, values: Sequence[WantedOption]) -> ListFacts:
    """The list, or its control, once one of these can be chosen. Raises NotActionable at the deadline."""
    return await until_ready(element, "listFacts", lambda facts: facts.refusal(values), ListFacts)


async def find_choice(
    listing: CustomList, choice: WantedOption, *, multiple: bool | None, creates: bool = True
) -> Found:
    """The wanted choice once the list offers it, or `creates` it. Raises NotActionable, naming the available ones."""
    try:
        return await _Search(listing, choice, multiple, creates=creates).run()
    except NotActionable as error:
        error.missing = choice if isinstance(choice, str) else ""
        raise


class _Search:
    """The search for one choice, step by step, until nothing is left to try."""

    def __init__(
        self, listing: CustomList, choice: WantedOption, multiple: bool | None, *, creates: bool = True
    ) -> None:
        self.listing = listing
        self.choice = choice
        self.multiple = multiple
        self.text = typed_for(choice)
        self.path = path_of(choice)
        self._steps = [
            self._coax, self._type, self._type_all, self._type_without_choice, self._accept_offer, self._type_part,
            self._scroll, self._type_again, self._create, self._show_all,
        ]  # fmt: skip
        if not creates:
            self._steps = [step for step in self._steps if step not in (self._accept_offer, self._create)]
        self._pieces = pieces_of(self.text or "")
        self._in_pieces = False
        self._opened = Counter[str]()
        self._seen: tuple[int, str, str] | None = None
        self._since = anyio.current_time()
        self._quiet = 0
        self._not_before = 0.0
        self._any_seen = False
        self._unsearched: Items | None = None
        self._offered = False
        """Whether the list offered choices before anything was typed."""
        self._goes_on = False

    async def run(self) -> Found:
        while True:
            items = await self.listing.items()
            found = items.find(self.choice)
            if found is not None and not found.disabled and not self._is_fetching(items):
                return found_as(found, items, self.choice)
            if found is None and (made := await self._in_steps(items)):
                return made
            refusal = self._refusal(items, found)
            self._note(items)
            is_off = found is not None and not items.busy and self._stayed
            if is_off or self.listing.element.deadline.passed:
                raise (refusal if self._any_seen or items.busy else self.listing.facts.opened_nothing).error()
            if self._quiet >= _QUIET_LOOKS and not items.busy and found is None and not self._waits:
                if self._is_in_parts(items):
                    raise refusal.error()
                tried, done = await self._try_next(items)
                if done is not None:
                    return done
                if tried:
                    continue
                await self._give_up(items, refusal)
            await stir(self.listing.element, self._quiet)

    async def _give_up(self, items: Items, refusal: Refusal) -> None:
        """Raise where waiting helps no more: the list stays as it is, or none opened."""
        if items.options and self._stayed:
            raise refusal.error()
        if not items.options and not await may_pass(self.listing.element, refusal):
            raise (refusal if self._any_seen else self.listing.facts.opened_nothing).error()

    def _refusal(self, items: Items, found: Item | None) -> Refusal:
        """Why the choice cannot be made of the items as they are; `found` is one that is disabled."""
        if found is not None:
            return Refusal("disabled", f"option {found.label!r} is disabled")
        if self._goes_on:
            return items.cut_short(self.choice)
        items = items if items.choices else self._unsearched or items
        return items.refusal(self.choice, takes_text=self.listing.facts.editable and self.listing.facts.plain)

    def _is_fetching(self, items: Items) -> bool:
        """Whether a row says that others are awaited: once they come it goes, and each choice moves into its place."""
        says_so = items.busy and any(item.notice for item in items.options)
        return says_so and not (self._stayed or self.listing.element.deadline.passed)

    @property
    def _stayed(self) -> bool:
        """Whether the list has been the same for a while."""
        still = anyio.current_time() - self._since
        return still > (QUIET_SECONDS if self.listing.work.has_asked() else _IDLE_SECONDS)

    @property
    def _waits(self) -> bool:
        """Whether the list may still follow the text that was typed: it is new, or the page has asked its server."""
        now = anyio.current_time()
        served = now < self._not_before + _SERVED_SECONDS and self.listing.work.awaits_answer()
        return served or now < self._not_before

    async def _in_steps(self, items: Items) -> Found | None:
        """A choice that is a path through levels, or made of one on each of several wheels; None for any other."""
        if self._begins_path(items):
            return await find_on_path(self.listing, self.path)
        turns = turns_of(items, self.text or "")
        return Found(self.text or "", turns=turns) if turns else None

    def _begins_path(self, items: Items) -> bool:
        """Whether the choice is a path whose first step opens a level of this list."""
        first = items.find(self.path[0]) if len(self.path) > 1 else None
        return first is not None and (first.expands or first.branch)

    def _is_in_parts(self, items: Items) -> bool:
        """Whether the list offers an hour and a minute each, and a time is wanted: it will not come by its name.

        One time beside them is the one that they show now.
        """
        if not (self.listing.facts.editable and times_of(self.text or "")):
            return False
        labels = [item.label.strip() for item in items.choices]
        return sum(map(str.isdecimal, labels)) > 1 >= sum(bool(_A_TIME.search(label)) for label in labels)

    async def _try_next(self, items: Items) -> tuple[bool, Found | None]:
        """Take the next step: whether there was one, and the choice where the step made it."""
        if self._steps:
            return True, await self._steps.pop(0)(items)
        return await self._expand(items), None  # a level may be drawn long after the press that opened it

    def _note(self, items: Items) -> None:
        """Count how often the list was unchanged."""
        self._any_seen = self._any_seen or bool(items.options)
        if items.choices and not self.listing.searched:
            self._unsearched = items
        if items.signature == self._seen:
            self._quiet += 1
        else:
            self._seen, self._quiet, self._since = items.signature, 0, anyio.current_time()

    async def _coax(self, items: Items) -> None:
        """Open by key, for lists that do not open by a press; by another press where the first one closed the list."""
        if items.options:
            return
        if self.listing.facts.kind == "combobox":
            await coax(self.listing)
        else:
            await self.listing.press_again()
        self._quiet = 0

    async def _type(self, items: Items) -> None:
        """Type the wanted text without its end: if the field then shows the whole text, it was chosen, not typed."""
        self._offered = bool(items.choices)
        if self.text:
            await self._enter(self.text[:-1] if len(self.text) > _SHORTEST else self.text)

    async def _type_all(self, _items: Items) -> None:
        """Type the whole text, for lists that search whole words and for those that create a new choice from it."""
        if self.text and self.listing.searched and len(self.text) > _SHORTEST:
            await self._enter(self.text)

    async def _type_without_choice(self, _items: Items) -> None:
        """Delete the choice that the field names by key, then type: some search for another one only then."""
        facts = self.listing.facts
        if self.text and self.listing.searched and facts.editable and facts.typed and not self._offered:
            await self._enter(self.text, deletes=True)

    async def _type_part(self, items: Items) -> None:
        """Type a piece of the text, where the server finds nothing by all of it: `Bug #7: Crash` is found by `Crash`.

        The whole text is typed at last: what the next steps enter is never a piece.
        """
        if not self._in_pieces:
            self._in_pieces = self.listing.searched and not items.choices and self.listing.work.has_asked()
        if not (self._in_pieces and self._pieces):
            return
        piece = self._pieces.pop(0)
        if self._pieces:
            self._steps.insert(0, self._type_part)
        await self._enter(piece)

    async def _enter(self, text: str, *, deletes: bool = False) -> None:
        if await self.listing.search(text, deletes=deletes):
            self._quiet, self._seen = 0, None
            patience = _REACTION_SECONDS if self._offered or self._any_seen else _EMPTY_SECONDS
            self._not_before = anyio.current_time() + patience

    async def _accept_offer(self, items: Items) -> Found | None:
        """Accept the offer to create a choice."""
        if not self.listing.searched or self.text is None:
            return None
        offered = next((item for item in items.choices if creates(item.label, self.text)), None)
        if offered is None:
            return None
        if _NAMES_ENTER.search(offered.label) and (made := await self._enter_typed(self.text)):
            return replace(made, typed=False)
        return Found(self.text, offered, items.multiple)

    async def _type_again(self, _items: Items) -> None:
        """Type the text once more where the list was read without it since."""
        if self.text and self.listing.facts.editable and not (self.listing.searched or self._goes_on):
            await self._enter(self.text)

    async def _create(self, items: Items) -> Found | None:
        """Enter the text as a choice where the field accepts any: the list does not have it."""
        facts = self.listing.facts
        listed = self._in_pieces and self._any_seen and facts.plain  # it has choices, and not this one
        if not self.listing.searched or self.text is None or listed or not facts.editable:
            return None
        if items.empty or items.stands or any(item.notice for item in items.options):
            return None
        if self.multiple is False and lacks_text(self.listing):
            return None
        if items.active or (self.multiple is not True and items.choices):
            return None
        return await self._enter_typed(self.text)

    async def _enter_typed(self, text: str) -> Found | None:
        return await enter_typed(self.listing, text, multiple=self.multiple, any_seen=self._any_seen)

    async def _show_all(self, _items: Items) -> None:
        """Take the text away again: a list that shows nothing would not be seen to be open, and names no choices."""
        if self.listing.searched and self._offered:
            await self.listing.search("")
            self._quiet, self._seen = 0, None

    async def _scroll(self, items: Items) -> Found | None:
        """Scroll through a virtualised list. One that offered nothing before has nothing to scroll through."""
        if self.listing.searched:
            if not self._offered:
                return None
            await self.listing.search("")
            self.listing.searched = False
            self._quiet, self._seen = 0, None
            await stir(self.listing.element, 2)
            items = await self.listing.items()
        if not items.options or wheel_count(items):  # a wheel that is scrolled chooses
            return None
        from_top = True
        for _ in range(_PAGES):
            self._goes_on = self.listing.element.deadline.passed
            if self._goes_on:
                return None
            moved = await self.listing.more_items(from_top=from_top)
            if not moved and not from_top:
                return None
            from_top = False
            items = await self.listing.items()
            found = items.find(self.choice)
            if found is not None and not found.disabled:
                return found_as(found, items, self.choice)
        self._goes_on = True
        return None

    async def _expand(self, items: Items) -> bool:
        """Open the deepest unopened level; False where there is none."""
        closed = [item for item in items.choices if item.expands and not item.expanded and not item.disabled]
        # A press on a list that is still opening may get lost: try each twice.
        untried = [item for item in closed if self._opened[item.label] < _PRESSES]
        if not untried or self._opened.total() >= _LEVELS:
            return False
        self._opened[untried[-1].label] += 1
        if not await self.listing.expand(untried[-1]):
            self._opened[untried[-1].label] = _PRESSES
        self._quiet, self._seen = 0, None
        return True
