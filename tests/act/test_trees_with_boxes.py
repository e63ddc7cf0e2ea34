"""Trees with check boxes: a branch that is chosen as all in it is, rows that are drawn again, boxes to be pressed."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As Arco draws one: the rows are beside each other, each drawn again with all others by a press; only the box takes it.
TREE = """<div id=t role=tree MANY></div><script>
  const root = [
    { name: 'Germany', in: [{ name: 'Bavaria', in: [{ name: 'Munich' }, { name: 'Augsburg' }] },
                            { name: 'Hamburg', in: [{ name: 'Altona' }] }] },
    { name: 'France', in: [{ name: 'Rouen' }, { name: 'Caen' }] }];
  const isOn = (node) => (node.in ? node.in.every(isOn) : Boolean(node.on));
  const set = (node, on) => { node.on = on; node.in?.forEach((one) => set(one, on)); };
  const draw = () => {
    t.innerHTML = '';
    const add = (node, level) => {
      const row = document.createElement('div');
      row.role = 'treeitem'; row.ariaLevel = level; row.ariaExpanded = String(Boolean(node.open));
      row.style.cssText = `padding-left:${level * 20}px;height:24px`;
      row.innerHTML = `${node.in ? '<span class=tree-switcher role=button>+</span>' : ''}
        <label><input type=checkbox></label><span>${node.name}</span>`;
      const box = row.querySelector('input');
      box.checked = isOn(node);
      box.onclick = () => { set(node, box.checked); setTimeout(draw); };
      const arrow = row.querySelector('.tree-switcher');
      if (arrow) arrow.onclick = () => { node.open = !node.open; draw(); setTimeout(draw, 30); };
      row.querySelector('span:last-child').onclick = row.onclick = () => setTimeout(draw);
      t.append(row);
      if (node.open) for (const one of node.in) add(one, level + 1);
    };
    for (const node of root) add(node, 0);
  };
  draw();
  const leaves = (node) => (node.in ? node.in.flatMap(leaves) : node.on ? [node.name] : []);
  window.held = () => root.flatMap(leaves);
</script>"""


@pytest.mark.parametrize("many", ["", "aria-multiselectable=false"], ids=["silent", "one is current"])
async def test_exactly_the_named_leaves_of_a_tree_are_checked(stage: Stage, many: str) -> None:
    await stage.show_html(TREE.replace("MANY", many))
    for wanted in (["Altona", "Caen"], ["Munich", "Rouen", "Caen"], ["Augsburg"]):
        done = await select(stage.tab, await stage.ref("#t"), *wanted)
        assert sorted(await stage.eval("held()")) == sorted(wanted)
        assert done.as_wanted is True
