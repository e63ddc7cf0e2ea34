"""A drag is confirmed only by what it leaves changed: its marks come and go, whatever comes of the drop."""

from __future__ import annotations

import pytest

from cdp_engine.verify import Confirmed, NoEffect
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

HTML5 = """<style>#t { height: 50px; margin-top: 20px; background: #eee }</style>
<div id=board><div draggable=true id=d style='width:9em'>Card</div>
<div id=t role=group aria-label=Bin>Bin</div></div>
<div role=status id=live style='position:absolute;width:0;height:0;overflow:hidden'>1 of 1</div><script>
const d = document.getElementById('d');
d.ondragstart = (e) => { e.dataTransfer.setData('text', 'x'); d.classList.add('dragging'); };
d.ondragend = () => d.className = '';
t.ondragenter = t.ondragover = (e) => { e.preventDefault(); %s };
t.ondrop = (e) => { e.preventDefault(); %s };
</script>"""
MARK = (
    "if (!window.mark) { mark = document.createElement('p'); mark.textContent = 'Drop here'; t.after(mark) }"
)
UNMARK = "mark.remove(); window.mark = null;"

POINTER = """<style>#d { width: 90px; height: 40px; background: #acf } #t { height: 60px; margin-top: 60px }</style>
<div id=board><div id=d tabindex=0>Card</div><div id=t role=group aria-label=Bin>Bin</div></div><script>
let held = null;
d.onpointerdown = () => { held = document.createElement('div'); held.textContent = 'Card moves';
  held.style.cssText = 'position:fixed;pointer-events:none'; d.className = 'pressed'; %s };
onpointermove = (e) => { if (held) { board.append(held); held.style.left = e.clientX + 'px'; } };
onpointerup = () => { if (held) { held.remove(); held = null; d.className = ''; %s } };
</script>"""


@pytest.mark.parametrize(
    "html",
    [
        HTML5 % ("", ""),
        HTML5 % (MARK, UNMARK),
        HTML5 % ("live.textContent = ''", ""),
        HTML5 % (MARK, UNMARK + "d.className = ''; board.innerHTML = board.innerHTML"),
        HTML5 % ("t.before(d)", "t.parentNode.prepend(d)"),
        POINTER % ("", ""),
        POINTER % ("d.setAttribute('aria-selected', 'true')", ""),
        POINTER.replace("d.onpointerdown", "d.onmousedown") % ("d.setAttribute('aria-selected', 'true')", ""),
        POINTER % ("", "const all = [...board.children]; board.replaceChildren(...all)"),
        POINTER % ("", "t.style.cursor = 'grab'"),
    ],
    ids=[
        "a class",
        "a mark",
        "unseen words",
        "drawn again",
        "put back",
        "by pointer",
        "selected",
        "selected by the mouse",
        "replaced",
        "a pointer",
    ],
)
async def test_marks_that_are_gone_confirm_nothing(stage: Stage, html: str) -> None:
    await stage.show(html)
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, NoEffect), result.message
    assert "changed back" in result.message or "nothing on the page" in result.message, result.message


@pytest.mark.parametrize(
    "html",
    [
        HTML5 % (MARK, UNMARK + "t.append(d)"),
        HTML5 % ("", "t.textContent = 'Full'"),
        HTML5 % ("", "board.innerHTML = '<p>Thanks</p>'"),
        HTML5
        % (
            MARK,
            "const old = [...board.children]; board.innerHTML = board.innerHTML; board.append(board.firstChild)",
        ),
        HTML5 % ("board.append(d)", ""),
        POINTER % ("", "t.append(d)"),
        HTML5 % ("", "const html = d.outerHTML; d.remove(); t.insertAdjacentHTML('beforeend', html)"),
        POINTER % ("", "setTimeout(() => t.append(d), 100)"),
        POINTER % ("", "d.style.left = '9px'"),
        POINTER % ("d.setAttribute('aria-selected', 'true')", "t.className = 'full'"),
    ],
    ids=[
        "appended",
        "a text",
        "other contents",
        "another order",
        "as it passed",
        "by pointer",
        "made again elsewhere",
        "a moment later",
        "a style",
        "a class",
    ],
)
async def test_what_the_drop_leaves_confirms_it(stage: Stage, html: str) -> None:
    await stage.show(html)
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, Confirmed), result.message


@pytest.mark.parametrize(("before", "effect"), [("/kept?n=1", NoEffect), ("/other", Confirmed)])
async def test_a_request_like_one_before_confirms_no_drag(stage: Stage, before: str, effect: type) -> None:
    for path in ("/kept", "/other"):
        stage.site.route(path, "ok")
    await stage.show(HTML5 % ("", "fetch('/kept?n=2')"))
    await stage.eval(f"fetch('{before}').then((r) => r.status)")
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, effect), result.message


async def test_a_refused_drop_is_not_excused_by_unseen_words(stage: Stage) -> None:
    await stage.show(HTML5 % ("", ""))
    await stage.eval("t.ondragenter = t.ondragover = t.ondrop = null")
    await stage.eval("d.addEventListener('dragend', () => { live.textContent = '' }); 0")
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert result.error is not None, result.message
    assert result.error.code == "not_dropped"


async def test_a_drag_that_failed_half_way_without_a_trace_is_not_blocked(stage: Stage) -> None:
    await stage.show(
        "<button style='position:absolute;top:100px'>a</button>"
        "<button id=z style='position:absolute;top:300px'>z</button>"
        "<style>#z.gone { display: none }</style><script>onmousemove = (e) => {"
        "if (e.buttons) document.styleSheets[0].insertRule('#z { display: none }') }</script>"
    )
    result = await stage.page.drag(await stage.ref("a"), await stage.ref("z"), timeout=2.0)
    assert result.error is not None
    assert (result.error.code, result.effect.kind) == ("not_visible", "no_effect")


async def _card(stage: Stage) -> str:
    snapshot = await stage.page.snapshot()
    return next(
        node.ref for node in snapshot.nodes() if node.name == "Card" or node.attributes.get("id") == "d"
    )


@pytest.mark.parametrize("text", ["Cannot move this card", "The bin is full: move failed"])
async def test_a_complaint_about_the_drop_rejects_it(stage: Stage, text: str) -> None:
    await stage.show(HTML5 % ("", f"t.insertAdjacentHTML('beforeend', '<p>{text}</p>')"))
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert result.error is not None, result.message
    assert result.error.code == "rejected"


async def test_the_words_of_what_is_moved_reject_nothing(stage: Stage) -> None:
    page = (HTML5 % ("", "t.append(d)")).replace(">Card<", ">Card that failed<")
    await stage.show(page)
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, Confirmed), result.message
    assert result.success, result.message


async def test_a_drag_that_takes_hold_of_nothing_is_said_to_mark_text(stage: Stage) -> None:
    """As a row of which only its tag can be dragged: the part below the pointer is lit, and text is marked."""
    await stage.show(
        "<div id=d style='width:200px'>Card of November</div><p>one</p><div id=t role=group aria-label=Bin>Bin</div>"
        "<script>d.onclick = () => 1; t.onmouseup = () => { t.className = 'lit' }</script>"
    )
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert "the drag marked text" in result.message


async def test_a_drag_that_only_marks_text_and_changes_neither_end_moves_nothing(stage: Stage) -> None:
    """As a list of DevExtreme whose rows move by their handles: the list notes where the pointer is."""
    await stage.show(
        "<div id=list><div id=d tabindex=0 style='width:200px'>Card of November</div><p>one</p>"
        "<div id=t role=group aria-label=Bin>Bin</div></div><p id=note>none</p>"
        "<script>onmouseup = () => { note.setAttribute('aria-activedescendant', 'd'); list.className = 'busy' }"
        "</script>"
    )
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, NoEffect), result.message
    assert "nothing was moved; the drag marked text" in result.message


BOARD = """<style>body { margin: 0 } #pane { height: 300px; overflow: auto } #d, #t { width: 200px; height: 40px }
#badge { position: absolute; pointer-events: none; top: 400px } .pan { height: 900px }</style>
<div id=pane><p>Before</p><div id=d tabindex=0>Card</div><p>between</p><div id=t role=group aria-label=Bin>Bin</div>
<div class=pan></div></div><ul><li id=a class=chosen>one<li id=b>two</ul><div id=badge>none</div>
<div id=pad>Delete</div><script>
let from = null; d.onpointerdown = (e) => { from = e.clientY; };
onpointermove = (e) => { if (from !== null) { %s } };
onpointerup = (e) => { if (from !== null) { from = null; %s } };
</script>"""


@pytest.mark.parametrize(
    ("moves", "drops", "says"),
    [
        ("pane.scrollTop = 20", "", "the page scrolled"),
        ("", "t.className = 'hovered'; badge.textContent = 'Bin'; badge.style.left = '9px'", "lit or chosen"),
        ("", "a.className = ''; b.className = 'chosen'", "lit or chosen"),
    ],
    ids=["scrolled at the edge", "a badge of the pointer", "another one chosen"],
)
async def test_what_is_lit_or_scrolled_beside_a_drag_moves_nothing(
    stage: Stage, moves: str, drops: str, says: str
) -> None:
    await stage.show(BOARD % (moves, drops))
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, NoEffect), result.message
    assert "nothing was moved" in result.message, result.message
    assert says in result.message, result.message


@pytest.mark.parametrize(("to", "effect"), [("Bin", NoEffect), ("two", Confirmed)])
async def test_a_list_that_scrolls_below_what_is_carried_took_nothing(
    stage: Stage, to: str, effect: type
) -> None:
    """A part that scrolls elsewhere, as a drawing by its pad, is what the drag is for."""
    await stage.show(
        "<div id=d tabindex=0 style='width:9em'>Card</div><div role=group aria-label=two>two</div>"
        "<div id=pane style='height:100px;overflow:auto'><div role=group aria-label=Bin>Bin</div>"
        "<p style='height:900px'>long</p></div>"
        "<script>onpointermove = (e) => { if (e.buttons) pane.scrollTop = 5 }; d.style.userSelect = 'none'</script>"
    )
    result = await stage.page.drag(await _card(stage), await stage.ref(to))
    assert isinstance(result.effect, effect), result.message
    assert "a part of the page scrolled" in result.message, result.message


@pytest.mark.parametrize(
    ("moves", "drops", "beside"),
    [
        ("pane.scrollTop = 30 - (e.clientY - from) / 5", "", False),
        ("", "pad.remove()", True),
        ("", "a.after(d.cloneNode(true))", False),
        ("", "t.className = 'full'", False),
        ("", "t.append('one')", False),
        ("", "a.before(b)", False),
        ("", "d.style.marginTop = '9px'", False),
    ],
    ids=["pulled along", "something else", "a copy", "a class", "a text", "others moved", "a style"],
)
async def test_a_drag_that_changes_something_else_says_so(
    stage: Stage, moves: str, drops: str, *, beside: bool
) -> None:
    await stage.show(BOARD % (moves, drops))
    await stage.eval("pane.scrollTop = 30; 0")
    result = await stage.page.drag(await _card(stage), await stage.ref("Bin"))
    assert isinstance(result.effect, Confirmed), result.message
    assert ("neither in what was dragged nor where" in result.message) == beside, result.message
