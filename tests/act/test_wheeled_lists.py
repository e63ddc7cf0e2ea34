"""Lists that draw a scroll bar of their own, and move by the wheel alone: their page does not follow a scrolled box."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the lists of jqWidgets: some rows are drawn, with a space below, and get other texts as the wheel turns.
LIST = """<button id=b aria-haspopup=listbox aria-controls=l>Choose</button>
<div id=l role=listbox hidden style="height:100px;width:160px;overflow:hidden"></div><script>
  window.taken = ''; let first = 0;
  const names = [...Array(40).keys()].map((at) => `Row ${at}`);
  const draw = () => { l.innerHTML = names.slice(first, first + 4)
    .map((name) => `<div role=option style="height:24px">${name}</div>`).join('') + '<p style="height:60px">'; };
  b.onclick = () => { l.hidden = false; draw(); };
  l.addEventListener('wheel', (event) => { event.preventDefault();
    first = Math.max(0, Math.min(names.length - 4, first + 3 * Math.sign(event.deltaY))); draw(); });
  l.onscroll = () => { l.innerHTML = ''; };
  l.onclick = (event) => { b.textContent = taken = event.target.textContent; l.hidden = true; };
</script>"""


@pytest.mark.parametrize("name", ["Row 23", "Row 39"])
async def test_a_list_that_moves_by_the_wheel_is_read_to_its_end(stage: Stage, name: str) -> None:
    await stage.show_html(LIST)
    done = await select(stage.tab, await stage.ref("#b"), name)
    assert await stage.eval("[taken, l.hidden]") == [name, True]
    assert done.as_wanted is True


async def test_a_list_that_was_turned_by_the_wheel_is_read_from_its_top(stage: Stage) -> None:
    await stage.show_html(LIST)
    await stage.eval("(first = 20, draw())")
    await select(stage.tab, await stage.ref("#b"), "Row 1")
    assert await stage.eval("taken") == "Row 1"
