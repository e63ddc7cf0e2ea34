"""Parts of a slider whose handle says its value: they set it by that; a refused step leaves it where it was."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09", "RA-04")]

# As noUiSlider draws it: what the handle lies in moves along the track with it.
PAGE = """<div id=box><div id=title>Level: <span id=out></span></div>
<div style="position:relative;width:300px;height:12px;background:#ccc"><div id=place
  style="position:absolute;width:100%;height:100%;will-change:transform"><div id=h class=my-handle
  role=slider tabindex=0 aria-valuemin=0 aria-valuemax=50 TEXT
  style="position:absolute;right:-10px;top:-4px;width:20px;height:20px;background:#06c">
</div></div></div></div><script>
  let value = 10;
  const show = to => {
    value = Math.max(0, Math.min(50, to));
    place.style.transform = `translateX(${value * 2 - 100}%)`;
    h.setAttribute('aria-valuenow', value);
    if (h.hasAttribute('aria-valuetext')) h.setAttribute('aria-valuetext', `Day ${value}`);
    out.textContent = value;
  };
  h.onkeydown = e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    const move = () => show(value + step);
    if (step && value === SLOW && e.key === 'ArrowRight') setTimeout(move, 400);
    else if (step) move();
  };
  show(10)</script>"""


def page(*, text: str = "", slow: int = -1) -> str:
    return PAGE.replace("TEXT", text).replace("SLOW", str(slow))


@pytest.mark.parametrize("part", ["#title", "#box"])
async def test_a_part_sets_the_slider_by_its_handle(stage: Stage, part: str) -> None:
    await stage.show_html(page())
    done = await fill(stage.tab, await stage.ref(part), "22")
    assert (done.as_wanted, done.value_after, await stage.eval("value")) == (True, "22", 22)


async def test_a_part_refuses_what_is_beyond_and_moves_nothing(stage: Stage) -> None:
    await stage.show_html(page())
    with pytest.raises(NotActionable, match="goes from 0 to 50"):
        await fill(stage.tab, await stage.ref("#title"), "60")
    assert await stage.eval("value") == 10


async def test_words_that_no_step_has_leave_the_slider_where_it_was(stage: Stage) -> None:
    await stage.show_html(page(text="aria-valuetext=x", slow=14))
    with pytest.raises(NotActionable, match="no step"):
        await fill(stage.tab, await stage.ref("#h"), "2026-05-06")
    assert await stage.eval("value") == 10
