"""A field in a box that also holds a text above it: only a press on the field itself opens its calendar."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As react-datepicker in AdminJS: what is chosen is read out in the box, above the field.
PAGE = """<div style="width:420px;padding:8px;border:1px solid;margin-top:200px">
<p style="margin:0;height:22px;width:180px;overflow:hidden">Selected date: Friday, February 3rd, 1950</p>
<p style="margin:0"><input id=f aria-label=Born value="1950/02/03" style="border:0;background:none"></p></div>
<div id=pop role=dialog hidden style="position:absolute;top:20px;width:260px"></div><script>
  f.onfocus = () => {
    pop.innerHTML = '<b>February 1950</b><div role=listbox aria-label="month 1950-02">' + Array.from({ length: 28 },
      (_, at) => `<span role=option tabindex=-1 aria-label="Choose Day, February ${at + 1}th, 1950">${at + 1} </span>`
    ).join('') + '</div>';
    pop.hidden = false;
  };
  f.oninput = () => { f.value = '1950/02/03'; };  // it takes a date with a time alone
  f.onblur = () => { pop.hidden = true; };
  pop.onmousedown = e => e.preventDefault();
  pop.onclick = e => {
    if (e.target.role !== 'option') return;
    f.value = '1950/02/' + e.target.innerText.trim().padStart(2, '0');
    f.blur();
  };
</script>"""


async def test_a_field_is_pressed_itself_rather_than_the_text_in_its_box(stage: Stage) -> None:
    await stage.show_html(PAGE)
    done = await select(stage.tab, await stage.ref("#f"), "1950-02-04")
    assert (done.as_wanted, done.value_after) == (True, "1950/02/04")
    assert done.seconds < 4
