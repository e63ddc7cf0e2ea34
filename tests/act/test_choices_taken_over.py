"""Choices of a box that its own button takes over: without that button they are lost as the box closes."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As the filter of a column in Arco: a box without a role, with Reset and OK.
FILTER = """<button id=o>Filter</button><div id=p hidden style="position:absolute;top:40px;width:200px">
<ul style="list-style:none"></ul><button id=r>Reset</button><button id=k>OK</button></div><script>
  let held = [];
  const boxes = () => [...p.querySelectorAll('input')];
  const close = () => { p.hidden = true; };
  o.onclick = () => {
    p.hidden = !p.hidden;
    p.querySelector('ul').innerHTML = ['Open', 'Paid', 'Sent'].map((name) =>
      `<li><label><input type=checkbox value=${name} ${held.includes(name) ? 'checked' : ''}><span>${name}</span>
       </label></li>`).join('');
  };
  k.onclick = () => { held = boxes().filter((one) => one.checked).map((one) => one.value); close(); };
  r.onclick = () => { held = []; close(); };
  onkeydown = (event) => { if (event.key === 'Escape') close(); };
  onmousedown = (event) => { if (!p.contains(event.target) && event.target !== o) close(); };
</script>"""


async def test_the_button_of_the_box_takes_the_choices_over(stage: Stage) -> None:
    await stage.show_html(FILTER)
    for wanted in (["Paid"], ["Open", "Sent"]):
        done = await select(stage.tab, await stage.ref("#o"), *wanted)
        assert await stage.eval("[held, p.hidden]") == [wanted, True]
        assert done.as_wanted is not False
