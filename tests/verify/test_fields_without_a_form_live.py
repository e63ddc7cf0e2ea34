"""A button outside of any form whose page says in red, right at its fields, that they lack something."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<style>.error { color: #e33; font-size: 12px } .hint { color: #666 } input { display: block }</style>
<div id=all><div class=row><label>Email <input id=email></label></div>
<div class=row><label>Name <input id=name></label></div></div><div id=far style="margin-top:200px"></div>
<button id=b>Next</button><script>
const say = (box, text, how) => box.insertAdjacentHTML('beforeend', `<div class=${how}>${text}</div>`);
const rows = document.querySelectorAll('.row'); b.onclick = () => { PRESSED };
</script>"""


async def test_red_words_at_fields_reject_the_press(stage: Stage) -> None:
    pressed = "rows.forEach((row) => say(row, 'This field is required', 'error'))"
    await stage.show(PAGE.replace("PRESSED", pressed))
    result = await stage.page.click('button "Next"')
    assert result.error is not None, result.message
    assert result.error.code == "rejected"
    assert "This field is required" in result.error.message


@pytest.mark.parametrize(
    "pressed",
    [
        "say(rows[0], 'This field is required', 'hint')",
        "say(far, 'This field is required', 'error')",
        "all.innerHTML += '<div class=row><input id=more><div class=error>This field is required</div></div>'",
        "say(rows[0], 'Looks good', 'error')",
    ],
    ids=["grey", "far away", "a new field", "other words"],
)
async def test_other_words_reject_nothing(stage: Stage, pressed: str) -> None:
    await stage.show(PAGE.replace("PRESSED", pressed))
    result = await stage.page.click('button "Next"')
    assert result.success, result.message
