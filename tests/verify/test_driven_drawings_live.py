"""Drawings of shapes that are worked with the mouse, as in editors of flows; and a name that is also the password."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-05")]

FLOW = """<style>svg{border:1px solid} .port,.node{fill:#ddd;stroke:#555}</style>
<div id=chart tabindex=1><svg id=paper width=600 height=300 style="cursor:crosshair"></svg></div><p id=o>empty</p>
<button aria-label=Chart><svg width=240 height=160></svg></button>
<script>
document.querySelector('button svg').addEventListener('mousedown', () => {})
const ns = 'http://www.w3.org/2000/svg', wires = []
let from = ''
const make = (tag, inside, names, values) => { const one = document.createElementNS(ns, tag)
  one.setAttribute('class', names); for (const key in values) one.setAttribute(key, values[key])
  inside.append(one); return one }
function put(name, x, y) {
  const group = make('g', paper, 'flow-node flow-node-group', { transform: `translate(${x},${y})` })
  make('rect', group, 'flow-node', { width: 120, height: 30 }).addEventListener('mousedown', (event) => {
    o.textContent = 'chose ' + name; event.stopPropagation() })
  make('text', group, 'flow-node-label', { x: 10, y: 20, 'pointer-events': 'none' }).textContent = name
  for (const [side, at] of [['input', -5], ['output', 115]]) {
    const port = make('rect', make('g', group, 'flow-port-' + side, { transform: `translate(${at},10)` }),
      'flow-port selected css-1abc2d', { width: 10, height: 10 })
    port.addEventListener('mousedown', (event) => { from = name + '.' + side; event.stopPropagation() })
    port.addEventListener('mouseup', (event) => {
      o.textContent = `${from} to ${name}.${side}`; event.stopPropagation() })
  }
}
paper.addEventListener('mousedown', (event) => put('node ' + (paper.children.length + 1), event.offsetX, event.offsetY))
</script>"""


async def test_shapes_have_names_and_the_drawing_keeps_its_ref(stage: Stage) -> None:
    await stage.show(FLOW)
    page = stage.page
    paper = await stage.ref("drawing")
    for at in ((40.0, 60.0), (300.0, 60.0)):
        put = await page.click(paper, position=at)
        assert put.success
        assert put.observation is not None
        assert put.observation.snapshot.get(paper).name == "drawing", put.observation.text
        assert f"gone {paper}" not in put.observation.text
    names = [node.name for node in (await page.snapshot()).interactive()]
    for name in ("node 1", "node 1 port input", "node 1 port output", "node 2 port input", "drawing"):
        assert names.count(name) == 1, names
    await page.drag(await stage.ref("node 1 port output"), await stage.ref("node 2 port input"))
    assert await page.evaluate("o.textContent") == "node 1.output to node 2.input"


async def test_a_name_that_is_also_the_password_is_kept(stage: Stage) -> None:
    await stage.show("<form>Name <input id=n> Password <input id=p type=password></form>")
    name, password = (node.ref for node in (await stage.page.snapshot()).interactive())
    done = await stage.page.fill_form({name: "admin", password: "admin"})
    assert done.success, done.message
    assert await stage.eval("n.value + p.value") == "adminadmin"


RANGE = """<style>.off{position:absolute;opacity:0;width:100px}</style><span class=off>
<input id=r type=range min=0 max=50 step=5 value=15 aria-label="Low stock"></span><p id=o>15</p>
<input id=n type=range min=0 max=50 value=15 aria-label=Native>
<script>let moving = ''
r.oninput = () => { moving = r.value }
r.onkeydown = (event) => { event.preventDefault(); r.value = Number(r.value) + (event.key === 'ArrowUp' ? 5 : -5)
  o.textContent = r.value }
let changes = 0; n.onchange = () => changes++</script>"""


async def test_a_drawn_range_is_committed_by_a_real_key(stage: Stage) -> None:
    await stage.show(RANGE)
    low = await stage.ref("Low stock")
    for value in ("30", "50", "0"):
        done = await stage.page.fill(low, value)
        assert done.success, done.message
        assert await stage.eval("[o.textContent, r.value]") == [value, value], "shown, and not only moved"
    assert (await stage.page.fill(await stage.ref("Native"), "40")).success
    assert await stage.eval("[n.value, changes]") == ["40", 1]


async def test_a_word_of_the_view_is_a_role_for_names(stage: Stage) -> None:
    await stage.show("<details><summary>More</summary>text</details><input type=color aria-label=Ink>")
    view = (await stage.page.observe()).text
    assert "summary More" in view
    assert (await stage.page.click('summary "More"')).success
    assert (await stage.page.fill('color "Ink"', "#112233")).success


EDITORS = """<div id=e role=textbox contenteditable=true aria-placeholder="import this" style="border:1px solid">
<div><span contenteditable=false aria-label="placeholder import this">import this</span><br></div></div>
<div style="position:relative;width:200px;height:40px"><pre style="margin:0">{"max": 5}</pre><textarea
style="position:absolute;inset:0;color:transparent;background:none">{"max": 5}</textarea></div>
<textarea placeholder="Like this: %s"></textarea>"""


async def test_what_is_drawn_in_or_under_an_editor_is_neither_its_name_nor_a_value_of_its_own(
    stage: Stage,
) -> None:
    """A hint in an empty editor, the coloured copy of a text beneath its field, an example as long as a page."""
    await stage.show(EDITORS % ("all that can be written here. " * 20))
    view = (await stage.page.observe()).text
    editor = await stage.ref("import this")
    assert f"[{editor} textbox import this]" in view
    assert 'textbox ="{\\"max\\": 5}"]' in view
    assert max(map(len, view.splitlines())) < 300
    filled = await stage.page.fill(editor, "print(1)")
    assert filled.success
    assert filled.observation is not None
    assert f'[{editor} textbox import this ="print(1)"' in filled.observation.text


CODE = """<div style="position:relative;width:300px;height:120px;font:14px/20px monospace">
<div style="overflow:hidden;position:relative;width:3px;height:0"><textarea id=f aria-label=Config
style="position:absolute;bottom:-1em;width:1000px;height:1em;outline:none"></textarea></div>
<div style="position:absolute;top:0;left:56px;visibility:hidden"><span>x</span></div>
<pre id=drawn style="margin:0 0 0 60px;white-space:pre">n: 1</pre></div><script>let all = false
f.onkeydown = e => { if (e.ctrlKey && e.key === 'a') { all = true; e.preventDefault() } }
f.oninput = () => { drawn.textContent = all ? f.value : f.value + drawn.textContent; all = false; f.value = '' }
</script>"""


async def test_a_code_editor_that_empties_its_field_holds_what_it_draws(stage: Stage) -> None:
    await stage.show(CODE)
    done = await stage.page.fill(await stage.ref("Config"), "ops:\n  n: 7")
    assert await stage.eval("drawn.textContent") == "ops:\n  n: 7"
    assert done.success, done.message
    assert done.message == r"fill done: it holds 'ops:\n  n: 7'"


SHEET = """<div style="position:relative;width:300px;height:160px">
<div><canvas id=c width=300 height=160 tabindex=0 aria-label=Sheet style="position:absolute;inset:0"></canvas></div>
<div id=scroller style="position:absolute;inset:0;overflow:auto"><div style="height:400px">LAYER</div></div></div>
<p id=o>none</p><script>
scroller.onmousedown = e => { o.textContent = `cell ${e.offsetX},${e.offsetY}` }
c.getContext('2d').fillText('Sheet', 20, 20)</script>"""


@pytest.mark.parametrize(
    ("layer", "reached"),
    [
        ("", True),
        ("<div style='position:absolute;inset:0;background:#fff8'></div>", False),
        ("<p style='position:absolute;inset:0'>Loading the sheet</p>", False),
        ("<button style='position:absolute;inset:0;background:none' aria-label=Close></button>", False),
    ],
)
async def test_a_layer_that_takes_the_pointer_for_a_canvas(stage: Stage, layer: str, reached: bool) -> None:
    """As the data grids of Streamlit have it: a box that scrolls lies over the canvas and shows nothing."""
    await stage.show(SHEET.replace("LAYER", layer))
    result = await stage.page.click('canvas "Sheet"', position=(40, 50), timeout=2)
    assert result.success is reached, result.message
    assert await stage.eval("o.textContent.startsWith('cell')") is reached
    assert reached or result.error.code == "obscured"
