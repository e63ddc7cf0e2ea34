"""Elements named as a person names them: strict, with the ref that was meant in the answer."""

from __future__ import annotations

import pytest

from cdp_engine import Browser
from cdp_engine.track import read_name
from tests.engine.conftest import Bench
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-06", "VD-09")]

TABLE = """
<table><tr><td>Ada Lovelace<td><button onclick="said.textContent='Ada was edited'">Edit</button>
<tr><td>Grace Hopper<td><button onclick="said.textContent='Grace was edited'">Edit</button></table>
<button onclick="said.textContent='saved'">Save</button><button>Save as draft</button>
<a href="#x" onclick="said.textContent='shown'">Try it out</a>
<label>Name * <input id=name></label><label>City <input type=search id=city></label>
<input type=checkbox role=switch aria-label=Dark id=dark>
<span tabindex=0 aria-label="March 3, 2026" onclick="said.textContent='the third'">3</span>
<p id=said></p><p hidden><button>Ghost</button></p>
"""


@pytest.mark.parametrize(
    ("written", "role", "name"),
    [
        ('button "Save"', "button", "Save"),
        ("button 'Save  now'", "button", "Save now"),
        ("option “Eva Klein”", "option", "Eva Klein"),
        ("option Eva Klein", "option", "Eva Klein"),
        ('"Save"', "", "Save"),
        ("Focused", "focused", ""),
        ('text "a:12"', "text", "a:12"),
        (r'combobox "a < 1 and b = \"tree\""', "combobox", 'a < 1 and b = "tree"'),
        ('combobox "a < 1 and b = "tree""', "combobox", 'a < 1 and b = "tree"'),
        (r'button "C:\\temp"', "button", r"C:\temp"),
        (r'button "C:\temp"', "button", r"C:\temp"),
    ],
)
def test_how_names_are_written(written: str, role: str, name: str) -> None:
    assert read_name(written) == (role, name)


@pytest.mark.parametrize("ref", ["e12", "@e12", "loader:12", "F1:loader:12", "12", 12, ""])
def test_refs_are_no_names(ref: str | int) -> None:
    assert read_name(ref) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ('button "Save"', "saved"),
        ('button "save"', "saved"),
        ('link "Try it out"', "shown"),
        ('text "Try it out"', "shown"),
        ('"Save"', "saved"),
        ("Try it out", "shown"),
        ('text "March 3, 2026"', "the third"),
        ('clickable "March 3, 2026"', "the third"),
    ],
)
async def test_a_name_means_the_only_element_that_has_it(bench: Bench, name: str, said: str) -> None:
    await bench.show(TABLE)
    result = await bench.page.click(name)
    assert result.success, result.message
    assert await bench.run("said.textContent") == said
    (ref,) = result.meant
    assert result.message.startswith(f"click {ref} done")
    assert await bench.run("document.body.textContent.includes('Save as draft')")


async def test_a_name_of_several_lists_them_and_does_nothing(bench: Bench) -> None:
    await bench.show(TABLE)
    result = await bench.page.click('button "Edit"')
    assert not result.success
    assert result.error is not None
    assert result.error.code == "ambiguous"
    first, second = result.error.candidates
    assert f'{first} button "Edit" in “Ada Lovelace”' in result.message
    assert f'{second} button "Edit" in “Grace Hopper”' in result.message
    assert await bench.run("said.textContent") == ""
    assert (await bench.page.click(second)).success
    assert await bench.run("said.textContent") == "Grace was edited"
    await bench.show("<h3>Morning</h3><button>Book</button><h3>Evening</h3><button>Book</button>")
    distinguished = (await bench.page.click('button "Book"')).message
    assert 'button "Book" below “Morning”' in distinguished
    assert 'button "Book" below “Evening”' in distinguished


@pytest.mark.parametrize(
    ("name", "nearest"), [('button "Sav"', 'button "Save"'), ('button "Try it out"', 'link "Try it out"')]
)
async def test_an_unknown_name_gets_the_nearest(bench: Bench, name: str, nearest: str) -> None:
    await bench.show(TABLE)
    result = await bench.page.click(name)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "not_found"
    assert nearest in result.error.hint
    assert await bench.run("said.textContent") == ""
    assert result.error.candidates


async def test_a_role_alone_means_the_only_element_of_it(bench: Bench) -> None:
    await bench.show("<input aria-label=Name><button>Save</button><button>Edit</button>")
    assert (await bench.page.fill("textbox", "Ada")).success
    several = await bench.page.click("button")
    assert several.error is not None
    assert several.error.code == "ambiguous"
    assert "2 elements have that role: " in several.message
    assert 'button "Save"' in several.message
    none = await bench.page.click("checkbox")
    assert none.error is not None
    assert "no checkbox is visible" in none.message


MENU = """<div role=menu><div role=menuitem tabindex=0>Duplicate <span>Ctrl+D</span></div>
<div role=menuitem tabindex=0>Delete <kbd>⇧⌘⌫</kbd></div><div role=menuitem tabindex=0>Page 2</div>
<div role=menuitem tabindex=0>Rename as… <kbd>F2</kbd></div></div><p id=said></p><script>
onclick = e => said.textContent = e.target.closest('[role]').textContent</script>"""


async def test_the_keys_behind_a_name_are_no_part_of_it(bench: Bench) -> None:
    await bench.show(MENU)
    for name in ("Duplicate", "Delete", "Rename as…"):
        result = await bench.page.click(f'menuitem "{name}"')
        assert result.success, result.message
        assert (await bench.run("said.textContent")).startswith(name)
    assert not (await bench.page.click('menuitem "Page"')).success


async def test_what_is_hidden_has_no_name(bench: Bench) -> None:
    await bench.show(TABLE)
    result = await bench.page.click('button "Ghost"')
    assert result.error is not None
    assert result.error.code == "not_found"


async def test_what_a_dialog_covers_is_not_meant(bench: Bench) -> None:
    await bench.show(
        "<button onclick='title += 1'>OK</button>"
        "<dialog id=d><button onclick='said.textContent=\"yes\"'>OK</button></dialog><p id=said></p>"
        "<style>::backdrop{background:#0008}</style><script>d.showModal()</script>"
    )
    result = await bench.page.click('button "OK"')
    assert result.success, result.message
    assert await bench.run("said.textContent") == "yes"


async def test_names_of_fields(bench: Bench) -> None:
    await bench.show(TABLE)
    for name, text in (('textbox "Name"', "Ada"), ('textbox "City"', "Paris")):
        result = await bench.page.fill(name, text)
        assert result.success, result.message
        assert len(result.meant) == 1
    assert (await bench.page.check('checkbox "Dark"')).success
    assert await bench.run("[document.getElementById('name').value, city.value, dark.checked]") == [
        "Ada",
        "Paris",
        True,
    ]


async def test_a_field_of_one_kind_may_be_called_by_another_role_of_it(bench: Bench) -> None:
    await bench.show(
        "<label>Find <input type=search id=find></label><label>Age <input type=number></label>"
        "<label>Land <select size=3><option>Chad<option>Peru</select></label>"
        "<input aria-label=Find type=checkbox><img alt=Map width=9 height=9 onclick='said.textContent=1'><p id=said>"
    )
    for wanted in ('textbox "Find"', 'spinbutton "Find"', 'textbox "Age"'):
        assert (await bench.page.fill(wanted, "7")).success, wanted
    assert (await bench.page.select('combobox "Land"', "Peru")).success
    assert (await bench.page.click('img "Map"')).success
    assert await bench.run("said.textContent") == "1"
    assert not (await bench.page.click('listbox "Find"')).success


async def test_typing_without_a_target_goes_to_the_caret(bench: Bench) -> None:
    await bench.show("<input id=a aria-label=A value=one-two>")
    await bench.run("a.focus(); a.setSelectionRange(4, 4)")
    result = await bench.page.type(None, "and-")
    assert result.success, result.message
    assert result.evidence.value_after == "one-and-two"
    assert (await bench.page.press("Delete", "focused")).success
    assert await bench.run("a.value") == "one-and-wo"


async def test_typing_without_a_target_where_nothing_has_the_focus(bench: Bench) -> None:
    await bench.show("<p id=said></p><script>onkeydown = e => said.textContent += e.key</script>")
    result = await bench.page.type(None, "xyz")
    assert result.success, result.message
    assert await bench.run("said.textContent") == "xyz"


async def test_both_ends_of_a_drag_by_name(bench: Bench) -> None:
    await bench.show(
        "<div id=a role=button aria-label=Card tabindex=0 style='width:60px;height:30px;background:red'></div>"
        "<div id=b role=button aria-label=Bin tabindex=0 style='margin-top:90px;width:60px;height:60px'></div>"
        "<p id=said></p><script>a.onmousedown = () => b.onmouseup = () => said.textContent = 'dropped'</script>"
    )
    result = await bench.page.drag('button "Card"', 'button "Bin"')
    assert result.success, result.message
    assert await bench.run("said.textContent") == "dropped"
    assert len(result.meant) == 2
    await bench.run("getSelection().empty()")  # else the browser would drag the selected text
    again = await bench.page.drag(result.meant[0], 'button "Bin"')
    assert again.meant == result.meant
    assert again.message.startswith(f"drag {' to '.join(result.meant)} done"), again.message


async def test_a_picture_of_a_name(bench: Bench) -> None:
    await bench.show(TABLE)
    assert (await bench.page.screenshot(ref='button "Save"')).startswith(b"\x89PNG")


# As a data grid on a canvas does it: the first key opens the editor of the cell, which may be for numbers alone.
CANVAS_CELL = """<canvas id=c tabindex=0 width=90 height=30></canvas><p id=log></p><script>
  c.onkeydown = () => { const field = document.createElement('input'); field.type = TYPE; field.value = '0';
    field.oninput = () => { if (/NOT/.test(field.value)) field.value = '0'; };
    c.after(field); field.select(); field.focus(); log.textContent = 'editing'; };
  c.focus();</script>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("kind", "but", "text", "held"),
    [
        ("number", "none", "many", "''"),
        ("number", "none", "41", None),
        ("text", "[a-z]", "many", "'0'"),
        ("text", "none", "many", None),
    ],
)
async def test_a_text_that_the_editor_of_a_drawn_cell_did_not_take_is_no_success(
    bench: Bench, kind: str, but: str, text: str, held: str | None
) -> None:
    await bench.show(CANVAS_CELL.replace("TYPE", repr(kind)).replace("NOT", but))
    await bench.page.observe()
    result = await bench.page.type(None, text)
    code = None if result.error is None else result.error.code
    assert (result.success, code) == ((True, None) if held is None else (False, "value_mismatch")), (
        result.message
    )
    assert held is None or held in result.message


async def test_the_focus_in_a_frame_that_is_one_editor(browser: Browser, site: Site) -> None:
    """As TinyMCE's: the body of the frame takes the text, and is always the active element of its document."""
    site.route(
        "/engine/editor-body", "<body contenteditable=true role=textbox aria-label='Rich text'><p>Hello"
    )
    for host in ("a.test", "b.test"):
        frame = f"<iframe src='{site.url('engine/editor-body', host=host)}'></iframe>"
        site.route("/engine/editor-frame", f"<button>Bold</button><input aria-label=Title>{frame}")
        page = await browser.new_page(site.url("engine/editor-frame", host="a.test"))
        try:
            await page.wait_for("Hello")
            await page.click('textbox "Rich text"')
            assert 'Rich text ="Hello" +focused' in (await page.observe()).text
            typed = await page.type("focused", " you")
            assert typed.success, typed.message
            await page.click('textbox "Title"')
            text = (await page.observe()).text
            assert "textbox Title +focused" in text
            assert text.count("+focused") == 1
            typed = await page.type("focused", "Ada")
            assert 'Title ="Ada"' in (await page.observe()).text
        finally:
            await page.close()


# The editor opens a moment after a double click; the first key goes to the grid, which drops it.
OPENING_CELL = """<canvas id=c tabindex=0 width=90 height=30></canvas><p id=log>10</p><script>
  const edit = () => { const field = document.createElement('input'); field.value = '10';
    c.after(field); field.focus(); field.setSelectionRange(2, 2);
    field.onkeydown = (event) => { if (event.key !== 'Enter') return;
      log.textContent = field.value; field.remove(); }; };
  c.onkeydown = () => { c.onkeydown = null; setTimeout(edit, 100); };
  c.focus();</script>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize("clear", [True, False])
async def test_a_key_that_is_lost_before_an_editor_opens_is_typed_again_or_no_success(
    bench: Bench, clear: bool
) -> None:
    await bench.show(OPENING_CELL)
    await bench.page.observe()
    result = await bench.page.type(None, "350", clear=clear, enter=True)
    held = await bench.page.evaluate("log.textContent")
    assert (result.success, held) == ((True, "350") if clear else (False, "10")), result.message
    if not clear:
        assert result.error is not None
        assert result.error.code == "value_mismatch"
        assert "'1050'" in result.message
