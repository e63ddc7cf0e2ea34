"""Proposes pairs of re-created siblings by their labels (VD-06, EX-06; pure).

Equal siblings are never distinguished by their order, because after a swap they would look the same. Among siblings
whose names differ in numbers only, a number is trusted when the whole group is unchanged, or a large ordered part of
it: counters may have taken each other's values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from cdp_engine.observe import Snapshot
from cdp_engine.track.changes.lines import longest_rising
from cdp_engine.track.identity.fingerprint import counterless, normal, skeleton
from cdp_engine.track.identity.resemblance import LIST_ITEMS, Item, Reading

_SURE_EQUAL_GROUP = 4
_SURE_PART = 4
_SURE_OVERLAP = 8
_NEAR = 3
_LOOK_AHEAD = 8
_NUMBER = re.compile(r"\d+")
_DIGITS = 18
"""How many digits of a number are compared."""
NUMBERED = "same name and number in the same list"


class Match(NamedTuple):
    """A re-created element: its row before, its row now, the confidence (0–1) and the evidence."""

    old_row: int
    new_row: int
    confidence: float
    why: str


def by_names(lost: list[Item], come: list[Item]) -> list[Match]:
    """Pairs by the labels of siblings, and for containers also by the text they begin with."""
    found: list[Match] = []
    for read in (_whole_label, _first_label):
        before, now = _groups(lost, read), _groups(come, read)
        for key, group in before.items():
            other = now.get(key)
            if other:
                found.extend(_within_group(group, other, read))
    return found


def _whole_label(item: Item) -> str:
    return item.label


def _first_label(item: Item) -> str:
    return "" if item.leaf or item.first == item.label else item.first


def _groups(items: list[Item], read: Callable[[Item], str]) -> dict[tuple[str, str, str, str], list[Item]]:
    """Siblings of one kind whose labels differ in numbers only."""
    groups: dict[tuple[str, str, str, str], list[Item]] = {}
    for item in items:
        label = read(item)
        if label:
            groups.setdefault((item.tag, item.role, item.kind, skeleton(label)), []).append(item)
    return groups


def unopposed(proposals: list[Match]) -> list[Match]:
    """The proposals without a conflict, each once."""
    partners: dict[tuple[str, int], set[int]] = {}
    for match in proposals:
        partners.setdefault(("old", match.old_row), set()).add(match.new_row)
        partners.setdefault(("new", match.new_row), set()).add(match.old_row)
    best: dict[int, Match] = {}
    for match in proposals:
        if len(partners["old", match.old_row]) == len(partners["new", match.new_row]) == 1:
            known = best.get(match.old_row)
            if known is None or known.confidence < match.confidence:
                best[match.old_row] = match
    return list(best.values())


def unrivalled(proposals: list[Match], lost: list[Item], come: list[Item], old: Reading) -> list[Match]:
    """Drop a pair where an unpaired sibling could as well be one of the two after a change of its label."""
    loose: dict[str, set[str]] = {}
    for item in (*lost, *come):
        for word in item.label.split():
            loose.setdefault(word[:3], set()).add(item.label)
    if not loose:
        return proposals
    kept: list[Match] = []
    for match in proposals:
        label = old.item(match.old_row).label
        rivals = {rival for word in label.split() for rival in loose.get(word[:3], ())}
        if not any(grown(label, rival) for rival in rivals):
            kept.append(match)
    return kept


def _within_group(old: list[Item], new: list[Item], read: Callable[[Item], str]) -> list[Match]:
    """Pairs among siblings whose labels are equal except for numbers."""
    if len(old) == len(new) == 1:
        return _one_to_one(old[0], new[0])
    before, now = _single_names(old, read), _single_names(new, read)
    pairs = [(first, now[key]) for key, first in before.items() if key in now]
    if not pairs:
        return []
    if all(first.href for first, _ in pairs) and len({read(first) for first in (*old, *new)}) == 1:
        return [Match(first.row, second.row, 0.95, "same name and link") for first, second in pairs]
    place = {item.row: index for index, item in enumerate(new)}
    rising = longest_rising([place[second.row] for _, second in pairs])
    all_single = len(before) == len(old) and len(now) == len(new)
    if not _is_sure(old, new, read, len(pairs), len(rising), all_single=all_single):
        apart = _apart(old, new, read)
        pairs = [(first, second) for first, second in pairs if read(first) in apart]
    elif len(rising) != len(pairs) and len(pairs) < max(len(old), len(new)):
        pairs = [pairs[index] for index in rising]
    return [Match(first.row, second.row, 0.95, NUMBERED) for first, second in pairs]


def _is_sure(
    old: list[Item],
    new: list[Item],
    read: Callable[[Item], str],
    pairs: int,
    rising: int,
    *,
    all_single: bool,
) -> bool:
    """Whether the numbers of a group can be trusted, by the number of pairs and of those in the old order."""
    if pairs == len(old) == len(new):
        return rising == pairs or pairs >= _SURE_EQUAL_GROUP
    if pairs == min(len(old), len(new)) and all_single:
        return rising == pairs and pairs >= _SURE_PART
    many = pairs >= max(_SURE_OVERLAP, max(len(old), len(new)) / 2)
    return many and rising >= 0.85 * pairs and _keep_places(old, new, read)


def _apart(old: list[Item], new: list[Item], read: Callable[[Item], str]) -> set[str]:
    """The labels whose numbers are far from those of the other labels: no counting leads from one to another."""
    # Labels of a group have as many numbers each in what `skeleton` reads; a long one may have more behind it.
    numbers = {
        label: tuple(int(part[:_DIGITS]) for part in _NUMBER.findall(normal(label)))
        for label in {read(i) for i in (*old, *new)}
    }
    ordered = sorted(numbers.items(), key=lambda entry: entry[1])
    near: set[str] = set()
    for position, (label, parts) in enumerate(ordered):
        following = ordered[position + 1 : position + 1 + _LOOK_AHEAD]
        for other, others in following:
            if all(abs(a - b) <= _NEAR for a, b in zip(parts, others, strict=True)):
                near.update((label, other))
        if len(following) == _LOOK_AHEAD and (not parts or following[-1][1][0] - parts[0] <= _NEAR):
            near.add(label)  # too many to check each: not known to be distinct
    counts = Counter(read(item) for item in old)
    later = Counter(read(item) for item in new)
    return {label for label in numbers.keys() - near if counts[label] <= 1 and later[label] <= 1}


def _keep_places(old: list[Item], new: list[Item], read: Callable[[Item], str]) -> bool:
    """Whether half of the labels have kept their position, counted from the top or from the end of the group."""
    before, now = [read(item) for item in old], [read(item) for item in new]
    top = sum(a == b for a, b in zip(before, now, strict=False))
    end = sum(a == b for a, b in zip(reversed(before), reversed(now), strict=False))
    return 2 * max(top, end, top + end if len(before) != len(now) else 0) >= min(len(before), len(now))


def _one_to_one(old: Item, new: Item) -> list[Match]:
    if old.label == new.label:
        confidence = 0.98 if old.href == new.href else 0.85
        return [Match(old.row, new.row, confidence, "same name in the same place")]
    if counterless(old.label) == counterless(new.label):
        return [Match(old.row, new.row, 0.9, "same name but for a counter")]
    if not old.leaf and not new.leaf and old.first == new.first and skeleton(old.first).strip("# "):
        return [Match(old.row, new.row, 0.85, "same heading in the same place")]
    return []


def large_containers(
    old: Snapshot, new: Snapshot, old_rows: list[int], new_rows: list[int], lost: list[Item], come: list[Item]
) -> list[Match]:
    """The only container of its tag on both sides, unless it is a list item; the comparison of contents decides."""
    old_tags = Counter(old.columns.tag[row] for row in old_rows)
    new_tags = Counter(new.columns.tag[row] for row in new_rows)
    single = {
        item.tag: item
        for item in come
        if not item.leaf
        and new_tags[item.tag] == 1
        and old_tags[item.tag] == 1
        and item.tag not in LIST_ITEMS
    }
    found: list[Match] = []
    for item in lost:
        other = single.get(item.tag)
        if other is not None and not item.leaf and (item.role, item.kind) == (other.role, other.kind):
            found.append(Match(item.row, other.row, 0.8, "same content"))
    return found


def _single_names(items: list[Item], read: Callable[[Item], str]) -> dict[tuple[str, str], Item]:
    """The items that are unique by name and link target."""
    found: dict[tuple[str, str], Item | None] = {}
    for item in items:
        key = (read(item), item.href)
        found[key] = None if key in found else item
    return {key: item for key, item in found.items() if item is not None}


def grown(old: str, new: str) -> bool:
    """Whether one label is the other with words added, or with another ending; never another word or number."""
    if not old or not new or skeleton(old) == skeleton(new):
        return False
    short, long = sorted((old.split(), new.split()), key=len)
    if len(short) == len(long) == 1:
        common = next(
            (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
        )
        return common >= 3 and common >= 0.6 * min(len(old), len(new))
    rest = iter(long)
    return len(short) < len(long) and all(word in rest for word in short)
