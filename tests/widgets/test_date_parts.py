"""Dates whose parts are set one by one: spin buttons in a group (React Aria), fields in a picker (flatpickr)."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]


async def test_the_group_its_button_and_each_part_take_a_whole_date(lab: Lab) -> None:
    await lab.show("react-aria-dates")
    month = await lab.ref("month, Day", "spinbutton")
    button = await lab.ref("Calendar Day", "button")
    for target, day in (('group "Day"', "2026-07-15"), (button, "2026-08-16"), (month, "2027-09-08")):
        done = await lab.page.fill(target, day)
        assert done.success, (target, done.message)
        assert await lab.holds("day") == day
    done = await lab.page.fill('group "Moment"', "2026-05-04 19:30")
    assert done.success, done.message
    assert await lab.holds("moment") == "2026-05-04T19:30:00"


async def test_months_and_times_are_set_in_the_picker_of_a_field_that_takes_no_keys(lab: Lab) -> None:
    """flatpickr."""
    await lab.show("moments")
    for key, name, text, held in (
        ("month", "Month", "2027-05", "05.2027"),
        ("month", "Month", "Oct 2026", "10.2026"),
        ("time", "Time", "14:35", "14:35"),
        ("time", "Time", "2:05 am", "02:05"),
        ("half", "Half days", "14:35", "2:35 PM"),
        ("half", "Half days", "12:10 AM", "12:10 AM"),
        ("moment", "Moment", "2026-05-12 14:35", "2026-05-12 14:35"),
        ("moment", "Moment", "May 14, 2026 9:00 AM", "2026-05-14 09:00"),
    ):
        done = await lab.page.fill(await lab.ref(name, "textbox"), text)
        assert done.success, (text, done.message)
        assert await lab.holds(key) == held
    kept = await lab.page.fill(await lab.ref("Kept", "textbox"), "2026-05-12 18:45")
    assert (kept.success, await lab.holds("kept")) == (True, "2026-05-12 18:45"), kept.message
    late = await lab.page.fill(await lab.ref("Moment", "textbox"), "2026-05-12 23:30")
    assert late.error is not None, late.message
    assert late.error.code == "value_mismatch", late.message
    before = await lab.holds()
    timed = await lab.page.fill(await lab.ref("Day", "textbox"), "2026-05-12 14:35")
    assert timed.error is not None, timed.message
    assert (timed.error.code, timed.error.hint[:5]) == ("not_editable", "Click"), timed.message
    assert await lab.holds() == before


async def test_a_day_of_the_calendar_is_no_complaint(lab: Lab) -> None:
    await lab.show("react-aria-dates")
    assert (await lab.page.fill('group "Day"', "2026-07-15")).success
    assert (await lab.page.click(await lab.ref("Calendar Day", "button"))).success
    snapshot = await lab.page.snapshot()
    day = next(node.ref for node in snapshot.interactive() if "July 24, 2026" in node.name)
    done = await lab.page.click(day)
    assert done.success, done.message
    assert await lab.holds("day") == "2026-07-24"
