"""Choose from lists that a page draws itself: comboboxes, listboxes, menus and buttons that open one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dispatch import ask_after, burst, stroke_command
from cdp_engine.act.element import Element, let_go
from cdp_engine.act.fields.option_matching import Choice, Option, match_options
from cdp_engine.act.focus import FocusState
from cdp_engine.act.keyboard.keys import chord_strokes, parse_chord
from cdp_engine.act.performed import Ending, Performed
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.act.pointer.mouse import Strike, seen_at_target, strike_element
from cdp_engine.errors import NotActionable
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

Wish = str | int | Choice

_SETTLE_MS = 500
_QUIET_LOOKS = 3
_PAGES = 200


class ListFacts(msgspec.Struct, frozen=True):
    """The state of a list, or of the control that opens one. `kind` is list, combobox or opener."""

    connected: bool = False
    kind: str = "opener"
    native: bool = False
    expanded: bool = False
    editable: bool = False
    no_list: bool = False
    text: str = ""
    invisible: str | None = None
    disabled: str | None = None
    description: str = ""

    @property
    def refusal(self) -> Refusal | None:
        """Why nothing can be chosen now; None where a choice is possible."""
        if not self.connected:
            return Refusal("detached", "the element was removed from the page", passing=False)
        if self.no_list:
            return Refusal(
                "not_editable",
                f"{self.description} is not a <select> and opens no list",
                passing=False,
                hint="Name the list, or open it with click(), observe, and click the option.",
            )
        if self.invisible is not None:
            return Refusal("not_visible", f"{self.description} is not visible: {self.invisible}")
        if self.disabled is not None:
            return Refusal("disabled", f"{self.description} is disabled: {self.disabled}")
        return None


class _Item(msgspec.Struct, frozen=True):
    index: int
    value: str
    label: str
    first: str
    disabled: bool = False
    selected: bool = False


class Items(msgspec.Struct, frozen=True):
    """The choices on the screen."""

    options: list[_Item] = []
    multiple: bool = False

    def match(self, wanted: Sequence[Wish]) -> list[int] | Refusal:
        """Indices of the wanted choices, by value, whole label or first line of the label."""
        if not wanted and not self.multiple:
            return Refusal(
                "not_editable", "this list takes one option, not none", passing=False, hint="Name one."
            )
        whole = [
            Option(item.index, item.value, item.label, item.disabled, item.selected) for item in self.options
        ]
        # A list that is still being drawn does not report yet how many choices it takes.
        multiple = self.multiple or not self.options
        found = match_options(whole, wanted, multiple=multiple)
        if isinstance(found, Refusal) and found.code == "option_not_found":
            lines = [
                msgspec.structs.replace(option, label=item.first)
                for option, item in zip(whole, self.options, strict=True)
            ]
            again = match_options(lines, wanted, multiple=multiple)
            return found if isinstance(again, Refusal) else again
        return found


class _Choice(msgspec.Struct, frozen=True):
    text: str = ""
    holds: bool = False
    chosen: bool | None = None
    expanded: bool = False


async def choose_from_list(tab: Tab, element: Element, values: Sequence[Wish]) -> Performed:
    """Open the list if needed, find the choices (typing and scrolling where necessary) and click them.

    `as_wanted` is None where the page does not show what was chosen, as with menus.
    Raises NotActionable (`option_not_found`, naming the available ones), StaleRef.
    """
    facts = await _ready(element)
    control = await _control(element)
    try:
        opened = not facts.expanded
        if opened:
            await element.ask("rememberShown", into=object)
            strike = await strike_element(tab, control)
            if strike.ending:
                return _performed(element, facts, None, (), strike.ending)
        labels: list[str] = []
        state: _Choice | None = None
        ending: Ending = ""
        received: bool | None = None
        try:
            items, wanted = await _find(element, control, facts, values)
            for index in _clicks(items, wanted):
                struck = await _click_item(tab, element, index)
                received, ending = seen_at_target(struck), struck.ending
                label = items.options[index].first or items.options[index].label
                if index in wanted:
                    labels.append(label)
                state, ending = await ask_after(
                    element, ending, "settledChoice", label, index, _SETTLE_MS, into=_Choice
                )
                if ending:
                    break
        except NotActionable:
            if opened:
                await _press(element, "Escape")
            raise
        if opened and not ending and state is not None and state.expanded and items.multiple:
            await _press(element, "Escape")
        done = _performed(element, facts, state, tuple(labels), ending)
        return msgspec.structs.replace(done, received=received)
    finally:
        if control is not element:
            let_go(control)


def _clicks(items: Items, wanted: list[int]) -> list[int]:
    """The choices to click: in a multiple list, those whose state must change; else the one choice."""
    if not items.multiple:
        return wanted
    return [item.index for item in items.options if item.selected != (item.index in wanted)]


def _performed(
    element: Element, facts: ListFacts, state: _Choice | None, labels: tuple[str, ...], ending: Ending
) -> Performed:
    as_wanted: bool | None = None
    if state is not None:
        if state.chosen is not None:
            as_wanted = state.chosen or (state.holds and facts.kind != "list")
        elif state.holds and facts.kind != "list":
            as_wanted = True
        elif facts.kind == "combobox" and state.text == facts.text:
            as_wanted = False
    return Performed(
        action="select",
        ref=element.ref,
        value_before=facts.text,
        value_after=None if state is None else state.text,
        as_wanted=as_wanted,
        chosen=labels,
        method="list",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def _ready(element: Element) -> ListFacts:
    attempt = 0
    while True:
        facts = await element.ask("listFacts", into=ListFacts)
        refusal = facts.refusal
        if refusal is None:
            return facts
        if not refusal.passing or element.deadline.passed:
            raise refusal.error()
        await stir(element, attempt)
        attempt += 1


async def _control(element: Element) -> Element:
    """The control that opens the list, which may lie in the element or around it."""
    handle = await element.handle("listControl")
    return element if handle is None else element.beside(handle)


async def _find(
    element: Element, control: Element, facts: ListFacts, values: Sequence[Wish]
) -> tuple[Items, list[int]]:
    """The list once it offers the wanted choice. Raises NotActionable at the deadline."""
    attempt = 0
    scanned = 0
    coaxed = facts.kind != "combobox"
    typed = not facts.editable
    while True:
        items = await element.ask("items", into=Items)
        found = items.match(values)
        if not isinstance(found, Refusal):
            return items, found
        if not found.passing:
            raise found.error()
        if items.options and len(items.options) != scanned:
            scanned = len(items.options)
            if await _scroll_to(element, values):
                continue
        if element.deadline.passed:
            raise found.error()
        if attempt >= _QUIET_LOOKS and not items.options and not coaxed:
            coaxed = True  # some open by keyboard only
            await _press(control, "ArrowDown")
        elif attempt >= _QUIET_LOOKS and not typed:
            typed, scanned = True, 0
            await _type_wish(control, values)
        await stir(element, attempt)
        attempt += 1


async def _scroll_to(element: Element, values: Sequence[Wish]) -> bool:
    """Scroll through a virtualised list; True where the wanted choice is on the screen now."""
    from_top = True
    for _ in range(_PAGES):
        if element.deadline.passed:
            return False
        moved = await element.ask("moreItems", from_top, into=bool)
        if not moved and not from_top:
            return False
        from_top = False
        items = await element.ask("items", into=Items)
        if not isinstance(items.match(values), Refusal):
            return True
    return False


async def _type_wish(control: Element, values: Sequence[Wish]) -> None:
    """Type the wanted text into an editable combobox, which then offers matching choices."""
    wish = values[0] if values else None
    text = wish if isinstance(wish, str) else (wish.label or wish.value) if isinstance(wish, Choice) else None
    if not text:
        return
    await control.ask("selectAll", into=FocusState)
    await burst(control.session, [input_domain.insert_text(text)], control.deadline)


async def _click_item(tab: Tab, element: Element, index: int) -> Strike:
    handle = await element.handle("item", index)
    if handle is None:
        raise Refusal("detached", "the option was removed", passing=False).error()
    item = element.beside(handle)
    try:
        return await strike_element(tab, item)
    finally:
        let_go(item)


async def _press(element: Element, key: str) -> None:
    strokes = chord_strokes(parse_chord(key))
    await burst(element.session, map(stroke_command, strokes), element.deadline)
