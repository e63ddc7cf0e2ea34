"""Fields of files that a page lays transparent over a box of its own, into which files are dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-06")]

STYLE = """<!doctype html><style>
  .zone { position: relative; overflow: hidden; border: 1px dashed; width: 300px; height: 80px }
  .zone input { opacity: 0; position: absolute; inset: 0; width: 100%; height: 100% }
</style>"""
WORDS = "<div class=zone>Drop photos here<input type=file multiple></div>"
PICTURE = """<div class=zone style="width:30px;height:30px"><svg width=20 height=20><circle r=9 cx=10 cy=10 /></svg>
<input type=file title=Attach></div>"""
HAND = """<div class=zone style="cursor:pointer"><p>Choose a cover</p><input type=file style="cursor:pointer"></div>"""
LABEL = """<div class=zone><input type=file id=f style="z-index:2">
<label for=f style="position:absolute;inset:0;border:1px solid">Choose a file</label></div>"""
CLOSED = """<div class=zone><input type=file title=Empty></div>
<div class=zone>Whole page<input type=file title=Veil style="pointer-events:none"></div>
<div class=zone style="opacity:0">Hidden<input type=file title=Faded></div>"""


@pytest.mark.parametrize(
    ("box", "line"),
    [(WORDS, "button Choose Files"), (PICTURE, "button Attach"), (HAND, "Choose a cover]")],
)
async def test_what_takes_files_has_a_ref(
    lent_page: Page, site: Site, tmp_path: Path, box: str, line: str
) -> None:
    site.route("/observe/files", STYLE + box)
    await lent_page.goto(site.url("observe/files"), wait_until="load")
    seen = await lent_page.observe()
    assert line in seen.text, seen.text
    assert seen.text.count("[") == 1
    assert (await lent_page.observe(capture="hybrid")).text.count("[") == 1
    file = tmp_path / "a.txt"
    file.write_text("a")
    done = await lent_page.upload(seen.text.split("[")[1].split()[0], str(file))
    assert done.success, done.message
    assert await lent_page.evaluate("document.querySelector('input').files[0].name") == "a.txt"


async def test_a_label_is_not_under_its_own_field(lent_page: Page, site: Site) -> None:
    site.route("/observe/files", STYLE + LABEL)
    await lent_page.goto(site.url("observe/files"), wait_until="load")
    seen = await lent_page.observe()
    assert "button Choose a file]" in seen.text, seen.text


async def test_what_only_waits_for_a_file_stays_hidden(lent_page: Page, site: Site) -> None:
    site.route("/observe/files", STYLE + CLOSED)
    await lent_page.goto(site.url("observe/files"), wait_until="load")
    assert "[" not in (await lent_page.observe()).text
