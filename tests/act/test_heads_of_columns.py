"""The head of a column may hold a field that filters it, or a button: a press for the head itself goes to its text."""

from __future__ import annotations

import pytest

from cdp_engine.act import click
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LOG = "<script>window.log = []; addEventListener('click', e => log.push(e.target.id));</script>"
HEADS = {
    "role": "<div id=h role=columnheader style='width:200px;height:80px'><div id=t>Name</div>"
    "<input id=i style='width:180px;height:50px'></div>",
    "th": "<table><tr><th id=h width=200 height=60><div id=t>Name</div><button id=b "
    "style='width:190px;height:40px'>Filter</button></th></tr></table>",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=list(HEADS))
async def test_the_text_of_a_head_is_pressed_rather_than_what_filters_it(stage: Stage, head: str) -> None:
    await stage.show_html(LOG + head)
    await click(stage.tab, await stage.ref("#h"))
    assert await stage.eval("log.join()") == "t"


async def test_the_only_button_of_a_head_is_pressed(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<table><tr><th id=h><button id=b style='width:90px'>Name</button></th></tr></table>"
    )
    await click(stage.tab, await stage.ref("#h"))
    assert await stage.eval("log.join()") == "b"
