"""Rich editors as they are built and shipped: what they hold is what was given, by their own account."""

from __future__ import annotations

import pytest

from cdp_engine.act import click, fill, fill_field, press, type_text
from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.track import RefTable
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


async def test_lines_that_are_typed_are_indented_as_they_were_given(stage: Stage) -> None:
    """An editor that indents each new line like the one before it: the blanks of the text are not added to its own."""
    code = "def f(n):\n    if n:\n        return 1\n    return 0\n\nprint(f(1))"
    await open_editor(stage, "codemirror")
    field = await stage.ref("#editor")
    await type_text(stage.tab, field, code, clear=True)
    assert await stage.eval("text()") == code
    await stage.show_html("""<textarea id=f rows=9></textarea><script>f.onkeydown = e => { if (e.key !== 'Enter') return
      e.preventDefault(); const line = f.value.slice(0, f.selectionStart).split('\\n').pop()
      f.setRangeText('\\n' + /^ */.exec(line)[0], f.selectionStart, f.selectionEnd, 'end') }</script>""")
    done = await type_text(stage.tab, await stage.ref("#f"), code)
    assert done.value_after == code


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


CODE = """<div id=box style="position:relative;width:300px;height:120px;font:14px/20px monospace">
  <div style="overflow:hidden;position:relative;width:3px;height:0"><textarea id=f aria-label="Editor content"
    aria-autocomplete=both style="position:absolute;bottom:-1em;width:1000px;height:1em;outline:none"></textarea></div>
  <div style="position:absolute;top:0;left:56px;visibility:hidden"><span>x</span></div>
  <div id=drawn></div></div><script>
  let held = 'n: 1', all = false
  const aside = (left, text) => `<span style="position:absolute;left:${left}px">${text}</span>`
  const draw = () => { drawn.innerHTML = held.split('\\n').map((line, at, lines) =>
    `<div style="position:relative;padding-left:60px;height:20px">${aside(2, at + 1)}${
      at + 1 < lines.length ? aside(30, '▾') : ''}<pre style="margin:0">${line}</pre></div>`).join('') }
  f.onkeydown = e => { if (e.ctrlKey && e.key === 'a') { all = true; e.preventDefault() } }
  f.oninput = () => { held = all ? f.value : f.value + held; all = false; f.value = ''; draw() }
  draw()</script>"""


async def test_the_marks_beside_the_lines_of_a_code_editor_are_not_its_text(stage: Stage) -> None:
    """Line numbers, arrows that fold a part, and the hidden letters that CodeMirror 5 measures a line with."""
    await stage.show_html(CODE)
    done = await fill(stage.tab, await stage.ref("#f"), "ops:\n  count:\n    n: 7")
    assert await stage.eval("held") == "ops:\n  count:\n    n: 7"
    assert done.as_wanted
    before = (await fill(stage.tab, await stage.ref("#f"), "a\nb")).value_before
    assert before is not None
    assert not before.startswith("1")


async def test_the_number_of_a_line_over_a_text_that_is_scrolled_sideways(stage: Stage) -> None:
    """The gutter of CodeMirror 5 stays where it is, over the text that has moved to the left (GraphiQL)."""
    moved = CODE.replace("padding-left:60px", "margin-left:-80px").replace(
        "left:${left}px", "left:${left + 90}px"
    )
    await stage.show_html(moved.replace("<span style", "<span class=line-number style"))
    done = await fill(stage.tab, await stage.ref("#f"), 'mutation { add(title: "Ulysses") { id } }')
    assert await stage.eval("held") == 'mutation { add(title: "Ulysses") { id } }'
    assert done.as_wanted, done.value_after
    field = next(
        node
        for node in (await capture(stage.tab, CaptureOptions(), RefTable())).interactive()
        if node.role == "textbox"
    )
    assert (field.value or "").startswith("mutation { add")


async def test_the_caret_that_a_code_editor_draws_is_not_its_text(stage: Stage) -> None:
    caret = '<i style="position:absolute;top:0;left:64px">&nbsp;</i>'
    await stage.show_html(CODE.replace("<div id=drawn>", f"{caret}<div id=drawn>"))
    done = await fill(stage.tab, await stage.ref("#f"), "print(x)")
    assert done.value_after == "print(x)"


async def test_a_code_editor_that_completes_words_is_not_a_list(stage: Stage) -> None:
    await stage.show_html(CODE)
    done = await fill_field(stage.tab, await stage.ref("#f"), "n: 7\nm: 8")
    assert await stage.eval("held") == "n: 7\nm: 8"
    assert done.as_wanted


async def test_a_code_editor_whose_field_has_no_height_is_clicked_where_it_draws(stage: Stage) -> None:
    """As Monaco does it: the element of an EditContext is as high as nothing, the lines lie beside it."""
    await stage.show_html("""<div style="position:relative;width:300px;height:60px;overflow:hidden">
      <div id=f role=textbox aria-multiline=true tabindex=0 style="position:absolute;width:90px;height:0"></div>
      <pre id=drawn style="margin:0">select 1</pre></div><script>
      drawn.onmousedown = (event) => { window.at = event.offsetX; event.preventDefault(); f.focus(); };</script>""")
    await click(stage.tab, await stage.ref("#f"), position=(40, 8))
    assert await stage.eval("[at, document.activeElement.id]") == [40, "f"]


EDIT_CONTEXT = """<div id=box style="position:relative;width:300px;height:120px;overflow:hidden">
  <div id=f role=textbox aria-multiline=true aria-label=Code tabindex=0
    style="position:absolute;z-index:-1;width:300px;height:20px"></div>
  <div id=drawn style="position:relative;font:14px/20px monospace"></div>
  <div style="position:absolute;top:0;left:0;width:300px;height:20px;background:white">
    <div style="position:absolute;left:4px">class Above</div></div></div><script>
  let held = 'one\\ntwo', all = false
  const draw = () => { drawn.innerHTML = held.split('\\n').map(line =>
    `<div style="height:20px;white-space:pre;padding-left:4px">${line}</div>`).join('') }
  const put = (text) => { held = all ? text : held + text; all = false; draw() }
  f.editContext = new EditContext()
  f.editContext.addEventListener('textupdate', e => {
    put(e.text.replaceAll('\\n', '\\n  ')); f.editContext.updateText(0, 1e6, '') })
  f.onkeydown = e => { if (e.ctrlKey && e.key === 'a') { all = true; e.preventDefault() } }
  f.onpaste = e => { put(e.clipboardData.getData('text/plain')); e.preventDefault() }
  draw()</script>"""


async def test_an_edit_context_as_wide_as_its_line_is_a_code_editor(stage: Stage) -> None:
    """Monaco: lines typed into it are indented once more, and the heading of a block sticks over the first line."""
    await stage.show_html(EDIT_CONTEXT)
    field = await stage.ref("#f")
    for text in ("if a:\n  b\nc", "d:\n  e\nf"):
        done = await fill(stage.tab, field, text)
        assert done.as_wanted, done.value_after
        assert await stage.eval("held") == text
        assert done.value_after == text
    shown = (await capture(stage.tab, CaptureOptions(), RefTable())).interactive()
    assert [(node.name, node.value) for node in shown if node.role == "textbox"] == [("Code", "d:\n  e\nf")]
    await type_text(stage.tab, None, " word")
    assert await stage.eval("held") == "d:\n  e\nf word"
    done = await type_text(stage.tab, field, "!")
    assert (done.method, done.value_after) == ("editor", "d:\n  e\nf word!")


async def test_every_line_of_a_table_in_an_editor_is_one(stage: Stage) -> None:
    """ProseMirror fills empty cells with a paragraph and a break: lines ran together, an empty table was not shown."""
    empty = "<td><p><br></p></td>"
    await stage.show_html(
        "<div id=f contenteditable role=textbox aria-label=Text><p>Before</p><table><tbody>"
        f"<tr><th><p>Item</p></th><th><p>Cost</p></th>{empty}</tr><tr>{empty}<td><p>240</p></td>{empty}</tr>"
        f"<tr>{empty * 3}</tr></tbody></table><p>After</p></div>"
    )
    field = (await capture(stage.tab, CaptureOptions(), RefTable())).interactive()[0]
    lines = [" ".join(line.split()) for line in (field.value or "").split("\n")]
    assert lines == ["Before", "Item | Cost |", "| 240 |", "| |", "After"]


HANDLES = """<style>.sr { position: absolute; clip: rect(0 0 0 0); width: 1px; height: 1px; overflow: hidden }</style>
<div id=e role=textbox contenteditable=true aria-label=Body style="width: 300px"><div><p>Old</p>
<div role=button contenteditable=false tabindex=0><svg width=9 height=9></svg><span class=sr>Drag</span></div></div>
<p>About <span contenteditable=false>@ann</span></p></div>
<script>e.oninput = () => { if (!e.querySelector("[role=button]")) e.append(handle) };
const handle = e.querySelector("[role=button]").cloneNode(true)</script>"""


async def test_the_handles_of_paragraphs_are_not_the_text_of_an_editor(stage: Stage) -> None:
    """Strapi and BlockNote draw a button for each paragraph within the text, where nobody can edit."""
    await stage.show_html(HANDLES)
    snapshot = await capture(stage.tab, CaptureOptions(), RefTable())
    [field] = snapshot.find(role="textbox")
    assert field.value == "Old\nAbout @ann"
    done = await fill(stage.tab, await stage.ref("#e"), "New text")
    assert (done.value_before, done.value_after, done.as_wanted) == ("Old\nAbout @ann", "New text", True)


MODELLED = """<style>p { margin: 0 } [role=button] { opacity: .2 }</style>
<div id=e role=textbox contenteditable=true aria-label=Body></div><script>
let model = ["One", "Two"], chosen = null
const slug = () => Object.assign(document.createElement("div"), { contentEditable: "false",
  innerHTML: "<a role=button tabindex=-1>Insert paragraph</a>" })
const draw = () => { e.replaceChildren(slug(), ...model.map(text => {
  const p = document.createElement("p"); p.append(text || document.createElement("br")); return p })) }
const place = node => [...e.children].indexOf(node.nodeType === 3 ? node.parentElement : node) - 1
document.onselectionchange = () => {
  const at = getSelection()
  chosen = at.anchorNode === e || !e.contains(at.anchorNode) ? null : [place(at.anchorNode), place(at.focusNode)] }
e.onkeydown = event => {
  if (event.key !== "Delete" || getSelection().isCollapsed) return
  event.preventDefault()
  model = chosen ? model.toSpliced(chosen[0], chosen[1] - chosen[0] + 1, "") : []
  draw()
  const caret = e.children[chosen ? chosen[0] + 1 : 0]
  getSelection().collapse(caret, 0) }
e.oninput = () => {
  const at = place(getSelection().anchorNode)
  if (at >= 0 && e.children.length === model.length + 1) model[at] = e.children[at + 1].textContent }
draw()</script>"""


@pytest.mark.parametrize("text", ["New text", ""])
async def test_an_editor_with_a_model_of_its_own_knows_the_text_that_it_is_filled_with(
    stage: Stage, text: str
) -> None:
    """VisualEditor reads the caret's paragraph, deletes by key, and finds no text at the borders of its boxes."""
    await stage.show_html(MODELLED)
    await fill(stage.tab, await stage.ref("#e"), text)
    assert await stage.eval("model.join('|')") == text
    await stage.show_html(MODELLED)
    await type_text(stage.tab, await stage.ref("#e"), text, clear=True)
    assert await stage.eval("model.join('|')") == text


BODY = """<body contenteditable=true><p>Small Robots is a book.</p><script>
getSelection().setBaseAndExtent(document.querySelector("p").firstChild, 0, document.querySelector("p").firstChild, 0)
</script></body>"""


async def test_a_text_typed_into_the_body_of_a_frame_goes_to_its_end(stage: Stage) -> None:
    """TinyMCE puts a selection at the start of its frame; a body is the active element there without the focus."""
    remove = stage.site.route("/act/body", "<!doctype html><meta charset=utf-8>" + BODY)
    try:
        await stage.show_html("<input id=other autofocus><iframe src=/act/body></iframe>")
        frame = next(one for one in stage.tab.frames.all() if one.parent_id is not None)
        body = await stage.ref("body", frame)
        await type_text(stage.tab, body, " With pictures.")
        assert await stage.eval("frames[0].document.body.innerText.trim()") == (
            "Small Robots is a book. With pictures."
        )
        await press(stage.tab, ["Home"], body)
        await type_text(stage.tab, body, "The ")
        assert (await stage.eval("frames[0].document.body.innerText.trim()")).startswith("The Small")
    finally:
        remove()
