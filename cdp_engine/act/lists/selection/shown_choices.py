"""What the field of a list shows of the choices that were made, and of others that it held before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cdp_engine.act.lists.custom_list import SIGNS, CustomList
from cdp_engine.act.lists.list_facts import Chip, ChoiceState, ListFacts
from cdp_engine.act.lists.option_matching import WantedOption, folded

_COMMA = re.compile(r",(?!\d)")
_WORD = re.compile(r"\w{3,}")


def among(text: str, texts: Sequence[str]) -> bool:
    """Whether a text is one of some, whatever its case and spaces."""
    return folded(text) in map(folded, texts)


def wanted_chip(chips: Sequence[Chip], value: str) -> Chip | None:
    """The chip of a value: by its text, or by a piece of text that no other chip has."""
    whole = next((chip for chip in chips if folded(chip.text) == folded(value)), None)
    some = [chip for chip in chips if among(value, chip.parts)]
    return whole or (some[0] if len(some) == 1 else None)


def single_chips(chips: Sequence[Chip], values: Sequence[WantedOption]) -> list[Chip]:
    """The chips that show one choice each; one that sums up several (`any of Red, Blue`) is not that of one of them."""
    texts = [value for value in values if isinstance(value, str)]
    return [chip for chip in chips if "," not in chip.text or among(chip.text, texts)]


def wanted_texts(chips: Sequence[Chip], values: Sequence[WantedOption]) -> list[str]:
    """The texts of the chips of values."""
    found = [wanted_chip(chips, value) for value in values if isinstance(value, str)]
    return [chip.text for chip in found if chip is not None]


async def emptied(
    listing: CustomList, after: str | None, verdicts: set[bool | None]
) -> tuple[str | None, set[bool | None]]:
    """What a field holds from which all was taken away, and what was seen of that.

    It is nothing where what the field shows is none of its choices but a hint; chips are what is left.
    """
    offered = set(map(folded, listing.offered))
    before = folded_names(listing.facts.text)
    chips = set(map(folded, await listing.chips()))
    if chips & before & (offered or before):
        return after, {False}
    named = {folded(after or ""), *folded_names(after or "")}
    is_hint = not (verdicts - {True} or named & offered)
    return "" if is_hint else after, verdicts


async def differs(
    listing: CustomList,
    values: Sequence[WantedOption],
    labels: Sequence[str],
    shown: tuple[str, ListFacts],
    *,
    multiple: bool | None,
    unseen: bool,
) -> bool:
    """Whether a field, of which `shown` is the text now and what else it says, holds other than the wanted choices.

    It still holds some that are not wanted, or shows only a part of those that were pressed; `unseen`: not all showed.
    """
    if listing.facts.kind == "list":
        return False
    after, now = shown
    if _counts_others(listing.facts.number, now.number, len(labels)):
        return True
    if multiple is True and still_counted(listing, now, labels):
        return True
    is_partial = unseen and listing.facts.kind == "opener"
    if is_partial and {True, False} == {*await listing.held([*labels])}:
        return True
    return await _keeps_others(listing, values, labels, after, multiple=multiple)


async def _keeps_others(
    listing: CustomList,
    values: Sequence[WantedOption],
    labels: Sequence[str],
    after: str,
    *,
    multiple: bool | None,
) -> bool:
    """Whether a field, which shows `after`, still holds choices that it held before and that are not wanted."""
    before = listing.facts.text
    is_emptied = not values and listing.facts.editable
    grown = has_grown(before, after, labels) or (bool(before) and is_emptied and after == before)
    adds = grown and listing.facts.kind == "combobox"  # a button may show its label before its choices
    if multiple is not True and not adds:
        return False
    wanted = wanted_texts(await listing.chip_names(), values)
    offered = set(map(folded, listing.offered))
    held = folded_names(after)
    others = folded_names(before) - folded_names(*labels, *wanted)
    return any(part in held and (adds or part in offered) for part in others)


def awaits_more(text: str, label: str) -> bool:
    """Whether a field of text ends with a choice and a sign that the page wrote after it, for a further one."""
    ends = text.rstrip(SIGNS)
    return text != ends and folded(ends).endswith(folded(label))


def has_grown(before: str, after: str, labels: Sequence[str]) -> bool:
    """Whether a field shows the choices beside all that it held before."""
    if before and after.startswith(f"{before}, "):
        return True
    old, new = folded_names(before), folded_names(after)
    return bool(before) and old < new and new - old <= folded_names(*labels)


def is_written_for(listing: CustomList, label: str, after: str) -> bool:
    """Whether a field that was searched holds a text of the page's own for a choice, as its address for a name.

    It has a word of the choice, and is neither what was typed, nor what the field held, nor another choice.
    """
    if not (listing.facts.editable and listing.sought):
        return False
    text = folded(after)
    known = (listing.sought, listing.facts.text, *listing.offered)
    return not among(after, known) and any(word in text for word in _WORD.findall(folded(label)))


def _counts_others(before: int | None, now: int | None, wanted: int) -> bool:
    """Whether a field that counts its choices has kept some. It counts all that is in a chosen group, too."""
    return bool(before and now) and wanted < (now or 0) <= (before or 0) + wanted


def still_counted(listing: CustomList, now: ListFacts, labels: Sequence[str]) -> list[str]:
    """The choices that a button shows beside their number, showed before, and are not wanted."""
    before = listing.facts.counted or (listing.facts.text,)
    return [one for one in now.counted if among(one, before) and not among(one, labels)]


def still_named(listing: CustomList, now: ListFacts, labels: Sequence[str]) -> list[str]:
    """The choices that a field names with commas between them beside the wanted ones, and named before."""
    named, before = named_in(now.text), named_in(listing.facts.text)
    if listing.facts.kind != "combobox" or not all(among(label, named) for label in labels):
        return []
    return [one for one in named if among(one, before) and not among(one, labels)]


def named_in(text: str) -> list[str]:
    """The choices that a text names, with commas between them; a comma right before a digit is one of a number."""
    return [part for part in map(str.strip, _COMMA.split(text)) if part]


def folded_names(*texts: str) -> set[str]:
    """The choices that texts name, as `folded` makes them: `Smith,John` may be one, or two."""
    named = (name for text in texts for name in (*named_in(text), *text.split(", ")))
    return {folded(name) for name in named} - {""}


def shows_both(listing: CustomList, state: ChoiceState | None, labels: Sequence[str]) -> bool:
    """Whether the field shows the first choice beside what it held before."""
    if state is None or not labels:
        return False
    return bool(shown_beside(listing.facts.text, state.text, labels[0], listing.offered))


def shown_beside(before: str, after: str, label: str, offered: Iterable[str]) -> list[str]:
    """The choices of a text that a choice was added to, before or behind it: of `Red` and `Red Blue`, Red."""
    old, new, names = folded(before), folded(after), set(map(folded, offered))
    behind = new.removeprefix(old).strip(" ,") if new.startswith(old) else ""
    ahead = new.removesuffix(old).strip(" ,") if new.endswith(old) else ""
    if not old or folded(label) not in (behind, ahead):
        return []
    for parts in ([old], named_in(old), old.split(" ")):
        if names.issuperset(parts):
            return parts
    return []
