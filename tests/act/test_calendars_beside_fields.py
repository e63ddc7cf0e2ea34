"""Calendars that stay open in the box of their field, that a picture beside it opens, whose year has its own arrows."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As jQuery UI's with `showOn: "button"`, moved into an editor of a cell; as Zabbix': a row for the year, and the month.
CALENDAR = """<style>td { cursor: pointer } .head { display: flex; width: 240px } .head span { width: 150px }
button { width: 20px; height: 20px } img { width: 16px; height: 16px; background: #999 }</style>
FIELD<div id=p POPUP><div class=head><button class=y data-by=-12></button><span id=y></span><button data-by=12></button>
</div><div class=head><button data-by=-1></button><span id=m></span><button data-by=1></button></div>
<table><tbody id=days></table></div>END<script>
  let month = new Date(2026, 10, 1);
  window.keys = [];
  const draw = () => {
    y.textContent = month.getFullYear(); m.textContent = month.toLocaleDateString('en', { month: 'long' });
    const last = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    days.innerHTML = '<tr>' + Array.from({ length: last }, (_, day) =>
      `<td role=button><span aria-hidden=true>${day + 1}</span></td>${day % 7 === 6 ? '</tr><tr>' : ''}`).join('');
  };
  p.onmousedown = (event) => event.preventDefault();
  p.onclick = ({ target }) => {
    if (target.dataset.by) month = new Date(month.getFullYear(), month.getMonth() + Number(target.dataset.by), 1);
    draw();
    if (!target.closest('td')) return;
    const two = (number) => String(number).padStart(2, '0');
    f.value = `${month.getFullYear()}-${two(month.getMonth() + 1)}-${two(target.innerText)}`;
    if (o) p.hidden = true;
  };
  f.onkeydown = ({ key }) => keys.push(key);
  const o = document.querySelector('img');
  if (o) o.onclick = () => { p.hidden = false; };
  draw();
</script>"""
IN_BOX = CALENDAR.replace("FIELD", "<div><input id=f value='2026-11-05'>").replace("END", "</div>")
OF_PICTURE = CALENDAR.replace("END", "").replace(
    "FIELD", "<table><tr><td><input id=f><img class=picker-trigger title='...'><td><input id=other></table>"
)


async def test_a_day_is_chosen_in_a_calendar_that_stays_open(stage: Stage) -> None:
    await stage.show_html(IN_BOX.replace("POPUP", ""))
    done = await select(stage.tab, await stage.ref("#f"), "2026-12-17")
    assert await stage.eval("[f.value, keys]") == ["2026-12-17", []]
    assert done.as_wanted is True


async def test_a_day_is_chosen_in_a_calendar_that_a_picture_opens(stage: Stage) -> None:
    await stage.show_html(OF_PICTURE.replace("POPUP", "hidden style='position:absolute;background:#fff'"))
    done = await select(stage.tab, await stage.ref("#f"), "2027-01-15")
    assert await stage.eval("[f.value, p.hidden]") == ["2027-01-15", True]
    assert done.as_wanted is True


async def test_a_calendar_beside_two_fields_is_that_of_neither(stage: Stage) -> None:
    await stage.show_html(IN_BOX.replace("POPUP", "").replace("<div><input", "<div><input id=other><input"))
    with pytest.raises(Exception, match="takes any text"):
        await select(stage.tab, await stage.ref("#f"), "2026-11-17")
    assert await stage.eval("[f.value, other.value]") == ["2026-11-05", ""]
