"""A box that opens a calendar with one field for the date and one for the whole time, as in Airflow."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill_field
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

PAGE = """<p>Date-Time</p>
<div id=f aria-haspopup=dialog aria-expanded=false style="border:1px solid;width:300px;cursor:pointer"><p></p></div>
<div id=pop role=dialog tabindex=-1 hidden style="position:absolute;top:90px;left:8px;border:1px solid;background:#fff">
  <p>Date</p><input id=d placeholder=YYYY/MM/DD><p>Time</p><input id=t placeholder=HH:mm></div>
<p>Other <input></p><script>
  window.held = '2026/12/01 12:17';
  const draw = () => {
    const [date, time] = held.split(' ');
    f.firstChild.textContent = `${new Date(date).toLocaleString('en-US', { month: 'short', day: '2-digit',
      year: 'numeric' })} ${time}`;
    d.value = date;
    t.value = time;
  };
  const show = on => { pop.hidden = !on; f.setAttribute('aria-expanded', on); };
  f.onclick = () => { show(pop.hidden); if (!pop.hidden) d.focus(); };
  d.oninput = () => { if (/^\\d{4}\\/\\d\\d\\/\\d\\d$/.test(d.value)) { held = `${d.value} ${t.value}`; draw(); } };
  t.oninput = () => { if (/^\\d\\d:\\d\\d$/.test(t.value)) { held = `${d.value} ${t.value}`; draw(); } };
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') show(false); });
  addEventListener('mousedown', ({ target }) => { if (!pop.contains(target) && !f.contains(target)) show(false); });
  draw();
</script>"""


@pytest.mark.parametrize(
    ("text", "held"),
    [("2027-02-03 04:05", "2027/02/03 04:05"), ("2027-02-03", "2027/02/03 12:17")],
)
async def test_a_date_and_a_time_are_entered_in_their_fields(stage: Stage, text: str, held: str) -> None:
    await stage.show_html(PAGE)
    done = await fill_field(stage.tab, await stage.ref("#f"), text)
    assert (done.as_wanted, await stage.eval("held")) == (True, held)
    assert await stage.eval("pop.hidden")
