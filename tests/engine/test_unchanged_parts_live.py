"""Options and long values that stay are not said again in an answer; what the answers give is still the page."""

from __future__ import annotations

import pytest

from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("FP-07", "FP-08")]

PAGE = """
<label>Zone <select id=zone></select></label><label>City <input></label>
<label>Body <textarea rows=5>{}</textarea></label>
<script>for (let at = 0; at < 60; at += 1) zone.add(new Option('Zone number ' + at))</script>
""".format("A long text that the caller has read before. " * 6)


async def test_what_a_field_keeps_is_not_said_again(bench: Bench) -> None:
    await bench.show(PAGE)
    page, replay = bench.page, Replay()
    first = await page.observe()
    replay.take(first.kind, first.text)
    said: list[str] = []
    for step in (
        page.select('combobox "Zone"', "Zone number 3"),
        page.click('textbox "Body"'),
        page.click('textbox "City"'),
        page.select('combobox "Zone"', "Zone number 5"),
    ):
        result = await step
        assert result.success
        assert result.observation is not None
        said.append(result.observation.text)
        replay.take(result.observation.kind, result.observation.text)
        whole = await page.observe(format="outline", since=None)
        assert replay.text == whole.text
    assert ' ="Zone number 3" of …' in said[0]
    assert "\nfocused: e" in said[1]
    assert "\nno longer focused: e" in said[2]
    assert not any("Zone number 7" in text or "A long text" in text for text in said), said


ROWS = """
<table id=rows><thead><tr><th>Field</th><th>Function</th><th>Value</th></tr></thead><tbody></tbody></table>
<button onclick="addRows(3)">More</button><button onclick="rows.tBodies[0].rows[0].remove()">Less</button>
<script>
  const addRows = (count) => { for (let at = 0; at < count; at += 1) {
    const row = rows.tBodies[0].insertRow(), number = rows.tBodies[0].rows.length;
    row.innerHTML = `<td>Row ${number}</td><td><select aria-label=Function></select></td>`;
    row.insertCell().innerHTML = "<input aria-label=Value>";
    for (const word of ["", "ABS", "CEILING", "COALESCE", "CONNECTION", "CURRENT_DATE", "DATABASE"])
      row.querySelector("select").add(new Option(word));
  } };
  addRows(2);
</script>
"""


async def test_a_list_that_several_fields_have_is_said_once(bench: Bench) -> None:
    """A form with one list of functions for each of its columns; the new rows come with their cells in a line."""
    await bench.show(ROWS)
    page, replay = bench.page, Replay()
    first = await page.observe()
    replay.take(first.kind, first.text)
    assert first.text.count("CEILING") == 1, first.text
    for name, times in (("More", 0), ("Less", 0), ("More", 0)):
        result = await page.click(f'button "{name}"')
        assert result.observation is not None
        said = result.observation.text
        replay.take(result.observation.kind, said)
        whole = await page.observe(format="outline", since=None)
        assert replay.text == whole.text
        assert replay.lines == whole.snapshot.render().split("\n")
        assert whole.text.count("CEILING") == 1
        if name == "More":
            assert said.count("CEILING") == times, said
            assert "same options as e" in said
            assert " of …] | [e" in said
        again = Replay()
        again.take(whole.kind, whole.text)
        assert again.lines == replay.lines
