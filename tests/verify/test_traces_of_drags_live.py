"""What a drag leaves that shows no more than where the pointer is: outlines, badges, layers that nobody sees."""

from __future__ import annotations

import pytest

from cdp_engine.verify import Confirmed, NoEffect
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

DIAGRAM = """<style>body { margin: 0 } .outline { visibility: hidden; stroke: gray }
.hover .outline { visibility: visible } .hit { fill: #ddd }</style>
<svg id=s width=600 height=300><g id=layers></g>
<g id=a class=shape transform="translate(20 20)"><rect class=hit tabindex=0 aria-label=Card width=100 height=80 /></g>
<g id=b class=shape transform="translate(320 20)"><rect class=hit tabindex=0 aria-label=Bin width=100 height=80 /></g>
</svg><script>
const add = (at, html) => at.insertAdjacentHTML('beforeend', html);
let held = false;
onpointerdown = () => { held = true; add(layers, '<g><path d="M0,0 L9,9" style="display:none"></path></g>') };
onpointermove = (e) => {
  const over = e.target.closest('#a, #b');
  for (const one of [a, b]) one.setAttribute('class', one === over ? 'shape hover' : 'shape');
  if (held && over && !over.querySelector('.outline'))
    add(over, '<rect class=outline x=-5 y=-5 width=110 height=90 fill=none></rect>');
};
onpointerup = (e) => { held = false; layers.querySelector('path')?.setAttribute('d', 'M1,1 L8,8'); %s };
</script>"""


@pytest.mark.req("EX-02")
@pytest.mark.parametrize(
    ("drops", "effect"),
    [
        ("", NoEffect),
        ("a.setAttribute('transform', 'translate(300 120)')", Confirmed),
        ("add(b, '<circle r=9 fill=red></circle>')", Confirmed),
        ("add(b, '<text style=display:none>Card</text>')", Confirmed),
    ],
    ids=["refused", "moved", "drawn in it", "kept in it"],
)
async def test_an_outline_of_what_the_pointer_is_over_moves_nothing(
    stage: Stage, drops: str, effect: type
) -> None:
    """As bpmn-js draws a shape over another one that takes none."""
    await stage.show(DIAGRAM % drops)
    result = await stage.page.drag(await stage.ref("Card"), await stage.ref("Bin"))
    assert isinstance(result.effect, effect), result.message


EDITOR = """<style>body {{ margin: 0 }} #d {{ width: 120px; height: 40px; background: #acf }}
iframe {{ width: 400px; height: 200px; border: 0; display: block; margin-top: 30px }}
#tools {{ position: absolute; pointer-events: none; top: 70px }} #tools.off {{ display: none }}</style>
<div id=d draggable=true tabindex=0 role=button>Card</div>
<iframe id=f srcdoc="<body><p id=p tabindex=0 role=group aria-label=Bin>Paragraph</p></body>"></iframe>
<div id=tools class=off><b>none</b></div><script>
d.ondragstart = (e) => e.dataTransfer.setData('text', 'x');
f.onload = () => {{
  const inner = f.contentDocument;
  inner.ondragover = (e) => {{
    e.preventDefault();
    tools.className = ''; tools.innerHTML = '<b>Text</b>'; tools.style.width = '400px';
  }};
  inner.ondrop = (e) => {{ e.preventDefault(); {} }};
}};
</script>"""


@pytest.mark.req("EX-02")
@pytest.mark.parametrize(
    ("drops", "effect"),
    [("", NoEffect), ("inner.body.append('one more')", Confirmed), ("tools.after('Saved')", Confirmed)],
    ids=["refused", "taken", "elsewhere"],
)
async def test_a_badge_over_the_frame_that_it_was_dropped_in_moves_nothing(
    stage: Stage, drops: str, effect: type
) -> None:
    """As GrapesJS frames what the pointer is over in its page, which takes no such part there."""
    await stage.show(EDITOR.format(drops))
    result = await stage.page.drag(await stage.ref("Card"), await stage.ref("Bin"))
    assert isinstance(result.effect, effect), result.message


DRAWER = """<style>.item { width: 90px; height: 40px; background: #acf } #t { height: 60px; margin-top: 60px }</style>
<div id=drawer><div><div class=item tabindex=0 role=button>Card</div></div></div>
<div id=t role=group aria-label=Bin>Bin</div><script>
let held = null;
onpointerdown = (e) => { held = e.target.closest('.item'); if (held) document.body.dataset.dragging = 'true'; };
onpointerup = () => {
  if (!held) return;
  const html = held.parentNode.outerHTML;
  held = null; delete document.body.dataset.dragging; drawer.innerHTML = html; t.className = 'hovered';
  %s;
};
</script>"""


@pytest.mark.req("EX-02")
@pytest.mark.parametrize(
    ("drops", "effect"),
    [
        ("", NoEffect),
        ("t.innerHTML = '<p>Card</p>'", Confirmed),
        ("drawer.before(t)", Confirmed),
        ("drawer.innerHTML = ''", Confirmed),
        ("drawer.firstChild.style.marginLeft = '50px'", Confirmed),
    ],
    ids=["refused", "taken", "others moved", "gone", "elsewhere"],
)
async def test_a_source_that_is_drawn_again_where_it_was_is_not_moved(
    stage: Stage, drops: str, effect: type
) -> None:
    """As the drawer of Puck makes its items again after each drag."""
    await stage.show(DRAWER % drops)
    result = await stage.page.drag(await stage.ref("Card"), await stage.ref("Bin"))
    assert isinstance(result.effect, effect), result.message
