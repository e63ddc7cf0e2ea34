"""Pickers of months that take the two ends of a period, or one month."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Air Datepicker with `minView: "months"` and a range.
MONTHS = """<label>Open <input id=f readonly></label><div id=p hidden style="position:absolute;top:60px"></div><script>
  const long = (at) => new Date(2026, at).toLocaleDateString('en', { month: 'long' });
  let year = 2026, chosen = [];
  const draw = () => { p.innerHTML = `<a class=prev>&lt;</a><b>${year}</b><a class=next>&gt;</a><div>` +
    Array.from(Array(12), (_, at) => `<span class=cell data-at=${at}>${long(at).slice(0, 3)}</span>`).join(' ') +
    '</div>'; };
  p.onclick = ({ target }) => { year += { prev: -1, next: 1 }[target.className] || 0;
    if (target.className === 'cell') chosen.push(`${long(Number(target.dataset.at))} ${year}`);
    f.value = chosen.slice(0, MOST).join(' - ');
    if (chosen.length === MOST) p.hidden = true; else draw(); };
  f.onclick = () => { if (p.hidden) chosen = []; p.hidden = false; draw(); };
  document.onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


@pytest.mark.parametrize("months", [["2026-11", "2027-03"], ["November 2026", "March 2027"]])
async def test_both_ends_of_a_period_of_months_are_chosen(stage: Stage, months: list[str]) -> None:
    await stage.show_html(MONTHS.replace("MOST", "2"))
    done = await select(stage.tab, await stage.ref("#f"), *months)
    assert await stage.eval("[f.value, p.hidden]") == ["November 2026 - March 2027", True]
    assert done.as_wanted


async def test_a_picker_of_one_month_takes_one(stage: Stage) -> None:
    await stage.show_html(MONTHS.replace("MOST", "1"))
    with pytest.raises(NotActionable) as caught:
        await select(stage.tab, await stage.ref("#f"), "2026-11", "2026-12")
    assert caught.value.code == "takes_one"
