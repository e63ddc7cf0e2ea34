"""What lies under something that a person has to close is refused soon, though the page ticks or asks its server."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.act import click
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage
from tests.support.site import Request

pytestmark = [pytest.mark.anyio, pytest.mark.live]

SOON = 8
COVER = "<div style='position:fixed;inset:0;background:#0008'></div>"
DIALOG = COVER + (
    "<div role=dialog style='position:fixed;left:200px;top:200px;background:#fff'><button>Close</button></div>"
)
STATIC = {
    "a dialog": DIALOG,
    "a dialog around the page": "<div role=dialog style='position:fixed;inset:0'><button>Close</button></div>",
    "a bar with a button": "<div style='position:fixed;inset:0 0 auto;height:200px;background:#fff'>"
    "<button style='margin-left:300px'>Menu</button></div>",
}
AMBIENT = {
    "ticks": "<p id=n>0</p><script>setInterval(() => { n.textContent++ }, 300)</script>",
    "waits for its server": "<script>fetch('/held')</script>",
}


def _hold(request: Request) -> str:
    request.hold()
    return "{}"


@pytest.mark.parametrize("goes_on", AMBIENT)
@pytest.mark.parametrize("cover", STATIC)
async def test_a_cover_that_a_person_closes_is_not_waited_for_until_the_deadline(
    stage: Stage, cover: str, goes_on: str
) -> None:
    stage.site.route("/held", _hold)
    await stage.show_html("<button id=t>Buy</button>" + STATIC[cover] + AMBIENT[goes_on])
    with anyio.fail_after(SOON), pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#t"), timeout=2 * SOON)
    assert refused.value.code == "obscured"
    stage.site.release()


HELP = "<div role=dialog style='position:fixed;right:0;bottom:0'>Chat <button>Send</button></div>"
WORKING = {
    "a cover over the page and its dialog": HELP + COVER.replace("<div", "<div id=c", 1),
    "a cover without a control": COVER.replace("<div", "<div id=c", 1),
    "a dialog that shows its work": DIALOG.replace("<div", "<div id=c", 1).replace(
        "<button>", "<p role=progressbar style='height:9px'></p><button>"
    ),
}


@pytest.mark.parametrize("cover", WORKING)
async def test_a_cover_that_may_leave_by_itself_is_waited_for(stage: Stage, cover: str) -> None:
    leaves = "<script>setTimeout(() => { c.nextElementSibling.remove(); c.remove() }, 3500)</script>"
    await stage.show_html("<button id=t>Buy</button>" + WORKING[cover] + AMBIENT["ticks"] + leaves)
    done = await click(stage.tab, await stage.ref("#t"), timeout=2 * SOON)
    assert done.received
