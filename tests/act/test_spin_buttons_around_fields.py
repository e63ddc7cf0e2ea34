"""A spin button, or what calls itself a field of text, that is a box around the field which takes its value."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As jqWidgets: the box takes no focus itself.
PAGE = """<div id=n role=spinbutton aria-valuenow=5 aria-label=Amount style="border:1px solid;width:200px">
<input id=f value=5 style="border:0"><button tabindex=-1>+</button></div><script>
  f.oninput = () => { n.ariaValueNow = f.value; };
</script>"""


async def test_the_number_of_a_spin_button_is_given_to_the_field_in_it(stage: Stage) -> None:
    await stage.show_html(PAGE)
    done = await fill(stage.tab, await stage.ref("#n"), "12.5")
    assert await stage.eval("[f.value, n.ariaValueNow]") == ["12.5", "12.5"]
    assert (done.as_wanted, done.value_after) == (True, "12.5")


@pytest.mark.parametrize("field", ["<input id=f>", "<div id=f contenteditable=true role=textbox>Old</div>"])
async def test_the_text_of_a_box_that_calls_itself_a_field_is_given_to_the_one_in_it(
    stage: Stage, field: str
) -> None:
    """Phoenix draws a code editor in such a box, VueDatePicker a field of text."""
    await stage.show_html(
        f"<div id=n role=textbox aria-label=Metadata style='border:1px solid'>{field}</div>"
    )
    done = await fill(stage.tab, await stage.ref("#n"), "new")
    assert await stage.eval("f.value ?? f.innerText") == "new"
    assert (done.as_wanted, done.value_after) == (True, "new")
