"""Rows, cells and items that are drawn out of order and numbered are read as on the screen; a sort shows as moves."""

from __future__ import annotations

import pytest

from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("RA-07")]

PAGE = """<style>[role=row], [role=listitem], [role=treeitem] { position: absolute; left: 0; height: 24px }
[role=grid], [role=list], [role=tree] { position: relative; height: 120px }
[role=gridcell], [role=columnheader] { position: absolute; width: 80px; white-space: nowrap }</style>
<div role=grid aria-label=Prices><div role=row style="top:0"><span role=columnheader tabindex=0 style="left:0"
aria-sort=ascending id=sort>Name</span></div><div id=rows></div></div>
<div role=list aria-label=Jobs id=list></div><div role=tree aria-label=Files id=tree></div>
<script>const names = ['Cider', 'Ale', 'Bock'], kinds = { list: ['listitem', 'button'], tree: ['treeitem', 'span'] };
rows.innerHTML = names.map(name => `<div role=row id=${name}><span role=gridcell aria-colindex=2
style="left:90px"><button>Buy ${name}</button></span>
<span role=gridcell aria-colindex=1 tabindex=0 style="left:0">${name}</span></div>`).join('');
const draw = falling => { const sorted = [...names].sort(); if (falling) sorted.reverse();
  sorted.forEach((name, at) => { const row = document.getElementById(name);
    row.style.top = `${24 * (at + 1)}px`; row.setAttribute('aria-rowindex', at + 2) }) };
const places = ['second', 'third', 'first'];
for (const [id, [role, tag]] of Object.entries(kinds)) document.getElementById(id).innerHTML = places.map((word, at) =>
  `<div role=${role} aria-posinset=${[2, 3, 1][at]} aria-setsize=3 tabindex=0 style="top:${[24, 48, 0][at]}px">
  <${tag}>${id} ${word}</${tag}></div>`).join('');
sort.onclick = () => { const falling = sort.getAttribute('aria-sort') === 'ascending';
  sort.setAttribute('aria-sort', falling ? 'descending' : 'ascending'); draw(falling) }; draw(false)</script>"""


def in_order(text: str, *words: str) -> bool:
    places = [text.index(word) for word in words]
    return places == sorted(places)


async def test_the_order_of_the_screen(bench: Bench) -> None:
    await bench.show(PAGE)
    first = await bench.page.observe()
    text = first.text
    assert in_order(
        text, "gridcell Ale", "Buy Ale", "gridcell Bock", "Buy Bock", "gridcell Cider", "Buy Cider"
    ), text
    assert in_order(text, "list first", "list second", "list third"), text
    assert in_order(text, "tree first", "tree second", "tree third"), text
    replay = Replay()
    replay.take(first.kind, text)
    sorted_ = await bench.page.click('columnheader "Name"')
    assert sorted_.observation is not None
    change = sorted_.observation
    assert change.kind == "delta", change.text
    lines = change.text.split("\n")
    assert any(line.startswith("> e") for line in lines), change.text
    assert not any(line.startswith(("gone ", "+ ", "- ")) for line in lines), change.text
    replay.take(change.kind, change.text)
    assert replay.text == (await bench.page.observe()).text
    assert in_order(replay.text, "gridcell Cider", "Buy Cider", "gridcell Bock", "gridcell Ale", "Buy Ale")


async def test_the_levels_of_a_flat_tree_stay_where_they_are(bench: Bench) -> None:
    """A tree that is drawn flat numbers the items of each level by themselves."""
    items = (("Pets", 1, 2), ("Cat", 2, 1), ("Farm", 1, 3), ("Cow", 2, 1))
    drawn = (
        f"<div role=treeitem aria-level={level} aria-posinset={at}>{name}</div>" for name, level, at in items
    )
    await bench.show(f"<div role=tree aria-label=Animals>{''.join(drawn)}</div>")
    assert in_order((await bench.page.observe()).text, "Pets", "Cat", "Farm", "Cow")
