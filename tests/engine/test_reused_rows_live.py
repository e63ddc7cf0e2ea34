"""A ref of a row is not that of the item that the list wrote into the same row meanwhile (EX-06)."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-06")]

FILES = (
    "<style>li { cursor: pointer }</style><ul id=list></ul><p id=log>nothing</p><script>"
    "const log = (word, row) => document.getElementById('log').textContent = word + ' ' + row.firstChild.textContent;"
    "function draw(names) { names.forEach((name, at) => {"
    "  const row = list.children[at] ?? list.appendChild(document.createElement('li'));"
    "  if (!row.firstChild) {"
    "    row.innerHTML = '<span></span> <button>Delete</button>'; row.id = 'row' + at;"
    "    row.lastChild.id = 'delete' + at; row.lastChild.onclick = () => log('deleted', row);"
    "  }"
    "  row.firstChild.textContent = name; }) }"
    "draw(['beta.txt', 'delta.txt', 'gamma.txt'])</script>"
)


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ("['alpha.txt', 'beta.txt', 'delta.txt', 'gamma.txt']", "delete2"),
        ("['north.csv', 'south.csv', 'west.csv']", ""),
    ],
)
async def test_the_button_of_a_row_that_has_another_item_now_is_not_pressed(
    bench: Bench, now: str, found: str
) -> None:
    await bench.show(FILES)
    shown = await bench.page.observe()
    ref = await bench.ref("delete1")
    await bench.run(f"draw({now})")
    result = await bench.page.click(ref, since=shown.version)
    assert result.error is not None
    assert result.error.code == "stale"
    assert "delta.txt" in result.error.message
    assert await bench.run("document.getElementById('log').textContent") == "nothing"
    if not found:
        return
    again = await bench.ref(found)
    assert again in result.error.hint
    current = await bench.page.observe()
    assert (await bench.page.click(again, since=current.version)).success
    assert await bench.run("document.getElementById('log').textContent") == "deleted delta.txt"


@pytest.mark.parametrize(
    "now",
    [
        "['beta.txt', 'delta.txt (2)', 'gamma.txt']",
        "['beta.txt', 'renamed.txt', 'gamma.txt']",
        "['beta.txt', 'delta.txt', 'gamma.txt', 'zeta.txt']",
    ],
)
async def test_a_row_that_was_renamed_or_got_a_neighbour_is_the_same(bench: Bench, now: str) -> None:
    await bench.show(FILES)
    shown = await bench.page.observe()
    ref = await bench.ref("delete1")
    await bench.run(f"draw({now})")
    result = await bench.page.click(ref, since=shown.version)
    assert result.success, result.message
    assert (await bench.run("document.getElementById('log').textContent")).startswith("deleted ")


async def test_clocks_in_rows_do_not_make_other_items(bench: Bench) -> None:
    await bench.show(FILES)
    await bench.run("draw(['12 seconds ago', '13 seconds ago', '15 seconds ago'])")
    await bench.run(
        "for (const [at, row] of [...list.children].entries()) row.append(['tea', 'ink', 'oil'][at])"
    )
    shown = await bench.page.observe()
    ref = await bench.ref("delete0")
    await bench.run("draw(['13 seconds ago', '14 seconds ago', '16 seconds ago'])")
    assert (await bench.page.click(ref, since=shown.version)).success


async def test_a_ref_that_was_read_again_after_the_last_answer_is_meant_as_it_was_read(bench: Bench) -> None:
    await bench.show(FILES)
    shown = await bench.page.observe()
    await bench.run("draw(['alpha.txt', 'beta.txt', 'delta.txt', 'gamma.txt'])")
    ref = await bench.ref("delete1")
    assert (await bench.page.click(ref, since=shown.version)).success
    assert await bench.run("document.getElementById('log').textContent") == "deleted beta.txt"
