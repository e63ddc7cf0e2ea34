"""Lists and sliders that a library draws over hidden inputs, as Kendo UI does: one line each, with the label once."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-07")]

# The label is for the input that is hidden, and names what is drawn by `aria-labelledby`.
FIELDS = """<!doctype html>
<p><label for=a id=al>Size</label> <span role=combobox tabindex=0 aria-labelledby=al aria-expanded=false>
<span>Choose size</span>
<button tabindex=-1 aria-label=open><svg width=9 height=9></svg></button><input id=a style="display:none"></span></p>
<p><label for=b id=bl>Country</label> <span><input role=combobox aria-labelledby=bl><button>v</button>
<input id=b style="display:none"></span></p>
<p><label for=c id=cl>Town</label> <span><input aria-labelledby=cl aria-label=Place><input id=c hidden></span></p>"""

MARKS = "".join(f"<li title={at} style='left:{at * 20}px'>{'' if at % 5 else at}</li>" for at in range(11))
SLIDER = f"""<!doctype html><style>
div, .scale {{ position: relative; width: 220px; height: 26px; margin: 0; padding: 0 }}
li {{ cursor: pointer }} .scale li {{ position: absolute; list-style: none; width: 2px; height: 26px }}
b {{ position: absolute; left: 60px; width: 14px; height: 14px }}
.scale {{ margin-top: -26px }} b {{ z-index: 1 }}</style>
<div><div><b role=slider tabindex=0 aria-valuenow=3 aria-label=Volume></b></div><ul class=scale>{MARKS}</ul></div>
<nav><ul><li title=Monday>M</li><li title=Tuesday>T</li><li title=Friday>F</li></ul></nav>"""


async def _shown(page: Page, site: Site, html: str) -> str:
    site.route("/observe/drawn-over", html)
    await page.goto(site.url("observe/drawn-over"), wait_until="load")
    return (await page.observe()).text


async def test_the_label_of_a_hidden_input_is_written_once(lent_page: Page, site: Site) -> None:
    text = await _shown(lent_page, site, FIELDS)
    lines = text.splitlines()[1:]
    assert lines[0] == '[e1 combobox Size ="Choose size" +collapsed]', text
    assert [line for line in lines if "Country" in line] == ["[e3 combobox Country]"], text
    assert [line for line in lines if "Town" in line] == ["[e5 textbox Town]"], text


async def test_the_marks_of_a_scale_are_no_controls_beside_its_slider(lent_page: Page, site: Site) -> None:
    text = await _shown(lent_page, site, SLIDER)
    assert 'slider Volume ="3"]' in text
    assert "listitem 5" not in text
    assert [mark for mark in ["0", "5", "10"] if mark not in text.split()] == []
    assert text.count("Friday") == 1, text


# As UIkit draws a list and a field of files: unseen, over a button or a text field that only shows what was chosen.
UNSEEN = """<!doctype html><style>p { position: relative; width: 200px; height: 30px }
p > :first-child { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; z-index: 1 }</style>
<p><select aria-label=Colour><option>Red<option>Blue</select><button type=button tabindex=-1>Red</button></p>
<p><input type=file aria-label="Your photo"><input aria-label="Your photo" placeholder="Select file" disabled></p>
<p><input type=file aria-label=Hidden><input aria-label=Town></p>"""


async def test_what_lies_unseen_over_its_drawing_is_the_control(lent_page: Page, site: Site) -> None:
    text = await _shown(lent_page, site, UNSEEN)
    assert 'combobox Colour ="Red" of Red|Blue]' in text
    assert "button Red" not in text
    assert "button Your photo]" in text
    assert "Hidden]" not in text, text


# As UIkit listens at boxes for the buttons in them: for its notes at one, for its filters at the next.
NOTES = """<!doctype html><div class=note id=a>Sale today <button>Close</button></div>
<div id=b><button>All</button> <button>Red</button> <p>Rose</p></div>
<div class=row>Milk <button>Remove</button></div><div class="row last">Bread <button>Drop</button></div>
<script>for (const box of document.querySelectorAll('div')) box.addEventListener('click', () => {})</script>"""


async def test_boxes_of_different_kinds_that_listen_are_not_rows(lent_page: Page, site: Site) -> None:
    text = await _shown(lent_page, site, NOTES)
    assert "clickable Sale" not in text
    assert "clickable Rose" not in text
    assert "clickable] Milk" in text, text
    assert "clickable] Bread" in text


# As TDesign draws lists, dates and numbers: a text field in a frame that shows the hand, and a label for none of them.
FRAMED = """<!doctype html><style>.frame { display: inline-block; padding: 4px; cursor: pointer; border: 1px solid }
section > div { display: inline-block }</style>
<section><div><label>Day</label></div><div><div class=frame>
<input placeholder=Choose readonly><svg width=9 height=9><rect width=9 height=9 /></svg></div></div></section>
<section><div><label>Nights</label></div><div><button><svg width=9 height=9></svg></button>
<input placeholder=Choose><button><svg width=9 height=9></svg></button></div></section>
<section><div><label>Name</label></div><div><div><input placeholder=Choose></div><p>Name is required</p></div></section>
<p><span class=frame>Town <input aria-label=Town></span></p>"""


async def test_the_frame_of_a_text_field_is_no_control_beside_it(lent_page: Page, site: Site) -> None:
    lines = (await _shown(lent_page, site, FRAMED)).splitlines()
    shown = [line.partition(" ")[2] for line in lines]
    assert [line for line in shown if "Day" in line] == ['textbox Day hint "Choose" +readonly]'], lines
    assert [line for line in shown if "Nights" in line] == ['textbox Nights hint "Choose"]'], lines
    assert 'textbox Name hint "Choose"]' in shown, lines
    assert any("clickable" in line for line in lines)  # this one has a text
