"""Files: downloads in a private folder with path, size and type; uploads from the allowed folder alone."""

from __future__ import annotations

import re
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import cdp_engine
from cdp_engine.agent import Rules, ToolBox, everyday, open_workspace
from cdp_engine.errors import InvalidInput, NotAllowed
from tests.support.site import Response, Site

pytestmark = pytest.mark.req("AG-03")
CSV = Response(
    b"a,b\n1,2\n",
    content_type="text/csv",
    headers={"Content-Disposition": 'attachment; filename="../../my report.csv"'},
)


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def inside(folder: Path) -> list[Path]:
    """What a folder has, links followed; nothing where it is gone."""
    return [path.resolve() for path in folder.rglob("*")] if folder.exists() else []


def content(path: Path) -> bytes:
    return path.read_bytes()


@pytest.fixture
async def box(browser: cdp_engine.Browser, site: Site) -> AsyncIterator[ToolBox]:
    site.route("/files/report", CSV)
    site.route("/files/page", "<a href=/files/report>Report</a><input type=file>")
    async with open_workspace(browser, rules=Rules(), isolated=True) as workspace:
        yield everyday(workspace)


@pytest.mark.anyio
@pytest.mark.live
async def test_a_download_has_a_private_folder_and_its_path_in_the_answer(box: ToolBox, site: Site) -> None:
    folder = Path(str(box.workspace.downloads))
    assert mode(folder) == 0o700
    shown = await box.call("navigate", {"url": site.url("/files/page")})
    ref = re.search(r"\[(e\d+) Report\]", shown.text)
    assert ref is not None, shown.text
    done = await box.call("click", {"ref": ref[1]})
    assert done.success, done.text
    line = re.search(r"(\S.*\.csv): 8 bytes, text/csv, (/.+)", done.text)
    assert line is not None, done.text
    assert done.text.index(line[0]) < done.text.index("[end ")  # the server chose the name
    path = Path(line[2])
    assert path in inside(folder)
    assert content(path) == b"a,b\n1,2\n"
    direct = await box.call("navigate", {"url": site.url("/files/report")})
    assert "8 bytes, text/csv" in direct.text
    listed = await box.call("downloads")
    assert listed.text.startswith(f"2 downloads in {folder}")
    assert str(path) in listed.text
    assert {one.parent for one in inside(folder)} == {folder}


@pytest.mark.anyio
@pytest.mark.live
async def test_the_private_folder_goes_with_the_workspace_and_a_named_one_stays(
    browser: cdp_engine.Browser, site: Site, tmp_path: Path
) -> None:
    site.route("/files/report", CSV)
    async with open_workspace(browser, isolated=True) as workspace:
        private = Path(str(workspace.downloads))
        await everyday(workspace).call("navigate", {"url": site.url("/files/report")})
        assert len(inside(private)) == 1
    assert not inside(private)
    async with open_workspace(browser, isolated=True, downloads=str(tmp_path / "kept")) as workspace:
        await everyday(workspace).call("navigate", {"url": site.url("/files/report")})
    assert len(inside(tmp_path / "kept")) == 1
    async with open_workspace(browser) as workspace:
        assert workspace.downloads is None  # a person's own browser keeps its settings


@pytest.mark.anyio
@pytest.mark.live
async def test_an_upload_takes_what_is_in_the_folder_and_nothing_else(
    browser: cdp_engine.Browser, site: Site, tmp_path: Path
) -> None:
    allowed = tmp_path / "allowed"
    prepare(tmp_path, allowed)
    site.route("/files/form", "<input type=file aria-label=File>")
    async with open_workspace(browser, isolated=True, rules=Rules(files=str(allowed))) as workspace:
        box = everyday(workspace)
        shown = await box.call("navigate", {"url": site.url("/files/form")})
        ref = re.search(r"\[(e\d+)", shown.text)
        assert ref is not None, shown.text
        page = await workspace.page()
        for path in ("../out.txt", "link", str(tmp_path / "out.txt")):
            refused = await box.call("upload", {"ref": ref[1], "files": path})
            assert refused.error == "not_allowed", refused.text
            assert "--files FOLDER" in refused.text
            assert await page.evaluate("document.querySelector('input').files.length") == 0
        given = await box.call("upload", {"ref": ref[1], "files": "in.txt"})
        assert given.success, given.text
        assert await page.evaluate("document.querySelector('input').files[0].text()") == "fine"


def prepare(outside: Path, allowed: Path) -> None:
    """A folder with a file and a link that leads out of it."""
    allowed.mkdir()
    (outside / "out.txt").write_text("secret")
    (allowed / "in.txt").write_text("fine")
    (allowed / "link").symlink_to(outside / "out.txt")


@pytest.mark.parametrize(
    "path", ["../out.txt", "/etc/passwd", "link", "folder/out.txt", "a/../../out.txt", "~/x"]
)
def test_an_upload_from_elsewhere_is_refused(tmp_path: Path, path: str) -> None:
    allowed = tmp_path / "allowed"
    prepare(tmp_path, allowed)
    (allowed / "folder").symlink_to(tmp_path)
    rules = Rules(files=str(allowed))
    assert rules.check_file("in.txt") == str((allowed / "in.txt").resolve())
    if path == "~/x":  # a name like any other: nothing is expanded
        assert Path(rules.check_file(path)).is_relative_to(allowed.resolve())
        return
    with pytest.raises(NotAllowed):
        rules.check_file(path)


@pytest.mark.parametrize("path", ["%2e%2e/out.txt", "..%2fout.txt", "%2fetc%2fpasswd"])
def test_an_encoded_name_is_a_name_like_any_other(tmp_path: Path, path: str) -> None:
    assert Path(Rules(files=str(tmp_path)).check_file(path)).is_relative_to(tmp_path.resolve())


def test_uploads_come_from_any_of_several_folders_and_from_nowhere_else(tmp_path: Path) -> None:
    first, second, out = (tmp_path / name for name in ("first", "second", "out"))
    for folder in (first, second, out):
        folder.mkdir()
    (second / "in.txt").write_text("fine")
    (out / "secret.txt").write_text("secret")
    rules = Rules(files=(str(first), str(second)))
    assert rules.check_file("in.txt") == str((second / "in.txt").resolve())
    assert rules.check_file(str(second / "in.txt")) == str((second / "in.txt").resolve())
    assert rules.check_file(str(second)) == str(second.resolve())
    with pytest.raises(NotAllowed):
        rules.check_file(str(out / "secret.txt"))
    (second / "deep").mkdir()
    (second / "deep" / "link").symlink_to(out / "secret.txt")
    with pytest.raises(NotAllowed, match="leads out"):
        rules.check_file("deep/..")
    (first / "loop").symlink_to(first / "loop")
    assert not Path(rules.check_file("loop")).is_relative_to(out)
    with pytest.raises(InvalidInput, match="NUL"):
        rules.check_file("in.txt\0.png")
