"""A field that takes no keys and opens a calendar: the calendar is turned to the month, and the day is pressed."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-10", "RA-05")]

PAGE = """<style>#pop { position: absolute; background: #fff; border: 1px solid } #day { cursor: pointer }</style>
<label>Title <input id=title></label><label>Day <input id=day readonly aria-haspopup=menu aria-expanded=false></label>
<div id=pop hidden><button aria-label="Previous month">‹</button><b id=head></b>
<button aria-label="Next month">›</button><button aria-label="Next year">»</button><div id=days></div></div><script>
  let at = new Date(2026, 10, 1);
  const open = (is) => { pop.hidden = !is; day.setAttribute('aria-expanded', String(is)); };
  const draw = () => { head.textContent = at.toLocaleDateString('en', { month: 'short' }); days.replaceChildren();
    for (let one = new Date(at); one.getMonth() === at.getMonth(); one.setDate(one.getDate() + 1)) {
      const [label, text] = [one.toLocaleDateString('en', { dateStyle: 'full' }), SHOWN];
      days.append(Object.assign(document.createElement('button'), { ariaLabel: label, textContent: one.getDate(),
        disabled: one.getDate() === 13, onclick: () => { day.value = text; open(false); } })); } };
  day.onclick = () => { draw(); open(true); };
  const [back, on, year] = pop.querySelectorAll('button');
  const turn = (months) => setTimeout(() => { at.setMonth(at.getMonth() + months); draw(); }, 40);
  back.onclick = () => turn(-1); on.onclick = () => turn(1); year.onclick = () => turn(12);
</script>"""
WAYS = [
    ("one.toLocaleDateString('en-CA')", "2027-02-15"),
    ("one.toLocaleDateString('en-US')", "2/15/2027"),
    ("one.toLocaleDateString('en', { dateStyle: 'full' })", "Monday, February 15, 2027"),
]


@pytest.mark.parametrize(("shown", "held"), WAYS)
async def test_a_day_of_another_month(bench: Bench, shown: str, held: str) -> None:
    await bench.show(PAGE.replace("SHOWN", shown))
    result = await bench.page.fill_form({"Title": "Kick-off", "Day": "2027-02-15"})
    assert result.success, result.message
    assert await bench.run("[day.value, title.value, String(pop.hidden)]") == [held, "Kick-off", "true"]


async def test_a_day_that_cannot_be_chosen_and_one_that_is_not_taken(bench: Bench) -> None:
    await bench.show(PAGE.replace("SHOWN", "one.toLocaleDateString('en-CA')"))
    result = await bench.page.fill_form({"Day": "2026-10-13"})
    assert not result.success
    assert "offers no day 2026-10-13" in result.message
    assert await bench.run("day.value") == ""
    await bench.show(PAGE.replace("SHOWN", "'2026-01-01'"))
    refused = await bench.page.fill_form({"Day": "2026-11-20"})
    assert not refused.success
    assert "2026-01-01" in refused.message


INTO_CALENDAR = """<label>Born <input id=born role=combobox aria-haspopup=dialog aria-expanded=false></label>
<p id=rest>-</p>
<div id=pop role=dialog hidden style="position:fixed;top:40px;left:10px;width:200px;height:150px;background:#fff">
  <table role=grid><tr><td role=gridcell tabindex=-1 id=cell>17</table><button>Today</button></div><script>
  let entered = '';
  const open = (is) => { pop.hidden = !is; rest.inert = is; born.setAttribute('aria-expanded', String(is)); };
  born.onclick = born.oninput = () => { entered = born.value; open(true); };
  born.onkeydown = (event) => { if (event.key !== 'Tab' || pop.hidden) return;
    event.preventDefault(); requestAnimationFrame(() => cell.focus()); };
  cell.onkeydown = (event) => { if (event.key !== 'Enter') return;
    rest.innerText = born.value = entered; open(false); born.focus(); };
</script>"""


@pytest.mark.parametrize("way", ["fill", "fill_form"])
async def test_a_calendar_that_takes_the_key_which_leaves_its_field(bench: Bench, way: str) -> None:
    """As Vaadin's does: the date that was typed is taken once it is chosen there, or the calendar is closed."""
    await bench.show(INTO_CALENDAR)
    if way == "fill":
        result = await bench.page.fill(await bench.ref("#born"), "4/17/1991")
    else:
        result = await bench.page.fill_form({"Born": "4/17/1991"})
    assert result.success, result.message
    assert await bench.run("[rest.innerText, String(pop.hidden)]") == ["4/17/1991", "true"]
