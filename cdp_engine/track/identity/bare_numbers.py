"""Parts pairs of bare numbers when what they count changed: the days of March and those of April (VD-06; pure).

A number without a word is known by the text around its group. The group is the largest container in which most controls
are bare numbers; it is the same while its words and the values of its fields are.
"""

from __future__ import annotations

import re
from collections import Counter

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track.identity.proposals import Match
from cdp_engine.track.identity.resemblance import TEXT, Reading

_INTERACTIVE, _VISIBLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE)
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")


def of_the_same_count(found: list[Match], old: Reading, new: Reading) -> list[Match]:
    """The matches without those of bare numbers whose group says something else now."""
    groups: dict[int, int] = {}
    same: dict[tuple[int, int], bool] = {}
    kept: list[Match] = []
    for match in found:
        if old.snapshot.columns.flags[match.old_row] & _INTERACTIVE and _is_bare(old, match.old_row):
            around = _groups_around(old, match, new, groups)
            if around not in same:
                same[around] = _words(old.snapshot, around[0]) == _words(new.snapshot, around[1])
            if not same[around]:
                continue
        kept.append(match)
    return kept


def _groups_around(old: Reading, match: Match, new: Reading, groups: dict[int, int]) -> tuple[int, int]:
    """The group around the two elements of a match: the container before, and the one as far above it now."""
    before, now = match.old_row, match.new_row
    was, here = old.snapshot.columns.parent, new.snapshot.columns.parent
    while was[before] >= 0 and here[now] >= 0 and _is_group(old, was[before], groups):
        before, now = was[before], here[now]
    return before, now


def _is_group(reading: Reading, row: int, groups: dict[int, int]) -> bool:
    """Whether most controls in a container are bare numbers."""
    balance = groups.get(row)
    if balance is None:
        columns = reading.snapshot.columns
        balance = groups[row] = sum(
            1 if _is_bare(reading, inner) else -1
            for inner in range(row, columns.end_of(row))
            if columns.flags[inner] & _INTERACTIVE and columns.tag[inner] != "option"
        )
    return balance > 0


def _is_bare(reading: Reading, row: int) -> bool:
    label = reading.own_label(row)
    return bool(_DIGIT.search(label)) and not _LETTER.search(label)


def _words(snapshot: Snapshot, row: int) -> Counter[str]:
    """The texts with a letter that are seen in a container, and the values of its fields."""
    columns = snapshot.columns
    inner = range(row, columns.end_of(row))
    texts = (columns.text[at] for at in inner if columns.kind[at] == TEXT and columns.flags[at] & _VISIBLE)
    return Counter(
        [
            *(text.strip() for text in texts if _LETTER.search(text)),
            *(columns.value[at] for at in inner if at in columns.value),
        ]
    )
