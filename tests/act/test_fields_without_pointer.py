"""A read-only field that ignores the pointer is pressed in its own box, as a person presses it."""

from __future__ import annotations

import pytest

from cdp_engine.act import click
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FIELD = "<input id=t readonly style='pointer-events:none'>"
BOX = "<div class='v-input%s' onclick='window.pressed = 1'><div class=input>%s</div></div>"


async def test_its_own_box_is_pressed(stage: Stage) -> None:
    await stage.show_html(BOX % ("", FIELD))
    await click(stage.tab, await stage.ref("#t"), timeout=2.0)
    assert await stage.eval("window.pressed") == 1


@pytest.mark.parametrize("box", [BOX % (" v-input--disabled", FIELD), BOX % ("", FIELD + "<input>")])
async def test_one_that_is_switched_off_or_shares_its_box_is_refused(stage: Stage, box: str) -> None:
    await stage.show_html(box)
    with pytest.raises(NotActionable, match="ignores the pointer") as refused:
        await click(stage.tab, await stage.ref("#t"), timeout=2.0)
    assert "switched off" in (refused.value.hint or "")
    assert await stage.eval("window.pressed") is None
