"""Fields: replace a value, set a check box; the resulting state is always read back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.cells.cell_editors import enter_in, fill_drawn_cell
from cdp_engine.act.cells.grid_cell import edit_cell, edit_over_cell
from cdp_engine.act.dates.calendar_days import choose_date, choose_missed_day, names_date
from cdp_engine.act.dates.date_boxes import fill_date_boxes
from cdp_engine.act.dates.date_pattern import days_of
from cdp_engine.act.dates.pickers import leave_picker, opens_pressed, takes_on_leaving
from cdp_engine.act.dates.refused_dates import choose_refused, choose_unclear
from cdp_engine.act.dates.sections import fill_sections
from cdp_engine.act.dates.spin_groups import fill_spin_group
from cdp_engine.act.dispatch import burst, is_mac, stroke_command
from cdp_engine.act.drawn_scale import fill_scale
from cdp_engine.act.drawn_slider import fill_drawn_slider, fill_handle
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.fields.checked_states import bring_to, checked_state
from cdp_engine.act.fields.fill_plan import TYPED, FillPlan, plan_fill
from cdp_engine.act.fields.internals import internals_of, value_after
from cdp_engine.act.fields.keyed_editors import is_keyed, type_over
from cdp_engine.act.fields.slider_pairs import fill_pair
from cdp_engine.act.fields.sliders import (
    drawn_value,
    move_slider,
    move_to_words,
    refuse_beyond,
    refuse_passing,
    set_slider,
)
from cdp_engine.act.fields.text_fields import Inserted, assign, insert_or_click
from cdp_engine.act.fields.unchosen_text import leave_unchosen
from cdp_engine.act.focus import DEFAULT_TIMEOUT, FocusState
from cdp_engine.act.keyboard.code_cells import METHOD, code_held, code_in, enter_code
from cdp_engine.act.keyboard.keyboard import read_back
from cdp_engine.act.keyboard.keys import chord_strokes, parse_chord
from cdp_engine.act.lists.list_facts import ListFacts
from cdp_engine.act.lists.native_select import choose_options, ready_field
from cdp_engine.act.lists.radio_groups import choose_radio
from cdp_engine.act.performed import Ending, Held, Performed
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import input as input_domain

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_BY_PARTS = ("sections", "editor")
_SLIDERS = ("range", "slider")


async def fill(tab: Tab, ref: ScopedRef, text: str, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Replace a field's contents by `text`, as one input event of an input method, and read it back.

    Text fields, numbers, text areas and editable regions take the text by `Input.insertText` over a selection of
    their contents, so controlled fields of frameworks follow (fact 26, VD-10). Dates (`2026-02-17`), times, months,
    weeks, colours and ranges are set as their picker would, with input and change events; sliders by their keys,
    also to a step that they call by that text (`aria-valuetext`), dates made of spin buttons part by part
    (`2026-02-17`, or the parts in their order). A `<select>` takes a label or value as `select` does, a check box,
    radio button or switch `true` or `false` as `check` and `uncheck` do. A label means its field, a cell of a grid the
    editor that a double click opens, or Enter on a canvas. `as_wanted`: whether it holds exactly that text afterwards.
    What opens a picker (`aria-haspopup` dialog or grid), or opens anything and is given a date or a time, is left by
    Tab, to take the text.

    Raises NotActionable (`not_editable` for an element that takes no text, or not this text), StaleRef.
    """
    return await fill_in(tab, ref, text, leaves_picker=True, timeout=timeout)


async def fill_in(tab: Tab, ref: ScopedRef, text: str, *, leaves_picker: bool, timeout: float) -> Performed:
    """`fill`, which leaves the field of a picker or keeps the focus there."""
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        try:
            facts = await ready_field(element)
        except NotActionable as error:
            cell = await fill_drawn_cell(tab, element, text, error)
            done = cell or await _choose_day(tab, ref, text, error, deadline)
            done = done or await _fill_slider_beside(tab, element, text, error)
            if done is None:
                raise
            return done
        plan = plan_fill(facts.kind, text)
        if isinstance(plan, Refusal):
            opens = names_date(text) and (await element.ask("listFacts", into=ListFacts)).opens
            day = await _choose_day(tab, ref, text, plan.error(), deadline) if opens else None
            return day or await _fill_choice(tab, element, facts, text, plan)
        if facts.kind in _SLIDERS and await element.ask("showsOtherNumber", into=bool):
            words = await move_to_words(element, facts, text)
            return _filled_by_keys(element, facts.value, words, as_wanted=True)
        if facts.kind == "contenteditable" and (
            done := await edit_over_cell(tab, element, partial(enter_in, tab, text=text))
        ):
            return done
        day = await _set_day(tab, element, facts, plan)
        if day is not None:
            return day
        inserted, leaves = await _entered(tab, element, facts, plan, leaves_picker=leaves_picker)
        after = inserted.held
        days = () if inserted.ending else days_of(text)
        day, after = await choose_refused(tab, element, facts, after, days, was_left=leaves)
        if day is not None:
            return day
        if inserted.missed and (day := await choose_missed_day(tab, ref, text, deadline)):
            return day
        return Performed(
            action="fill",
            ref=ref,
            value_before=facts.value,
            value_after=after.value,
            as_wanted=after.matches,
            focused=None if leaves else True,
            was_marked=facts.marked,
            method=_method(facts, plan, inserted),
            ending=inserted.ending,
            seconds=deadline.elapsed,
        )


async def _set_day(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> Performed | None:
    """Set a date otherwise than by its text in one field: in its calendar, or in the fields of its parts."""
    day = await choose_unclear(tab, element, facts, plan)
    return day or (await fill_date_boxes(tab, element, plan.value) if facts.kind in TYPED else None)


def _method(facts: FieldFacts, plan: FillPlan, inserted: Inserted) -> str:
    if inserted.dated:
        return "dated"
    if inserted.held.swapped:
        return "swapped"
    if inserted.held.tags:
        return "tags"
    return inserted.method or (facts.kind if facts.kind in _BY_PARTS else plan.way)


async def _entered(
    tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan, *, leaves_picker: bool
) -> tuple[Inserted, bool]:
    """Give a field its text; whether it was left then, as the field of a picker is."""
    if facts.kind in _SLIDERS:
        refuse_beyond(facts, float(plan.value))
        await refuse_passing(element, facts, float(plan.value))
    inserted = await _enter_as_planned(tab, element, facts, plan)
    leaves = leaves_picker and not inserted.ending and inserted.held.matches is not False
    if not leaves:
        return inserted, False
    takes = await takes_on_leaving(element, facts, plan)
    if not takes and not (plan.way == "insert" and await opens_pressed(tab, element, plan.value)):
        unchosen = await leave_unchosen(element, facts, plan.value, ("nothing",))
        if unchosen is None:
            return inserted, False
        return replace(inserted, held=unchosen[0], ending=unchosen[1]), True
    again = partial(insert_or_click, tab, element, facts, plan)
    left = await leave_picker(element, facts, inserted.held, again)
    return left if left.dated else replace(
        inserted, held=left.held, ending=left.ending, missed=left.missed
    ), True


async def _enter_as_planned(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> Inserted:
    if plan.way == "keys":
        return Inserted(*await _move(tab, element, facts, plan))
    code = code_in(facts, plan.value)
    if code:
        held, ending = await code_held(element, await enter_code(element, code), code)
        return Inserted(held, ending, method=METHOD)
    if (facts.kind == "contenteditable" or facts.unseen) and await is_keyed(element):
        held, ending = await type_over(tab, element, plan.value)
        if facts.unseen and not held.matches:  # what it holds says nothing of what the keys did
            held = replace(held, matches=None)
        return Inserted(held, ending, method="keys")
    if plan.way == "assign":
        return Inserted(*await assign(element, facts, plan))
    return await insert_or_click(tab, element, facts, plan)


async def _choose_day(
    tab: Tab, ref: ScopedRef, text: str, refusal: NotActionable, deadline: Deadline
) -> Performed | None:
    """Choose a date in the calendar of a field that takes no text; None where that is not why it was refused."""
    try:
        return await choose_date(tab, ref, text, deadline) if refusal.code == "not_editable" else None
    except NotActionable as error:
        if error.code in ("option_not_found", "takes_one"):
            raise
        return None


async def _fill_slider_beside(
    tab: Tab, element: Element, text: str, refusal: NotActionable
) -> Performed | None:
    """Set the slider that a page draws beside the read-only field of its value; None where there is none."""
    plan = plan_fill("slider", text)
    if refusal.code != "not_editable" or isinstance(plan, Refusal):
        return None
    facts = await element.ask("field", into=FieldFacts)
    if not facts.frozen or not await element.ask("isOfSlider", into=bool):
        return None
    return await fill_drawn_slider(tab, element, facts, text, Refusal("not_editable", str(refusal)))


async def check(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """Check a check box, radio button or switch by a real click, unless it is checked; the state is read back.

    Works for native controls (through their label where they are hidden) and for ARIA roles.
    Raises NotActionable, StaleRef.
    """
    return await _set_checked(tab, ref, True, timeout)


async def uncheck(tab: Tab, ref: ScopedRef, *, timeout: float = DEFAULT_TIMEOUT) -> Performed:
    """The opposite of `check`. A radio button cannot be unchecked: NotActionable `cannot_uncheck`."""
    return await _set_checked(tab, ref, False, timeout)


async def _set_checked(tab: Tab, ref: ScopedRef, wanted: bool, timeout: float) -> Performed:
    async with located(tab, ref, Deadline(timeout)) as element:
        now = await checked_state(element)
        if not now.state:
            message = "it is neither a check box nor a radio button nor a switch"
            raise Refusal("not_editable", message, hint="Use click().").error()
        return await bring_to(tab, element, now, wanted)


async def _fill_choice(
    tab: Tab, element: Element, facts: FieldFacts, text: str, refusal: Refusal
) -> Performed:
    """Fill an element that takes a choice instead of text. Raises the refusal for anything else."""
    if facts.kind == "select":
        return await fill_date_boxes(tab, element, text) or await choose_options(element, (text,))
    if facts.kind in _SLIDERS and (pair := await fill_pair(element, facts, text)) is not None:
        return pair
    if facts.kind in _SLIDERS and await element.ask("sliderText", None, 0, into=str):
        words = await move_to_words(element, facts, text)
        return _filled_by_keys(element, facts.value, words, as_wanted=True)
    if text in ("true", "false"):
        now = await checked_state(element)
        if now.state:
            return await bring_to(tab, element, now, text == "true")
    elif len(radios := (await element.ask("listFacts", into=ListFacts)).radios) > 1:
        return await choose_radio(tab, element, radios, (text,))
    enter = partial(enter_in, tab, text=text)
    if (
        done := await fill_spin_group(element, text)
        or await fill_scale(tab, element, text)
        or await edit_cell(tab, element, "fill", enter)
    ):
        return done
    plan = plan_fill("slider", text)
    again = partial(fill_in, tab, text=text, leaves_picker=False)
    if isinstance(plan, FillPlan) and (done := await fill_handle(element, again)) is not None:
        return done
    held = await internals_of(element) if isinstance(plan, FillPlan) else None
    if held is None:
        raise refusal.error()
    if held.role != "slider" or held.value is None:
        return await fill_drawn_slider(tab, element, facts, text, refusal)
    ending = await move_slider(element, facts, float(text), value_after)
    now_held = await value_after(element, held.value, 0)
    same = now_held == float(text)
    return _filled_by_keys(element, f"{held.value:g}", f"{now_held:g}", as_wanted=same, ending=ending)


def _filled_by_keys(
    element: Element, before: str | None, after: str, *, as_wanted: bool, ending: Ending = ""
) -> Performed:
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=before,
        value_after=after,
        as_wanted=as_wanted,
        focused=True,
        method="keys",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def _move(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> tuple[Held, Ending]:
    if facts.kind == "editor":
        return await _write(tab, element, facts, plan)
    if facts.kind == "sections":
        return await fill_sections(element, facts, plan.value)
    ending = await set_slider(tab, element, facts, float(plan.value))
    after, ending = await read_back(element, ending)
    near = not ending and await drawn_value(element, 0, 0) == float(plan.value)
    return Held(after.value, matches=near), ending


async def _write(tab: Tab, element: Element, facts: FieldFacts, plan: FillPlan) -> tuple[Held, Ending]:
    """Replace what a code editor holds: it keeps a selection of its own, which only keys reach."""
    if not (await element.ask("focus", None, into=FocusState)).focused:
        raise Refusal("not_editable", f"{facts.description} did not take the focus").error()
    mac = is_mac(tab)
    strokes = [*chord_strokes(parse_chord("ControlOrMeta+A", mac=mac), mac=mac)]
    if not plan.value:
        strokes += chord_strokes(parse_chord("Delete", mac=mac), mac=mac)
    ending = await burst(element.session, map(stroke_command, strokes), element.deadline)
    if plan.value and not ending and not await element.ask("pasted", plan.value, into=bool):
        ending = await burst(element.session, [input_domain.insert_text(plan.value)], element.deadline)
    return await read_back(element, ending, plan.value)
