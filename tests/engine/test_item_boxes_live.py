"""Options and tree items that draw a check box are one control, whose state is that of the box."""

from __future__ import annotations

import re

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-07")]

TREE = """<style>.row { display: flex } li { list-style: none }</style><ul role=tree>
<li role=treeitem aria-expanded=true id=fruit><div class=row><input type=checkbox tabindex=-1><span>Fruit</span></div>
  <ul role=group><li role=treeitem id=pear><div class=row><input type=checkbox tabindex=-1><span>Pear</span></div></ul>
<li role=treeitem id=veg><div class=row><input type=checkbox tabindex=-1><span>Veg</span>
  <input type=checkbox aria-label='Favourite'></div></ul>
<ul role=listbox aria-label=People><li role=option id=eva aria-selected=false tabindex=0><div class=row>
  <input type=checkbox aria-label='Eva Lind' tabindex=-1><span>Eva Lind</span></div></ul>
<script>
  for (const item of document.querySelectorAll('#fruit, #pear'))
    item.onclick = e => { e.stopPropagation();
      if (!e.target.matches('input')) item.setAttribute('aria-expanded', item.getAttribute('aria-expanded') !== 'true');
    };
</script>"""


async def test_an_item_and_its_check_box_have_one_ref(bench: Bench) -> None:
    await bench.show(TREE)
    text = (await bench.page.observe()).text
    assert re.search(r"treeitem (Fruit )?\+unchecked \+expanded\]", text), text
    assert re.search(r"treeitem (Pear )?\+unchecked\]", text), text
    assert re.search(r"option (Eva Lind )?\+unchecked\]", text), text
    assert "checkbox Fruit" not in text
    assert "checkbox Eva" not in text
    assert "checkbox Favourite" in text
    elements = (await bench.page.observe(format="elements")).text
    (eva,) = [line for line in elements.splitlines() if '"role":"option"' in line]
    assert '"unchecked"' in eva


async def test_the_box_of_an_item_is_checked_by_the_ref_of_the_item(bench: Bench) -> None:
    await bench.show(TREE)
    await bench.page.observe()
    result = await bench.page.check(await bench.ref("#fruit"))
    assert result.success, result.message
    assert result.observation is not None
    assert "+checked +expanded" in result.observation.text
    assert await bench.run("[fruit.querySelector('input').checked, pear.querySelector('input').checked]") == [
        True,
        False,
    ]
    result = await bench.page.uncheck(await bench.ref("#fruit"))
    assert result.success, result.message
    assert "+unchecked +expanded" in (await bench.page.observe()).text
