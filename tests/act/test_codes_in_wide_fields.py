"""A code with a field for each of its characters, where no style sheet makes the fields small."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-01")]

# As Ark UI without a style sheet: each field keeps one character, and hands the focus on.
PAGE = """<div id=row style="white-space:nowrap"></div><script>
  row.innerHTML = [1, 2, 3, 4].map(n => `<input MARK style="width:150px">`.replace('NUMBER', n)).join('');
  const cells = [...row.children];
  row.oninput = e => {
    e.target.value = e.target.value.slice(0, 1);
    cells[cells.indexOf(e.target) + 1]?.focus();
  };
</script>"""


@pytest.mark.parametrize("mark", ['aria-label="pin code NUMBER of 4"', "maxlength=1 aria-label=Pin"])
async def test_a_code_is_spread_over_fields_that_say_what_they_take(stage: Stage, mark: str) -> None:
    await stage.show_html(PAGE.replace("MARK", mark))
    done = await fill(stage.tab, await stage.ref("#row > input"), "1234")
    assert (done.as_wanted, done.value_after, done.method) == (True, "1234", "cells")
    assert await stage.eval("cells.map(one => one.value).join()") == "1,2,3,4"


@pytest.mark.parametrize("mark", ["aria-label=Hours placeholder=0", 'aria-label="Line NUMBER of 9"'])
async def test_a_row_of_wide_fields_is_not_a_code_by_itself(stage: Stage, mark: str) -> None:
    await stage.show_html(PAGE.replace("MARK", mark).replace("e.target.value.slice(0, 1)", "e.target.value"))
    await fill(stage.tab, await stage.ref("#row > input"), "12")
    assert await stage.eval("cells.map(one => one.value).join()") == "12,,,"
