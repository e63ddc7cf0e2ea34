"""A field that the page marks as invalid for its new value is not filled; one marked for another reason is."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-10", "EX-02")]

DATES = """
<label>Title <input id=title></label>
<label>Start <input id=start aria-describedby=why></label><span id=why hidden></span>
<label>Note <input id=note></label>
<script>
  const judge = () => { const bad = !/^\\d+\\/\\d+\\/\\d+$/.test(start.value);
    start.ariaInvalid = String(bad); why.textContent = bad ? 'Value must be a date' : ''; why.hidden = !bad; };
  start.onchange = judge;
</script>
"""


async def test_a_field_of_a_form_that_the_page_refuses(bench: Bench) -> None:
    await bench.show(DATES)
    title, start, note = [await bench.ref(f"#{name}") for name in ("title", "start", "note")]
    result = await bench.page.fill_form({title: "Round", start: "2026-12-24", note: "x"})
    assert not result.success
    assert [(one.ref, one.code) for one in result.fields] == [(title, ""), (start, "rejected"), (note, "")]
    assert f"{start}: the page marks it as invalid: “Value must be a date”" in result.message
    assert result.message.count("Filled:") == 1
    assert f"Filled: {title}, {note}" in result.message
    again = await bench.page.fill_form({start: "12/24/2026", note: "y"})
    assert again.success, again.message


async def test_a_mark_of_before_says_nothing_of_the_new_value(bench: Bench) -> None:
    await bench.show(DATES.replace("start.onchange = judge", "judge()"))
    start, note = await bench.ref("#start"), await bench.ref("#note")
    result = await bench.page.fill_form({start: "12/24/2026", note: "x"})
    assert result.success, result.message
    assert (await bench.page.fill(start, "12/25/2026")).success


async def test_one_field_that_is_judged_as_it_is_filled(bench: Bench) -> None:
    await bench.show(DATES.replace("onchange", "oninput"))
    start = await bench.ref("#start")
    result = await bench.page.fill(start, "soon")
    assert not result.success
    assert result.error is not None
    assert result.error.code == "rejected"
    assert "“Value must be a date”" in result.message
    assert await bench.run("start.value") == "soon"
    meant = await bench.page.fill(
        start, "later", expect={"type": "element_appears", "text": "Value must be a date"}
    )
    assert meant.success, meant.message
    assert (await bench.page.fill(start, "12/24/2026")).success
    assert (await bench.page.fill(start, "")).success, "to empty a field is not to give it a value"


POPPING = DATES.replace(
    "<input id=start", "<input id=start role=combobox aria-haspopup=true aria-expanded=false"
)


async def test_a_date_in_a_field_that_judges_it_as_it_is_left(bench: Bench) -> None:
    """It says that it opens something, as DevExtreme's date box does; it takes its text on leaving, or refuses it."""
    await bench.show(POPPING)
    in_form = await bench.page.fill_form({await bench.ref("#start"): "2026-12-24"})
    await bench.show(POPPING)
    start = await bench.ref("#start")
    for result in (in_form, await bench.page.fill(start, "2026-12-24")):
        assert not result.success
        assert "“Value must be a date”" in result.message
    taken = await bench.page.fill(start, "12/24/2026")
    assert taken.success, taken.message
    assert await bench.run("start.ariaInvalid") == "false"
    assert await bench.run("document.activeElement === note")
    await bench.page.fill(start, "12 o'clock")
    assert await bench.run("document.activeElement === start"), "any other text may search a list"


async def test_what_the_browser_holds_back_from_the_form(bench: Bench) -> None:
    """A form that the browser does not validate, and a field in none, take what it calls invalid."""
    await bench.show(
        "<form><label>Mail <input type=email id=mail></label></form>"
        "<form novalidate><label>Price <input type=number id=price></label></form>"
        "<label>Weight <input type=number id=weight></label>"
    )
    mail, price, weight = [await bench.ref(f"#{name}") for name in ("mail", "price", "weight")]
    result = await bench.page.fill_form({mail: "nobody", price: 9.5, weight: 1.5})
    assert [one.code for one in result.fields] == ["rejected", "", ""]
    again = await bench.page.fill_form({mail: "nothing", price: 9.75})
    assert [one.code for one in again.fields] == ["rejected", ""], "it is judged by what it holds"
    assert (await bench.page.fill_form({mail: "ada@example.org", price: 10.5})).success


async def test_fields_that_the_page_marks_for_another_one(bench: Bench) -> None:
    """All are validated with the first; parts of a date share a message; a password differs until it is repeated."""
    await bench.show(
        "<form id=f novalidate><label>Name <input id=a required></label>"
        "<label>Town <input id=b required></label></form>"
        "<label>Day <input class=part aria-describedby=whole></label>"
        "<label>Year <input class=part id=year aria-describedby=whole></label><p id=whole></p>"
        "<label>Password <input class=pw type=password id=one></label>"
        "<label>Repeat <input class=pw type=password id=two></label><script>"
        "f.oninput = () => f.querySelectorAll('input').forEach(i => i.ariaInvalid = String(!i.value));"
        "const mark = (of, bad) => document.querySelectorAll(of).forEach(i => i.ariaInvalid = String(bad()));"
        "document.querySelectorAll('.part').forEach(i => i.oninput = () => { whole.textContent = 'Give a whole date';"
        " mark('.part', () => true); });"
        "one.oninput = two.oninput = () => mark('#two', () => one.value !== two.value);</script>"
    )
    a, b, year, one, two = [await bench.ref(f"#{name}") for name in ("a", "b", "year", "one", "two")]
    assert (await bench.page.fill(a, "Ada")).success
    assert (await bench.page.fill(b, "Rome")).success
    assert (await bench.page.fill(year, "1815")).success
    assert (await bench.page.fill_form({one: "sesame", two: "sesame"})).success
    result = await bench.page.fill(two, "other")
    assert not result.success
    assert "other" not in result.message


CELLS = """<style>td { border: 1px solid; width: 120px; height: 24px }</style>
<table role=grid><tr role=row><td role=gridcell tabindex=-1 id=c>red</td></tr></table>
<script>
  c.ondblclick = () => { const was = c.textContent; c.innerHTML = '<input>'; const field = c.firstChild;
    field.value = was; field.focus();
    field.onkeydown = (e) => { if (e.key === 'Escape') c.textContent = was; if (e.key !== 'Enter') return;
      c.textContent = field.value; setTimeout(() => MARK, 20); }; };
  const bad = () => !/^(red|blue)$/.test(c.textContent);
</script>"""


@pytest.mark.parametrize("mark", ["c.ariaInvalid = bad()", "c.className = bad() ? 'sheetInvalid' : ''"])
async def test_a_cell_that_the_grid_marks_is_refused(bench: Bench, mark: str) -> None:
    await bench.show(CELLS.replace("MARK", mark))
    cell = await bench.ref("#c")
    for value in ("pink", "grey"):
        result = await bench.page.fill(cell, value)
        assert result.error is not None, (value, result.message)
        assert result.error.code == "rejected", (value, result.message)
    assert (await bench.page.fill(cell, "blue")).success


async def test_a_text_that_stays_in_a_field_of_choices_and_is_marked_is_refused(bench: Bench) -> None:
    await bench.show(
        "<label>Start <input id=start role=combobox aria-haspopup=true aria-expanded=false></label>"
        "<script>start.onchange = start.oninput = () => { start.ariaInvalid = 'true'; };</script>"
    )
    result = await bench.page.select(await bench.ref("#start"), "soon")
    assert not result.success, result.message
    assert result.error is not None
    assert result.error.code == "rejected", result.message


FREE = """<label>Size <input id=n type=number min=0 max=20 step=5></label>
<input id=s role=spinbutton aria-label=Steps aria-valuemax=20 aria-valuemin=1>"""


@pytest.mark.parametrize(
    ("field", "text", "flaw"),
    [
        ("#n", "9", "nearest valid values are 5 and 10"),
        ("#n", "10", ""),
        ("#s", "25", "the maximum is 20"),
        ("#s", "0", "the minimum is 1"),
        ("#s", "20", ""),
    ],
)
async def test_a_value_that_nothing_keeps_out_is_held_and_its_flaw_named(
    bench: Bench, field: str, text: str, flaw: str
) -> None:
    await bench.show(FREE)
    result = await bench.page.fill(await bench.ref(field), text)
    assert result.success, result.message
    assert result.message.startswith(f"fill done: it holds '{text}'")
    assert ("calls invalid" in result.message) == bool(flaw)
    assert flaw in result.message


async def test_a_value_that_the_page_corrects_a_moment_later_is_not_held(bench: Bench) -> None:
    await bench.show(
        f"{FREE}<script>n.oninput = () => setTimeout(() => {{ if (n.value % 5) n.value = 10 }}, 100)</script>"
    )
    result = await bench.page.fill(await bench.ref("#n"), "9")
    assert not result.success
    assert "now holds '10'" in result.message


async def test_a_field_whose_value_comes_back_a_moment_later_holds_it(bench: Bench) -> None:
    await bench.show(
        "<label>Name <input id=n value=Bob></label><script>n.oninput = () => { const v = n.value; n.value = '';"
        " setTimeout(() => { n.value = v }, 60) }</script>"
    )
    for text in ("Ada", "Eve"):
        result = await bench.page.fill(await bench.ref("#n"), text)
        assert result.success, result.message
