"""A field with a `<datalist>`: the browser draws its list outside of the page, where nothing can be pressed."""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.act.element import Element
from cdp_engine.act.fields.fill_plan import FillPlan
from cdp_engine.act.fields.text_fields import assign
from cdp_engine.act.lists.native_select import ready_field
from cdp_engine.act.lists.option_matching import Option, WantedOption, find_option
from cdp_engine.act.performed import Performed


async def choose_suggestion(element: Element, values: Sequence[WantedOption]) -> Performed | None:
    """Choose what a field suggests: it gets the value of that option, with one input and one change event.

    None where it is not one value, or the list does not offer it: such a field takes other text as well.
    Raises NotActionable for a field that is not visible, disabled or read-only.
    """
    if len(values) != 1:
        return None
    options = await element.ask("options", into=list[Option])
    option = find_option(options, values[0])
    if option is None:
        return None
    facts = await ready_field(element)
    held, ending = await assign(element, facts, FillPlan("assign", option.value))
    return Performed(
        action="select",
        ref=element.ref,
        value_before=facts.value,
        value_after=held.value,
        as_wanted=held.matches if held.value else None,  # a page may take what was chosen and empty the field
        chosen=(option.label,),
        focused=True,
        ending=ending,
        seconds=element.deadline.elapsed,
    )
