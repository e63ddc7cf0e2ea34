"""A date in the order of a field that shows its parts as letters (pure)."""

from __future__ import annotations

import datetime

import pytest

from cdp_engine.act.dates.clocks import Clock, Moment, moment_of
from cdp_engine.act.dates.date_pattern import days_of, in_form_of, in_order_of, in_pattern, shows_no_date
from cdp_engine.act.dates.spelled_dates import iso_of, month_of
from cdp_engine.act.fields.fill_plan import FillPlan, begins_with_date, plan_fill


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("pattern", "text", "wanted"),
    [
        ("MM/DD/YYYY", "2026-03-04", "03/04/2026"),
        ("dd.mm.yyyy", "2026-03-04", "04.03.2026"),
        ("TT.MM.JJJJ", "2026-03-04", "04.03.2026"),
        ("d/m/yy", "2026-03-14", "14/03/26"),
        ("DD/MM/YYYY", "4/3/2026", "04/03/2026"),
        ("hh:mm aa", "15:30", "03:30 PM"),
        ("month/day/year", "2026-03-04", "03/04/2026"),
        ("HH:MM", "15:30", "15:30"),
        ("MM/DD/YYYY hh:mm aa", "2026-03-04T00:05", "03/04/2026 12:05 AM"),
        ("dd/MM/yyyy ~ dd/MM/yyyy", "2026-03-04 - 2026-03-18", "04/03/2026 ~ 18/03/2026"),
        ("dd/MM/yyyy – dd/MM/yyyy", "2026-03-04 ~ 2026-03-18", "04/03/2026 – 18/03/2026"),
        ("dd/MM/yyyy ~ dd/MM/yyyy", "2026-03-04", None),
        ("MM/DD/YYYY", "14/03/2026", None),
        ("MM/DD/YYYY", "soon", None),
        ("MM/DD/YYYY", "", None),
        ("03/DD/YYYY", "2026-03-04", None),
        ("Search", "2026-03-04", None),
        ("Day", "2026-03-04", None),
        ("", "2026-03-04", None),
    ],
)
def test_a_date_takes_the_order_of_the_letters(pattern: str, text: str, wanted: str | None) -> None:
    found = in_pattern(pattern, text)
    assert (found and found.text) == wanted


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("11/28/2026", "09/04/2026"),
        ("28.11.2026", "04.09.2026"),
        ("05/11/2026", "04/09/2026"),
        ("11-05-2026", "09-04-2026"),
        ("04.09.2026", "04.09.2026"),
        ("04/09/2026", None),
        ("11/28-2026", None),
        ("2026-09-04", None),
        ("", None),
    ],
)
def test_a_date_follows_one_that_the_field_wrote(written: str, wanted: str | None) -> None:
    """Where the month may be the day, only the date of today shows which it is."""
    dated = in_order_of(written, "2026-09-04", datetime.date(2026, 11, 5))
    assert (dated and dated.text) == wanted
    assert in_order_of(written, "tomorrow", datetime.date(2026, 11, 5)) is None


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("March 5, 2027", "2027-03-05"),
        ("mar 5 2027", "2027-03-05"),
        ("5 March 2027", "2027-03-05"),
        ("5th of March, 2027", "2027-03-05"),
        ("Fri, 5 Mar. 2027", "2027-03-05"),
        ("Sept 30, 2027", "2027-09-30"),
        ("May 7, 2027", "2027-05-07"),
    ],
)
def test_a_date_that_spells_its_month_is_that_day(text: str, wanted: str) -> None:
    assert iso_of(text) == wanted
    assert days_of(text) == (wanted,)
    assert begins_with_date(text)
    assert plan_fill("date", text) == FillPlan("assign", wanted)
    dated = in_pattern("dd/mm/yyyy", text)
    assert dated is not None
    assert dated.parts == tuple(reversed(wanted.split("-")))


@pytest.mark.parametrize("between", [" – ", " to ", " - "])
def test_a_period_may_spell_the_months_of_its_ends(between: str) -> None:
    assert days_of(f"Feb 3, 2026{between}Mar 10, 2026") == ("2026-02-03", "2026-03-10")


@pytest.mark.parametrize(
    "text", ["", "March 2027", "Meet 5, 2027", "May 32, 2027", "05/07/2027", "May 7, 2027 at 9"]
)
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert iso_of(text) == text


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2026-07-15", Moment(("2026-07-15",))),
        ("2026-07-15 14:35", Moment(("2026-07-15",), Clock(14, 35, 0))),
        ("2026-07-15T08:05:09", Moment(("2026-07-15",), Clock(8, 5, 9))),
        ("July 15, 2026 2:35 PM", Moment(("2026-07-15",), Clock(14, 35, 0))),
        ("12:05 a.m.", Moment((), Clock(0, 5, 0))),
        ("2026-07-15 - 2026-07-18", Moment(("2026-07-15", "2026-07-18"))),
        ("2026-07-15 - 2026-07-18 14:35", Moment()),
        ("25:00", Moment()),
        ("13:00 PM", Moment()),
        ("at 14:35", Moment()),
        ("soon", Moment()),
    ],
)
def test_days_and_times_of_a_text(text: str, wanted: Moment) -> None:
    assert moment_of(text) == wanted


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2026-05", "2026-05"),
        ("May 2026", "2026-05"),
        ("sept. 2026", "2026-09"),
        ("2026-13", ""),
        ("Maybe 2026", ""),
    ],
)
def test_the_month_of_a_text(text: str, wanted: str) -> None:
    assert month_of(text) == wanted


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("written", "text", "wanted"),
    [
        ("3/5/2024 12:00 AM", "2024-03-05 14:30", "3/5/2024 2:30 PM"),
        ("05.03.2024 00:00", "2024-03-05T09:05", "05.03.2024 09:05"),
        ("05/03/2024, 00:00:00", "2024-03-05 09:05", "05/03/2024, 09:05:00"),
        ("3/5/2024 12:00 AM", "2024-03-05 00:00", None),
        ("3/5/2024 12:00 AM", "2024-03-06 14:30", None),
        ("3/5/2023 12:00 AM", "2024-03-05 14:30", None),
        ("3/5/2024", "2024-03-05 14:30", None),
        ("3/5/2024 12:00 AM", "2024-03-05", None),
    ],
)
def test_a_time_follows_the_date_that_the_field_wrote(written: str, text: str, wanted: str | None) -> None:
    found = in_form_of(written, text)
    assert (found and found.text) == wanted


@pytest.mark.req("VD-10")
def test_a_field_that_shows_only_parts_has_no_date() -> None:
    assert all(map(shows_no_date, ("month/day/year", "DD.MM.YYYY", "hh:mm")))
    assert not any(map(shows_no_date, ("", "day", "3/5/2024", "May/day", "Dear Ada")))
