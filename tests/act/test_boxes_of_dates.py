"""A date whose parts have a field each, with a calendar that sets all of them: it holds what they say together."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

BOXES = """<!doctype html><style>input { width: 44px } #cal { position: absolute; top: 60px }</style>
<div id=b><input id=w readonly> <input id=d> <input id=m> <input id=y> <input id=h>:<input id=i>:<input id=s></div>
<div id=cal hidden></div><p><input></p><script>
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
let v = new Date(2027, 0, 20, 8, 30), view = new Date(2027, 0, 1);
const draw = () => {
  const two = n => String(n).padStart(2, 0);
  w.value = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')[v.getDay()]; d.value = v.getDate(); m.value = months[v.getMonth()];
  y.value = v.getFullYear(); h.value = two(v.getHours()); i.value = two(v.getMinutes()); s.value = two(v.getSeconds());
};
const cells = () => {
  const days = new Date(view.getFullYear(), view.getMonth() + 1, 0).getDate();
  cal.innerHTML = `<button aria-label="Previous month">&lt;</button><b>${view.toLocaleString('en', { month: 'long' })}
    ${view.getFullYear()}</b><button aria-label="Next month">&gt;</button><table role=grid></table>`;
  for (let k = 1, row; k <= days; k++) {
    if (k % 7 === 1) row = cal.querySelector('table').insertRow();
    row.insertCell().outerHTML = `<td role=gridcell style="cursor: pointer">${k}</td>`;
  }
};
cal.onmousedown = event => event.preventDefault();
cal.onclick = ({ target }) => {
  if (target.matches('button')) view.setMonth(view.getMonth() + (target.textContent === '<' ? -1 : 1));
  if (target.matches('td') && TAKES)
    v = new Date(view.getFullYear(), view.getMonth(), +target.textContent, v.getHours(), v.getMinutes());
  draw(); cells();
};
b.addEventListener('focusin', () => { cal.hidden = false; cells(); });
b.addEventListener('focusout', ({ relatedTarget }) => { if (!b.contains(relatedTarget)) cal.hidden = true; });
for (const [field, set] of [[h, n => v.setHours(n)], [i, n => v.setMinutes(n)], [s, n => v.setSeconds(n)]])
  field.onchange = () => { if (/^\\d+$/.test(field.value)) set(+field.value); draw(); };
d.onchange = m.onchange = y.onchange = draw; draw();</script>"""
NOW = "v.toLocaleString('sv')"


@pytest.mark.parametrize("part", ["#w", "#d", "#m", "#y"])
@pytest.mark.parametrize(
    ("wanted", "held"),
    [("2027-02-03", "2027-02-03 08:30:00"), ("2027-02-03 10:05", "2027-02-03 10:05:00")],
)
async def test_a_day_and_a_time_are_set_at_any_part(stage: Stage, part: str, wanted: str, held: str) -> None:
    await stage.show_html(BOXES.replace("TAKES", "true"))
    done = await select(stage.tab, await stage.ref(part), wanted)
    assert await stage.eval(NOW) == held
    assert done.as_wanted is True
    assert "3 Feb 2027" in (done.value_after or "")


async def test_a_day_that_the_parts_do_not_show_is_not_held(stage: Stage) -> None:
    await stage.show_html(BOXES.replace("TAKES", "false"))
    done = await select(stage.tab, await stage.ref("#d"), "2027-02-03")
    assert done.as_wanted is False
