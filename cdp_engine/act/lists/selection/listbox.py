"""Choose from lists that a page draws itself: comboboxes, listboxes, menus, trees, cascades, fields of chips."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdp_engine.act.cells.grid_cell import Entered
from cdp_engine.act.element import Element
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_closing import centre_closed
from cdp_engine.act.lists.list_facts import Chip, Item, ListFacts
from cdp_engine.act.lists.option_matching import (
    WantedOption,
    after_presses,
    folded,
    opens_branch,
    takes_one,
)
from cdp_engine.act.lists.selection.choices_made import ChoicesMade
from cdp_engine.act.lists.selection.framed_list import list_in_frame
from cdp_engine.act.lists.selection.list_paths import Found, find_on_path
from cdp_engine.act.lists.selection.list_search import find_choice, ready_list
from cdp_engine.act.lists.selection.other_choices import (
    cleared,
    ordered,
    seen_at_last,
    stopped,
    take_away_rest,
)
from cdp_engine.act.lists.selection.restored_choice import put_back, restore_strayed, written_by_opening
from cdp_engine.act.lists.selection.shown_choices import (
    awaits_more,
    has_grown,
    shows_both,
    single_chips,
    wanted_chip,
    wanted_texts,
)
from cdp_engine.act.lists.selection.wheels import turn_wheels, turns_for
from cdp_engine.act.performed import ENDINGS, Performed
from cdp_engine.act.redrawn_parts import REMOVED_OR_HIDDEN, press_redrawn
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_CLICKS = 3  # of a choice that its list draws again as it is brought into view


async def choose_from_list(tab: Tab, element: Element, values: Sequence[WantedOption]) -> Performed:
    """Open the list if needed, find the choices, click them, remove other choices, close the list.

    Choices are found by typing, scrolling and expanding where the list wants that. Several values are several choices
    where the list takes them, else the steps of a path through a cascade; one value may be such a path itself
    (`Europe / France`). A new choice is made where the field offers that. `as_wanted` says what the field shows as
    chosen, and is None where it shows nothing of it (as menus do).

    Raises NotActionable (`option_not_found`, naming those there are), StaleRef.
    """
    facts = await ready_list(element, values)
    handle = await element.handle("listControl") if facts.part else None
    if handle is None:
        return await _choose(CustomList(tab, element, facts), values)
    control = element.beside(handle)
    try:
        return replace(await _choose(CustomList(tab, control, facts), values), ref=element.ref)
    finally:
        control.release()


async def choose_in_editor(tab: Tab, editor: Element, values: Sequence[WantedOption]) -> Entered:
    """Choose from the list that came with the editor of a cell. Text is only typed to search: Enter would take it.

    Raises NotActionable (`option_not_found`, naming those there are); the editor is then still open.
    """
    facts = await editor.ask("listFacts", into=ListFacts)
    listing = CustomList(tab, editor, replace(facts, editable=False), is_given=True)
    choosing = _Choosing(listing, values)
    try:
        await choosing.run()
    except NotActionable:
        if facts.plain and not (await listing.items()).options:
            raise facts.takes_text.error() from None
        raise
    return Entered(", ".join(choosing.labels), listing.ending)


async def _choose(listing: CustomList, values: Sequence[WantedOption]) -> Performed:
    choosing = _Choosing(listing, values)
    try:
        if not await choosing.is_done():
            await listing.open()
            framed = await list_in_frame(listing)
            if framed is not None:
                return await _choose_framed(listing, framed, values)
            if not listing.is_over:
                await choosing.run()
    except NotActionable as error:
        restored = await restore_strayed(listing)
        await put_back(listing)
        await listing.close(undo=True)
        error.sent = error.sent or listing.has_changed
        after_presses(error, listing.pressed)
        if restored and (written := await written_by_opening(listing)):
            error.sent = True
            error.hint = f"It holds {written!r} now, which its list wrote as it opened. {error.hint}"
        if not restored:
            error.hint = f"It holds {listing.strayed!r} now, which was chosen on the way. {error.hint}"
        raise
    if listing.is_over and choosing.left:
        raise stopped(ENDINGS[listing.ending], choosing.labels, choosing.left[0]).error()
    await choosing.note_unsure()
    await listing.close(stays=choosing.multiple is True)
    return await choosing.performed()


async def _choose_framed(listing: CustomList, framed: Element, values: Sequence[WantedOption]) -> Performed:
    """Choose from the list that a control has opened in a frame; what its control holds then is not known."""
    try:
        done = await _choose(CustomList(framed.tab, framed, await ready_list(framed, values)), values)
    except NotActionable:
        await listing.press_key("Escape")
        raise
    finally:
        framed.release()
    return replace(done, ref=listing.element.ref, value_before=None, value_after=None)


class _Choosing(ChoicesMade):
    """The choices as they are made, one after the other."""

    def __init__(self, listing: CustomList, values: Sequence[WantedOption]) -> None:
        super().__init__(listing, values)
        self._chips: list[Chip] = []
        self._kept: list[str] = []
        self._tries = False  # whether only its choices show if the list takes several

    async def is_done(self) -> bool:
        """Whether the field shows exactly the wanted choices already: then nothing is pressed."""
        named = self._chips = single_chips(await self.listing.chip_names(), self.values)
        self._kept = [chip.text for chip in named]
        wanted = {folded(text) for text in wanted_texts(named, self.values)}
        if self.listing.facts.counts or not wanted or not len(wanted) == len(self.values) == len(self._kept):
            return False
        if None in await self.listing.held(self._kept):
            return False
        self.labels = list(self._kept)
        self.seen = [True] * len(self.labels)
        return True

    async def run(self) -> None:
        """Choose every value, then take away what else is chosen."""
        if not self.values and self.multiple is not True:
            self.multiple, self.seen = await cleared(self.listing)
            if self.seen:
                return
        first = await self._first_of_several()
        if first is not None and first.item is not None and self.multiple is not True:
            await self._take_steps(first)
            return
        self.values, first = await ordered(self.listing, self.values, self._chips, self.multiple, first)
        pressed = False
        for number, choice in enumerate(self.values):
            if number and self.multiple is None:
                await self._insist_on_many()
            if isinstance(choice, str) and wanted_chip(self._chips, choice):
                self.labels.append(choice)
                continue
            if pressed:  # a list that is still opening would be closed by a second press
                self.listing.begin_choice()
                await self.listing.open()
            pressed = True
            found = first if number == 0 else None
            await self._take(found or await find_choice(self.listing, choice, multiple=self.multiple))
            if self.listing.is_over:
                return
            if number and self._tries:
                await self._see_if_kept()
        many = await self._takes_many()
        rest = await take_away_rest(self.listing, self.values, self.labels, self._kept, self.state, many=many)
        self.seen = [*await seen_at_last(self.listing, self.labels, self.seen), *rest]

    async def _takes_many(self) -> bool:
        """Whether the list takes several choices, as far as those that were made show."""
        if self.multiple is None and len(self.values) > 1:
            self.multiple = (await self.listing.items()).multiple
        facts, state = self.listing.facts, self.state
        is_added = state is not None and has_grown(facts.text, state.text, self.labels)
        return self.multiple is True or (self.multiple is None and facts.kind == "combobox" and is_added)

    async def _first_of_several(self) -> Found | None:
        """The first of several values, of a path or made of its text; refuses several where a list takes one."""
        if len(self.values) < 2 or self.multiple is True or wanted_texts(self._chips, self.values[:1]):
            return None
        first = await find_choice(self.listing, self.values[0], multiple=self.multiple)
        self.multiple = first.multiple if self.multiple is None else self.multiple
        if first.item is not None and first.item.wheel is not None:
            return replace(first, turns=turns_for(await self.listing.items(), self.values))
        if first.item is not None and first.item.expands:
            return first
        if self.multiple is None and not self.listing.facts.editable:
            self._tries = (await self.listing.items()).open_ended
            self.multiple = None if self._tries else False
        if self.multiple is False:
            raise takes_one(len(self.values)).error()
        return None if first.item else first

    async def _insist_on_many(self) -> None:
        """After the first of several choices: whether the field shows that it takes more, or its list stays open."""
        now = await self.listing.facts_now()
        self.multiple = now.multiple
        if now.number is not None or await self.listing.has_added(self.labels):
            return
        if self.listing.facts.editable and self.state and awaits_more(self.state.text, self.labels[-1]):
            self.listing.lead = self.state.text
            return
        one = self.state is not None and folded(self.state.text) == folded(self.labels[-1])
        if self._tries:
            one = not (shows_both(self.listing, self.state, self.labels) or await self.listing.stays_open())
        if self.multiple is False or (self.multiple is None and one):
            raise takes_one(len(self.values), tried=self.labels[-1:]).error()

    async def _see_if_kept(self) -> None:
        """After a further choice: refuse where it has replaced the first one; several are taken where all show."""
        held = await self.listing.held(self.labels)
        if held[0] is False and held[-1]:
            kept = [label for label, shows in zip(self.labels, held, strict=True) if shows]
            raise takes_one(len(self.values), tried=kept).error()
        self.multiple = all(held) or None

    async def _take_steps(self, first: Found) -> None:
        """Choose one of each wheel, or the end of a path, as the first of several values says."""
        if first.turns:
            await self._turn(first.turns)
            return
        await self._take(await find_on_path(self.listing, [str(value) for value in self.values]))
        self.values = self.values[-1:]  # they were the path of one choice

    async def _turn(self, turns: Sequence[Item]) -> None:
        """Choose on wheels side by side."""
        self.multiple = False
        self.labels = self.turned = [item.first or item.label for item in turns]
        self.seen = [*await turn_wheels(self.listing, turns)]

    async def _take(self, found: Found) -> None:
        """Click a choice, or one on each of several wheels, unless it is chosen, and see that it shows."""
        if turns := found.on_wheels:
            await self._turn(turns)
            return
        self.labels.append(found.label)
        if found.typed:
            self.typed.append(found.label)
        if self.multiple is None:
            self.multiple = found.multiple
        item = found.item
        if item is None or item.shown or self.listing.facts.holds(found.label, item, multiple=self.multiple):
            self.seen.append(True)
            return
        await self._take_item(found.label, item)
        self.seen.append(self.verdict())

    async def _take_item(self, label: str, item: Item) -> None:
        """Click a choice; once more where that took it away, or was lost. Raises for a branch of a menu."""
        held = item.selected and self.multiple is not True and self.listing.facts.names(label)
        item = await self._press(label, item)
        if held and self.state is not None and self.state.is_emptied:  # the press took it away
            self.listing.begin_choice()
            await self.listing.open()
            again = (await find_choice(self.listing, label, multiple=self.multiple)).item
            item = await self._press(label, again) if again else item
        if self.verdict() is False and not (self.listing.is_over or self.may_toggle()):
            await self._press_again(label, item)
        if self.verdict() is None and self.listing.facts.kind == "opener" and not self.listing.is_over:
            opened = await self.listing.opened_beside(item)
            if opened:
                raise opens_branch(label, opened).error()

    async def _press(self, label: str, item: Item) -> Item:
        """Click a choice, and see that it shows."""
        item = await self._click(label, item)
        self.state = await self.listing.settled(label, item.index, many=self.multiple is True)
        return item

    async def _click(self, label: str, item: Item) -> Item:
        """Click a choice, found again where the list was drawn again, or its branch was closed, meanwhile."""

        async def find_again(error: NotActionable) -> Item | None:
            await centre_closed(self.listing, error)
            again = (await self.listing.items()).find(label)
            return again or (await find_choice(self.listing, label, multiple=self.multiple)).item

        press = self.listing.press_item
        return await press_redrawn(press, item, find_again, times=_CLICKS, codes=REMOVED_OR_HIDDEN)

    async def _press_again(self, label: str, item: Item) -> None:
        """Press a choice that was not taken once more: its check box, or itself where it is offered still."""
        if await self.listing.press_box(item):
            self.state = await self.listing.settled(label, item.index, many=self.multiple is True)
        elif await self.listing.is_open():
            again = (await self.listing.items()).find(label)
            if again is not None and not again.selected and not again.disabled:
                with suppress(NotActionable):
                    await self._press(label, again)
