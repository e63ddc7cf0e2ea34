"""Menus that open within the bar that they hang from, which was on the screen before."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

BAR = """<style>[role=menubar] > li {display: inline-block; position: relative} [role=menu] {display: none;
position: absolute; background: #fff; border: 1px solid; padding: 4px} ul {list-style: none; margin: 0; padding: 0}
[aria-expanded=true] + [role=menu] {display: block}</style>
<ul role=menubar aria-label=Format><li role=none><span id=style role=menuitem aria-haspopup=true aria-expanded=false
tabindex=0>Style</span><ul role=menu aria-label=Style><li role=menuitemcheckbox aria-checked=false>Bold</li>
<li role=menuitemcheckbox aria-checked=false>Italic</li></ul></li>
<li role=none><span id=size role=menuitem aria-haspopup=true aria-expanded=false tabindex=-1>Size</span>
<ul role=menu aria-label=Size><li role=menuitem>Larger</li><li role=menuitem>Smaller</li></ul></li></ul>
<script>window.done = [];
const open = document.querySelectorAll('[aria-haspopup]');
const shut = () => open.forEach((one) => one.setAttribute('aria-expanded', 'false'));
for (const one of open) one.onclick = () => { const was = one.getAttribute('aria-expanded'); shut();
  one.setAttribute('aria-expanded', String(was !== 'true')); };
for (const item of document.querySelectorAll('[role=menu] > li')) item.onclick = () => { done.push(item.textContent);
  if (item.ariaChecked) item.setAttribute('aria-checked', String(item.ariaChecked !== 'true')); shut(); };
addEventListener('keydown', (event) => { if (event.key === 'Escape') shut(); });</script>"""


@pytest.mark.parametrize(("menu", "item"), [("#style", "Italic"), ("#size", "Larger")])
async def test_an_item_is_chosen_from_a_menu_of_a_bar(stage: Stage, menu: str, item: str) -> None:
    await stage.show_html(BAR)
    done = await select(stage.tab, await stage.ref(menu), item)
    assert done.as_wanted is not False
    assert await stage.eval("done") == [item]


async def test_what_a_menu_of_a_bar_lacks_is_refused_with_what_it_offers(stage: Stage) -> None:
    await stage.show_html(BAR)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#style"), "Larger", timeout=1.0)
    assert refused.value.code == "option_not_found"
    assert "Bold" in refused.value.hint
    assert await stage.eval("[done.length, document.querySelectorAll('[aria-expanded=true]').length]") == [
        0,
        0,
    ]


# As the menus of rsuite: a further menu opens under the pointer, and a press opens or closes it; as those of Chakra UI:
# it is drawn elsewhere, and only the names of both say that they belong together.
SUBMENU = """<style>[role=menu] {position: absolute; background: #fff; border: 1px solid; padding: 4px}</style>
<button id=b aria-haspopup=menu aria-controls=m aria-expanded=false>File</button>
<div id=m role=menu hidden style="top:40px"><div role=menuitem>New</div>
<div id=more role=menuitem aria-haspopup=menu aria-controls=n aria-expanded=false>More</div></div>
<div id=n role=menu hidden style="top:60px; left:120px"><div role=menuitem>Print</div></div><script>
const done = [];
const show = (one, menu, open) => { menu.hidden = !open; one.ariaExpanded = String(open); };
b.onclick = () => show(b, m, m.hidden);
if (HOVERS) more.onpointerenter = () => show(more, n, true);
more.onclick = () => show(more, n, n.hidden);
for (const one of document.querySelectorAll('[role=menuitem]:not(#more)'))
  one.onclick = () => { done.push(one.textContent); show(more, n, false); show(b, m, false); };
addEventListener('keydown', (event) => { if (event.key === 'Escape') { show(more, n, false); show(b, m, false); } });
</script>"""


@pytest.mark.parametrize("hovers", ["true", "false"])
async def test_an_item_is_chosen_from_a_menu_of_a_menu(stage: Stage, hovers: str) -> None:
    await stage.show_html(SUBMENU.replace("HOVERS", hovers))
    done = await select(stage.tab, await stage.ref("#b"), "More > Print")
    assert done.as_wanted is not False
    assert await stage.eval("[done.join(), m.hidden]") == ["Print", True]
