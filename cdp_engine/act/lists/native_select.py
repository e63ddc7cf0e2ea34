"""A `<select>` of HTML: its options are chosen once they have loaded, and read back."""

from __future__ import annotations

import anyio
import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal, judge_field
from cdp_engine.act.dispatch import ask_after
from cdp_engine.act.element import Element
from cdp_engine.act.lists.option_matching import Choice, Option, match_options
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.hit_target import may_pass, stir, until_ready

_UNANSWERED = 0.5
"""A request that has gone unanswered for so many seconds is not one of those that a page repeats to stay informed."""


async def ready_field(element: Element) -> FieldFacts:
    """The field once it is visible, enabled, editable and beneath no dialog. Raises NotActionable at the deadline."""
    return await until_ready(element, "fieldToSet", judge_field, FieldFacts, cover="lastModal")


class _Made(msgspec.Struct, frozen=True):
    """What a page did at once when an option was chosen: whether it has more elements, what the list held."""

    adds: bool = False
    values: tuple[str, ...] = ()


async def _may_come(element: Element, refusal: Refusal) -> bool:
    """Whether what is missing may come: something happens, or a server that may bring the options has not answered."""
    now, network = anyio.current_time(), element.tab.network
    if await may_pass(element, refusal):
        return True
    if element.deadline.passed or not refusal.passing:
        return False
    return any(
        now - request.started > _UNANSWERED and network.is_blocking(request, now)
        for request in network.pending()
    )


async def choose_options(element: Element, values: tuple[str | int | Choice, ...]) -> Performed:
    """Choose options of a `<select>` once they have loaded, and no dialog lies over it: a person could not."""
    attempt = 0
    while True:
        facts = await ready_field(element)
        options = await element.ask("options", into=list[Option])
        found = match_options(options, values, multiple=facts.multiple)
        if not isinstance(found, Refusal):
            break
        if not await _may_come(element, found):
            raise found.error()
        await stir(element, attempt)
        attempt += 1
    before = tuple(option.value for option in options if option.selected)
    picked = [option for option in options if option.index in found]
    wanted = tuple(option.value for option in picked)
    made = await element.ask("choose", found, into=_Made)
    chosen, ending = await ask_after(element, "", "chosen", into=tuple[str, ...])
    if chosen == before and made.values == wanted:
        chosen = wanted  # a server has answered already; whether the list took the option, the page shows
    method = "" if chosen is None else _way(facts, options, made, before, wanted, chosen)
    took = chosen == wanted or method == "adds"
    return Performed(
        action="select",
        ref=element.ref,
        value_before=", ".join(before),
        value_after=", ".join(chosen) if chosen is not None else None,
        as_wanted=None if chosen is None else took,
        method=method,
        chosen=chosen or (),
        labels=", ".join(option.label for option in picked) if took else "",
        focused=True,
        ending=ending,
        attempts=attempt + 1,
        seconds=element.deadline.elapsed,
    )


def _way(
    facts: FieldFacts,
    options: list[Option],
    made: _Made,
    before: tuple[str, ...],
    wanted: tuple[str, ...],
    chosen: tuple[str, ...],
) -> str:
    """Whether the list has left its first option for another, or added something to the page and is back there.

    A list that adds what is chosen returns to its first option, as "Add a filter" does: at once, or once its server
    has answered.
    """
    if not before or before == wanted or not options[0].selected:
        return ""
    if chosen == before:
        return "adds" if made.adds else ""
    return "from-first" if chosen == wanted and not facts.multiple else ""
