"""Radio buttons in the rows of a table, whose heads say what they are: one question a row, in one group for all."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]


def _matrix(label: str) -> str:
    rows = "".join(
        f"<tr><td>{row}"
        + "".join(
            f"<td><label><input type=radio name=m_{row} id={row}{place} value={place}"
            f" {label.format(row=row, column=name)}></label>"
            for place, name in enumerate(("Bad", "Ok", "Good"))
        )
        for row in ("Food", "Staff")
    )
    return (
        "<div role=radiogroup aria-label=Quality><table role=presentation><thead><tr><td><th>Bad<th>Ok<th>Good"
        f"<tbody>{rows}</table></div><script>window.held = () =>"
        " [...document.querySelectorAll(':checked')].map((one) => one.id).join();</script>"
    )


@pytest.mark.parametrize("label", ["", "aria-label='row {row}, column {column}'"], ids=["unnamed", "named"])
async def test_the_row_of_the_button_is_chosen_from_by_the_heads(stage: Stage, label: str) -> None:
    """As in SurveyJS, where all rows are in one group, and in Form.io, where only the heads name the buttons."""
    await stage.show_html(_matrix(label))
    assert (await select(stage.tab, await stage.ref("#Food2"), "Good")).as_wanted
    done = await select(stage.tab, await stage.ref("#Staff0"), "Ok")
    assert (done.as_wanted, await stage.eval("held()")) == (True, "Food2,Staff1")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#Staff0"), "Fine")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("held()") == "Food2,Staff1"


COLUMN = """<table><tr><th>Plan<th>Pick<tr><td>Free<td><input type=radio name=p id=a><tr><td>Team<td>
<input type=radio name=p id=b></table>"""


async def test_buttons_below_each_other_are_named_by_their_rows(stage: Stage) -> None:
    await stage.show_html(COLUMN)
    done = await select(stage.tab, await stage.ref("#a"), "Team")
    assert (done.as_wanted, await stage.eval("b.checked")) == (True, True)
