"""Tree items whose middle is not theirs: a row much wider than its text, an item that holds those below it."""

from __future__ import annotations

import pytest

from cdp_engine.act import click
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Arco Design draws it: only the text and the box of a row react.
FLAT = """<div role=tree style="width:700px;cursor:pointer"><div role=treeitem id=oven style="display:flex">
<span role=button aria-label=expand style="width:20px">+</span><label><input type=checkbox></label>
<span class=title>Oven</span></div></div><script>
  window.log = [];
  for (const one of document.querySelectorAll('.title, label, [role=button]'))
    one.onclick = e => { log.push(one.className || one.localName); };
</script>"""

NESTED = """<ul role=tree style="width:400px"><li role=treeitem id=fruit aria-expanded=true>Fruit
<ul role=group><li role=treeitem id=pear>Pear</li><li role=treeitem id=plum>Plum</li><li role=treeitem>Fig</li></ul>
</li></ul><script>
  window.log = [];
  onclick = e => { log.push(e.target.closest('[role=treeitem]')?.id); };
</script>"""


async def test_the_text_of_a_wide_row_is_pressed(stage: Stage) -> None:
    await stage.show_html(FLAT)
    await click(stage.tab, await stage.ref("#oven"))
    assert await stage.eval("log") == ["title"]


async def test_an_item_that_holds_others_is_pressed_on_its_own_text(stage: Stage) -> None:
    await stage.show_html(NESTED)
    await click(stage.tab, await stage.ref("#fruit"))
    assert await stage.eval("log") == ["fruit"]
