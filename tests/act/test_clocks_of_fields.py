"""A time whose hours, minutes and half of the day are fields of their own (Mantine)."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# Each field reads the keys itself, as a text of several digits would be cut.
PAGE = """<div><input id=h role=spinbutton aria-valuemin=0 aria-valuemax=23 inputmode=numeric><span>:</span>
<input id=m role=spinbutton aria-valuemin=0 aria-valuemax=59 inputmode=numeric>HALF</div>
<div><input id=a role=spinbutton aria-valuemin=0 aria-valuemax=23><input id=b role=spinbutton aria-valuemax=59></div>
<script>
  for (const one of [h, m]) {
    let typed = '';
    one.onfocus = () => { typed = ''; };
    one.onkeydown = e => {
      if (/^\\d$/.test(e.key)) typed += e.key;
      else if (e.key === 'Delete') typed = '';
      else return;
      e.preventDefault();
      one.value = typed;
    };
    one.oninput = () => { one.value = '00'; };
  }
</script>"""
HALF = "<select id=half><option value=''>--</option><option>AM</option><option>PM</option></select>"


async def test_the_fields_of_a_time_are_filled_one_by_one(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("HALF", ""))
    for text, held in (("14:30", "14 30"), ("09:05", "09 05"), ("8", "08 05")):
        done = await fill(stage.tab, await stage.ref("#h"), text)
        assert done.as_wanted, text
        assert await stage.eval("[h.value, m.value].join(' ')") == held
    with pytest.raises(NotActionable):
        await fill(stage.tab, await stage.ref("#h"), "25:10")
    assert await stage.eval("[h.value, m.value].join(' ')") == "08 05"


async def test_a_list_of_the_halves_of_the_day_is_a_part_of_the_time(stage: Stage) -> None:
    await stage.show_html(
        PAGE.replace("HALF", HALF).replace("valuemin=0 aria-valuemax=23", "valuemin=1 aria-valuemax=12")
    )
    for text, held in (("14:30", "02 30 PM"), ("9:05 AM", "09 05 AM")):
        done = await fill(stage.tab, await stage.ref("#h"), text)
        assert done.as_wanted, text
        assert await stage.eval("[h.value, m.value, half.value].join(' ')") == held


async def test_two_numbers_are_no_time(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("HALF", ""))
    done = await fill(stage.tab, await stage.ref("#a"), "7")
    assert done.as_wanted
    assert await stage.eval("[a.value, b.value].join()") == "7,"
