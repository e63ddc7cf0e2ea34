"""Buttons with a sign and hidden words, beside a list of one, in a row that a class of layout arranges."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As the forms of Nautobot: select2, and beside it buttons that open a dialog.
ROW = """<style>
  .row { display:flex; gap:8px; width:420px } .field { flex:1 } button { cursor:pointer; height:30px }
  .row.align-items-start { align-items:flex-start }
  #c { display:block; border:1px solid; height:30px }
  .sign { display:inline-block; width:16px; height:16px; background:#444 }
  .unseen { position:absolute; width:1px; height:1px; overflow:hidden; clip-path:inset(50%) }
  #pop { position:absolute; top:60px; left:8px; width:300px; background:#eee }
</style>
<div class="row ROWCLASS"><div class=field><span id=c role=combobox tabindex=0 aria-haspopup=true aria-expanded=false>
<span id=shown role=textbox aria-readonly=true>------</span></span></div>
<span title=Add><button type=button><span class=sign></span><span class=unseen>Add a status</span></button></span>
<span title=Find><button type=button><span class=sign></span><span class=unseen>Search statuses</span></button></span>
</div><ul id=pop role=listbox hidden></ul>
<script>
  let opened = [];
  for (const one of document.querySelectorAll('button')) one.onclick = () => opened.push(one.innerText.trim());
  c.onclick = () => { pop.innerHTML = '<li role=option>Active</li><li role=option>Planned</li>'; pop.hidden = false;
    c.setAttribute('aria-expanded', 'true'); };
  pop.onclick = ({ target }) => { shown.innerText = target.innerText; pop.hidden = true;
    c.setAttribute('aria-expanded', 'false'); };
</script>"""


@pytest.mark.parametrize("arranged", ["align-items-start", "items-center", "form-item"])
async def test_a_button_beside_a_list_is_not_what_it_holds(stage: Stage, arranged: str) -> None:
    await stage.show_html(ROW.replace("ROWCLASS", arranged))
    done = await select(stage.tab, await stage.ref("#c"), "Planned")
    assert await stage.eval("[shown.innerText, opened]") == ["Planned", []]
    assert done.as_wanted is True
