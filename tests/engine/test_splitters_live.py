"""What parts two panes is set like a slider: by its keys, and by its handle where their steps are too long."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

PANES = """<style>#box { display: flex; width: 408px; height: 900px } #bar { width: 8px; background: gray }
#one { width: 200px } #two { flex: 1 }</style>
<div id=box><div id=one>Left</div><div id=bar role=separator tabindex=0 aria-orientation=vertical aria-label=Panes
  aria-valuemin=0 aria-valuemax=100 aria-valuenow=50></div><div id=two>Right</div></div>
<script>
  const put = x => { one.style.width = `${x}px`; bar.setAttribute('aria-valuenow', x / 4); };
  bar.onkeydown = e => { const way = { ArrowRight: 40, ArrowLeft: -40 }[e.key];
    if (way && !window.keyless) put(one.offsetWidth + way); };
  bar.onpointerdown = e => { const [from, was] = [e.clientX, one.offsetWidth]; bar.setPointerCapture(e.pointerId);
    bar.onpointermove = e => put(Math.max(0, Math.min(400, was + e.clientX - from)));
    bar.onpointerup = () => { bar.onpointermove = null; }; };
</script>"""


@pytest.mark.parametrize("keyless", ["false", "true"])
async def test_a_splitter_is_set_to_a_number(bench: Bench, keyless: str) -> None:
    await bench.show(PANES)
    await bench.run(f"window.keyless = {keyless}")
    assert 'separator Panes ="50"' in (await bench.page.observe()).text
    for wanted in ("30", "73"):
        result = await bench.page.fill(await bench.ref("#bar"), wanted)
        assert result.success, result.message
        assert round(await bench.run("one.offsetWidth / 4")) == int(wanted)
        assert result.observation is not None
        assert f'separator Panes ="{await bench.run("bar.ariaValueNow")}"' in result.observation.text


async def test_a_splitter_that_does_not_move_is_refused(bench: Bench) -> None:
    await bench.show(PANES)
    await bench.run("bar.onkeydown = bar.onpointerdown = null")
    result = await bench.page.fill(await bench.ref("#bar"), "30")
    assert not result.success
