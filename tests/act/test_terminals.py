"""A terminal draws on a canvas, and takes the keys in a text field that nobody sees."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

TERMINAL = """<style>#t { position:relative; width:400px; height:120px }
  textarea { position:absolute; left:0; top:0; width:8px; height:16px; opacity:0 }</style>
<div id=t><canvas width=400 height=120></canvas><textarea id=c aria-label="Terminal input"></textarea></div>
<script>
  let line = '';
  const draw = () => document.querySelector('canvas').getContext('2d').fillText('$ ' + line, 4, 12 + line.length);
  c.addEventListener('keydown', e => { if (e.key === 'Backspace') line = line.slice(0, -1); });
  c.addEventListener('keypress', e => { line += e.key; draw(); PREVENTS });
</script>"""


@pytest.mark.parametrize("prevents", ["", "e.preventDefault()"])
async def test_a_terminal_is_filled_by_key(stage: Stage, prevents: str) -> None:
    await stage.show_html(TERMINAL.replace("PREVENTS", prevents))
    done = await fill(stage.tab, await stage.ref("#c"), "ls /etc")
    assert await stage.eval("line") == "ls /etc"
    assert done.as_wanted is not False
