"""Radio buttons and check boxes that stand together, where nothing says that they are a group."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

RADIOS = """<ul><li><label><input type=radio id=one value=one checked> <span>In turn</span></label><p>By number</p></li>
<li><label><input type=radio value=two> <span>At random</span></label><p>By chance</p></li></ul>
<script>document.querySelector('ul').onchange = e => {
for (const one of document.querySelectorAll('input')) one.checked = one === e.target; };</script>"""

BOXES = """<form><div class=grid>
<div><button type=button role=checkbox id=mon aria-checked=false>Mon</button></div>
<div><button type=button role=checkbox aria-checked=false>Tue</button></div>
<div><button type=button role=checkbox aria-checked=false>Wed</button></div></div>
<label><input type=checkbox id=news> News</label></form>
<script>document.querySelector('.grid').onclick = ({ target: at }) => {
if (at.role) at.ariaChecked = String(at.ariaChecked !== 'true'); };</script>"""
HELD = (
    "[...document.querySelectorAll('[aria-checked=true], :checked')].map(one => one.value || one.textContent)"
)


async def test_a_radio_button_beside_another_is_chosen(stage: Stage) -> None:
    await stage.show_html(RADIOS)
    done = await select(stage.tab, await stage.ref("#one"), "At random")
    assert (done.as_wanted, await stage.eval(HELD)) == (True, ["two"])


async def test_boxes_beside_one_are_checked_and_none_is_unchecked(stage: Stage) -> None:
    await stage.show_html(BOXES)
    done = await select(stage.tab, await stage.ref("#mon"), "Mon", "Wed")
    assert (done.as_wanted, await stage.eval(HELD)) == (True, ["Mon", "Wed"])
    done = await select(stage.tab, await stage.ref("#mon"), "Tue")
    assert (done.as_wanted, await stage.eval(HELD)) == (True, ["Mon", "Tue", "Wed"])
    with pytest.raises(NotActionable, match="'Tue' is checked beside them") as raised:
        await select(stage.tab, await stage.ref("#mon"), "Mon", "Wed")
    assert "uncheck()" in raised.value.hint
    assert await stage.eval(HELD) == ["Mon", "Tue", "Wed"]


async def test_a_box_beside_fields_of_other_kinds_is_alone(stage: Stage) -> None:
    await stage.show_html("""<div><label><input type=checkbox id=keep> Keep</label><input placeholder=Name>
    <label><input type=checkbox> Send</label></div>""")
    with pytest.raises(NotActionable, match="no option 'Send'"):
        await select(stage.tab, await stage.ref("#keep"), "Send")


NO_TEXT_BOX = """<div id=g role=textbox aria-labelledby=t><div id=t>Plan</div><div>
<label><input type=radio name=p value=Free> Free</label><label><input type=radio name=p value=Team> Team</label>
</div></div>"""


async def test_a_box_around_radio_buttons_that_calls_itself_a_text_box_is_their_group(stage: Stage) -> None:
    await stage.show_html(NO_TEXT_BOX)
    done = await select(stage.tab, await stage.ref("#g"), "Team")
    assert (done.as_wanted, await stage.eval(HELD)) == (True, ["Team"])
