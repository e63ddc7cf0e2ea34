"""The cells of a grid are read as rows: one line for each in a whole page, one for each cell in differences."""

from __future__ import annotations

import re

import pytest

from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("RA-07", "FP-07")]

PAGE = """<style>td { width: 90px } .less [data-first] { display: none }</style>
<button id=step>Step</button><h2>Stock</h2>
<table role=grid id=grid><tbody id=rows></tbody></table><p>Total: 3</p>
<table><tr><td>1<td>Customer<td><button>Edit</button><td><button>Open</button></table>
<script>
  const row = (part, price, colour) => `<tr role=row id=${part}><td role=gridcell tabindex=-1 data-first>${part}</td>
    <td role=gridcell tabindex=-1>${price}</td><td role=gridcell><input type=checkbox aria-label=Sold></td>
    <td role=gridcell tabindex=-1>${colour}</td><td role=gridcell>kg</td></tr>`;
  rows.innerHTML = row('Bolt', 10, 'blue') + row('Nut', 20, 'button') + row('Gear', 5, 'red');
  for (const cell of rows.querySelectorAll('td[tabindex]')) cell.onclick = () => {};
  const cells = (id) => document.getElementById(id).cells;
  const steps = [
    () => { cells('Nut')[1].textContent = '25'; },
    () => { cells('Bolt')[0].remove(); },
    () => { document.getElementById('Gear').after(rows.appendChild(document.getElementById('Nut'))); },
    () => { cells('Nut')[2].innerHTML = 'sold'; cells('Gear')[3].tabIndex = 0; },
    () => { grid.className = 'less'; },
    () => { rows.insertAdjacentHTML('beforeend', row('Axle', 7, 'green').replaceAll('tabindex=-1', 'tabindex=0')); },
    () => { grid.className = ''; cells('Gear')[1].textContent = ''; },
  ];
  step.onclick = () => steps.shift()?.();
</script>"""


def without_numbers(text: str) -> list[str]:
    return [re.sub(r"\[e\d+ ?", "[", line) for line in text.splitlines()]


async def test_rows_of_cells_are_lines(bench: Bench) -> None:
    await bench.show(PAGE)
    text = (await bench.page.observe()).text
    lines = without_numbers(text)
    assert "[gridcell Bolt] | [10] | [checkbox Sold] | [blue] | kg" in lines, text
    assert "[gridcell Nut] | [20] | [checkbox Sold] | [gridcell button] | kg" in lines, text
    assert "1 | Customer | [button Edit] | [button Open]" in lines, text
    limited = (await bench.page.observe(max_tokens=5000)).text
    assert "[gridcell Bolt] | [10]" in "\n".join(without_numbers(limited)), limited
    only = (await bench.page.observe(interactive_only=True)).text
    assert "[gridcell 10]" in "\n".join(without_numbers(only)), only


async def test_differences_of_rows_lead_to_the_same_page(bench: Bench) -> None:
    await bench.show(PAGE)
    first = await bench.page.observe()
    replay = Replay()
    replay.take(first.kind, first.text)
    assert replay.text == first.text
    for number in range(7):
        done = await bench.page.click('button "Step"')
        assert done.observation is not None
        if not number:
            assert re.search(r"^~ \| \[e\d+ 25\]$", done.observation.text, re.MULTILINE), (
                done.observation.text
            )
        replay.take(done.observation.kind, done.observation.text)
        whole = (await bench.page.snapshot()).render("outline")
        assert replay.text == whole, (number, done.observation.text)
        assert not any(line.startswith("|") for line in whole.splitlines()), whole
    assert any(re.match(r"\[gridcell Axle\] \| \[7\]", line) for line in without_numbers(replay.text))
