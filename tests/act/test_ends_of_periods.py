"""Fields of a period that have one picker: it hangs from the first of them (Arco), or a button opens it (Chakra)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cdp_engine.act import Performed, fill, select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

Enter = Callable[..., Awaitable[Performed]]

# The period is taken by Enter alone; leaving a field keeps its text, and the picker open.
PAGE = """<style>#p { position: absolute; top: 40px; left: 8px; width: 130px; height: 200px; background: #fff }</style>
<div style="display: flex; width: 480px"><input id=a style="width: 200px"><input id=b style="width: 200px"></div>
<button>Next</button><div id=p class=time-picker hidden>Hours Minutes</div><script>
  let held = [];
  for (const one of [a, b]) {
    one.onfocus = () => { p.hidden = false; };
    one.onkeydown = e => {
      if (e.key !== 'Enter') return;
      if (one === b) { held = [a.value, b.value]; p.hidden = true; } else b.focus();
    };
  }
</script>"""


async def test_the_end_of_a_period_is_taken_by_the_key_that_its_picker_waits_for(stage: Stage) -> None:
    """The picker was too far from the second field to be seen as its own, and the period was never taken."""
    await stage.show_html(PAGE)
    await fill(stage.tab, await stage.ref("#a"), "10:20")
    done = await fill(stage.tab, await stage.ref("#b"), "11:20")
    assert done.as_wanted
    assert await stage.eval("held") == ["10:20", "11:20"]


# As Chakra UI: letters are not taken, both of them are written again after one is left, and the button of
# the calendar lies after the second.
SHARED = """<div style="display: flex; width: 480px"><input id=a placeholder=mm/dd/yyyy style="width: 200px">
<input id=b placeholder=mm/dd/yyyy style="width: 200px"><button id=days aria-label="Open calendar"></button></div>
<div id=p role=application hidden><b>July 2026</b><table></table></div><script>
  let held = ['', ''], picked = [], left = null;
  const two = number => String(number).padStart(2, '0');
  const draw = () => { a.value = held[0]; b.value = held[1]; };
  [a, b].forEach((one, at) => {
    one.oninput = () => {
      one.value = one.value.replace(/[^\\d/]/g, '');
      if (left && left !== one) { left = null; draw(); }
    };
    one.onblur = () => { held[at] = /^\\d\\d.\\d\\d.\\d{4}$/.test(one.value) ? one.value : ''; left = one; };
  });
  for (let day = 1; day <= 31; day++) {
    const table = p.querySelector('table');
    const cell = (day % 7 === 1 ? table.insertRow() : table.rows[table.rows.length - 1]).insertCell();
    cell.textContent = day;
    cell.onclick = () => {
      picked.push(`07/${two(day)}/2026`);
      if (picked.length === 2) { held = picked; draw(); p.hidden = true; }
    };
  }
  days.onclick = () => { p.hidden = false; picked = []; };
</script>"""


@pytest.mark.parametrize("enter", [fill, select])
async def test_a_period_is_chosen_in_the_calendar_of_its_two_fields(stage: Stage, enter: Enter) -> None:
    await stage.show_html(SHARED)
    done = await enter(stage.tab, await stage.ref("#a"), "2026-07-02 ~ 2026-07-09")
    assert await stage.eval("[held, p.hidden]") == [["07/02/2026", "07/09/2026"], True]
    assert (done.as_wanted, done.value_after) == (True, "07/02/2026 - 07/09/2026")


async def test_an_end_that_is_lost_as_the_other_one_is_left_is_given_again(stage: Stage) -> None:
    await stage.show_html(SHARED)
    await fill(stage.tab, await stage.ref("#a"), "2026-07-02")
    done = await fill(stage.tab, await stage.ref("#b"), "2026-07-09")
    assert (done.as_wanted, done.value_after) == (True, "07/09/2026")
    await stage.eval("document.activeElement.blur()")
    assert await stage.eval("held") == ["07/02/2026", "07/09/2026"]
