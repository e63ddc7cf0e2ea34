"""The page of the makers' tests, and what they ask of it."""

from __future__ import annotations

import re
from typing import Any

from cdp_engine.agent import Workspace

PAGE = """<!doctype html><meta charset=utf-8><title>Desk</title>
<h1>Desk</h1>
<button id=go onclick="said.textContent += ' went'">Go on</button>
<button id=dead>Nothing here</button>
<div style="position:relative;width:220px;height:60px"><button id=under>Below</button>
<div id=wall style="position:absolute;inset:0;background:#eee">Cookie wall</div></div>
<label>Name <input id=name></label>
<label>Colour <select id=colour><option>red</option><option>green</option></select></label>
<label><input type=checkbox id=agree> I agree</label>
<label>Password <input type=password id=secret></label>
<button onclick="if (confirm('Delete it?')) said.textContent += ' deleted'">Delete</button>
<a href="/makers/other">Other page</a> <a href="/makers/other" target=_blank>In a tab</a>
<a href="/makers/report.csv" download>Report</a>
<label>File <input type=file id=file onchange="said.textContent += ' ' + this.files[0].name"></label>
<p id=said></p>
<canvas id=board width=200 height=100 style="background:#ddd"></canvas>
<script>
const said = document.getElementById('said');
for (const kind of ['mousedown', 'mousemove', 'mouseup', 'click', 'dblclick', 'contextmenu'])
  board.addEventListener(kind, e => { board.title += ` ${kind}:${e.button}:${e.shiftKey ? 'S' : ''}`; });
said.dataset.keys = '';
addEventListener('keydown', e => { said.dataset.keys += ' ' + e.key + (e.repeat ? '+' : ''); });
</script><div style="height:2500px"></div><button>At the end</button>"""


def found_in(text: str) -> str:
    match = re.search(r"^(e\d+) ", text, re.MULTILINE)
    assert match, text
    return match[1]


async def middle(workspace: Workspace, css: str) -> tuple[float, float]:
    page = await workspace.page()
    x, y = await page.evaluate(
        "css => { const b = document.querySelector(css).getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; }",
        css,
    )
    return x, y


async def asked(workspace: Workspace, expression: str) -> Any:
    return await (await workspace.page()).evaluate(expression)
