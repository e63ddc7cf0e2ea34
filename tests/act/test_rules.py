"""Verdicts, ways to fill, and options: the decisions that need no browser."""

from __future__ import annotations

import pytest

from cdp_engine.act.actionability import (
    BACK_OFF,
    Facts,
    FieldFacts,
    Refusal,
    back_off,
    judge,
    judge_field,
    obscured,
    second_look,
)
from cdp_engine.act.fields.fill_plan import FillPlan, plan_fill
from cdp_engine.act.lists.option_matching import Choice, Option, match_options
from cdp_engine.act.lists.selection.shown_choices import folded_names, has_grown, named_in
from cdp_engine.act.redrawn_parts import press_redrawn
from cdp_engine.errors import NotActionable

OPTIONS = [
    Option(0, "", "Pick one", disabled=True, selected=True),
    Option(1, "de", "Germany"),
    Option(2, "fr", "  France (mainland) "),
    Option(3, "gone", "Atlantis", disabled=True),
    Option(4, "3", "Three"),
    Option(5, "x", "Germany"),
]


@pytest.mark.req("CD-06")
def test_verdicts_in_their_order() -> None:
    assert judge(Facts(connected=True)) is None
    refusal = judge(Facts(connected=False, invisible="no size", disabled="so"))
    assert refusal is not None
    assert (refusal.code, refusal.passing) == ("detached", False)
    refusal = judge(Facts(connected=True, invisible="no size", disabled="so"))
    assert refusal is not None
    assert refusal.code == "not_visible"
    refusal = judge(Facts(connected=True, disabled="so"))
    assert refusal is not None
    assert refusal.code == "disabled"
    assert judge(Facts(connected=True, disabled="so"), enabled=False) is None


@pytest.mark.req("CD-06")
def test_a_read_only_field_cannot_be_edited() -> None:
    refusal = judge_field(FieldFacts(connected=True, frozen="it is read-only"))
    assert refusal is not None
    assert refusal.error().code == "not_editable"
    assert judge_field(FieldFacts(connected=True)) is None


@pytest.mark.req("CD-06")
def test_a_cover_is_named_and_its_ref_handed_on() -> None:
    error = obscured("<button>", "<div id=veil>").error("L:7")
    assert (error.code, error.covered_by) == ("obscured", "L:7")
    assert "<div id=veil>" in error.message
    assert obscured("<button>", None).code == "not_visible"
    assert [second_look(why, "x").code for why in ("detached", "disabled", "obscured", "unstable")] == [
        "detached",
        "disabled",
        "obscured",
        "unstable",
    ]


def test_the_back_off_grows_and_stays() -> None:
    waits = [back_off(n) for n in range(20)]
    assert waits == sorted(waits)
    assert waits[-1] == BACK_OFF[-1]


@pytest.mark.parametrize(
    ("kind", "text", "way", "value"),
    [
        ("text", "a\nb", "insert", "a b"),
        ("textarea", "a\r\nb", "insert", "a\nb"),
        ("contenteditable", "a\nb", "insert", "a\nb"),
        ("password", "s3cret", "insert", "s3cret"),
        ("number", " -1.5e3 ", "insert", "-1.5e3"),
        ("number", "", "insert", ""),
        ("date", "2026-02-17", "assign", "2026-02-17"),
        ("date", "", "assign", ""),
        ("time", "07:05:00", "assign", "07:05"),
        ("time", "07:05:09", "assign", "07:05:09"),
        ("datetime-local", "2026-02-17 07:05", "assign", "2026-02-17T07:05"),
        ("time", "7:05", "assign", "07:05"),
        ("time", "2:05 p.m.", "assign", "14:05"),
        ("time", "12:30 AM", "assign", "00:30"),
        ("datetime-local", "May 2, 2026 at 2:05 PM", "assign", "2026-05-02T14:05"),
        ("datetime-local", "2 May 2026, 9:00", "assign", "2026-05-02T09:00"),
        ("month", "2026-02", "assign", "2026-02"),
        ("month", "Sept 2026", "assign", "2026-09"),
        ("week", "2026-W07", "assign", "2026-W07"),
        ("color", "#ABC", "assign", "#aabbcc"),
        ("range", "50", "assign", "50"),
    ],
)
def test_ways_to_fill(kind: str, text: str, way: str, value: str) -> None:
    plan = plan_fill(kind, text)
    assert isinstance(plan, FillPlan)
    assert (plan.way, plan.value) == (way, value)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("date", "17.2.2026"),
        ("time", "14:05 PM"),
        ("datetime-local", "2026-05-02"),
        ("month", "May"),
        ("number", "seven"),
        ("color", "red"),
        ("color", ""),
        ("range", ""),
        ("checkbox", "true"),
        ("file", "/x"),
        ("select", "a"),
        ("hidden", "a"),
        ("submit", "a"),
        ("div", "a"),
    ],
)
def test_what_cannot_be_filled_says_what_can(kind: str, text: str) -> None:
    plan = plan_fill(kind, text)
    assert isinstance(plan, Refusal)
    assert plan.code == "not_editable"
    assert plan.hint
    assert not plan.passing


@pytest.mark.parametrize(
    ("wish", "index"),
    [
        ("fr", 2),
        ("Germany", 1),
        ("france (MAINLAND)", 2),
        (4, 4),
        ("3", 4),
        (Choice(label="Germany", value="x"), 5),
        (Choice(index=2), 2),
    ],
)
def test_options_by_value_label_and_index(wish: str | int | Choice, index: int) -> None:
    assert match_options(OPTIONS, [wish], multiple=False) == [index]


@pytest.mark.req("RA-05")
def test_a_label_comes_before_the_value_of_another_option() -> None:
    days = [Option(index=place, value=str(place), label=f"{place + 1:02}") for place in range(31)]
    assert match_options(days, ["17"], multiple=False) == [16]
    assert match_options(days, ["0"], multiple=False) == [0]


def test_several_options() -> None:
    assert match_options(OPTIONS, ["fr", "de", "fr"], multiple=True) == [2, 1]
    assert match_options(OPTIONS, [], multiple=True) == []
    assert isinstance(match_options(OPTIONS, ["fr", "de"], multiple=False), Refusal)
    assert match_options(OPTIONS, [], multiple=False) == []


def test_a_missing_option_names_those_there_are() -> None:
    refusal = match_options(OPTIONS, ["Germny"], multiple=False)
    assert isinstance(refusal, Refusal)
    assert "'Germany'" in (refusal.hint or "")
    assert refusal.passing
    refusal = match_options(OPTIONS, [77], multiple=False)
    assert isinstance(refusal, Refusal)
    assert "Three" in (refusal.hint or "")
    assert "Atlantis" not in (refusal.hint or "")


def test_a_disabled_option_cannot_be_chosen() -> None:
    refusal = match_options(OPTIONS, ["Atlantis"], multiple=False)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "disabled"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Red, Blue", ["Red", "Blue"]),
        ("Red,Blue, ", ["Red", "Blue"]),
        ("1,000, 2,500", ["1,000", "2,500"]),
        ("", []),
    ],
)
def test_the_choices_that_a_text_names(text: str, names: list[str]) -> None:
    assert named_in(text) == names


def test_a_name_with_a_comma_in_it_may_be_one_choice() -> None:
    """It was missed among what the list offers, and so was that the field had kept it."""
    assert folded_names("Smith,John, Doe,Jane") >= {"smith,john", "doe,jane"}
    assert has_grown("Smith,John", "Smith,John, Doe,Jane", ["Doe,Jane"])
    assert has_grown("Doe,Jane", "Smith,John, Doe,Jane", ["Smith,John"])
    assert not has_grown("Smith,John", "Doe,Jane", ["Doe,Jane"])


def test_a_field_has_grown_by_choices_with_commas_in_them() -> None:
    assert has_grown("Rome", "Paris, France, Rome", ["Paris, France"])
    assert not has_grown("Rome", "Paris, France", ["Paris, France"])


@pytest.mark.anyio
async def test_a_part_is_pressed_again_where_it_was_drawn_again() -> None:
    pressed: list[int] = []

    async def press(part: int) -> int:
        pressed.append(part)
        if part < 2:
            raise Refusal("detached", "removed").error()
        return part

    async def next_part(_error: NotActionable) -> int:
        return pressed[-1] + 1

    assert await press_redrawn(press, 0, next_part, times=3) == 2
    pressed.clear()
    with pytest.raises(NotActionable):
        await press_redrawn(press, 0, next_part, times=2)
    assert pressed == [0, 1]
