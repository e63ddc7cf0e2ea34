"""Calendars that fade away once a day is chosen, with the button that would take the day over."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As jQuery UI with a panel of buttons: the button moves with the calendar as it fades, and is gone with it.
FADES = """<input id=f><div id=p class=calendar hidden style="position:absolute;top:60px;width:280px">
  <b>December 2026</b><table id=t></table><button type=button id=done>Done</button></div><script>
  window.pressed = 0;
  for (let week = 0; week < 5; week++) {
    const row = t.insertRow();
    for (let day = 7 * week + 1; day <= Math.min(31, 7 * week + 7); day++) {
      row.insertCell().innerHTML = `<a href="#" data-date="2026-12-${String(day).padStart(2, '0')}">${day}</a>`;
    }
  }
  f.onfocus = () => { p.hidden = false; };
  t.onmousedown = (event) => event.preventDefault();
  t.onclick = (event) => {
    event.preventDefault();
    if (!event.target.dataset.date) return;
    f.value = event.target.dataset.date;
    p.animate([{ transform: 'none', opacity: 1 }, { transform: 'translateY(90px)', opacity: 0.2 }], 700).onfinish =
      () => { p.hidden = true; };
  };
  done.onclick = () => { window.pressed++; };
</script>"""


async def test_a_calendar_that_goes_once_a_day_is_chosen_needs_no_button(stage: Stage) -> None:
    await stage.show_html(FADES)
    done = await select(stage.tab, await stage.ref("#f"), "2026-12-24")
    assert (done.as_wanted, done.value_after) == (True, "2026-12-24")
    assert await stage.eval("[f.value, p.hidden]") == ["2026-12-24", True]
