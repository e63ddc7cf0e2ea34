"""Calendars that have drawn the months before and after the one shown, cut off beside it, and slide them in."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Framework7 draws it: three months in a row, the outer ones called "prev" and "next", as the links are that turn it.
# The name of the month changes before the days slide. Days count their months from 0.
THREE = """<input id=f readonly><div id=p class=calendar hidden
  style="position:absolute;top:40px;width:280px;height:240px"><div class=head><a class=calendar-prev-month-button
  ><i style="display:inline-block;width:20px;height:20px"></i></a><b></b><a class=calendar-next-month-button
  ><i style="display:inline-block;width:20px;height:20px"></i></a></div>
  <div style="overflow:hidden;position:relative;height:200px"><div id=w style="height:200px"></div></div></div><script>
  let month = new Date(2026, 10, 1);
  const at = (by) => new Date(month.getFullYear(), month.getMonth() + by, 1);
  const head = (date) => {
    p.querySelector('b').textContent = date.toLocaleDateString('en', { month: 'long', year: 'numeric' });
  };
  const draw = () => {
    head(month);
    w.style.transition = 'none'; w.style.transform = 'none'; w.innerHTML = '';
    ['prev', 'current', 'next'].forEach((name, side) => {
      const first = at(side - 1), panel = document.createElement('div');
      panel.className = `calendar-month calendar-month-${name}`;
      panel.style.cssText = `position:absolute;width:280px;transform:translate(${100 * (side - 1)}%)`;
      const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
      for (let number = 1; number <= length; number++) {
        const day = document.createElement('div');
        day.dataset.date = `${first.getFullYear()}-${first.getMonth()}-${number}`;
        day.innerHTML = `<span>${number}</span>`;
        day.style.cssText = 'display:inline-block;width:40px;height:30px;cursor:pointer';
        day.onclick = () => {
          f.value = new Date(Date.UTC(first.getFullYear(), first.getMonth(), number)).toISOString().slice(0, 10);
          p.hidden = true;
        };
        panel.append(day);
      }
      w.append(panel);
    });
  };
  const turn = (by) => () => {
    head(at(by));
    w.style.transition = 'transform 300ms'; w.style.transform = `translate(${-100 * by}%)`;
    w.addEventListener('transitionend', () => { month = at(by); draw(); }, { once: true });
  };
  p.querySelector('.calendar-prev-month-button').onclick = turn(-1);
  p.querySelector('.calendar-next-month-button').onclick = turn(1);
  f.onclick = () => { p.hidden = false; draw(); };
</script>"""


@pytest.mark.parametrize("date", ["2026-11-14", "2026-12-05", "2026-10-05", "2027-02-14"])
async def test_a_day_is_that_of_the_month_shown_and_no_month_is_pressed_to_turn(
    stage: Stage, date: str
) -> None:
    await stage.show_html(THREE)
    done = await select(stage.tab, await stage.ref("#f"), date)
    assert await stage.eval("[f.value, p.hidden]") == [date, True]
    assert done.as_wanted is True
