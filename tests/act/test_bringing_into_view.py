"""An element is brought into view without moving what no person can move back."""

from __future__ import annotations

import pytest

from cdp_engine.act import click, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

FIXED = """<style>html, body { margin:0; height:100% } button { position:absolute; width:80px }</style>
<div id=shell style='SHELL'><div style='position:relative;width:2200px;height:3000px'>
<button style='left:0;top:0'>Menu</button>
<button id=low style='left:520px;top:1500px'>Low</button><button id=far style='left:2000px;top:40px'>Far</button>
</div></div><div id=over hidden style='position:fixed;inset:0;background:#0008'></div><p id=said></p>
<script>
  const box = getComputedStyle(shell).overflowX === 'hidden' ? shell : document.scrollingElement;
  for (const one of document.querySelectorAll('button')) one.onclick = () => { said.textContent = one.textContent; };
</script>"""
BOX = "height:100%;overflow:hidden auto"


def _page(kind: str) -> str:
    if kind == "box":
        return FIXED.replace("SHELL", BOX)
    return FIXED.replace("</style>", " body { overflow-x:hidden }</style>").replace("SHELL", "")


@pytest.mark.parametrize("kind", ["box", "window"])
@pytest.mark.parametrize("covered", [False, True])
async def test_what_is_in_view_sideways_is_not_moved(stage: Stage, kind: str, covered: bool) -> None:
    await stage.show_html(_page(kind))
    if covered:
        await stage.eval("over.hidden = false")
        with pytest.raises(NotActionable):
            await click(stage.tab, await stage.ref("#low"))
    else:
        await click(stage.tab, await stage.ref("#low"))
    assert await stage.eval("[said.textContent, box.scrollLeft]") == ["" if covered else "Low", 0]


@pytest.mark.parametrize("kind", ["box", "window"])
async def test_what_is_out_of_view_sideways_is_reached(stage: Stage, kind: str) -> None:
    await stage.show_html(_page(kind))
    await click(stage.tab, await stage.ref("#far"))
    assert await stage.eval("[said.textContent, box.scrollLeft > 0]") == ["Far", True]


# As Syncfusion: a list that hangs from its field, beyond the end of the window, closes as the page is scrolled.
CLOSES = """<div style="height:90vh"></div>
<input id=f readonly role=combobox aria-expanded=false aria-label=City><div style="height:200vh"></div><script>
  let list = null;
  const close = () => { list?.remove(); list = null; f.ariaExpanded = 'false'; };
  f.onclick = () => {
    if (list) return close();
    list = document.createElement('div');
    list.role = 'listbox';
    const { left, bottom } = f.getBoundingClientRect();
    list.style = `position:absolute;left:${left + scrollX}px;top:${bottom + scrollY}px;width:160px;background:#eee`;
    list.innerHTML = ['Aachen', 'Berlin', 'Bremen', 'Bonn', 'Cologne'].map(at =>
      `<div role=option style="height:30px">${at}</div>`).join('');
    list.onclick = ({ target }) => { f.value = target.innerText; close(); };
    document.body.append(list);
    f.ariaExpanded = 'true';
  };
  onscroll = close;
</script>"""


async def test_a_list_that_closes_as_the_page_is_scrolled_is_opened_again(stage: Stage) -> None:
    await stage.show_html(CLOSES)
    done = await select(stage.tab, await stage.ref("#f"), "Cologne")
    assert (done.as_wanted, await stage.eval("f.value")) == (True, "Cologne")
