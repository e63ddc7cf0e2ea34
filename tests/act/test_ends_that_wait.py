"""A period whose calendar takes each end by a button of its own, and drops the first one as it closes before."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill_field
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the period with times in Ant Design: one calendar for both ends, and an OK for each.
PAGE = """<div id=box><input id=a readonly placeholder="Start date"> <input id=b readonly placeholder="End date"></div>
<div id=pop hidden style="position:absolute;top:32px;left:8px;width:420px"><b>November 2026</b>
  <div id=days></div><button id=ok>OK</button></div>
<style>.day { display: inline-block; width: 30px; height: 30px; cursor: pointer }</style><script>
  window.taken = [];
  const ends = [a, b], drafts = ['', ''];
  let at = 0;
  days.innerHTML = Array.from({ length: 30 }, (_, n) => `<span class=day>${n + 1}</span>`).join('');
  const close = () => {
    pop.hidden = true;
    if (drafts.every(Boolean)) taken = [...drafts];
    ends.forEach((end, n) => { end.value = drafts[n] = taken[n] ?? ''; });
  };
  for (const [n, end] of ends.entries()) end.onclick = () => { at = n; pop.hidden = false; };
  days.onclick = ({ target }) => {
    if (target.className === 'day') ends[at].value = `2026-11-${target.innerText.padStart(2, '0')} 00:00:00`;
  };
  ok.onclick = () => {
    drafts[at] = ends[at].value;
    if (drafts.every(Boolean)) close();
    else ends[(at = 1 - at)].focus();
  };
  addEventListener('keydown', ({ key }) => { if (key === 'Escape' || key === 'Tab') close(); });
  addEventListener('mousedown', ({ target }) => { if (!pop.contains(target) && !box.contains(target)) close(); });
</script><p>Other <input></p>"""


async def test_a_calendar_that_waits_for_the_other_end_is_left_open(stage: Stage) -> None:
    await stage.show_html(PAGE)
    done = await fill_field(stage.tab, await stage.ref("#a"), "2026-11-05")
    assert (done.as_wanted, await stage.eval("a.value")) == (True, "2026-11-05 00:00:00")
    await stage.eval("days.children[8].click(), ok.click()")
    assert await stage.eval("taken") == ["2026-11-05 00:00:00", "2026-11-09 00:00:00"]


async def test_a_calendar_that_has_both_ends_is_closed(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("taken = [];", "taken = ['2026-11-02', '2026-11-03'];"))
    await stage.eval("close()")
    done = await fill_field(stage.tab, await stage.ref("#a"), "2026-11-05")
    assert (done.as_wanted, await stage.eval("a.value")) == (True, "2026-11-05 00:00:00")
    assert await stage.eval("pop.hidden")
