"""What a style sheet draws as a glyph, and shows the hand over, is a control; a fold that is empty is none."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from cdp_engine.views import render
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-05")]

# As an item of a list in Piwigo, whose cross is listened for further out.
PAGE = """<!doctype html><style>.remove { cursor: pointer } .remove::before { content: "\\e821" }
.bare { cursor: pointer } .bare::before { content: "" } .note::before { content: "ⓘ" }</style>
<div>Garden <span class=remove></span><span class=bare></span><span class=note></span></div>
<label>Photo <input type=file id=f></label><script>document.addEventListener("click", () => {})
const held = new DataTransfer(); held.items.add(new File(["x"], "garden.png"))</script>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_glyph_with_the_hand_is_a_control(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/glyphs", PAGE)
    await tab.goto(site.url("glyphs"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    assert [node.name for node in snapshot.interactive()] == ["remove", "Photo"]


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_field_of_files_shows_the_one_that_it_holds(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/files", PAGE)
    await tab.goto(site.url("files"), wait_until="load", timeout=20)
    for script, value in (("f.files = held.files; 0", "garden.png"), ("f.value = ''", None)):
        await tab.evaluate(script)
        snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
        assert [node.value or None for node in snapshot.interactive() if node.name == "Photo"] == [value]


# As Framework7: ligatures of an icon font that a style sheet writes, and a cross in a link that listens further out.
LIGATURES = """<!doctype html><style>.item { cursor: pointer } .item div::before { content: "chevron_right" }
.close { cursor: pointer } .close i { display: inline-block; width: 20px; height: 20px }
.close i::after { content: "close_ios" } .on::after { content: "radio_ios" }</style>
<a class=item onclick="1"><div>Fruit</div></a><a class="link popup-close close"><i class="icon icon-close"></i></a>
<label><input type=radio name=a><i class=on></i>Full sun</label><button>snake_case</button>
<button title="Show read"><img alt="☑️"></button><button><img alt="⭐"></button>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_ligatures_are_no_part_of_a_name_nor_an_emoji_where_a_tooltip_says_more(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    site.route("/ligatures", LIGATURES)
    await tab.goto(site.url("ligatures"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    names = [node.name for node in snapshot.interactive()]
    assert names == ["Fruit", "close", "Full sun", "snake_case", "Show read", "⭐"]


# As Quasar: an icon font draws a word as an icon, no wider than high; a chip listens, and has a cross of its own.
ICON_WORDS = """<!doctype html><style>.material-icons { font: 16px monospace; letter-spacing: -7.4px }
.chip { cursor: pointer }</style><div class=chip id=chip><div>pears</div>
<i class=material-icons role=button tabindex=-1 aria-label=Remove>cancel</i>
</div><button><i class=material-icons>home</i>Home</button><button><i class=material-icons>search</i></button>
<button><span class="btn-icon">save</span> it</button><label>Name <input><div id=below><div></div></div></label>
<p><i class=material-icons>done</i> ready</p><script>chip.onclick = below.onclick = () => {}</script>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_words_that_icon_fonts_draw_as_icons_are_no_text(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    site.route("/icon-words", ICON_WORDS)
    await tab.goto(site.url("icon-words"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    lines = [line.split(" ", 1)[1] for line in render(snapshot).splitlines() if line.startswith("[")]
    assert lines == [
        "clickable] pears", "button Remove]", "button Home]", "button search]", "button save it]", "textbox Name]",
    ]  # fmt: skip


# As AG Grid: the name of a row has the long name of its box, which is on a line of its own.
ROWS = """<!doctype html><div role=grid tabindex=0><div role=row tabindex=-1 onclick=1>
<div role=gridcell tabindex=-1>Anna</div><div role=gridcell tabindex=-1 onclick=1><div><input type=checkbox
aria-label="Press Space to choose"></div><span><b>20</b></span></div></div></div>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_name_of_a_box_is_not_repeated_by_the_row_and_the_cell_around_it(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    site.route("/rows", ROWS)
    await tab.goto(site.url("rows"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    text = render(snapshot)
    assert text.count("Press Space to choose") == 1
    assert "gridcell Anna]" in text
    assert "gridcell 20]" in text


# As Dagster names its icons: after the ligature.
NAMED = """<!doctype html><style>span { display: inline-block; width: 9px; height: 9px; background: red }</style>
<button><span role=img aria-label=catalog_book></span>Catalog</button>
<button><span role=img aria-label=arrow_drop_down></span></button><button>do_it</button>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_ligature_that_a_picture_is_named_after_is_no_part_of_a_name(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    site.route("/named", NAMED)
    await tab.goto(site.url("named"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    assert [node.name for node in snapshot.interactive()] == ["Catalog", "arrow drop down", "do_it"]
