"""Editors of five libraries: what they hold is shown with its lines, and replaced, typed and read back."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

EDITORS = {
    "quill": "First line",
    "tiptap": "A paragraph",
    "lexical": "Written",
    "mirror": "function",
    "monaco": "def",
}


async def ref_of(lab: Lab, begins: str) -> str:
    """The ref of the editor that holds a text."""
    fields = [node for node in (await lab.page.snapshot()).interactive() if node.role == "textbox"]
    found = [node for node in fields if (node.value or "").startswith(begins)]
    assert len(found) == 1, [(node.name, node.value) for node in fields]
    return found[0].ref


async def test_what_editors_hold_is_shown_with_its_lines(lab: Lab) -> None:
    await lab.show("editors")
    shown = str(await lab.page.observe())
    assert r'="First line\nSecond line"' in shown
    assert r"A paragraph\n- One\n- Two\nName | Age\nAda | 36" in shown
    assert r"function add(a, b) {\n  return a + b;\n}" in shown
    assert r"def add(a, b):\n    return a + b\n\nprint(" in shown
    assert "+under" not in shown


async def test_editors_are_filled_typed_into_and_read_back(lab: Lab) -> None:
    await lab.show("editors")
    for key, begins in EDITORS.items():
        done = await lab.call("fill", ref=await ref_of(lab, begins), text=f"new {key}\nsecond line")
        assert done.success, (key, done.message)
        assert (await lab.holds(key)).strip().replace("\n\n", "\n") == f"new {key}\nsecond line", key
        assert f'="new {key}\\nsecond line"' in str(done.observation), (key, done.observation)
        ref = await ref_of(lab, f"new {key}")
        await lab.page.press("ControlOrMeta+End", ref)
        typed = await lab.page.type(ref, "!")
        assert typed.success, (key, typed.message)
        assert (await lab.holds(key)).strip().endswith("second line!"), key
        assert "second line!" in str(await lab.page.observe()), key
        emptied = await lab.page.fill(ref, "")
        assert emptied.success, (key, emptied.message)
        assert (await lab.holds(key)).strip() == "", key


async def test_code_is_written_as_given_and_typed_at_the_caret(lab: Lab) -> None:
    """Monaco indents and completes what is typed; keys after a click go to its EditContext."""
    await lab.show("editors")
    code = "def f(x):\n    if x:\n        return (1)\n    return 2\n\nf(0)\n"
    ref = await ref_of(lab, "def")
    done = await lab.call("fill", ref=ref, text=code)
    assert done.success, done.message
    assert await lab.holds("monaco") == code
    await lab.call("press", ref=ref, keys=["ControlOrMeta+Home", "End", "Shift+Home"])
    typed = await lab.call("type", text="def g(x):")
    assert typed.success, typed.message
    assert await lab.holds("monaco") == code.replace("def f", "def g")
    again = await lab.call("fill", ref=ref, text="y = 3")
    assert again.success, again.message
    assert await lab.holds("monaco") == "y = 3"


async def test_a_click_on_a_code_editors_field_goes_to_what_the_editor_draws(lab: Lab) -> None:
    """CodeMirror 5, as notebooks have it: its field lies in a box without height, in one cell beside no text at all."""
    await lab.show("code-cells")
    fields = [node.ref for node in (await lab.page.snapshot()).interactive() if node.role == "textbox"]
    for ref, key in zip(fields[:2], ("first", "second"), strict=True):
        done = await lab.page.click(ref)
        assert done.success, (key, done.message)
        assert await lab.holds("focus") == key
        typed = await lab.page.press(["ControlOrMeta+End", "y"])
        assert typed.success, (key, typed.message)
    assert await lab.holds("first") == "print(1)\nx = 2\ny"
    assert await lab.holds("second") == "y"


@pytest.mark.req("SX-08")
async def test_the_lines_of_an_editor_are_no_messages(lab: Lab) -> None:
    """It draws them again with their numbers when it is filled, scrolled or coloured; what it holds is its value."""
    await lab.show("code-cells")
    field = next(node for node in (await lab.page.snapshot()).interactive() if node.role == "textbox")
    for text in ("a = 1\nb = 2\nc = 3", "b = 2"):
        filled = await lab.page.fill(field.ref, text)
        assert filled.success, filled.message
        later = await lab.page.observe()
        for seen in (filled.observation, later):
            assert seen is not None
            assert seen.recent_events == ()
            assert "! " not in seen.text


@pytest.mark.req("VD-08")
async def test_the_hint_in_an_empty_editor_is_not_its_value(lab: Lab) -> None:
    await lab.show("code-cells")
    fields = [node for node in (await lab.page.snapshot()).interactive() if node.role == "textbox"]
    assert not fields[2].value
    for text in ("select 1", ""):
        filled = await lab.page.fill(fields[2].ref, text)
        assert filled.success, filled.message
        assert await lab.holds("third") == text
        assert filled.evidence is not None
        assert filled.evidence.value_after == text


async def test_keys_that_move_the_caret_of_an_editor_are_not_without_effect(lab: Lab) -> None:
    await lab.show("editors")
    for name, begins in EDITORS.items():
        ref = await ref_of(lab, begins)
        await lab.page.press("Control+End", ref)
        for keys in ("ArrowLeft", "Shift+ArrowLeft"):
            result = await lab.page.press(keys, ref)
            assert result.effect.kind == "confirmed", (name, keys, result.message)
