"""Takes away what a list of several holds beside the wanted choices: in the list, else by the chips of its field.

What a later choice has replaced is chosen again, beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_closing import coax
from cdp_engine.act.lists.list_facts import Chip, ChoiceState, Item, Items, ListFacts
from cdp_engine.act.lists.option_matching import WantedOption, option_text, takes_one
from cdp_engine.act.lists.selection.list_paths import Found
from cdp_engine.act.lists.selection.list_search import find_choice
from cdp_engine.act.lists.selection.shown_choices import (
    among,
    folded_names,
    named_in,
    shown_beside,
    still_counted,
    still_named,
    wanted_chip,
    wanted_texts,
)
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.act.redrawn_parts import REMOVED_OR_HIDDEN, press_redrawn
from cdp_engine.errors import NotActionable

_REMOVALS = 50
_SEVERAL = 2
_ATTEMPTS = 2
_LOOKS = 7
"""How often a list that was opened is read until it shows something: for about a second."""
_COAXES = 3
"""After how many of these looks it is opened by key."""


async def ordered(
    listing: CustomList,
    values: list[WantedOption],
    chips: Sequence[Chip],
    multiple: bool | None,
    first: Found | None,
) -> tuple[list[WantedOption], Found | None]:
    """Several values, first those that the open list does not show; and the first of them, where it was found by that.

    What the list has not is then refused before anything is chosen.
    """
    held = [one for one in values if isinstance(one, str) and wanted_chip(chips, one)]
    others = [one for one in values if one not in held]
    if multiple is False or first is not None or len(others) < _SEVERAL:
        return values, first
    found = await find_choice(listing, others[0], multiple=multiple)
    missing = [] if found.item is None else await _missing_now(listing, others)
    return [*missing, *(one for one in others if one not in missing), *held], None if missing else found


def stopped(ending: str, labels: Sequence[str], left: WantedOption) -> Refusal:
    """The refusal where the page was left before every choice was made."""
    made = f"; chosen: {', '.join(map(repr, labels))}" if labels else ""
    message = f"{ending} before {option_text(left)} was chosen{made}"
    return Refusal("not_done", message, hint="Observe the page, then choose what is left.")


async def _missing_now(listing: CustomList, values: Sequence[WantedOption]) -> list[WantedOption]:
    """The values that an open list does not show, where it was not searched and has no levels to open."""
    items = await listing.items()
    if listing.searched or items.busy or any(one.expands or one.branch for one in items.choices):
        return []
    return [one for one in values if items.find(one) is None]


async def cleared(listing: CustomList) -> tuple[bool | None, list[bool | None]]:
    """Empty a field of which nothing says that it takes several: by the sign in it that clears it.

    Returns whether its list takes several, which are then taken away as others are, and whether the choice is gone.
    Raises NotActionable (`takes_one`) for a list that takes one, without such a sign.
    """
    multiple = (await _shown_items(listing, "")).multiple
    if multiple is True:
        return multiple, []
    if not listing.facts.text or not await listing.press_part("clearSign"):
        raise takes_one(0).error()
    state = await listing.settled(listing.facts.text, -1, wanted=False)
    return multiple, [None if state is None else not state.holds]


async def take_away_rest(
    listing: CustomList,
    values: Sequence[WantedOption],
    labels: Sequence[str],
    kept: Sequence[str],
    state: ChoiceState | None,
    *,
    many: bool,
) -> list[bool | None]:
    """Unselect what is chosen beside `labels`, where the list takes `many`, or its button shows several.

    Whether each of them no longer shows, None where unknown. `kept` and `state` are as below.
    """
    gone = await _take_away_others(listing, values, labels, kept) if many else []
    if many and not listing.is_over:
        gone += await _take_away_counted(listing, labels)
    return gone or await _take_away_shown(listing, labels, state)


async def _take_away_others(
    listing: CustomList, values: Sequence[WantedOption], labels: Sequence[str], kept: Sequence[str]
) -> list[bool | None]:
    """Unselect what is chosen and is not among `labels`; whether each of them no longer shows, None where unknown.

    `kept` are the chips that the field showed at first. Raises NotActionable (`not_done`) where the field is gone.
    """
    seen = await _choose_beside(listing, labels)
    seen += await _unselect_in_list(listing, labels)
    return seen + await _remove_chips(listing, values, labels, kept)


async def _take_away_shown(
    listing: CustomList, labels: Sequence[str], state: ChoiceState | None
) -> list[bool | None]:
    """Press again what a button showed before, and shows beside the only choice now; whether it no longer does."""
    if listing.is_over or listing.facts.kind != "opener" or len(labels) != 1 or state is None:
        return []
    seen: list[bool | None] = []
    for other in shown_beside(listing.facts.text, state.text, labels[0], listing.offered):
        await listing.open()
        item = (await _shown_items(listing, other)).find(other)
        if item is not None and item.expands:
            return []  # it is the path of the choice
        now = await _press_away(listing, other, item)
        if now is None:
            return [False]
        seen.append(not shown_beside(other, now.text, labels[0], listing.offered))
    return seen


async def _take_away_counted(listing: CustomList, labels: Sequence[str]) -> list[bool | None]:
    """Press again what a button showed before beside the number of its choices, or a field without chips among others,
    and shows still; found by its name.
    """
    seen: list[bool | None] = []
    now = await listing.facts_now()
    others = still_counted(listing, now, labels)
    # one chip may be all of its text, beside the button that clears it
    if not others and await listing.chips() in ([], [now.text]):
        others = still_named(listing, now, labels)
    for other in others:
        listing.begin_choice()
        await listing.open()
        item = await _offered(listing, other)
        now = await _press_away(listing, other, item if item is not None and item.selected else None)
        if now is None:
            return [False]
        seen.append(not among(other, now.counted or named_in(now.text)))
    return seen


async def _offered(listing: CustomList, other: str) -> Item | None:
    """The choice that is to go, where the list offers it; its text is not entered as a new one."""
    try:
        return (await find_choice(listing, other, multiple=True, creates=False)).item
    except NotActionable:
        return None


async def _press_away(listing: CustomList, label: str, item: Item | None) -> ListFacts | None:
    """Press a choice that is to go; what its field says then, None where it cannot be pressed."""
    if item is None or not await _press(listing, item):
        return None
    await listing.settled(label, item.index, wanted=False)
    return await listing.facts_now()


async def _choose_beside(listing: CustomList, labels: Sequence[str]) -> list[bool | None]:
    """Press with Control what a later choice has replaced, as trees and lists of files want it; False if it is lost."""
    if listing.facts.kind != "list" or len(labels) < _SEVERAL:
        return []
    replaced = await _not_chosen(listing, labels)
    if not replaced or labels[-1] in replaced:
        return []
    listing.modifiers = ("ControlOrMeta",)
    try:
        for label in replaced:
            item = (await listing.items()).find(label)
            if item is not None and await _press(listing, item):
                await listing.settled(label, item.index)
    finally:
        listing.modifiers = ()
    return [False for _ in await _not_chosen(listing, labels)]


async def seen_at_last(
    listing: CustomList, labels: Sequence[str], seen: Sequence[bool | None]
) -> list[bool | None]:
    """Whether each choice shows now that all are made: one that was not taken at first may have been pressed again."""
    unseen = listing.facts.kind == "list" and False in seen and not listing.is_over
    if not unseen or len(labels) < _SEVERAL or await _not_chosen(listing, labels):
        return list(seen)
    return [True] * len(labels) + list(seen[len(labels) :])


async def _not_chosen(listing: CustomList, labels: Sequence[str]) -> list[str]:
    """The choices on the screen that do not show as chosen."""
    items = await listing.items()
    found = [(label, items.find(label)) for label in labels]
    return [label for label, item in found if item is not None and not item.selected]


async def _unselect_in_list(listing: CustomList, labels: Sequence[str]) -> list[bool | None]:
    # While the list is searched it shows only what fits the text.
    if listing.searched:
        items = Items()
    else:
        items = await (listing.items() if listing.pressed else _shown_items(listing, ""))
        if not items.options and await _hides_others(listing, labels):  # it closes at each choice
            await listing.open()
            items = await _shown_items(listing, "")
    seen: list[bool | None] = []
    if labels and not any(items.find(label) for label in labels):
        return seen  # it is another list by now
    for item in items.choices:
        chosen = item.shown or (item.selected and item.held)
        if not chosen or among(item.label, labels) or among(item.first, labels):
            continue
        label = item.first or item.label
        await listing.open()
        seen += await _unselect(listing, label, item)
    return seen


async def _hides_others(listing: CustomList, labels: Sequence[str]) -> bool:
    """Whether what else is chosen can be taken away in the list alone: a button or a field counts it, or names it."""
    if listing.facts.kind == "opener":
        return True
    now = await listing.facts_now()
    if now.counts or await listing.chips():
        return now.counts
    return bool(folded_names(now.text) - folded_names(*labels))


async def _unselect(listing: CustomList, label: str, item: Item) -> list[bool | None]:
    """Press a choice that is to go, and once more where that was lost as the list was drawn again; whether it is gone.

    Empty where only its chip can be removed.
    """
    seen: list[bool | None] = []
    for _ in range(_ATTEMPTS):
        now = (await _shown_items(listing, label)).find(label)
        if seen and (now is None or not now.selected):
            return [True]
        pressed = now or item
        if not await _press(listing, pressed):
            return seen
        state = await listing.settled(label, pressed.index, wanted=False)
        # a press beside its check box may do something else, or show only once the page was answered
        kept = state is not None and state.chosen and not listing.work.goes_on()
        if kept and await listing.press_box(pressed):
            state = await listing.settled(label, pressed.index, wanted=False)
        seen = [_is_unselected(listing, state)]
        if seen != [False] or listing.is_over or listing.work.goes_on():
            return seen
    return seen


async def _shown_items(listing: CustomList, label: str) -> Items:
    """The choices once they are on the screen, with the one of this label; as they are after a moment."""
    attempt = 0
    while True:
        items = await listing.items()
        if attempt == _LOOKS or (items.find(label) if label else items.options):
            return items
        if attempt == _COAXES and not items.options and listing.facts.kind == "combobox":
            await coax(listing)
        await stir(listing.element, attempt)
        attempt += 1


async def _press(listing: CustomList, item: Item) -> bool:
    """Press a chosen item, found again where the list was drawn again meanwhile.

    False where its list keeps it without showing it, so that only its chip can be removed.
    """
    failures: list[NotActionable] = []

    async def find_again(error: NotActionable) -> Item | None:
        failures.append(error)
        again = (await listing.items()).find(item.label)
        return again if again is not None and again.selected else None

    try:
        await press_redrawn(listing.press_item, item, find_again, times=_ATTEMPTS, codes=REMOVED_OR_HIDDEN)
    except NotActionable:
        if not failures:
            raise
        if not await listing.chips():
            raise failures[0] from None
        return False
    return True


async def _remove_chips(
    listing: CustomList, values: Sequence[WantedOption], labels: Sequence[str], kept: Sequence[str]
) -> list[bool | None]:
    missed = 0
    for _ in range(_REMOVALS):
        named = await listing.chip_names()
        chips = [chip.text for chip in named]
        wanted = [*labels, *wanted_texts(named, values)]
        others = [chip for chip in chips if among(chip, kept) and not among(chip, wanted)]
        if not others or len(chips) <= len(values) or listing.element.deadline.passed:
            return []
        if not await listing.remove_chip(others[-1]):
            return [False]
        await listing.settled(others[-1], -1, wanted=False)
        if len(others) > 1 and not await listing.is_there():
            raise _field_lost(others[-1], others[:-1], labels).error()
        if await listing.chips() == chips:  # its button did nothing, or not yet
            missed += 1
            if missed == _ATTEMPTS:
                return [False]
    return []


def _is_unselected(listing: CustomList, state: ChoiceState | None) -> bool | None:
    """Whether a choice that was taken away no longer shows; None where the page left."""
    if state is None:
        return None
    return not (state.chosen or (state.holds and listing.facts.kind != "list"))


def _field_lost(taken: str, left: Sequence[str], made: Sequence[str]) -> Refusal:
    """The refusal where the page removed the field while further choices were to be taken away."""
    held = ", ".join(map(repr, [*left, *made]))
    return Refusal(
        "not_done",
        f"the page removed the field once {taken!r} was taken away; still chosen: {held}",
        hint="Observe the page, open the field again if need be, then take away what is not wanted.",
    )
