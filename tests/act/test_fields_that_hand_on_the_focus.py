"""A field that nobody sees, as the one of a form, hands the focus to the one that is drawn for it."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

PAGE = """<div><label>To <input id=to role=combobox onfocus="%s.focus()" style="position:absolute;STYLE"></label>
<ul style="margin:20px 0;padding:0;list-style:none"><li><input id=drawn role=combobox></ul></div>
<label>Subject <input id=subject></label>"""
HELD = "[to.value, drawn.value, subject.value].join('|')"


async def test_the_field_that_is_drawn_takes_the_text(stage: Stage) -> None:
    """As Roundcube draws the recipients of a mail."""
    await stage.show_html((PAGE % "drawn").replace("STYLE", "opacity:0"))
    done = await fill(stage.tab, await stage.ref("#to"), "eva@example.com")
    assert (await stage.eval(HELD), done.as_wanted) == ("|eva@example.com|", True)


@pytest.mark.parametrize(("goes_to", "style"), [("subject", "opacity:0"), ("drawn", "")])
async def test_another_field_does_not(stage: Stage, goes_to: str, style: str) -> None:
    await stage.show_html((PAGE % goes_to).replace("STYLE", style))
    with pytest.raises(NotActionable, match="did not take the focus"):
        await fill(stage.tab, await stage.ref("#to"), "eva@example.com", timeout=1)
    assert await stage.eval(HELD) == "||"
