"""Fields whose value an arrow key changes: none is pressed where something opened; else it is undone, or named."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Webix draws it: a press opens a palette of cells without texts; an arrow in the field chooses the next colour.
PALETTE = """<div id=f role=combobox tabindex=0 aria-label=Colour aria-expanded=false
  style="width:200px;height:30px;border:1px solid"></div><div id=p role=dialog hidden
  style="position:absolute;top:60px;width:120px;height:40px"></div><script>
  const colours = ['#F34336', '#2196F3', '#4CAF50', '#FFFFFF'];
  colours.forEach((colour) => {
    const cell = document.createElement('i');
    cell.style.cssText = `display:inline-block;width:20px;height:20px;background:${colour}`;
    cell.onclick = () => { f.textContent = colour; p.hidden = true; };
    p.append(cell);
  });
  f.onclick = () => { p.hidden = false; f.ariaExpanded = 'true'; };
  f.onkeydown = ({ key }) => {
    if (key === 'Escape') { p.hidden = true; f.ariaExpanded = 'false'; }
    if (key === 'ArrowDown') f.textContent = colours[(colours.indexOf(f.textContent) + 1) % 4];
  };
</script>"""


async def test_no_key_is_sent_where_the_press_has_opened_something(stage: Stage) -> None:
    await stage.show_html(PALETTE)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#f"), "#FF0000")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("[f.textContent, p.hidden]") == ["", True]


# A press opens nothing; arrows go through the values, one of them for ever, as its end is.
KEYED = """<div id=f role=combobox tabindex=0 aria-label=Size style="width:200px;height:30px">START</div><script>
  const sizes = ['Small', 'Medium', 'Large'];
  f.onkeydown = ({ key }) => {
    const step = { ArrowDown: 1, ArrowUp: BACK }[key] || 0;
    if (step) f.textContent = sizes[sizes.indexOf(f.textContent) + step] || f.textContent;
  };
</script>"""


@pytest.mark.parametrize(
    ("start", "back", "end", "sent"), [("Small", -1, "Small", False), ("", 0, "Small", True)]
)
async def test_a_value_that_the_key_changed_is_put_back_or_named(
    stage: Stage, start: str, back: int, end: str, *, sent: bool
) -> None:
    await stage.show_html(KEYED.replace("START", start).replace("BACK", str(back)))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#f"), "Huge")
    assert await stage.eval("f.textContent") == end
    assert refused.value.sent is sent
    assert ("It holds 'Small' now" in refused.value.hint) is sent
