"""Several choices of which a list has not all, and fields that were searched for one that there is not."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.act import select
from cdp_engine.act.lists.selection import list_search
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

SEVERAL = """<style>#m { position: absolute; top: 60px; background: #fff } [hidden] { display: none }</style>
<button id=c aria-haspopup=listbox aria-expanded=false aria-controls=m>Team</button>
<div id=m role=listbox aria-multiselectable=true hidden></div>
<script>
  window.presses = 0;
  m.innerHTML = ['Eva', 'Mira', 'Ole'].map(one => `<div role=option aria-selected=false>${one}</div>`).join('');
  c.onclick = () => { m.hidden = !m.hidden; c.setAttribute('aria-expanded', String(!m.hidden)); };
  m.onclick = e => { presses++; const chosen = e.target.ariaSelected !== 'true'; e.target.ariaSelected = String(chosen);
    c.textContent = [...m.querySelectorAll('[aria-selected=true]')].map(one => one.textContent).join(', ') || 'Team'; };
</script>"""


@pytest.mark.parametrize("values", [("Eva", "Zed"), ("Zed", "Eva"), ("Eva", "Zed", "Ole")])
async def test_nothing_is_chosen_where_the_list_has_not_all(stage: Stage, values: tuple[str, ...]) -> None:
    await stage.show_html(SEVERAL)
    with pytest.raises(NotActionable, match="no option 'Zed'") as caught:
        await select(stage.tab, await stage.ref("#c"), *values)
    assert not caught.value.sent
    assert await stage.eval("presses") == 0
    done = await select(stage.tab, await stage.ref("#c"), "Ole", "Eva")
    assert done.as_wanted
    assert await stage.eval("c.textContent") == "Eva, Ole"


SEARCHED = """<style>#m { position: absolute; top: 60px; background: #fff; margin: 0 }
  [hidden] { display: none }</style>
<label>City <input id=c value='%s'></label><ul id=m hidden></ul>
<script>
  const names = ['Oslo', 'Bergen', 'Ottawa'];
  c.oninput = () => {
    const found = c.value ? names.filter(one => one.toLowerCase().includes(c.value.toLowerCase())) : [];
    m.innerHTML = found.map(one => `<li>${one}</li>`).join(''); m.hidden = !found.length; };
  m.onmousedown = e => { e.preventDefault(); c.value = e.target.textContent; m.hidden = true; };
</script>"""


@pytest.mark.parametrize("held", ["", "Oslo"])
async def test_a_plain_field_has_its_text_back(stage: Stage, held: str) -> None:
    await stage.show_html(SEARCHED % held)
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#c"), "Ostrava", timeout=6)
    assert await stage.eval("c.value") == held


async def test_a_tree_elsewhere_is_no_list_of_a_field_that_calls_itself_open(stage: Stage) -> None:
    await stage.show_html(
        "<input id=f role=combobox aria-expanded=true aria-controls=none><div role=tree>"
        "<div role=treeitem>Red</div><div role=treeitem>Blue</div></div>"
        "<script>window.log = []; onclick = e => log.push(e.target.innerText)</script>"
    )
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#f"), "Red")
    assert await stage.eval("log.includes('Red')") is False


@pytest.mark.parametrize(("value", "code"), [("Zed", "option_not_found"), ("Mira", "disabled")])
async def test_what_a_list_has_not_is_refused_soon_where_the_page_asks_no_server(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, value: str, code: str
) -> None:
    monkeypatch.setattr(list_search, "QUIET_SECONDS", 60.0)
    await stage.show_html(SEVERAL.replace("role=option", "role=option aria-disabled=${one === 'Mira'}"))
    with anyio.fail_after(30), pytest.raises(NotActionable) as caught:
        await select(stage.tab, await stage.ref("#c"), value, timeout=60)
    assert caught.value.code == code
