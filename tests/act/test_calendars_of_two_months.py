"""Calendars that show two months and turn by two: the wanted one may be the second of them."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Litepicker draws a period: days that name no date, each month under its name.
TWO = """<label>Stay <input id=f></label><div id=p hidden style="position:absolute;top:60px"></div><script>
  let first = new Date(2026, 10, 1), chosen = [];
  const at = (by) => new Date(first.getFullYear(), first.getMonth() + by, 1);
  const draw = () => { p.innerHTML = [0, 1].map((by) => { const one = at(by);
      const last = new Date(one.getFullYear(), one.getMonth() + 1, 0).getDate();
      const days = Array.from(Array(last), (_, n) => `<a class=day data-month=${by}>${n + 1}</a>`).join(' ');
      return `<div style="float:left;width:300px"><button class=previous-month>&lt;</button>
        <b>${one.toLocaleDateString('en', { month: 'long' })} ${one.getFullYear()}</b>
        <button class=next-month>&gt;</button><div>${days}</div></div>`; }).join(''); };
  p.onclick = ({ target }) => { const turn = { 'previous-month': -2, 'next-month': 2 }[target.className];
    if (turn) { first = at(turn); draw(); }
    if (target.className !== 'day') return;
    const day = at(Number(target.dataset.month));
    chosen.push([target.textContent, day.toLocaleDateString('en', { month: 'short' }), day.getFullYear()].join(' '));
    if (chosen.length === 2) { f.value = chosen.join(' - '); p.hidden = true; } };
  f.onclick = () => { p.hidden = false; chosen = []; draw(); };
  document.onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


@pytest.mark.parametrize(
    ("dates", "held"),
    [
        (["2026-12-10", "2026-12-17"], "10 Dec 2026 - 17 Dec 2026"),
        (["2026-11-28", "2026-12-03"], "28 Nov 2026 - 3 Dec 2026"),
        (["2027-02-03", "2027-02-09"], "3 Feb 2027 - 9 Feb 2027"),
    ],
)
async def test_days_of_the_second_month_are_chosen(stage: Stage, dates: list[str], held: str) -> None:
    await stage.show_html(TWO)
    done = await select(stage.tab, await stage.ref("#f"), *dates)
    assert await stage.eval("[f.value, p.hidden]") == [held, True]
    assert done.as_wanted
