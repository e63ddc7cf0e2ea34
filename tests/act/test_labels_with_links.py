"""A label may have links and buttons in it: a press for its check box never goes to one of them."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, click
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

STRAY = "<script>window.stray = 0; onclick = e => { if (e.target.closest('a, button')) stray++; };</script>"
LINKS = "A (<a href='#away'>a link that takes all of the middle</a> | <button type=button>Show</button>)"
HIDDEN = "style='position:absolute;opacity:0;width:0;height:0'"
LABELS = {
    "hidden, for": f"<input id=x type=radio {HIDDEN}><label id=l for=x>{LINKS}</label>",
    "hidden, within": f"<label id=l><input id=x type=checkbox hidden>{LINKS}</label>",
    "a role of its own": "<label id=l role=radio tabindex=-1><span><input id=x type=radio role=presentation>"
    f"</span><span>{LINKS}</span></label>",
    "one link": "<label id=l style='display:block;width:300px;text-align:center'><input id=x type=checkbox hidden>"
    "<a href='#away'>nothing but a link</a></label>",
}


@pytest.mark.parametrize("how", ["check", "click"])
@pytest.mark.parametrize("what", LABELS)
async def test_the_free_part_of_a_label_is_pressed(stage: Stage, what: str, how: str) -> None:
    await stage.show_html(STRAY + LABELS[what])
    if how == "check":
        await check(stage.tab, await stage.ref("#x"))
    else:
        await click(stage.tab, await stage.ref("#l"))
    assert await stage.eval("[x.checked, stray, location.hash]") == [True, 0, ""]


FULL = (
    "<span id=d style='display:inline-block;width:20px;height:20px;background:#ccc'>"
    "<input id=x type=checkbox style='width:0;height:0;margin:0'></span>"
    "<label id=l for=x><a href='#away'>The terms of use</a></label>"
    "<script>d.onclick = e => { if (e.target === d) x.click(); };</script>"
)


async def test_where_a_link_fills_the_label_the_drawn_box_is_pressed(stage: Stage) -> None:
    await stage.show_html(STRAY + FULL)
    await check(stage.tab, await stage.ref("#x"))
    assert await stage.eval("[x.checked, stray]") == [True, 0]
    with pytest.raises(NotActionable, match="The terms of use") as refused:
        await click(stage.tab, await stage.ref("#l"))
    assert (refused.value.code, await stage.eval("stray")) == ("obscured", 0)


async def test_a_choice_that_is_made_of_a_link_or_a_button_is_pressed_there(stage: Stage) -> None:
    await stage.show_html(
        "<div id=a role=radio onclick='ariaChecked = true'><a href='#'>Red</a></div>"
        "<input id=x type=checkbox hidden><label id=l for=x><span role=button tabindex=0>Go</span></label>"
    )
    await click(stage.tab, await stage.ref("#a"))
    await click(stage.tab, await stage.ref("#l"))
    assert await stage.eval("[a.ariaChecked, x.checked]") == ["true", True]
