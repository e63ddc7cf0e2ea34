"""What makes a page another version, and what does not (FP-04, SX-09)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track import Comparison, content_digest
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("SX-09")

VISIBLE = int(Flag.VISIBLE | Flag.RENDERED)
STEPS = 300


def with_column(snapshot: Snapshot, name: str, row: int, value: object) -> Snapshot:
    """The same page with another value of a row in one column, sharing all else."""
    columns = snapshot.columns.draft()
    before = getattr(columns, name)
    now = {**before, row: value} if hasattr(before, "keys") else [*before[:row], value, *before[row + 1 :]]
    setattr(columns, name, now)
    return snapshot.with_columns(columns)


def shop() -> Snapshot:
    rows = (E("p", f"line {number}", class_="item") for number in range(600))
    choice = E("select", E("option", "Tea", hidden=True), E("option", "Milk", hidden=True))
    return Pages(E("main", E("h1", "Shop"), E("button", "Cart (1)"), choice, *rows)).snapshot()


def is_same(one: Snapshot, other: Snapshot) -> bool:
    """Whether two pages are one version; their digests must agree."""
    found = Comparison(one, other).same_content
    assert found == (content_digest(one) == content_digest(other))
    assert found == Comparison(other, one).same_content
    return found


CONTENT = [
    ("text", "line 599", "other"),
    ("backend", "line 3", 10**9),
    ("role", "line 3", "status"),
    ("flags", "line 3", 0),
    ("flags", "line 3", VISIBLE | int(Flag.INTERACTIVE)),
    ("attributes", "line 3", ("aria-label", "x")),
    ("name", "Cart (1)", "Cart"),
    ("value", "Cart (1)", "1"),
    ("states", "Cart (1)", ("disabled",)),
    ("covered_by", "Cart (1)", 2),
    ("properties", "Cart (1)", {"level": 2}),
    ("text", "Milk", "Oats"),
]
NO_CONTENT = [
    ("attributes", "line 3", ("class", "x", "style", "color: red")),
    ("bounds", "line 3", (1.0, 1.0, 2.0, 2.0)),
    ("flags", "line 3", VISIBLE | int(Flag.POINTER | Flag.UNREACHABLE)),
]


@pytest.mark.parametrize(("column", "text", "value"), [*CONTENT, *NO_CONTENT])
def test_what_is_content(column: str, text: str, value: object) -> None:
    first = shop()
    row = first.columns.text.index(text)
    other = with_column(first, column, row, value)
    assert is_same(first, other) == ((column, text, value) in NO_CONTENT)
    assert is_same(other, with_column(other, column, row, getattr(other.columns, column)[row]))


def test_what_is_not_laid_out_is_no_content_wherever_it_is() -> None:
    line, script = E("p", "text"), E("script", "let n = 0", hidden=True)
    body = E("main", E("h1", "Shop"), line)
    pages = Pages(body)
    first = pages.snapshot()
    body.children.append(script)
    second = pages.snapshot()
    assert len(first.columns) != len(second.columns)
    assert is_same(first, second)
    script.text = "let n = 1"
    assert is_same(second, pages.snapshot())
    line.text = "other"
    assert not is_same(second, pages.snapshot())
    pages.scroll = (0.0, 40.0)
    third = pages.snapshot()
    pages.scroll = (0.0, 40.2)
    assert is_same(third, pages.snapshot())
    pages.scroll = (0.0, 60.0)
    assert not is_same(third, pages.snapshot())


def test_random_changes_of_two_rows_are_judged_as_their_digests() -> None:
    dice = random.Random(7)
    first = shop()
    rows = {text: first.columns.text.index(text) for _, text, _ in CONTENT}
    verdicts: set[bool] = set()
    for _ in range(STEPS):
        other = first
        for column, text, value in dice.sample([*CONTENT, *NO_CONTENT, *NO_CONTENT, *NO_CONTENT], 2):
            other = with_column(other, column, rows[text], value)
        verdicts.add(is_same(first, other))
    assert verdicts == {True, False}
