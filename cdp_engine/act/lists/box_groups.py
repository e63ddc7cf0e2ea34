"""Checks the wanted boxes of a group of check boxes by their labels, and unchecks the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.element import Element
from cdp_engine.act.fields.checked_states import bring_to, checked_state
from cdp_engine.act.lists.list_facts import ListFacts
from cdp_engine.act.lists.option_matching import (
    Option,
    WantedOption,
    after_presses,
    find_option,
    match_options,
)
from cdp_engine.act.lists.radio_groups import choose_radio
from cdp_engine.act.performed import ENDINGS, Performed
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_Key = tuple[str, str]
_PRESSES = 2
"""How often a box is pressed at most, on the average: a box may set others."""


async def choose_in_group(
    tab: Tab, element: Element, facts: ListFacts, values: Sequence[WantedOption]
) -> Performed:
    """Choose in a group of radio buttons or check boxes; several names for one box mean the group that it is in.

    One name is that of the box, or of one beside it, and leaves the others.
    """
    if facts.radios and not (facts.boxes and len(values) > 1):
        is_other = len(values) == 1 and facts.boxes and find_option(facts.radios, values[0]) is None
        if is_other and find_option(facts.boxes, values[0]) is not None:
            return await choose_radio(tab, element, facts.boxes, values, at="boxAt")
        return await choose_radio(tab, element, facts.radios, values)
    if facts.apart:
        _refuse_others(facts.boxes, values)
    return await choose_boxes(tab, element, facts.boxes, values)


def _refuse_others(boxes: Sequence[Option], values: Sequence[WantedOption]) -> None:
    """Raises NotActionable where a box is checked that is not wanted, and may be a question of its own."""
    found = match_options(boxes, values, multiple=True)
    others = (
        []
        if isinstance(found, Refusal)
        else [one for one in boxes if one.selected and one.index not in found]
    )
    if others:
        message = f"{_name(others[0])!r} is checked beside them, and nothing says that they are one group"
        hint = "Observe the page, then check() and uncheck() each of them."
        raise Refusal("takes_one", message, passing=False, hint=hint).error()


async def choose_boxes(
    tab: Tab, element: Element, boxes: Sequence[Option], values: Sequence[WantedOption]
) -> Performed:
    """Bring every box of a group to its wanted state, one after the other; the state is read back.

    Raises NotActionable (`option_not_found`, `disabled`) before anything is pressed, `not_done` where the page left.
    """
    wanted = _wanted(boxes, values)
    done: Performed | None = None
    pressed: list[str] = []
    now = boxes
    for _ in range(_PRESSES * len(boxes)):
        wrong = _wrong(now, wanted)
        if not wrong or (done is not None and done.as_wanted is False):
            break
        if done is not None and done.ending:
            raise _stopped(done, wrong[0]).error()
        done = await _press(tab, element, wrong[0], pressed)
        if done.ending:
            now = [_turned(box) if box is wrong[0] else box for box in now]
        else:
            now = (await element.ask("listFacts", into=ListFacts)).boxes
    is_right = not _wrong(now, wanted) and len(now) == len(boxes)
    held = _checked(now)
    return replace(
        done or Performed(action="select"),
        action="select",
        ref=element.ref,
        value_before=", ".join(_checked(boxes)),
        value_after=", ".join(held),
        as_wanted=None if done is not None and done.ending else is_right,
        chosen=held if is_right else (),
        labels=", ".join(held) if is_right else "",
        method="list",
        seconds=element.deadline.elapsed,
    )


def _wanted(boxes: Sequence[Option], values: Sequence[WantedOption]) -> set[_Key]:
    """The boxes to be checked. Raises NotActionable where one of them, or one to be unchecked, cannot be changed."""
    found = match_options(boxes, values, multiple=True)
    if isinstance(found, Refusal):
        raise replace(found, passing=False).error()
    wanted = {key for key, box in zip(_keys(boxes), boxes, strict=True) if box.index in found}
    fixed = next((box for box in _wrong(boxes, wanted) if box.disabled), None)
    if fixed is not None:
        raise Refusal("disabled", f"{_name(fixed)!r} is checked and disabled", passing=False).error()
    return wanted


def _checked(boxes: Sequence[Option]) -> tuple[str, ...]:
    return tuple(_name(box) for box in boxes if box.selected)


async def _press(tab: Tab, element: Element, box: Option, pressed: list[str]) -> Performed:
    """Press one box, and note its label among the pressed ones."""
    handle = await element.handle("boxAt", box.index)
    if handle is None:
        raise after_presses(Refusal("detached", "the check box was removed", passing=False).error(), pressed)
    one = element.beside(handle)
    try:
        done = await bring_to(tab, one, await checked_state(one), wanted=not box.selected)
    except NotActionable as error:
        raise after_presses(error, pressed) from None
    finally:
        one.release()
    pressed.append(_name(box))
    return done


def _wrong(boxes: Sequence[Option], wanted: set[_Key]) -> list[Option]:
    """The boxes that are not as wanted, those to be checked first."""
    wrong = [box for key, box in zip(_keys(boxes), boxes, strict=True) if box.selected is not (key in wanted)]
    return sorted(wrong, key=lambda box: box.selected)


def _turned(box: Option) -> Option:
    return replace(box, selected=not box.selected)


def _stopped(done: Performed, box: Option) -> Refusal:
    """The refusal where the page was left before every box was as wanted."""
    change = "unchecked" if box.selected else "checked"
    return Refusal(
        "not_done",
        f"{ENDINGS[done.ending]} before {_name(box)!r} was {change}",
        hint="Observe the page, then choose again.",
    )


def _keys(boxes: Sequence[Option]) -> list[_Key]:
    """The boxes by what they say, else by their places: the page may draw them again."""
    keys = [(box.value, box.label) for box in boxes]
    return keys if len(set(keys)) == len(keys) else [("", str(box.index)) for box in boxes]


def _name(box: Option) -> str:
    return box.first or box.label or box.value
