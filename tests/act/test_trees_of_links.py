"""Trees whose items are links in the lines of nested lists, with the arrow before the item (jsTree)."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PAGE = """<div id=t role=tree aria-multiselectable=true class=tree-selection></div>
<style>i { display:inline-block; width:20px; height:20px; background:#ddd; cursor:pointer }
  li.node-leaf > i { background:none; cursor:default }</style><script>
  const nodes = {Root: ['Docs', 'Pics'], Docs: ['a.txt', 'b.txt']};
  window.chosen = []; window.opened = ['Root'];
  const line = name => {
    const open = opened.includes(name), below = nodes[name];
    return `<li role=none class="node node-${below ? (open ? 'open' : 'closed') : 'leaf'}"><i></i>` +
      `<a href="#" role=treeitem aria-selected=${chosen.includes(name)} ${below ? `aria-expanded=${open}` : ''}>` +
      `${name}</a>${open ? `<ul role=group>${below.map(line).join('')}</ul>` : ''}</li>`;
  };
  const draw = () => { t.innerHTML = `<ul role=presentation>${line('Root')}${line('Trash')}</ul>`; };
  t.onclick = e => {
    e.preventDefault();
    const name = e.target.closest('li')?.querySelector('a').innerText;
    if (!name) return;
    if (e.target.localName === 'i') opened = opened.includes(name) ? opened.filter(n => n !== name) : [...opened, name];
    else if (e.ctrlKey) chosen = chosen.includes(name) ? chosen.filter(n => n !== name) : [...chosen, name];
    else chosen = [name];
    draw();
  };
  draw();
</script>"""


@pytest.mark.parametrize(
    ("values", "chosen"),
    [(["Pics"], "Pics"), (["Pics", "Trash"], "Pics,Trash"), (["Docs / a.txt"], "a.txt")],
    ids=["one", "several", "a path"],
)
async def test_items_of_a_tree_are_chosen(stage: Stage, values: list[str], chosen: str) -> None:
    await stage.show_html(PAGE)
    done = await select(stage.tab, await stage.ref("#t"), *values)
    assert await stage.eval("chosen.sort().join()") == chosen
    assert done.as_wanted is not False


LEAVES = """<button id=b aria-haspopup=true aria-expanded=false>Category</button>
<div id=pop role=tree hidden style="position:absolute;top:40px;left:8px;width:300px;background:#fff">
<div role=treeitem><span>Milk</span></div><div role=treeitem><span>Toys</span></div></div><script>
  window.chosen = '';
  b.onclick = () => { pop.hidden = !pop.hidden; b.ariaExpanded = String(!pop.hidden); };
  pop.onclick = e => {
    if (e.target.localName !== 'span') return;
    chosen = b.textContent = e.target.innerText; pop.hidden = true; b.ariaExpanded = 'false';
  };
</script>"""


async def test_a_leaf_is_pressed_on_its_words_and_not_in_the_empty_middle_of_its_line(stage: Stage) -> None:
    await stage.show_html(LEAVES)
    done = await select(stage.tab, await stage.ref("#b"), "Milk")
    assert (await stage.eval("chosen"), done.as_wanted) == ("Milk", True)
