"""Dates whose parts have a field each, without a calendar: a whole date given to any of them sets all."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As GOV.UK has it.
PARTS = """<fieldset><legend>Date of birth</legend><div><div><label for=d>Day</label><input id=d></div>
<div><label for=m>Month</label><input id=m></div><div><label for=y>Year</label><input id=y></div></div></fieldset>
<p><label>Name <input id=other></label>"""
WITH_LISTS = """<div><select id=m name=birth_month><option value=''>Month<option value=1>January
<option value=2>February</select><input id=d name=birth_day maxlength=2 placeholder=DD>
<input id=y name=birth_year placeholder=YYYY></div>"""
WITH_TIME = """<div><input id=d aria-label=Day> <input id=m value=Jan> <input id=y value=2026>
<input id=h aria-label=Hour>:<input id=i aria-label=Minute> <select id=half><option>AM<option>PM</select></div>"""
NAMELESS = """<div><input id=d value=20> <input id=m value=Jan> <input id=y value=2026> <input id=h value=10>:
<input id=i value=00></div>"""
HELD = "[y, m, d].map(one => one.value)"


@pytest.mark.parametrize("part", ["#d", "#m", "#y"])
@pytest.mark.parametrize("act", [fill, select])
async def test_each_part_gets_its_number(stage: Stage, part: str, act: object) -> None:
    await stage.show_html(PARTS)
    done = await (fill if act is fill else select)(stage.tab, await stage.ref(part), "2027-02-03")
    assert await stage.eval(HELD) == ["2027", "2", "3"]
    assert done.as_wanted is True


@pytest.mark.parametrize("part", ["#d", "#m"])
@pytest.mark.parametrize("act", [fill, select])
async def test_a_month_may_be_a_list(stage: Stage, part: str, act: object) -> None:
    await stage.show_html(WITH_LISTS)
    await (fill if act is fill else select)(stage.tab, await stage.ref(part), "2027-02-03")
    assert await stage.eval(HELD) == ["2027", "2", "03"]


async def test_a_time_has_its_half_of_the_day(stage: Stage) -> None:
    await stage.show_html(WITH_TIME)
    done = await fill(stage.tab, await stage.ref("#d"), "2027-02-03 14:05")
    assert await stage.eval("[y, m, d, h, i, half].map(one => one.value)") == [
        *("2027", "Feb", "3", "2", "5", "PM")
    ]
    assert done.as_wanted is True


async def test_a_field_of_its_own_takes_the_text(stage: Stage) -> None:
    await stage.show_html(PARTS)
    await fill(stage.tab, await stage.ref("#other"), "2027-02-03")
    await fill(stage.tab, await stage.ref("#d"), "7")
    assert await stage.eval("[other.value, y.value, d.value]") == ["2027-02-03", "", "7"]


async def test_parts_without_names_are_known_by_what_they_say(stage: Stage) -> None:
    await stage.show_html(NAMELESS)
    done = await fill(stage.tab, await stage.ref("#i"), "2027-02-03 14:05")
    assert await stage.eval("[y, m, d, h, i].map(one => one.value)") == ["2027", "Feb", "3", "14", "05"]
    assert done.as_wanted is True


# As MediaWiki: the parts are of one date, which goes on to the next month where the day is beyond.
ROLLING = (
    NAMELESS
    + """<script>let v = new Date(2027, 2, 31);
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const draw = () => { d.value = v.getDate(); m.value = months[v.getMonth()]; y.value = v.getFullYear(); };
d.onchange = () => { v.setDate(+d.value); draw(); };
m.onchange = () => { v.setMonth(months.indexOf(m.value)); draw(); };
y.onchange = () => { v.setFullYear(+y.value); draw(); }; draw();</script>"""
)


async def test_a_day_that_takes_the_month_along_is_set(stage: Stage) -> None:
    await stage.show_html(ROLLING)
    done = await fill(stage.tab, await stage.ref("#d"), "2027-04-30")
    assert await stage.eval(HELD) == ["2027", "Apr", "30"]
    assert done.as_wanted is True
