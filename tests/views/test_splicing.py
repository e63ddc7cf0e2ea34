"""An outline of which only the changed lines are written again is the outline (SX-09)."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track import Line, Seen
from cdp_engine.views import outline_lines
from cdp_engine.views.formats.outline import outline_body, whole_page
from cdp_engine.views.splicing import body_again, spliced_lines
from cdp_engine.views.text.resumed_outline import Body
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


PIECES = (
    lambda: E("p", "a paragraph"),
    lambda: E("h2", "Heading"),
    lambda: E("button", "Press"),
    lambda: E("li", E("a", "link"), " and text"),
    lambda: E("td", "cell", flags=int(Flag.CELL)),
    lambda: E("td", E("p", "x" * 130), flags=int(Flag.CELL)),
    lambda: E("tr", *(E("td", word, flags=int(Flag.CELL)) for word in ("one", "two", "three"))),
    lambda: E("section", E("h2", "Name"), E("p", "text"), role="region", name="Name"),
    lambda: E("button", E("span", "inner"), E("a", "nested"), name="outer"),
    lambda: E("b", "bold", flags=int(Flag.INLINE)),
    lambda: E("a", "inline link", flags=int(Flag.INLINE)),
    lambda: E("div"),
    lambda: E("br"),
    lambda: E("li", "member", aria_posinset="3", aria_setsize="40"),
    lambda: E("div", E("li", "item", role="treeitem", aria_level="2"), role="tree"),
    lambda: E("table", E("tr", E("td", "1", flags=int(Flag.CELL))), aria_rowcount="9"),
    lambda: E("dialog", "words", role="dialog", name="Dialog"),
)
"""Contents that begin, share or end lines in every way."""


def altered(main: E, dice: random.Random) -> None:
    """One change of a page: something comes, goes, moves, or is another."""
    elements = [one for one in main.walk() if one is not main]
    what = dice.choice(
        ("insert", "insert", "remove", "move", "text", "name", "states", "attribute", "hide", "flag")
    )
    inside = dice.choice([main, *elements])
    if what == "insert" or not elements:
        inside.children.insert(dice.randint(0, len(inside.children)), dice.choice(PIECES)())
        return
    one = dice.choice(elements)
    around = next(other for other in main.walk() if one in other.children)
    match what:
        case "remove":
            around.children.remove(one)
        case "move":
            around.children.remove(one)
            main.children.insert(dice.randint(0, len(main.children)), one)
        case "text":
            one.children = [dice.choice(WORDS)]
        case "name":
            one.name = dice.choice((None, "Name", "other"))
        case "states":
            one.states = dice.choice(((), ("pressed",), ("ascending",)))
        case "attribute":
            one.attributes[dice.choice(("aria-posinset", "aria-level", "aria-rowcount"))] = dice.choice("123")
        case "hide":
            one.hidden = not one.hidden
        case _:
            one.flags ^= dice.choice((int(Flag.INLINE), int(Flag.CELL)))


@pytest.mark.parametrize("seed", range(8))
def test_the_outline_of_a_page_that_changes_in_every_way_is_that_of_the_whole_page(seed: int) -> None:
    dice = random.Random(seed)
    main = E("main", *(dice.choice(PIECES)() for _ in range(60)))
    pages = Pages(main)
    old = Seen(pages.snapshot())
    body = outline_body(old.snapshot)
    resumed = 0
    for step in range(100):
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            altered(main, dice)
        new = Seen(pages.snapshot())
        expected = outline_body(new.snapshot)
        found = body_again(old, body, new)
        if found is not None:
            resumed += 1
            assert found.lines == expected.lines, step
            assert found.begins == expected.begins, step
            text = [line.text for line in whole_page(new.snapshot, found)]
            assert text == [line.text for line in outline_lines(new.snapshot)], step
        old, body = new, found or expected
    assert resumed > 40


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


def test_lines_that_were_spliced_have_no_marks_to_go_on_from() -> None:
    main = E("main", *(E("p", f"line {number}") for number in range(40)))
    pages = Pages(main)
    old = Seen(pages.snapshot())
    body = outline_body(old.snapshot)
    new = Seen(pages.snapshot())
    found = body_again(old, Body(body.lines, body.begins, [], []), new)
    assert found is not None
    assert found.lines == outline_body(new.snapshot).lines
