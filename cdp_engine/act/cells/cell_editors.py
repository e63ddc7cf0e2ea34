"""The open editor of a cell: given a text, or a choice from its list; a cell that is only on or off is turned."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.cells.grid_cell import TAKES_MS, Cell, Entered, choose_drawn, edit_cell, shown_after
from cdp_engine.act.dates.date_pattern import is_day
from cdp_engine.act.dispatch import press_without_submit
from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import plan_fill
from cdp_engine.act.fields.text_fields import assign, insert
from cdp_engine.act.lists.list_facts import Items, ListFacts
from cdp_engine.act.lists.native_select import choose_options, ready_field
from cdp_engine.act.lists.option_matching import Choice
from cdp_engine.act.lists.selection.listbox import choose_in_editor
from cdp_engine.act.performed import Ending, Performed
from cdp_engine.errors import NotActionable

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_STATES = frozenset(("true", "false"))


async def fill_drawn_cell(tab: Tab, element: Element, text: str, refusal: NotActionable) -> Performed | None:
    """Fill a cell that a canvas draws, as the grids of spreadsheets do; None where the refusal was not because of that.

    Raises NotActionable where its grid does not take it for the current one, or opens no editor.
    """
    if refusal.code != "not_visible":
        return None
    cell = await element.ask("gridCell", into=Cell)
    if not cell.drawn:
        return None
    if {text, cell.text} <= _STATES:
        return await _turn(element, cell, text)
    return await edit_cell(tab, element, "fill", partial(enter_in, tab, text=text))


async def _turn(element: Element, cell: Cell, text: str) -> Performed:
    """Turn a cell that is only on or off."""
    await choose_drawn(element, cell)
    held: str | None = cell.text
    ending: Ending = ""
    if text != cell.text:
        ending = await press_without_submit(element, "Enter")
        shown, ending = await shown_after(element, ending, text, cell, TAKES_MS)
        held = None if shown is None else shown.text
    return Performed(
        action="fill",
        ref=element.ref,
        value_before=cell.text,
        value_after=held,
        as_wanted=held == text,
        method="cell",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def enter_in(tab: Tab, editor: Element, text: str) -> Entered:
    """Fill the editor of a cell. One with a list takes a text that the list offers from there."""
    try:
        facts = await ready_field(editor)
    except NotActionable:
        if is_day(text) or not (await editor.ask("items", into=Items)).choices:
            raise
        return await choose_in_editor(tab, editor, (text,))  # its field takes no keys
    if facts.kind == "select":
        return await choose_in(tab, editor, (text,))
    opens = (await editor.ask("listFacts", into=ListFacts)).opens
    if opens or (text and (await editor.ask("items", into=Items)).find(text) is not None):
        with suppress(NotActionable):
            return await choose_in_editor(tab, editor, (text,))
    plan = plan_fill(facts.kind, text)
    if isinstance(plan, Refusal):
        raise plan.error()
    if plan.way == "assign":
        held, ending = await assign(editor, facts, plan)
    else:
        held, ending = await insert(editor, facts, plan.value)
    if held.matches is False:
        raise Refusal("not_editable", f"the editor of the cell holds {held.value!r} instead").error()
    return Entered(plan.value, ending, assigned=plan.way == "assign")


async def choose_in(tab: Tab, editor: Element, values: tuple[str | int | Choice, ...]) -> Entered:
    """Choose from the list of a cell's editor, or its calendar. Raises NotActionable (`option_not_found`)."""
    facts = await editor.ask("listFacts", into=ListFacts)
    text = values[0] if len(values) == 1 and isinstance(values[0], str) else ""
    if text and (facts.keeps or (is_day(text) and await editor.ask("calendarMonth", "", into=str))):
        return await enter_in(tab, editor, text)
    if not facts.native:
        return await choose_in_editor(tab, editor, values)
    chosen = await choose_options(editor, values)
    return Entered(chosen.labels, chosen.ending)
