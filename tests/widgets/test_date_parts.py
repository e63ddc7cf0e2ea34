"""Dates of React Aria, whose parts are spin buttons in a group with a button for the calendar."""

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


async def test_a_day_of_the_calendar_is_no_complaint(lab: Lab) -> None:
    await lab.show("react-aria-dates")
    assert (await lab.page.fill('group "Day"', "2026-07-15")).success
    assert (await lab.page.click(await lab.ref("Calendar Day", "button"))).success
    snapshot = await lab.page.snapshot()
    day = next(node.ref for node in snapshot.interactive() if "July 24, 2026" in node.name)
    done = await lab.page.click(day)
    assert done.success, done.message
    assert await lab.holds("day") == "2026-07-24"
