"""A list that a page draws itself, during one `select`: opened, read, clicked, searched, closed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dispatch import ask_after, burst, press_without_submit, stroke_command
from cdp_engine.act.element import Element
from cdp_engine.act.focus import FocusState
from cdp_engine.act.keyboard.keys import chord_strokes, last_release, parse_chord
from cdp_engine.act.lists.list_closing import CLOSES_MS, close_list, resting
from cdp_engine.act.lists.list_facts import Chip, ChoiceState, Item, Items, ListFacts
from cdp_engine.act.lists.option_matching import folded
from cdp_engine.act.lists.page_work import PageWork
from cdp_engine.act.performed import Ending
from cdp_engine.act.pointer.mouse import Strike, seen_at_target, strike_element
from cdp_engine.act.pointer.wheel_turns import turn_until_shown
from cdp_engine.act.redrawn_parts import REMOVED, press_redrawn
from cdp_engine.errors import NotActionable
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_SETTLE_MS = 500
_SERVED_SECONDS = 3.0
_OPENS_MS = 400
_GRACE = 1.0
SIGNS = " ,;|"
"""What may part the choices in a field of text."""


class _Spot(msgspec.Struct, frozen=True):
    position: tuple[float, float] | None = None


class CustomList:
    """One list and the control that opens it. `ending` says how the page left, `received` whether the press arrived."""

    def __init__(self, tab: Tab, element: Element, facts: ListFacts, *, is_given: bool = False) -> None:
        self.element = element
        self.facts = facts
        self.opened = self._begun = False
        self.ending: Ending = ""
        self.received: bool | None = None
        self.searched = self.stands = self.selects = False  # the latter two as `Items` has them
        self.modifiers: tuple[str, ...] = ()  # keys that are held as it is pressed
        self.strayed = ""  # what was chosen by a press that should have shown further choices
        self.pressed: list[str] = []  # the choices that were pressed
        self.offered: set[str] = set()  # the choices that were seen
        self.work = PageWork(tab)
        self.typed_over = False  # whether the contents of its field were replaced
        self.sought = ""  # what was typed last to find a choice
        self.lead = ""  # what a field of several words holds before the one that is typed
        self._beside = ""  # what the field beside a control held that was searched in
        self._seconds = element.deadline.seconds
        self._tab, self._is_given = tab, is_given  # somebody else has opened it, and closes it

    @property
    def is_over(self) -> bool:
        """Whether the page went away, or a dialog blocks it, so that no further step is possible."""
        return bool(self.ending)

    @property
    def has_changed(self) -> bool:
        """Whether what was pressed may have changed more than whether a list is open."""
        blindly = self.opened and self.facts.kind == "opener" and not self.offered
        return bool(self.pressed or self.strayed) or blindly

    def begin_choice(self) -> None:
        """Give a further choice as much time as the first one had."""
        self.element = replace(self.element, deadline=self.element.deadline.extended(self._seconds))

    async def open(self) -> None:
        """Press the control unless its list is open already."""
        if self._is_given:
            return
        first, self._begun = not self._begun, True
        there = self.facts.expanded if first else await resting(self, 0, CLOSES_MS) != "closed"
        if not (first or there):  # it may be fading in still
            await self.until_drawn()
            there = await self.is_open()
        if first or not there:
            await self.element.ask("rememberShown", there, into=object)
        if self.facts.kind == "list" or there:
            return
        self.opened = True
        if not (first and self.facts.hangs):
            await self._press_surface()

    async def press_again(self) -> None:
        """Press the control once more where the first press has only closed the list that was open."""
        if self.facts.kind != "opener" or not await self.element.ask("pressCloses", into=bool):
            return
        await self.element.ask("rememberShown", False, into=object)
        await self._press_surface()

    async def is_open(self) -> bool:
        """Whether the list is on the screen."""
        return await self.element.ask("listIsOpen", into=bool)

    async def is_there(self) -> bool:
        """Whether the field is on the page still."""
        return (await self.facts_now()).connected

    async def facts_now(self) -> ListFacts:
        """The state of the list, or of its control, now; `facts` is what it was before."""
        return await self.element.ask("listFacts", into=ListFacts)

    async def until_drawn(self) -> None:
        """Return once the list no longer moves, or after a moment."""
        await self.element.ask("listRests", _OPENS_MS, into=bool)

    async def items(self) -> Items:
        """The choices on the screen now."""
        items = await self.element.ask("items", into=Items)
        self.stands, self.selects = items.stands, self.selects or items.selects
        self.offered.update(item.first or item.label for item in items.choices)
        return items

    async def press_item(self, item: Item) -> Item:
        """Click a choice once the list is at rest, and return it.

        Raises NotActionable where another one has taken its place.
        """
        await self.until_drawn()
        self.work.note_step()
        await self._press_node("item", item.index, item.label, turns=True)
        self.pressed.append(item.label)
        return item

    async def expand(self, item: Item) -> bool:
        """Open the level of choices below an item; False where that chose it instead, and the list is opened again."""

        async def at_rest(_error: NotActionable) -> Item:
            await self.until_drawn()
            return item

        await press_redrawn(self._press_toggle, item, at_rest, times=2)
        if item.branch:
            self.pressed.append(item.label)
        if self.facts.kind != "combobox" or self.is_over:
            return True
        now = (await self.facts_now()).text
        if now == self.facts.text or folded(item.label) != folded(now):
            return True
        self.strayed = now
        await self.open()
        return False

    async def _press_toggle(self, item: Item) -> bool:
        return await self._press_node("itemToggle", item.index, item.label)

    async def press_part(self, name: str, *arguments: object) -> bool:
        """Click another part of what opened, which the function `name` finds; False where it has none."""
        return await self._press_node(name, *arguments, optional=True)

    async def opened_beside(self, item: Item) -> list[str]:
        """The further choices that the press on a choice has opened beside it."""
        return await self.element.ask("openedBeside", item.index, into=list[str])

    async def press_box(self, item: Item) -> bool:
        """Click the check box of a choice; False where it has none, or is drawn again just then."""
        with suppress(NotActionable):
            return await self._press_node("itemBox", item.index, item.label, optional=True)
        return False

    async def held(self, labels: list[str], *, many: bool = False) -> list[bool | None]:
        """Which choices the field shows; None where it counts them instead. `many`: as for `settled`."""
        if self.lead:  # what the page writes after a choice parts it from the next one
            sign = self.lead[len(self.lead.rstrip(SIGNS)) :].strip() or " "
            shown = {folded(text) for text in (await self.facts_now()).text.split(sign)}
            return [folded(label) in shown for label in labels]
        return await self.element.ask("heldChoices", labels, many and self.searched, into=list[bool | None])

    async def remove_chip(self, text: str) -> bool:
        """Take away a choice that the field shows, by its button, or by a press and a key; False where neither can."""
        try:
            if await self._press_node("chipRemover", text, optional=True):
                self.pressed.append(text)
                return True
        except NotActionable as error:
            if error.code not in REMOVED:
                raise
            return True  # a press in the list had taken it away, and it went only now
        await self.element.ask("focusField", into=bool)  # the focus may be in the list since the last choice
        if not await self._press_node("chipToMark", text, optional=True):
            return False
        if self.is_over or not await self.element.ask("chipIsMarked", text, into=bool):
            return False
        await self.press_key("Backspace")
        return True

    async def has_added(self, labels: list[str]) -> bool:
        """Whether choices were added to a table close to the field, soon after the last one."""
        return self.facts.adds and await self.element.ask("rowsHold", labels, _SETTLE_MS, into=bool)

    async def chip_names(self) -> list[Chip]:
        """The chips in the field, with the pieces of text in each."""
        return await self.element.ask("chipNames", into=list[Chip])

    async def chips(self) -> list[str]:
        """The texts of the chips in the field."""
        return await self.element.ask("chipTexts", into=list[str])

    async def settled(
        self, label: str, index: int, *, wanted: bool = True, many: bool = False
    ) -> ChoiceState | None:
        """The shown state of a choice once it is the wanted one, or after a moment; None where the page left.

        `many`: the list takes several, so that what was typed to find a choice does not show it. A page that asks its
        server, or goes to another address, as a choice is made may show that much later.
        """
        until = anyio.current_time() + _SERVED_SECONDS
        while True:
            at_work = self.work.goes_on()
            state, self.ending = await ask_after(
                *(self.element, self.ending, "settledChoice", label, index, wanted, _SETTLE_MS),
                many and self.searched,
                into=ChoiceState,
                wait=_SETTLE_MS / 1000 + _GRACE,
            )
            goes_on = wanted and (at_work or self.work.goes_on()) and anyio.current_time() < until
            if state is None or not goes_on or not state.is_as_before(self.facts):
                return state

    async def search(self, text: str, *, deletes: bool = False) -> bool:
        """Type into the field that searches the list, replacing its contents; False where there is none.

        `deletes`: a key deletes them first, by which some pages hear that the choice they name is to go.
        """
        handle = await self.element.handle("listSearch")
        if handle is None:
            return False
        field = self.element.beside(handle)
        try:
            if not (self.facts.editable or self.typed_over):
                self._beside = (await field.ask("field", into=FieldFacts)).value or ""
            state = await field.ask("selectAll", into=FocusState)
            if not state.focused:
                return False
            gone = not state.empty and (deletes or not text)
            commands = list(map(stroke_command, chord_strokes(parse_chord("Delete")))) if gone else []
            if text:
                release = map(stroke_command, last_release(text))  # many lists search when a key goes up
                commands += [input_domain.insert_text(self.lead + text), *release]
            self.work.note_step()
            self.ending = await burst(field.session, commands, field.deadline)
            self.searched = bool(text)
            self.typed_over, self.sought = True, text
            return True
        finally:
            field.release()

    async def press_key(self, key: str) -> None:
        """Press a key at the focus; it cannot submit a form."""
        await press_without_submit(self.element, key)

    async def press_in_field(self, key: str) -> None:
        """Press a key in the field itself: a press on the box around it need not have brought the focus."""
        await self.element.ask("focusField", into=bool)
        await self.press_key(key)

    async def more_items(self, *, from_top: bool) -> bool:
        """Scroll a virtualised list; False at its end."""
        return await self.element.ask("moreItems", from_top, into=bool)

    async def close(self, *, stays: bool = False, undo: bool = False) -> None:
        """Close the list if it is still open; with `undo`, remove the text that was typed to search.

        `stays` means that the list does not close by itself after a choice.
        """
        if self.is_over:
            return
        held = self.facts.typed if self.facts.editable else self._beside
        if undo and (self.searched or (self.typed_over and held)):
            await self.search(held)
        if self.opened:
            await close_list(self, stays=stays, undo=undo)

    async def stays_open(self) -> bool:
        """Whether the list is open still once it had the time to close after a choice."""
        return await resting(self, CLOSES_MS) == "open"

    async def press_field(self) -> None:
        """Press the control as it was opened, to close its list."""
        if not self.facts.editable and await self.element.ask("fieldIsFree", into=bool):
            with suppress(NotActionable):
                received = self.received
                await self._press_surface()
                self.received = received

    async def _press_surface(self) -> None:
        if self.facts.sends:
            await self.element.ask("holdOwnSubmit", into=bool)
        spot = await self.element.ask("listPoint", into=_Spot)
        await self._press_node("listSurface", position=spot.position)

    async def _press_node(
        self,
        name: str,
        *arguments: object,
        position: tuple[float, float] | None = None,
        optional: bool = False,
        turns: bool = False,
    ) -> bool:
        """Click a part that the function `name` finds. `turns`: by the wheel into view where nothing else brings it."""
        handle = await self.element.handle(name, *arguments)
        if handle is None:
            if optional:
                return False
            raise Refusal("detached", "the option was removed", passing=False).error()
        node = self.element.beside(handle)
        try:
            strike = await self._strike(node, position, turns=turns)
        finally:
            node.release()
        self.received, self.ending = seen_at_target(strike), strike.ending
        return True

    async def _strike(self, node: Element, position: tuple[float, float] | None, *, turns: bool) -> Strike:
        try:
            return await strike_element(self._tab, node, position=position, modifiers=self.modifiers)
        except NotActionable as error:
            if error.code != "not_visible" or not turns:
                raise
            # A list that hangs from its field is placed again where the page is scrolled.
            if not await turn_until_shown(self._tab, node):
                await self.element.ask("centreField", into=bool)
            return await strike_element(self._tab, node, position=position, modifiers=self.modifiers)
