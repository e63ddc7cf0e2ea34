"""Fields of a period whose common picker hangs from the first of them (Arco)."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

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
