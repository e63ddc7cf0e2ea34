"""A list that says at its top, above its last rows, that it fetches others: these then come one place higher."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As select2 with a server, opened again; here the answer comes with the press at the latest, and a choice is made as
# the button goes up.
FETCHING = """<style>#c { display:block; border:1px solid; width:200px; height:24px } li { height:24px }
#pop { position:absolute; top:60px; width:200px; margin:0; padding:0; list-style:none; background:#eee }</style>
<span id=c role=combobox tabindex=0 aria-haspopup=true aria-expanded=false>-----</span>
<ul id=pop role=listbox hidden></ul><script>
  const row = name => `<li role=option>${name}</li>`;
  const all = ['Active', 'Planned', 'Retired', 'Staging'].map(row).join('');
  let open = false;
  const answer = () => { if (open) pop.innerHTML = all; };
  c.onclick = () => {
    pop.innerHTML = '<li role=option aria-disabled=true>Searching…</li>' + all;
    pop.hidden = false; open = true; c.setAttribute('aria-expanded', 'true');
    setTimeout(answer, 400);
  };
  pop.onmousedown = answer;
  pop.onmouseup = ({ clientY }) => {
    const at = document.elementFromPoint(60, clientY);
    if (!at?.matches('li')) return;
    c.innerText = at.innerText; pop.hidden = true; open = false; c.setAttribute('aria-expanded', 'false');
  };
</script>"""


async def test_a_choice_is_pressed_once_the_others_have_come(stage: Stage) -> None:
    await stage.show_html(FETCHING)
    done = await select(stage.tab, await stage.ref("#c"), "Planned")
    assert await stage.eval("c.innerText") == "Planned"
    assert done.as_wanted is True
