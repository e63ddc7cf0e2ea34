"""Options that are chosen: of a `<select>`, a list that the page draws, a group of boxes, a calendar, tags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdp_engine.act.cells.cell_editors import choose_in
from cdp_engine.act.cells.grid_cell import edit_cell
from cdp_engine.act.dates.calendar_days import choose_named_days
from cdp_engine.act.dates.date_boxes import fill_date_boxes
from cdp_engine.act.dates.date_pattern import is_day
from cdp_engine.act.dates.spelled_dates import iso_of
from cdp_engine.act.dates.typed_moments import has_day_and_time, put_back, type_moment
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.fields.forms import fill_in
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.lists.box_groups import choose_in_group
from cdp_engine.act.lists.list_facts import ListFacts
from cdp_engine.act.lists.native_select import choose_options
from cdp_engine.act.lists.option_matching import Choice, WantedOption
from cdp_engine.act.lists.selection.listbox import choose_from_list
from cdp_engine.act.lists.suggestions import choose_suggestion
from cdp_engine.act.lists.tag_field import enter_tags
from cdp_engine.act.performed import Performed
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_NO_LIST = ("not_editable", "option_not_found")


async def select(
    tab: Tab,
    ref: ScopedRef,
    *values: str | int | Choice,
    dates: bool = True,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Choose options of a `<select>`: by label or value (a string), index (a number), or `Choice(...)`.

    Lists that a page draws itself (ARIA comboboxes, listboxes, menus, buttons that open one) are opened, filtered and
    scrolled as needed, and the option is clicked (`method` says `list`); so are those of a grid's cell (`cell`).
    Of a group of radio buttons or check boxes, those with these labels are checked; several
    names for one box of a group mean the group. What a field suggests by a `<datalist>` is entered as the browser does
    it; such a field takes other text as well.

    Afterwards exactly the named options are chosen; no values clear the list. Fires input and
    change when the choice changed. Waits for options that the page is still loading. A field of tags without a list is
    given each text and Enter. The day of a calendar that opens is chosen by any name of it with its year; without
    `dates`, no calendar is looked for. A date or a time that no list offers is typed. A spin button, and a
    date, a time or a colour whose picker the browser draws, is filled.

    Raises NotActionable (`option_not_found`, naming the available ones; `disabled`), StaleRef.
    """
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        facts = await element.ask("listFacts", into=ListFacts)
        if facts.native:
            return await _in_date_parts(tab, element, values) or await choose_options(element, values)
        if facts.radios or facts.boxes:
            return await choose_in_group(tab, element, facts, values)
        if text := _to_fill(facts, values):
            done = await fill_in(tab, ref, text, leaves_picker=True, timeout=deadline.left)
            return replace(done, action="select", chosen=(text,))
        if facts.kind == "opener" and not facts.opens:
            done = await edit_cell(tab, element, "select", lambda editor: choose_in(tab, editor, values))
            if done is not None:
                return done
        suggested = facts.suggests and await choose_suggestion(element, values)
        if suggested:
            return suggested
        try:
            day = await choose_named_days(tab, element, values, deadline) if dates else None
            day = day or (await _in_date_parts(tab, element, values) if dates else None)
            if day is not None:
                return day
            chosen = await choose_from_list(tab, element, values)
            later = await choose_suggestion(element, values) if chosen.typed else None
            return later or chosen  # what was typed may have brought the suggestions
        except NotActionable as error:
            done = await _entered(tab, element, ref, values, error, dates=dates)
            if not done:
                await put_back(element, facts, error, partial(fill_in, tab, ref))
                raise
            return done


async def _in_date_parts(tab: Tab, element: Element, values: Sequence[WantedOption]) -> Performed | None:
    """Give a date to the parts that have a field or a list each; None for any other value, or field."""
    text = values[0] if len(values) == 1 else ""
    done = await fill_date_boxes(tab, element, text) if isinstance(text, str) else None
    return done and replace(done, action="select", chosen=(done.value_after or str(text),))


def _to_fill(facts: ListFacts, values: Sequence[WantedOption]) -> str:
    """What is typed into a field whose picker the browser draws, and a spin button is to show.

    Empty for other controls, and for a date given to a spin button, which may be a part of it.
    """
    text = values[0] if (facts.spins or facts.keeps) and len(values) == 1 else ""
    return text if isinstance(text, str) and (facts.keeps or not is_day(iso_of(text))) else ""


async def _entered(
    tab: Tab,
    element: Element,
    ref: ScopedRef,
    values: Sequence[WantedOption],
    refusal: NotActionable,
    *,
    dates: bool,
) -> Performed | None:
    """Enter values that no list offers: as tags, or typed as a date or a time, which a day with a time is at once."""
    enter = partial(fill_in, tab, ref)
    first = dates and has_day_and_time(values)
    done = await type_moment(element, values, refusal, enter) if first else None
    done = done or await _entered_as_tags(tab, element, values, refusal)
    return done if done or first or not dates else await type_moment(element, values, refusal, enter)


async def _entered_as_tags(
    tab: Tab, element: Element, values: Sequence[WantedOption], refusal: NotActionable
) -> Performed | None:
    """Enter values in a field of tags without a list; None where the field is another.

    What the list has not is entered first: it is refused before anything else is chosen.
    """
    if refusal.code not in _NO_LIST:
        return None
    missing = [value for value in values if value == refusal.missing]
    return await enter_tags(tab, element, [*missing, *(value for value in values if value not in missing)])
