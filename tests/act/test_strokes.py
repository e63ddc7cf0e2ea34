"""Lines of a drawing take the pointer on their stroke alone."""

from __future__ import annotations

import pytest

from cdp_engine.act import click
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]


@pytest.mark.parametrize(
    "shape",
    [
        "<path id=b d='M10,50 L150,50' fill=none stroke=black stroke-width=6 />",
        "<line id=b x1=50 y1=10 x2=50 y2=150 fill=none stroke=black stroke-width=6 />",
        "<path id=b d='M10,10 H150 V150' fill=none stroke=black stroke-width=4 />",
        "<g transform='rotate(30) scale(1.4)'><path id=b d='M60,10 Q110,10 110,60' fill=none stroke=red /></g>",
        "<rect id=b width=90 height=60 fill=none stroke=black pointer-events=all />",
    ],
    ids=["level", "upright", "corner", "turned curve", "hollow box"],
)
async def test_a_line_is_clicked_on_its_stroke(stage: Stage, shape: str) -> None:
    await stage.show_html(
        f"<svg width=300 height=300 onclick='other = true'>{shape}</svg>"
        "<script>b.onclick = event => { event.stopPropagation(); clicked = true }</script>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("[window.clicked === true, window.other === true]") == [True, False]
