"""Dialogs of choices that are links in the wide cells of a table, as those that content systems open at a button."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PAGE = """<style>#d{position:fixed;inset:40px;background:#fff;border:1px solid} table{width:100%}</style>
<p id=held>Nobody</p><button id=open type=button aria-haspopup=dialog>Choose an author</button>
<div id=d role=dialog aria-label=Authors hidden><table><thead><tr><th>Name<tbody>
<tr><td><div><a href="#1">Ada Lovelace</a></div><tr><td><div><a href="#2">Alan Turing</a></div></table></div><script>
  document.getElementById('open').onclick = () => { d.hidden = false; };
  addEventListener('keydown', (e) => { if (e.key === 'Escape') d.hidden = true; });
  for (const a of document.querySelectorAll('a'))
    a.onclick = (e) => { e.preventDefault(); held.textContent = a.textContent; d.hidden = true; };</script>"""


async def test_the_link_of_a_choice_is_pressed_and_not_the_cell_around_it(stage: Stage) -> None:
    await stage.show_html(PAGE)
    done = await select(stage.tab, await stage.ref("#open"), "Alan Turing")
    assert await stage.eval("[held.textContent, d.hidden]") == ["Alan Turing", True]
    assert done.as_wanted is not False


MENU = """<style>#m{position:absolute;width:300px;margin:0;background:#fff}</style>
<button id=b aria-haspopup=menu onclick="m.hidden = !m.hidden">More</button><output id=out></output>
<ul role=menu id=m hidden><li role=menuitem><a href="#p" ROLE>Print</a><li role=menuitem><a href="#d" ROLE>Download</a>
</ul><script>
  for (const a of document.querySelectorAll('a'))
    a.onclick = (e) => { e.preventDefault(); out.textContent = a.textContent; m.hidden = true; };</script>"""


@pytest.mark.parametrize("role", ["", "role=button"])
async def test_the_link_of_an_item_of_a_menu_is_pressed_and_not_the_item_beside_it(
    stage: Stage, role: str
) -> None:
    """As Roundcube writes its menus; a press on the middle of the item would miss the short link."""
    await stage.show_html(MENU.replace("ROLE", role))
    done = await select(stage.tab, await stage.ref("#b"), "Download")
    assert await stage.eval("[out.textContent, m.hidden]") == ["Download", True]
    assert done.as_wanted is not False


async def test_a_link_to_nowhere_that_calls_itself_a_button_opens_a_menu(stage: Stage) -> None:
    """As the menus of Bootstrap's bars; a link that goes somewhere is not pressed."""
    opener = "<a id=b role=button href='#' onclick='m.hidden = !m.hidden; return false'>More</a>"
    button = MENU[MENU.index("<button") : MENU.index("</button>") + len("</button>")]
    await stage.show_html(MENU.replace(button, opener).replace("ROLE", "").replace("('a')", "('li a')"))
    done = await select(stage.tab, await stage.ref("#b"), "Download")
    assert await stage.eval("[out.textContent, m.hidden]") == ["Download", True]
    assert done.as_wanted is not False
    await stage.eval("b.href = '#elsewhere'")
    with pytest.raises(NotActionable, match="opens no list"):
        await select(stage.tab, await stage.ref("#b"), "Print")
