"""Rows of some flags are found as by searching all, however few of the flags are others."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe import NodeColumns
from cdp_engine.observe.model.column_scans import LEAST_SCANNED
from cdp_engine.observe.sources.row_changes import RowChanges, Run

pytestmark = pytest.mark.req("CD-17")


def flags_of(dice: random.Random, size: int) -> list[int]:
    return [dice.choice((0, 1, 3, 7, 7, 5, 12)) for _ in range(size)]


def columns_of(flags: list[int]) -> NodeColumns:
    return NodeColumns(parent=[-1] * len(flags), flags=flags, tag=["ab"[flag % 2] for flag in flags])


def check(columns: NodeColumns, first: int = 0, end: int | None = None) -> None:
    flags = columns.flags
    rows = range(first, len(flags) if end is None else end)
    assert list(columns.rows_with(3, first, end)) == [row for row in rows if flags[row] & 3 == 3]
    assert list(columns.rows_with_any(12, first, end)) == [row for row in rows if flags[row] & 12]
    found = list(columns.rows_with_but(1, 2, first, rows.stop))
    assert found == [row for row in rows if flags[row] & 1 and not flags[row] & 2]
    assert list(columns.rows_of("b", first, end)) == [row for row in rows if columns.tag[row] == "b"]


def test_rows_are_found_again_after_some_flags_are_others() -> None:
    for seed in range(60):
        dice = random.Random(seed)
        columns = columns_of(flags_of(dice, LEAST_SCANNED + dice.randrange(4000)))
        size = len(columns)
        for first, end in ((0, size), (size // 3, size - 5)):
            columns.scans_of(first, end)
        for _ in range(5):
            check(columns)
            check(columns, size // 3, size - 5)
            for _ in range(dice.choice((0, 1, 2, 40))):
                columns.flags[dice.randrange(size)] ^= dice.choice((1, 2, 4, 8))
        check(columns.sealed())


def test_rows_that_came_or_went_are_found() -> None:
    for seed in range(60):
        dice = random.Random(seed)
        before = columns_of(flags_of(dice, LEAST_SCANNED + dice.randrange(4000)))
        before.scans_of(0, len(before))
        check(before)
        was, now = len(before), before.flags.copy()
        first = dice.randrange(was - 20)
        gone, came = dice.randrange(9), dice.randrange(9)
        now[first : first + gone] = flags_of(dice, came)
        runs = [
            Run(0, 0, first),
            Run(first + gone, first + came, was - first - gone),
        ]
        numbers = [*range(first), *[-1] * gone, *range(first + came, len(now))]
        changes = RowChanges(runs, set(), set(), set(), set(), False, len(now), numbers)
        after = columns_of(now)
        after.scans_of(0, len(now)).take(before.scans_of(0, was), changes)
        after.flags[dice.randrange(len(now))] ^= 3
        check(after)
