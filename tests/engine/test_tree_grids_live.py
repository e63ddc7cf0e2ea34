"""The arrows of tree grids whose library listens at the grid: a press beside them only moves the focus."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-05", "SX-06")]

TREE = """<style>td { padding: 4px 20px } .tree-collapsed, .tree-expanded { display: inline-block; width: 18px; CURSOR }
  .tree-collapsed::before { content: '▸' } .tree-expanded::before { content: '▾' }</style>
<table role=treegrid id=t><tr role=row aria-expanded=false><td role=gridcell aria-expanded=false tabindex=0>
  <i class=tree-collapsed></i><span>Eva Holm</span><td role=gridcell>Captain<td role=gridcell><b class=toggle-arrow></b>
</table><script>
  t.addEventListener('click', event => { if (!event.target.matches('i')) return;
    const row = event.target.closest('tr'), open = row.ariaExpanded === 'false';
    event.target.className = open ? 'tree-expanded' : 'tree-collapsed';
    for (const at of [row, row.cells[0]]) at.setAttribute('aria-expanded', String(open)); });
</script>"""


async def test_an_arrow_that_shows_the_hand_has_a_ref(bench: Bench) -> None:
    await bench.show(TREE.replace("CURSOR", "cursor: pointer"))
    result = await bench.page.click('clickable "expand Eva Holm"')
    assert result.success, result.message
    assert await bench.run("t.rows[0].ariaExpanded") == "true"
    named = [node.name for node in (await bench.page.snapshot()).interactive()]
    assert "collapse Eva Holm" in named
    assert len(named) == 2, f"the cell and its arrow, not {named}"
