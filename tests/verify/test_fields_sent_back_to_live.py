"""A button that sends the focus back to a field that was marked as invalid before: the page does not take the form."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<style>.tooltip { position: absolute; left: 260px; top: -999px; opacity: 0 }
.on { top: 40px; opacity: 1 }</style>
<div role=dialog aria-label=Rule><label>Match <input id=f value="(" aria-invalid=true></label>
<p><label>Note <input id=g></label><p><button type=button id=ok>Add rule</button></div>
<div id=t class=tooltip><div>Der Wert ist falsch.</div></div>
<script>f.onfocus = () => { t.className = 'tooltip on' }; f.onblur = () => { t.className = 'tooltip' };
ok.onclick = () => { PRESSED }</script>"""


@pytest.mark.parametrize("focused", ["Match", "Note"])
async def test_an_invalid_field_that_a_submit_sends_the_focus_back_to_rejects_it(
    stage: Stage, focused: str
) -> None:
    await stage.show(PAGE.replace("PRESSED", "f.focus()"))
    await stage.page.click(await stage.ref(focused))
    result = await stage.page.click(await stage.ref("Add rule"))
    assert result.error is not None, result.message
    assert result.error.code == "rejected"
    assert "Match: Der Wert ist falsch." in result.error.message


@pytest.mark.parametrize(
    ("page", "pressed"),
    [
        (PAGE.replace(" aria-invalid=true", ""), "f.focus()"),
        (PAGE, "f.value = ''; f.focus()"),
        (PAGE, "g.focus()"),
        (PAGE.replace(" id=ok", " id=ok aria-expanded=false"), "f.focus()"),
        (PAGE.replace("<div>Der Wert ist falsch.</div>", ""), "f.focus()"),
        (PAGE, "f.closest('div').append('Rule 1'); f.setAttribute('aria-invalid', false); f.focus()"),
    ],
)
async def test_other_buttons_that_lead_to_a_field_reject_nothing(
    stage: Stage, page: str, pressed: str
) -> None:
    await stage.show(page.replace("PRESSED", pressed))
    result = await stage.page.click(await stage.ref("Add rule"))
    assert result.success, result.message
