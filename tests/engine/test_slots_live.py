"""The slots of a calendar that is drawn for the eye alone: each has a ref, and a name by its day and its time."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-05", "SX-06")]

CALENDAR = """<style>td, th { border: 1px solid; width: 90px; height: 24px; padding: 0; font-weight: 400 }
  table { border-collapse: collapse; table-layout: fixed }
  #cal { display: grid; grid-template-columns: 94px 1fr }</style>
<p id=said role=status>nothing</p>
<div id=cal>
  <b></b><table aria-hidden=true><tr><th>Mon 23<th>Tue 24</table>
  <table aria-hidden=true><tr><td>8:00<tr><td><tr><td>9:00<tr><td></table>
  <table aria-hidden=true id=slots><tr><td><td><tr><td><td><tr><td><td><tr><td><td></table>
</div><p>Below
<script>
  cal.addEventListener('click', event => { const cell = event.target.closest('#slots td');
    if (cell) said.textContent = `slot ${cell.parentElement.rowIndex}/${cell.cellIndex}`; });
</script>"""


async def test_each_slot_is_named_by_its_day_and_time_and_takes_a_click(bench: Bench) -> None:
    await bench.show(CALENDAR)
    snapshot = await bench.page.snapshot()
    times = ("8:00", "8:00 (2)", "9:00", "9:00 (2)")
    wanted = [f"{day} {time}" for time in times for day in ("Mon 23", "Tue 24")]
    assert [(node.role, node.name) for node in snapshot.interactive()] == [("cell", name) for name in wanted]
    result = await bench.page.click('cell "Tue 24 9:00 (2)"')
    assert result.success, result.message
    assert await bench.run("said.textContent") == "slot 3/1"


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("cal.addEventListener", "document.addEventListener"),  # the page itself listens: for anything
        ("<tr><td><td><tr>", "<tr><td>Ada<td>Bern<tr>"),  # a copy of data, such as of a fixed column
        (
            "<table aria-hidden=true id=slots>",
            "<table aria-hidden=true id=slots style='pointer-events:none'>",
        ),
    ],
)
async def test_other_tables_that_are_drawn_for_the_eye_alone_have_no_slots(
    bench: Bench, part: str, instead: str
) -> None:
    await bench.show(CALENDAR.replace(part, instead))
    assert [node.name for node in (await bench.page.snapshot()).interactive() if node.role == "cell"] == []


async def test_a_slot_under_an_appointment_is_not_offered(bench: Bench) -> None:
    await bench.show(
        CALENDAR.replace(
            "<p>Below", "<button style='position:absolute;left:0;top:0;width:99%;height:99%'>Drill</button>"
        )
    )
    assert [node.name for node in (await bench.page.snapshot()).interactive()] == ["Drill"]


async def test_a_line_with_its_hour_in_the_first_cell_is_named_by_that_alone(bench: Bench) -> None:
    """FullCalendar's week: the hour is a cell of the line, and one slot goes under the heads of all days."""
    hours = "".join(f"<tr><td>{hour}am<td class=lane><tr><td><td class=lane>" for hour in (7, 8, 9))
    week = f"""<style>td, th {{ width: 90px; height: 24px; padding: 0 }} table {{ border-collapse: collapse }}
      .lane {{ width: 270px }} #view {{ height: 75px; overflow: auto }}</style><p id=said>nothing</p>
      <div id=cal><table><tr><th>&nbsp;<th>Mon 23<th>Tue 24<th>Wed 25</table>
      <div id=view><table aria-hidden=true>{hours}</table></div></div><script>
      view.scrollTop = 50; cal.onclick = event => {{ const cell = event.target.closest('.lane');
        if (cell) said.textContent = cell.parentElement.rowIndex; }};</script>"""
    await bench.show(week)
    cells = [node.name for node in (await bench.page.snapshot()).interactive() if node.role == "cell"]
    assert cells == ["7am", "7am (2)", "8am", "8am (2)", "9am", "9am (2)"]
    result = await bench.page.click('cell "8am (2)"', position="50%,50%")
    assert result.success, result.message
    assert await bench.run("said.textContent") == "3"
