"""Rows that come, go, are shown and change in a long table: the rows are measured, not all that is in them (CD-17)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from cdp_engine.tab.changes import change_tracker
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

STEPS = 12
PLAIN = (
    "", "table { border-spacing: 7px; width: 300px }", "table { table-layout: fixed; width: 90% }",
    "td { vertical-align: baseline } .b { font-size: 30px }", "td:first-child { width: 30% } td { padding: 4px }",
    ".c { position: relative; top: 3px }", "tr.b { display: none }", "tr:nth-child(2n) td { padding: 6px }",
    "thead { position: sticky; top: 0 } td > p { height: 50% }", "tr.a { height: 60px }", "p { float: left }",
)  # fmt: skip
OTHERS = (
    "table { border-collapse: collapse } td { border: 1px solid } tr.b td { border: 5px solid }",
    "td.b { display: block }", "td.a { float: left }", "td.c { display: none }", "tbody { display: block }",
    "tr { display: flex }", "table { height: 900px }", "tr.c { visibility: collapse }", ".b { height: 33% }",
    "tr.b { position: absolute }", "table { display: inline-table; height: 90% }", "tr.b { display: contents }",
    "tr td.b { width: 90px } p { width: 50% }", "caption { caption-side: bottom }", "table { direction: rtl }",
)  # fmt: skip
CHANGE = """(seed) => {
  let n = seed; const dice = (most) => (n = (n * 48271) % 2147483647) % most;
  const groups = [...document.querySelectorAll('thead, tbody')], group = groups[dice(groups.length)];
  const rows = [...group.rows], row = rows[dice(rows.length || 1)], kind = dice(9);
  const made = () => { const tr = document.createElement('tr'); tr.className = 'abc'[dice(3)];
    tr.innerHTML = '<td class=' + 'abc'[dice(3)] + '>new<td><a href=#>' + 'wide '.repeat(dice(4)) + '</a>';
    tr.innerHTML += '<td><p>' + n + '</p>';
    if (!dice(6)) tr.append(document.createElement('td')); return tr };
  if (kind === 0 || !row) group.append(made());
  else if (kind < 3) row.before(made());
  else if (kind < 5) row.remove();
  else if (kind === 5) row.hidden = !row.hidden;
  else if (kind === 6) row.cells[dice(row.cells.length)].textContent = 'other '.repeat(dice(5));
  else if (kind === 7) group.append(row);
  else row.className = 'abc'[dice(3)];
}"""


def page_of(style: str) -> str:
    """A page of tables with rows of three classes, some of them in a table of another."""
    dice = random.Random(style)
    rows = "".join(
        f"<tr class={dice.choice('abc')}><td class={dice.choice('abc')}>{at}<td><a href=#{at}>Item</a>"
        f"<td><p>{'text ' * dice.randrange(4)}<b>bold</b></p></tr>"
        for at in range(60)
    )
    inner = "<table><tbody><tr><td>in<td>ner<tr><td>one<td>two</table>"
    return (
        f"<style>{style}</style><h1>Table</h1><table><thead><tr><th>No<th>Name<th>Text</thead><tbody>{rows}</tbody></table>"
        f"<table><caption>Second</caption><tr><td>cell<td>{inner}<td><tr><td>a<td>b<td>c</table><p>End</p>"
    )


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[int] | None]:
    """The places of the elements that each update measured; None for all."""
    found: list[Sequence[int] | None] = []
    redrawn = change_tracker.redrawn_parts.redrawn

    async def counted(*given: Any, **more: Any) -> Any:
        answer = await redrawn(*given, **more)
        if not isinstance(answer, str):
            found.append(answer.places)
        return answer

    monkeypatch.setattr(change_tracker.redrawn_parts, "redrawn", counted)
    return found


@pytest.mark.parametrize("style", [*PLAIN, *OTHERS])
async def test_rows_of_tables_are_seen_as_a_capture_sees_them(
    bench: Bench, captures: list[CaptureOptions], style: str
) -> None:
    await bench.show(page_of(style))
    await quiet_look(bench)
    observer, dice = controller_of(bench.page).observer, random.Random(style)
    for step in range(STEPS):
        await bench.page.evaluate(CHANGE, dice.randrange(1, 1 << 30))
        seen, fresh = await observer.capture(), await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == [], (style, step)
        assert seen.render() == fresh.render(), (style, step)


@pytest.mark.parametrize("style", ["", "td { padding: 4px }"])
@pytest.mark.parametrize(
    "change",
    ["t.rows[9].remove()", "t.rows[9].hidden = true", "t.insertRow(9).innerHTML = '<td>x<td>y<td>z'"],
)
async def test_a_row_in_or_out_of_a_table_has_few_elements_measured(
    bench: Bench,
    captures: list[CaptureOptions],
    measured: list[Sequence[int] | None],
    style: str,
    change: str,
) -> None:
    await bench.show(page_of(style).replace("<table>", "<table id=t>", 1))
    await quiet_look(bench)
    captures.clear()
    await bench.run(f"{change}; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert len(captures) == 0, controller_of(bench.page).observer.refusals
    assert [places is not None and len(places) < 90 for places in measured] == [True]
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
