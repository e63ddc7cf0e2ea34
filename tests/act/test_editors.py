"""Rich editors as they are built and shipped: what they hold is what was given, by their own account."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, press, type_text
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]


async def open_editor(stage: Stage, name: str) -> None:
    await stage.show(f"act/{name}.html")
    await stage.eval(
        "new Promise(done => { const wait = () => window.ready ? done(1) : setTimeout(wait, 10); wait() })"
    )


@pytest.mark.parametrize("editor", ["prosemirror", "codemirror"])
async def test_a_real_editor_holds_what_it_was_given(stage: Stage, editor: str) -> None:
    await open_editor(stage, editor)
    field = await stage.ref("#editor")
    assert (await fill(stage.tab, field, "A new text")).as_wanted
    assert await stage.eval("text()") == "A new text"
    assert (await fill(stage.tab, field, "line one\nline two")).as_wanted
    assert await stage.eval("text()") == "line one\nline two"
    done = await fill(stage.tab, field, "one\n\ntwo")
    assert done.as_wanted
    assert done.value_after == "one\n\ntwo"
    assert (await fill(stage.tab, field, "line one\nline two")).as_wanted
    await press(stage.tab, ["ControlOrMeta+End", "!"], field)
    assert await stage.eval("text()") == "line one\nline two!"
    await press(stage.tab, "ControlOrMeta+Z")
    assert await stage.eval("text()") != "line one\nline two!"
    await type_text(stage.tab, field, "日本 typed\nmore", clear=True)
    assert await stage.eval("text()") == "日本 typed\nmore"
    assert (await fill(stage.tab, field, "")).as_wanted
    assert (await stage.eval("text()")).strip() == ""


async def test_a_code_editor_whose_field_is_cut_off_is_not_written_in_front_of_what_it_holds(
    stage: Stage,
) -> None:
    """As CodeMirror 5 does it: a wide field in a box without height, emptied after each key, a selection of its own."""
    await stage.show_html("""<div id=box style="position:relative;width:300px;height:60px">
      <div style="overflow:hidden;position:relative;width:3px;height:0"><textarea id=f
        style="position:absolute;bottom:-1em;width:1000px;height:1em;outline:none"></textarea></div>
      <pre id=drawn>select 1</pre></div><script>let all = false
      f.onkeydown = e => { if (e.ctrlKey && e.key === 'a') { all = true; e.preventDefault() } }
      f.oninput = () => { drawn.textContent = all ? f.value : f.value + drawn.textContent; all = false; f.value = '' }
    </script>""")
    done = await fill(stage.tab, await stage.ref("#f"), "select 2")
    assert await stage.eval("drawn.textContent") == "select 2"
    assert done.as_wanted
