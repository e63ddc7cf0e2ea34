"""An outline of which only the changed lines are written again is the outline (SX-09)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track import Line, Seen
from cdp_engine.views import outline_lines
from cdp_engine.views.splicing import spliced_lines
from tests.support.snapshots import E, Pages
from tests.views.recorded_pages import kept

pytestmark = pytest.mark.req("SX-09")

PAGES = ("docs", "index", "library", "swagger", "shop")
WORDS = ("n1", "other", "a few words more than before", "Buy", "1", "x" * 300, " ", "line\nline", "[e3]")
STEPS = 60


def whole(seen: Seen) -> tuple[list[Line], list[int]]:
    """The outline written in full."""
    lines = outline_lines(seen.snapshot)
    return [Line(line.ref, line.text) for line in lines], [line.row for line in lines]


def changed(snapshot: Snapshot, dice: random.Random) -> Snapshot:
    """The page with one to three texts, names or values that differ."""
    columns = snapshot.columns.draft()
    columns.text, columns.name, columns.value = list(columns.text), dict(columns.name), dict(columns.value)
    texts = [row for row, text in enumerate(columns.text) if text.strip() and columns.kind[row] == 3]
    for _ in range(dice.randint(1, 3)):
        part = dice.choice(("text", "text", "name", "value"))
        if part == "text" or not columns.name:
            columns.text[dice.choice(texts)] = dice.choice(WORDS)
        elif part == "name":
            columns.name[dice.choice(list(columns.name))] = dice.choice(WORDS)
        else:
            columns.value[dice.choice(list(columns.value or columns.name))] = dice.choice(WORDS)
    return snapshot.with_columns(columns)


@pytest.mark.parametrize("name", PAGES)
def test_spliced_lines_are_those_of_the_whole_page(name: str) -> None:
    snapshot, _ = kept(name)
    dice = random.Random(name)
    old = Seen(snapshot)
    lines, begins = whole(old)
    spliced_once = 0
    for step in range(STEPS):
        new = Seen(changed(old.snapshot, dice))
        expected = whole(new)
        found = spliced_lines(old, lines, begins, new)
        if found is not None:
            spliced_once += 1
            assert found == expected, step
        old, (lines, begins) = new, expected
    assert spliced_once > STEPS // 4


def spliced(*content: E | str, change: E, to: str) -> list[str] | None:
    """The lines after the text of one element changed, if they were not all written again."""
    far = E("section", *(E("p", f"line {number}") for number in range(30)))
    pages = Pages(E("main", *content, far))
    old = Seen(pages.snapshot())
    change.text = to
    new = Seen(pages.snapshot())
    found = spliced_lines(old, *whole(old), new)
    assert found is None or found == whole(new)
    return None if found is None else [line.text for line in found[0]]


def test_a_text_without_a_ref_is_found_among_equal_ones() -> None:
    first, second = E("p", "n1"), E("p", "n1")
    lines = spliced(E("h1", "Shop"), first, second, E("button", "n1"), change=second, to="n2")
    assert lines is not None
    assert [line for line in lines if "n1" in line or "n2" in line] == ["n1", "n2", "[e1 button n1]"]


def test_a_text_that_shares_its_line_is_written_with_it() -> None:
    word = E("b", "two", flags=int(Flag.INLINE))
    lines = spliced(E("p", "one ", word, " three"), change=word, to="2")
    assert lines is not None
    assert "one 2 three" in lines


def test_a_heading_that_turns_empty_leaves_its_mark_to_nobody() -> None:
    heading, text = E("h2", "Shop"), E("p", "text")
    assert spliced(heading, text, change=heading, to=" ") is None
    assert "text" in Pages(E("main", heading, text)).snapshot().render().split("\n")


def test_a_field_with_another_name_may_change_what_its_label_says() -> None:
    field, label = E("input", name="Name"), E("label", "Name")
    far = E("section", *(E("p", f"line {number}") for number in range(30)))
    snapshot = Pages(E("main", E("p", label), E("p", field), far)).snapshot()
    columns = snapshot.columns.draft()
    columns.labels = {columns.backend.index(label.backend): columns.backend.index(field.backend)}
    snapshot = snapshot.with_columns(columns)
    old, other = Seen(snapshot), snapshot.columns.draft()
    other.name = {**columns.name, columns.backend.index(field.backend): "Else"}
    new = Seen(snapshot.with_columns(other))
    found = spliced_lines(old, *whole(old), new)
    assert found is None or found == whole(new)


@pytest.mark.parametrize(("was", "now"), [("x" * 130, "short"), ("short", "x" * 130), (" ", "two")])
def test_a_cell_may_turn_short_or_long(was: str, now: str) -> None:
    changing = E("p", was)
    cell = E("td", E("p", "first"), changing, flags=int(Flag.CELL))
    spliced(E("table", E("tr", cell)), change=changing, to=now)
    alone = E("p", was)
    cell = E("td", E("div", E("p", "first"), alone), flags=int(Flag.CELL))
    spliced(E("table", E("tr", cell)), change=alone, to=now)
