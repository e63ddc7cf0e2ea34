"""Calendars that are turned by arrows alone, of two months beside each other, and days that say their dates unseen."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Arco draws it: two months, the outer arrows of each, a field for each end of the period.
TWO = """<div style="display:flex;width:300px"><input id=from readonly><input id=to readonly></div>
<div id=p class=my-picker hidden style="position:absolute;top:30px;width:480px;height:240px"></div><script>
  let month = new Date(2026, 10, 1), ends = [];
  const at = (by) => new Date(month.getFullYear(), month.getMonth() + by, 1);
  const iso = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-` +
    String(date.getDate()).padStart(2, '0');
  const add = (box, tag, text, css, press) => {
    const one = document.createElement(tag);
    one.textContent = text; one.style.cssText = css; if (press) one.onclick = press; box.append(one); return one;
  };
  const arrow = (box, by, on) => {
    const one = add(box, 'div', '', `width:24px;height:20px;${on ? 'cursor:pointer' : 'visibility:hidden'}`,
      on && (() => { month = at(by); draw(); }));
    one.innerHTML = '<svg width=10 height=10></svg>';
  };
  const draw = () => {
    p.innerHTML = '';
    const both = add(p, 'div', '', 'display:flex');
    [0, 1].forEach((side) => {
      const first = at(side), panel = add(both, 'div', '', 'width:240px');
      const head = add(panel, 'div', '', 'display:flex');
      arrow(head, -12, side === 0); arrow(head, -1, side === 0);
      const name = add(head, 'div', '', 'width:120px');
      add(name, 'span', first.toLocaleDateString('en', { month: 'short' }), 'padding:4px');
      add(name, 'span', String(first.getFullYear()), 'padding:4px');
      arrow(head, 1, side === 1); arrow(head, 12, side === 1);
      const days = add(panel, 'div', '', 'display:grid;grid-template-columns:repeat(7,30px)');
      const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
      for (let day = 1; day <= length; day++)
        add(days, 'div', String(day), 'cursor:pointer', () => {
          ends.push(iso(new Date(first.getFullYear(), first.getMonth(), day)));
          if (ends.length === 2) { [from.value, to.value] = ends; p.hidden = true; }
        });
    });
  };
  from.onclick = to.onclick = () => { ends = []; p.hidden = false; draw(); };
</script>"""


@pytest.mark.parametrize("period", [("2026-07-20", "2026-07-24"), ("2027-01-05", "2027-04-06")])
async def test_a_period_is_chosen_in_two_months_without_names(stage: Stage, period: tuple[str, str]) -> None:
    await stage.show_html(TWO)
    done = await select(stage.tab, await stage.ref("#from"), *period)
    assert await stage.eval("[from.value, to.value, p.hidden]") == [*period, True]
    assert (done.as_wanted, done.value_after) == (True, " - ".join(period))


# As Cloudscape draws it: days of the months around it are among them, each with its date for those who do not see.
UNSEEN = """<input id=f readonly><div id=p class=my-picker hidden
  style="position:absolute;top:30px;width:300px;height:260px"></div><script>
  let month = new Date(2026, 10, 1);
  const long = (date) => date.toLocaleDateString('en', { month: 'long', day: 'numeric', year: 'numeric' });
  const draw = () => {
    const first = new Date(month); first.setDate(1 - month.getDay());
    p.innerHTML = `<button aria-label="Previous month">&lt;</button>
      <b>${month.toLocaleDateString('en', { month: 'long', year: 'numeric' })}</b>
      <button aria-label="Next month">&gt;</button><table></table>`;
    const turn = (by) => () => { month = new Date(month.getFullYear(), month.getMonth() + by, 1); draw(); };
    p.children[0].onclick = turn(-1); p.children[2].onclick = turn(1);
    for (let at = 0; at < 42; at++) {
      const date = new Date(first); date.setDate(first.getDate() + at);
      const table = p.querySelector('table'), row = at % 7 ? table.rows[table.rows.length - 1] : table.insertRow();
      const cell = row.insertCell();
      cell.innerHTML = `<span aria-hidden=true style="position:relative;z-index:-1">${date.getDate()}</span>
        <span style="position:absolute;width:1px;height:1px;overflow:hidden">${long(date)}</span>`;
      cell.onclick = () => { f.value = long(date); p.hidden = true; };
    }
  };
  f.onclick = () => { p.hidden = false; draw(); };
</script>"""


async def test_days_are_known_by_the_dates_that_they_say_unseen(stage: Stage) -> None:
    await stage.show_html(UNSEEN)
    done = await select(stage.tab, await stage.ref("#f"), "2026-05-20")
    assert (await stage.eval("f.value"), done.as_wanted) == ("May 20, 2026", True)
