"""Base and difference give the current lines, whatever changed, and nothing unchanged is in the difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.track import Line, LineDelta, Moved, Placed, Replaced, apply_lines, diff_lines

texts = st.builds(lambda depth, word: " " * depth + word, st.integers(0, 3), st.sampled_from("abc"))


@st.composite
def views(draw: st.DrawFn) -> list[Line]:
    keys = draw(st.lists(st.integers(1, 9), unique=True, max_size=9))
    lines = [Line(f"e{key}", f"{draw(texts)} e{key}") for key in keys]
    for text in draw(st.lists(texts, max_size=8)):
        lines.insert(draw(st.integers(0, len(lines))), Line(None, text))
    return lines


@pytest.mark.req("FP-07")
@given(views(), views())
def test_base_and_difference_give_the_current_lines(base: list[Line], current: list[Line]) -> None:
    delta = diff_lines(base, current)
    assert apply_lines([line.text for line in base], delta) == [line.text for line in current]
    assert bool(delta) == ([line.text for line in base] != [line.text for line in current])


@pytest.mark.req("FP-07")
@given(views(), st.data())
def test_a_line_that_stays_is_never_removed_and_added(base: list[Line], data: st.DataObject) -> None:
    current = data.draw(st.permutations(base))
    delta = diff_lines(base, current)
    kept = {line.key for line in base if line.key}
    removed = {base[index].key for index in delta.removed}
    assert not kept & removed


def lines(*texts: str) -> list[Line]:
    return [Line(text.split()[-1] if text.split()[-1].startswith("e") else None, text) for text in texts]


def test_one_label_is_one_replacement() -> None:
    base = lines("x e1", "text", "y e2")
    assert diff_lines(base, lines("x e1", "text", "z e2")) == LineDelta(replaced=(Replaced(2, "z e2"),))
    assert diff_lines(base, lines("x e1", "other", "y e2")) == LineDelta(replaced=(Replaced(1, "other"),))


def test_a_moved_line_takes_its_text_along() -> None:
    base = lines("a e1", " under one", "b e2", "c e3", "d e4")
    delta = diff_lines(base, lines("b e2", "c e3", "  a e1", "   under one", "d e4"))
    assert delta == LineDelta(placed=(Placed(3, (Moved(0, 2, 2),)),))


def test_new_lines_stand_behind_the_line_above_them() -> None:
    delta = diff_lines(lines("a e1", "b e2"), lines("top", "a e1", "new e3", "more", "b e2"))
    assert delta == LineDelta(placed=(Placed(-1, ("top",)), Placed(0, ("new e3", "more"))))
    assert delta.size == 3


def test_a_text_amid_lines_that_are_gone_goes_with_them() -> None:
    base = [Line("e1", "[e1]"), Line("e2", "[e2]"), Line(None, "old"), Line("e3", "[e3]"), Line("e9", "[e9]")]
    current = [
        Line("e1", "[e1]"),
        Line("e4", "[e4]"),
        Line(None, "new"),
        Line("e5", "[e5]"),
        Line("e9", "[e9]"),
    ]
    assert diff_lines(base, current) == LineDelta(
        placed=(Placed(0, ("[e4]", "new", "[e5]")),), removed=(1, 2, 3)
    ), "new lines follow one that is there still"


def test_a_large_rewrite_is_still_exact() -> None:
    base = [Line(None, f"text {n % 700}") for n in range(1500)]
    current = [Line(None, f"text {n % 699}") for n in range(20, 1490)]
    delta = diff_lines(base, current)
    assert apply_lines([line.text for line in base], delta) == [line.text for line in current]
