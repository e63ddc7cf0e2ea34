"""Palettes: cells without a text, whose names say the colours that they draw."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the colour board of Webix.
PALETTE = """<div id=c role=combobox tabindex=0 aria-label=Colour style="width:160px;height:24px"></div>
<div id=p hidden style="position:absolute;top:60px"><div role=grid><div role=row id=r style="display:flex"></div></div>
</div><script>
  for (const one of ['#000000', '#F34336', '#2196F3', '#4CAF50'])
    r.insertAdjacentHTML('beforeend', `<div role=gridcell aria-label="${one}" style="width:20px;height:20px">
      <div style="height:18px;background:${one}"></div></div>`);
  c.onclick = () => { p.hidden = false; };
  r.onclick = ({ target }) => { c.textContent = target.closest('[role=gridcell]').ariaLabel; p.hidden = true; };
  document.onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


async def test_a_colour_is_chosen_by_the_name_of_its_cell(stage: Stage) -> None:
    await stage.show_html(PALETTE)
    done = await select(stage.tab, await stage.ref("#c"), "#2196F3")
    assert await stage.eval("[c.textContent, p.hidden]") == ["#2196F3", True]
    assert done.as_wanted is True


async def test_a_colour_that_a_palette_has_not_is_refused_with_those_it_has(stage: Stage) -> None:
    await stage.show_html(PALETTE)
    with pytest.raises(NotActionable) as caught:
        await select(stage.tab, await stage.ref("#c"), "#123456")
    assert await stage.eval("[c.textContent, p.hidden]") == ["", True]
    assert "'#000000', '#F34336'" in caught.value.hint
