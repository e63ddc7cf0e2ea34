"""Typing and pressing keys, as pages see it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cdp_engine.act import click, fill, focus, press, type_text
from cdp_engine.errors import InvalidInput, NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

LOG = """<script>window.seen = [];
for (const type of ['keydown', 'keypress', 'keyup', 'input'])
  addEventListener(type, e => seen.push(
    [type, e.key ?? e.data, e.code ?? '', e.keyCode ?? 0, e.location ?? 0, e.isTrusted]), true);
</script>"""


async def test_typing_sends_the_events_of_a_keyboard(stage: Stage) -> None:
    await stage.show_html(LOG + "<textarea id=t></textarea>")
    done = await type_text(stage.tab, await stage.ref("#t"), "aB")
    assert done.value_after == "aB"
    assert await stage.eval("seen") == [
        ["keydown", "a", "KeyA", 65, 0, True],
        ["keypress", "a", "KeyA", 97, 0, True],
        ["input", "a", "", 0, 0, True],
        ["keyup", "a", "KeyA", 65, 0, True],
        ["keydown", "B", "KeyB", 66, 0, True],
        ["keypress", "B", "KeyB", 66, 0, True],
        ["input", "B", "", 0, 0, True],
        ["keyup", "B", "KeyB", 66, 0, True],
    ]


async def test_every_kind_of_character(stage: Stage) -> None:
    text = "Hello, World! ~`'\"\\|<>{}[] 123\nzweite Zeile\tÄ 日本 👩‍👩‍👧 e\u0301 end"
    await stage.show_html(
        "<textarea id=t></textarea><script>t.onkeydown = e => { if (e.key === 'Tab') {"
        " e.preventDefault(); t.setRangeText('\\t', t.selectionStart, t.selectionStart, 'end'); } }</script>"
    )
    done = await type_text(stage.tab, await stage.ref("#t"), text)
    assert done.value_after == text


async def test_a_long_text_keeps_its_order(stage: Stage) -> None:
    text = "".join(f"{n} " + ("ß" if n % 7 == 0 else "") for n in range(120))
    await stage.show_html("<textarea id=t></textarea>")
    assert (await type_text(stage.tab, await stage.ref("#t"), text)).value_after == text


async def test_clear_and_enter(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<form onsubmit='window.sent = q.value; return false'><input id=q value=old></form>"
    )
    done = await type_text(stage.tab, await stage.ref("#q"), "new", clear=True, enter=True)
    assert (done.value_before, done.value_after) == ("old", "new")
    assert await stage.eval("sent") == "new"


async def test_a_new_caret_is_behind_the_text_and_a_caret_that_is_there_stays(stage: Stage) -> None:
    await stage.show_html("<input id=q value=hello>")
    await type_text(stage.tab, await stage.ref("#q"), "world")
    assert await stage.eval("q.value") == "helloworld"
    await stage.eval("q.setSelectionRange(1, 3), 0")
    await type_text(stage.tab, await stage.ref("#q"), "X")
    assert await stage.eval("q.value") == "hXloworld"


AT_END = {
    "text area": "<textarea id=t>one</textarea>",
    "mail": "<input id=t type=email value=one>",
    "number": "<input id=t type=number value=1>",
    "region": "<div id=t contenteditable>one</div>",
    "paragraphs": "<div id=t contenteditable>\n<p>nil</p>\n<p>one</p>\n</div>",
    "an empty last line": "<div id=t contenteditable><div>nil</div><div><br></div></div>",
    "body": "<body id=t contenteditable style='height:200px'><div>nil</div><div>one</div>",
}


@pytest.mark.parametrize("what", AT_END)
async def test_typing_begins_behind_the_text(stage: Stage, what: str) -> None:
    await stage.show_html(AT_END[what])
    before = await stage.eval("(t.value ?? t.innerText).trimEnd()")
    await type_text(stage.tab, await stage.ref("#t"), "23")
    now = await stage.eval("(t.value ?? t.innerText).trimEnd()")
    assert now == before + ("\n23" if what == "an empty last line" else "23")
    assert what != "paragraphs" or await stage.eval("t.lastElementChild.textContent") == "one23"


async def test_typing_in_nested_frames_begins_behind_the_text(stage: Stage) -> None:
    """As Etherpad has it: the lines of an editable body, two frames deep."""
    inner = "<body contenteditable id=pad><div class=line>Welcome</div><div class=line>to this pad</div>"
    removals = [
        stage.site.route("/act/inner", f"<!doctype html><meta charset=utf-8>{inner}"),
        stage.site.route("/act/outer", "<!doctype html><meta charset=utf-8><iframe src=/act/inner></iframe>"),
    ]
    try:
        await stage.show_html("<iframe src=/act/outer width=600 height=300></iframe>")
        frame = await stage.frame("/act/inner")
        await type_text(stage.tab, await stage.ref("#pad", frame), "!")
        assert await stage.eval("pad.innerText.trim()", frame) == "Welcome\nto this pad!"
    finally:
        for remove in removals:
            remove()


async def test_a_delay_between_keys(stage: Stage) -> None:
    await stage.show_html(
        "<input id=q><script>times = []; q.onkeydown = e => times.push(e.timeStamp)</script>"
    )
    await type_text(stage.tab, await stage.ref("#q"), "abc", delay=0.06)
    times = await stage.eval("times")
    assert len(times) == 3
    assert all(later - earlier >= 50 for earlier, later in pairwise(times))


async def test_a_text_typed_slowly_does_not_press_a_button(stage: Stage) -> None:
    await stage.show_html("<button id=b onclick='pressed = true'>Delete</button>")
    with pytest.raises(NotActionable, match="took no text"):
        await type_text(stage.tab, await stage.ref("#b"), "John Doe", delay=0.01)
    assert await stage.eval("typeof pressed") == "undefined"


async def test_a_field_is_left_after_typing(stage: Stage) -> None:
    await stage.show_html("<input id=q onchange='q.value = q.value.toUpperCase()'>")
    done = await type_text(stage.tab, await stage.ref("#q"), "ab", clear=True, blur=True)
    assert (done.value_after, done.as_wanted, done.focused) == ("AB", None, False)
    assert await stage.eval("document.activeElement === document.body")


async def test_typing_where_the_focus_is(stage: Stage) -> None:
    await stage.show_html("<input id=q autofocus>")
    await focus(stage.tab, await stage.ref("#q"))
    await type_text(stage.tab, None, "hello")
    assert await stage.eval("q.value") == "hello"


async def test_text_does_not_become_shortcuts(stage: Stage) -> None:
    await stage.show_html(
        "<div id=w tabindex=0>Cell</div><ul id=m role=menu tabindex=0></ul><div id=v tabindex=0></div>"
        "<script>keys = ''; onkeydown = e => { keys += e.key; if (e.target === v) v.textContent += '•' }</script>"
    )
    for focused, typed, delay in (("w", "d", 0.0), ("w", "d", 0.01), ("m", "dd9", 0.0), ("v", "dd9", 0.01)):
        await stage.eval(f"keys = ''; {focused}.focus()")
        if focused == "w":
            with pytest.raises(NotActionable, match="took no text: only 'd' was typed") as caught:
                await type_text(stage.tab, None, "dd9", delay=delay)
            assert caught.value.code == "not_editable"
        else:
            await type_text(stage.tab, None, "dd9", delay=delay)
        assert await stage.eval("keys") == typed


SHORTCUTS = """<main id=m tabindex=-1><p id=list>Cells</p><textarea id=field hidden></textarea></main><script>keys = '';
document.onkeydown = e => {
  keys += e.key;
  e.preventDefault();
  if (e.key === '#') list.textContent += ' ### ';
  if (e.key === 'a') list.append(' Cell added');
  if (e.key === 'd') list.textContent = '';
  if (e.key === 'o') { field.hidden = false; field.focus(); }
}</script>"""


@pytest.mark.parametrize(
    ("text", "sent"), [("print it", "p"), ("# Roots", "#"), ("add", "ad"), ("drop", "d")]
)
async def test_without_a_field_a_text_stops_at_the_first_shortcut(stage: Stage, text: str, sent: str) -> None:
    """As in a notebook in its command mode: each key is a shortcut, and some show their own letter."""
    await stage.show_html(SHORTCUTS)
    with pytest.raises(NotActionable, match=f"no field .* only '{sent}' was typed, as a shortcut.* not sent"):
        await type_text(stage.tab, None, text)
    assert await stage.eval("keys") == sent


async def test_a_text_is_not_typed_into_a_list_without_such_an_option(stage: Stage) -> None:
    """Its Enter would leave the list, and what follows would be shortcuts of the page."""
    await stage.show_html(
        "<select id=kind><option>code<option>markdown</select>"
        "<script>keys = ''; onkeydown = e => keys += e.key</script>"
    )
    await focus(stage.tab, await stage.ref("#kind"))
    with pytest.raises(NotActionable, match="no option begins with '# Roots"):
        await type_text(stage.tab, None, "# Roots\nof numbers")
    assert await stage.eval("keys") == ""
    await type_text(stage.tab, None, "mark")
    assert await stage.eval("kind.value") == "markdown"


async def test_a_text_stops_at_a_shortcut_in_a_frame(stage: Stage) -> None:
    remove = stage.site.route("/act/notebook", f"<!doctype html><meta charset=utf-8>{SHORTCUTS}")
    try:
        await stage.show_html("<iframe src=/act/notebook width=600 height=300></iframe>")
        frame = await stage.frame("/act/notebook")
        await click(stage.tab, await stage.ref("#list", frame))
        with pytest.raises(NotActionable, match="only 'p' was typed"):
            await type_text(stage.tab, None, "print")
        assert await stage.eval("keys", frame) == "p"
    finally:
        remove()


async def test_a_field_that_a_shortcut_opens_takes_the_rest(stage: Stage) -> None:
    await stage.show_html(
        SHORTCUTS.replace("e.preventDefault()", "if (e.target !== field) e.preventDefault()")
    )
    await type_text(stage.tab, None, "open")
    assert await stage.eval("field.value") == "pen"


# As Glide Data Grid: the first key opens an editor that holds it, and the caret goes behind it some frames later.
OPENS = """<canvas id=g tabindex=0 width=300 height=90></canvas><script>
g.onkeydown = e => {
  if (e.key.length > 1) return;
  e.preventDefault();
  const editor = document.body.appendChild(Object.assign(document.createElement('input'), { id: 't', value: e.key }));
  editor.focus(); editor.setSelectionRange(0, 0);
  if (%d) setTimeout(() => editor.setSelectionRange(9, 9), %d);
}; g.focus()</script>"""


async def test_the_rest_of_a_text_waits_for_the_caret_of_the_editor_that_its_first_key_opens(
    stage: Stage,
) -> None:
    await stage.show_html(OPENS % (40, 40))
    await type_text(stage.tab, None, "7.50")
    assert await stage.eval("t.value") == "7.50"


async def test_a_text_whose_first_key_went_behind_the_rest_is_not_what_was_wanted(stage: Stage) -> None:
    no_point = "editor.focus(); editor.onkeydown = e => { if (e.key === '.') e.preventDefault() };"
    await stage.show_html((OPENS % (0, 0)).replace("editor.focus();", no_point))
    done = await type_text(stage.tab, None, "7.50")
    assert (done.value_after, done.as_wanted) == ("507", False)


async def test_a_date_whose_parts_an_opened_editor_puts_in_its_own_order_is_not_mixed_up(
    stage: Stage,
) -> None:
    in_order = "editor.focus(); editor.oninput = () => { const [y, m, d] = editor.value.split('-');"
    in_order += "if (d?.length === 2) editor.value = [d, m, y].join('/') };"
    await stage.show_html((OPENS % (9, 9)).replace("editor.focus();", in_order))
    done = await type_text(stage.tab, None, "2027-03-17")
    assert await stage.eval("t.value") == "17/03/2027"
    assert done.as_wanted is not False


async def test_a_page_that_draws_what_is_typed(stage: Stage) -> None:
    await stage.show_html(
        "<p id=row></p><p id=said></p><script>onkeydown = e => { e.preventDefault();"
        " row.innerHTML += `<b>${e.key}</b>`; said.textContent = e.key }</script>"
    )
    await type_text(stage.tab, None, "a word")
    assert await stage.eval("row.textContent") == "a word"


async def test_a_widget_that_only_knows_keys(stage: Stage) -> None:
    await stage.show_html(
        "<div id=w tabindex=0></div><script>w.onkeydown = e => { if (e.key.length === 1) w.textContent += e.key;"
        " if (e.key === 'Backspace') w.textContent = w.textContent.slice(0, -1); }</script>"
    )
    ref = await stage.ref("#w")
    await type_text(stage.tab, ref, "pin 1234")
    await press(stage.tab, "Backspace", ref, repeat=2)
    assert await stage.eval("w.textContent") == "pin 12"


async def test_chords_edit(stage: Stage) -> None:
    await stage.show_html("<textarea id=t></textarea>")
    ref = await stage.ref("#t")
    await fill(stage.tab, ref, "one two three")
    await press(stage.tab, "Control+Shift+ArrowLeft", ref)
    await press(stage.tab, "Delete", ref)
    assert await stage.eval("t.value") == "one two "
    await press(stage.tab, ["ControlOrMeta+A", "Backspace"], ref)
    assert await stage.eval("t.value") == ""
    await press(stage.tab, "x", ref, repeat=3)
    assert await stage.eval("t.value") == "xxx"
    done = await press(stage.tab, "Shift+A", ref)
    assert done.value_after == "xxxA"


async def test_a_chord_reaches_the_page_without_text(stage: Stage) -> None:
    await stage.show_html(LOG + "<input id=q>")
    await press(stage.tab, "Control+K", await stage.ref("#q"))
    assert [e[:2] for e in await stage.eval("seen") if e[0] != "keyup"] == [
        ["keydown", "Control"],
        ["keydown", "k"],
    ]
    assert await stage.eval("q.value") == ""


async def test_tab_moves_the_focus(stage: Stage) -> None:
    await stage.show_html("<input id=a><input id=b><input id=c>")
    await press(stage.tab, "Tab", await stage.ref("#a"), repeat=2)
    assert await stage.eval("document.activeElement.id") == "c"
    await press(stage.tab, "Shift+Tab")
    assert await stage.eval("document.activeElement.id") == "b"


async def test_enter_and_space_work_buttons(stage: Stage) -> None:
    await stage.show_html("<button id=b onclick='window.n = (window.n ?? 0) + 1'>Go</button>")
    ref = await stage.ref("#b")
    await press(stage.tab, "Enter", ref)
    await press(stage.tab, "Space", ref)
    assert await stage.eval("n") == 2


async def test_a_key_that_does_not_exist_is_never_sent(stage: Stage) -> None:
    await stage.show_html(LOG + "<input id=q>")
    with pytest.raises(InvalidInput):
        await press(stage.tab, ["a", "Entr"], await stage.ref("#q"))
    assert await stage.eval("seen") == []


async def test_an_enter_that_leaves_the_page(stage: Stage) -> None:
    remove = stage.site.route("/act/result", "<title>result</title>")
    await stage.show_html("<form action=/act/result><input id=q name=q></form>")
    await type_text(stage.tab, await stage.ref("#q"), "hello", enter=True)
    while "/act/result" not in stage.tab.url:
        await stage.tab.changed(5.0)
    remove()


async def test_a_key_that_opens_an_alert(stage: Stage) -> None:
    await stage.show_html("<input id=q onkeydown='alert(event.key)'>")
    await press(stage.tab, "x", await stage.ref("#q"))
    assert stage.tab.dialogs.history[-1].message == "x"


async def test_keys_one_after_the_other_are_no_faster_than_an_editor_follows_the_caret(stage: Stage) -> None:
    """It learns where the caret is by an event after the key, and acts on the next one there."""
    await stage.show_html(
        "<div id=e contenteditable><p>One</p><p>Two</p></div><script>at = null; marked = ''; document.onselectionchange"
        " = () => setTimeout(() => at = getSelection().focusNode?.data); e.onkeydown = (event) => {"
        " if (event.key === 'Enter') { event.preventDefault(); marked = at } }</script>"
    )
    ref = await stage.ref("#e")
    await press(stage.tab, "Control+Home", ref)
    await press(stage.tab, ["Control+End", "Enter"], ref)
    assert await stage.eval("marked") == "Two"
