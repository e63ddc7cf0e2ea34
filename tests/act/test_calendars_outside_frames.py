"""Calendars that the page around the frame of a field draws, over all of its window."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Roundcube does: a field of a form in a frame, whose calendar is a dialog of the application.
APPLICATION = """<style>td { cursor: pointer } #p { position: fixed; left: 50px; top: 20px; z-index: 2 }
#over { position: fixed; inset: 0; background: #0004; z-index: 1 }</style>
<iframe src=/act/form width=400 height=200></iframe>
<div id=over hidden></div><div id=p hidden><button id=back>Prev</button><span id=m></span><button id=on>Next</button>
<table><tbody id=days></table></div><script>
  let month = new Date(2026, 10, 1), field = null;
  const draw = by => {
    month = new Date(month.getFullYear(), month.getMonth() + by, 1);
    m.textContent = month.toLocaleDateString('en', { month: 'long', year: 'numeric' });
    const last = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    days.innerHTML = '<tr>' + Array.from({ length: last }, (_, day) =>
      `<td><a href=#>${day + 1}</a></td>${day % 7 === 6 ? '</tr><tr>' : ''}`).join('');
  };
  window.show = of => { field = of; draw(0); p.hidden = over.hidden = false; };
  back.onclick = () => draw(-1);
  on.onclick = () => draw(1);
  days.onclick = event => {
    event.preventDefault();
    if (!event.target.closest('td')) return;
    const two = number => String(number).padStart(2, '0');
    field.value = `${month.getFullYear()}-${two(month.getMonth() + 1)}-${two(event.target.innerText)}`;
    p.hidden = over.hidden = true;
  };
</script>"""
FORM = "<!doctype html><label>Birthday <input id=f></label><script>f.onfocus = () => parent.show(f)</script>"


async def test_a_day_is_chosen_in_the_calendar_around_the_frame(stage: Stage) -> None:
    remove = stage.site.route("/act/form", FORM)
    try:
        await stage.show_html(APPLICATION)
        frame = await stage.frame("act/form")
        done = await select(stage.tab, await stage.ref("#f", frame), "2027-01-17")
        assert await stage.eval("f.value", frame) == "2027-01-17"
    finally:
        remove()
    assert done.as_wanted is True
    assert await stage.eval("p.hidden")
