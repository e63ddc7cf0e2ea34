"""Tags that a page offers below a field are not chosen by that: those that are, are filled."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

PAGE = """<style>.chip { display: inline-block; padding: 4px 8px; background: #6644ff; color: #fff; margin: 8px 6px 0 0;
  cursor: pointer }
.chip.off { background: #f4f4f4; color: #666 }</style>
<div><div class=label>Tags</div><div>
<div style='border:1px solid'><input id=i aria-label=Tags placeholder='Add a tag'></div>
<div id=row></div></div></div><button>Save</button><script>
let chosen = ['red'];
const draw = () => { row.innerHTML = ['red', 'green', 'blue', 'grey'].map((one) =>
  `<span class="chip ${chosen.includes(one) ? '' : 'off'}">${one}</span>`).join('') };
row.onclick = (e) => {};
i.onkeydown = (e) => { if (e.key === 'Enter') { %s; i.value = ''; draw() } };
draw();
</script>"""


async def test_a_tag_that_is_offered_is_not_held(stage: Stage) -> None:
    await stage.show_html(PAGE % "")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#i"), "green")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("chosen.join()") == "red"


async def test_a_tag_that_was_chosen_by_its_name_is_held(stage: Stage) -> None:
    await stage.show_html(PAGE % "chosen = [i.value]")
    performed = await select(stage.tab, await stage.ref("#i"), "green")
    assert performed.as_wanted
    assert performed.value_after == "green"
    assert await stage.eval("chosen.join()") == "green"
