"""Fields of text: a text over the old one, a date in the order of the field, or a value as a picker sets it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.dates.date_pattern import Dated, in_pattern, lacks_seconds, shows_no_date, with_seconds
from cdp_engine.act.dispatch import burst, press_key, stroke_command
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import FillPlan, begins_with_date, is_dated
from cdp_engine.act.focus import FocusState
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.keyboard.keys import chord_strokes, last_release, parse_chord
from cdp_engine.act.keyboard.typed_text import as_tags, keys_of
from cdp_engine.act.performed import Ending, Held
from cdp_engine.act.pointer.mouse import strike_element
from cdp_engine.errors import NotActionable
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_TRIES = 2
_MASKED = re.compile(r"_[^\w]*_|\(\d+\)\s*\d")
"""What a mask shows where nothing was entered: `(___) ___-____`, or a number as one writes it: `(555) 123-4567`."""
_DIGITS = re.compile(r"\d+")
_NO_AMOUNT = re.compile(r"[_,\s]")
_NUMBERS = re.compile(r"[\d\s.,:;/()+\-]*\d[^\w]*")
"""Numbers and phones: where another text is gone, the page may have taken it."""
_SETTLE_MS = 300
_KEY_MS = 20


class _Assigned(msgspec.Struct, frozen=True):
    accepted: str = ""
    value: str = ""
    key: str = ""
    """The key for the last step of a range that the page draws itself; empty for other fields."""


class Inserted(msgspec.Struct, frozen=True):
    """What a field holds after a text was given to it; `dated` where that is a date in the field's own order."""

    held: Held = Held()
    ending: Ending = ""
    dated: Dated | None = None
    method: str = ""
    """How it was given, where a plan does not say so."""
    missed: bool = False
    """Whether the field has the text of a date, and its calendar did not mark that day while it was open."""


async def insert(element: Element, facts: FieldFacts, text: str) -> tuple[Held, Ending]:
    """Select a field's contents and insert the text over them; once more where the page takes the focus away.

    A field that gives way to another one in its place, as a formatted number to that which is edited, is filled there.
    Raises NotActionable where the field takes no focus, or does not keep it.
    """
    try:
        held, ending = await _insert(element, facts, text)
    except NotActionable:
        swapped = await _insert_in_its_place(element, facts, text)
        if swapped is None:
            raise
        return swapped
    if ending or held.matches is not False:
        return held, ending
    return await _insert_in_its_place(element, facts, text) or (held, ending)


async def _insert_in_its_place(element: Element, facts: FieldFacts, text: str) -> tuple[Held, Ending] | None:
    """Insert the text in the field that took the place of one; None where there is none."""
    handle = await element.handle("fieldInItsPlace")
    if handle is None:
        return None
    field = element.beside(handle)
    try:
        held, ending = await _insert(field, facts, text)
    finally:
        field.release()
    return replace(held, swapped=True), ending


async def _insert(element: Element, facts: FieldFacts, text: str) -> tuple[Held, Ending]:
    """Insert a text in one field; see `insert`.

    Several paragraphs are deleted by the key for it first: editors with a model of their own see that they are gone.
    """
    held = Held()
    widely = False
    for _ in range(_TRIES):
        state = await element.ask("selectAll", True, widely, into=FocusState)
        if not state.focused:
            active = f"; the focus is on {state.active}" if state.active else ""
            raise Refusal("not_editable", f"{facts.description} did not take the focus{active}").error()
        deletes = not state.empty and (not text or state.spans)
        commands = list(map(stroke_command, chord_strokes(parse_chord("Delete")))) if deletes else []
        if text:
            commands += [input_domain.insert_text(text), *map(stroke_command, last_release(text))]
        ending = await burst(element.session, commands, element.deadline)
        held, ending = await read_back(element, ending, text)
        held = await as_tags(element, held, ending, text)
        again = state.beside and held.matches is False and not widely
        if ending or (held.strayed is None and not again):
            return held, ending
        widely = again
    lost = f"{facts.description} did not keep the focus: the page gives it to {held.strayed}. Nothing was written"
    raise Refusal("not_editable", lost).error()


async def insert_or_click(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> Inserted:
    """Fill a text field.

    One that shows a date's parts as letters is given the date in their order, as many take no other. One that
    keeps its value, as a title edited in place or a date that is only taken while its calendar is open, may take
    another after a click. One that is empty then, as an amount of money, or has a mask, may read the keys only.
    One that shows that it wants the seconds of a time gets them.
    """
    inserted = await _insert_or_click(tab, element, facts, plan)
    if inserted.ending or not lacks_seconds(inserted.held.value or "", plan.value):
        return inserted
    whole = with_seconds(plan.value)
    inserted = await _insert_or_click(tab, element, facts, replace(plan, value=whole))
    return replace(inserted, dated=inserted.dated or Dated(tuple(_DIGITS.findall(whole)), whole))


async def _insert_or_click(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> Inserted:
    hinted = _hinted(facts, plan.value)
    if hinted is not None and hinted.text != plan.value:
        return await enter_date(element, facts, hinted)
    typed = await _typed_in_mask(element, facts, plan.value)
    if typed is not None:
        return typed
    after, ending = await _insert_or_empty(element, facts, plan.value)
    if ending or after.matches is not False:
        return Inserted(after, ending)
    dated = in_pattern(after.value or "", plan.value) or hinted
    if dated is not None:
        return await enter_date(element, facts, dated)
    if _wants_keys(facts.value or "", after.value or "", plan.value):
        after, ending = await _by_keys(element, plan.value)
    kept = after.value == facts.value and (facts.value or is_dated(plan.value))
    if ending or after.matches is not False or not kept or facts.pops_up or facts.opens_picker:
        return Inserted(after, ending)
    return await _insert_after_click(tab, element, facts, plan, after)


def _hinted(facts: FieldFacts, text: str) -> Dated | None:
    """A date in the order that the hint of a field shows, or the parts that it holds in place of a date."""
    return in_pattern(facts.hint, text) or in_pattern(facts.value or "", text)


async def _insert_or_empty(element: Element, facts: FieldFacts, text: str) -> tuple[Held, Ending]:
    """Give a field a text; one that shows the parts of a date in place of one is empty."""
    after, ending = await insert(element, facts, text)
    if not text and after.matches is False and shows_no_date(after.value or ""):
        after = replace(after, matches=True)
    return after, ending


async def _insert_after_click(
    tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan, after: Held
) -> Inserted:
    """Give a text to a field once more after a click; `after` is what it holds without one."""
    try:
        ending = (await strike_element(tab, element)).ending
    except NotActionable:
        return Inserted(after, "")
    return Inserted(after, ending) if ending else Inserted(*await insert(element, facts, plan.value))


async def _typed_in_mask(element: Element, facts: FieldFacts, text: str) -> Inserted | None:
    """Type a number over a mask, which may show another text and not take it; None where it holds no such number."""
    if not (_MASKED.search(facts.value or "") and _NUMBERS.fullmatch(text)):
        return None
    after, ending = await _by_keys(element, text, apart=True)
    if not ending and after.matches is False and not _same_numbers(after.value or "", text):
        return None
    return Inserted(after if ending else replace(after, matches=True), ending)


def _wants_keys(before: str, held: str, text: str) -> bool:
    """Whether a field may read the keys of a number only: it is empty, or has mixed the number with what it held."""
    if not _NUMBERS.fullmatch(text):
        return False
    return _is_mixed(before, held, text) if held else not begins_with_date(text)


def _is_mixed(before: str, held: str, text: str) -> bool:
    """Whether a field that held a text has made something else of it and of the new one, as a mask does that reads what
    keys insert.
    """
    now, new = ("".join(_DIGITS.findall(one)) for one in (held, text))
    return (
        held not in (before, "") and before != "" and not now.startswith(new) and sorted(now) != sorted(new)
    )


def _same_numbers(held: str, text: str) -> bool:
    """Whether a field with a mask holds a text in its own form: the same digits, or the same amount."""
    if "".join(_DIGITS.findall(held)) == "".join(_DIGITS.findall(text)):
        return True
    with suppress(ValueError):
        return float(_NO_AMOUNT.sub("", held)) == float(_NO_AMOUNT.sub("", text))
    return False


async def _by_keys(element: Element, text: str, *, apart: bool = False) -> tuple[Held, Ending]:
    """Type numbers over a field's contents; `apart`, each once the page has had its time for the last one."""
    if not (await element.ask("selectAll", True, into=FocusState)).focused:
        return Held(""), ""
    ending: Ending = ""
    for keys in text if apart else (text,):
        ending = ending or await burst(element.session, keys_of(keys), element.deadline)
        if apart and not ending:  # a mask may place the caret by a timer
            await element.ask("stir", _KEY_MS, into=bool)
    return await read_back(element, ending, text)


async def enter_date(element: Element, facts: FieldFacts, dated: Dated) -> Inserted:
    """Give a date to a field that shows its parts as letters: as one text, from the clipboard where it reads that, else
    part by part as a person types it.
    """
    held, ending = await insert(element, facts, dated.text)
    if not (ending or held.matches) and await element.ask("pasted", dated.text, into=bool):
        held, ending = await read_back(element, "", dated.text)
    if not (ending or held.matches or held.value):
        # It may be drawn again as the field before it is left.
        held, ending = await insert(element, facts, dated.text)
    if ending or held.matches:
        return Inserted(held, ending, dated)
    # "05" may be no date after its first key, and a field may begin again then: the second try leaves the zeros out.
    for parts in (dated.parts, [part.lstrip("0") or part for part in dated.parts]):
        held, ending = await read_back(element, await _type_parts(element, parts), dated.text)
        if not ending and _DIGITS.findall(held.value or "") == [part.lstrip("0") for part in dated.parts]:
            held = replace(held, matches=True)  # it is written without the zeros
        if ending or held.matches:
            break
    return Inserted(held, ending, dated)


async def _type_parts(element: Element, parts: Sequence[str]) -> Ending:
    """Type the parts of a date, each into its own."""
    await element.ask("caretToStart", into=object)
    ending = await press_key(element, "ArrowLeft")  # such fields choose their first part by it
    for at, part in enumerate(parts):
        keys = part if part.isdigit() else part[:1].lower()  # AM and PM have a key each
        before = at
        for key in keys:
            ending = ending or await press_key(element, key)
            if ending:
                return ending
            before = await element.ask("partsBeforeCaret", into=int)
        if at + 1 < len(parts) and before <= at:
            ending = await press_key(element, "ArrowRight")
    return ending


async def assign(element: Element, facts: FieldFacts, plan: FillPlan) -> tuple[Held, Ending]:
    """Set a date, time, colour or range as its picker would. Raises NotActionable for a value that it cannot hold."""
    assigned = await element.ask("assign", plan.value, into=_Assigned)
    if assigned.accepted != plan.value and facts.kind != "range":
        message = f"this field cannot hold the {facts.kind} {plan.value!r}"
        raise Refusal("not_editable", message, hint=f"Give a {facts.kind} that exists.").error()
    ending: Ending = ""
    if assigned.key:
        strokes = chord_strokes(parse_chord(assigned.key))
        ending = await burst(element.session, map(stroke_command, strokes), element.deadline)
        if not ending:
            await element.ask("lastKeyPressed", assigned.accepted, _SETTLE_MS, into=bool)
    return await read_back(element, ending, plan.value)
