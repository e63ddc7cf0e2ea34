"""Batches: the list and the folder by themselves, then a runner with real browsers, then the command."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cdp_engine.engine import connect
from cdp_engine.errors import BrowserUnavailable, InvalidInput
from cdp_engine.serve.app import run
from cdp_engine.serve.batch.index import BatchFolder, Entry
from cdp_engine.serve.batch.page import CaptureSettings
from cdp_engine.serve.batch.url_list import ListedPage, read_list
from cdp_engine.serve.batch.workers import BatchRunner, Open
from cdp_engine.serve.cli.urls import address_of
from tests.serve.command import at_terminal, ended, started
from tests.support.chromium import RunningChromium
from tests.support.grid import stand_in_grid
from tests.support.site import Request, Response, Site

PAGE = "<!doctype html><title>Stall</title><h1>{}</h1><button>Buy</button>"
NEVER = "<!doctype html><title>Never</title><script>for (;;);</script>"
DIALOG = "<!doctype html><title>Asks</title><script>alert('who are you?')</script><p>After"


@pytest.mark.req("EN-09")
def test_a_list_is_read_or_its_wrong_line_named() -> None:
    lines = [
        "\ufeff# fruit",
        "",
        "  example.com/a?b=1 ",
        '{"url": "https://example.com/../x", "name": "../Front page"}',
        "https://example.com/a?b=1",
        "data:text/html,<p>long",
    ]
    wanted = read_list(lines, address_of)
    assert [one.url for one in wanted] == [
        "https://example.com/a?b=1",
        "https://example.com/../x",
        "data:text/html,<p>long",
    ]
    assert wanted[1].stem == "Front-page"
    for one in wanted:
        assert one.stem == Path(one.stem).name
        assert not one.stem.startswith(".")
    for wrong, reported in (
        ("ftp//x y", "line 2"),
        ('{"name": "x"}', "line 2: .*url"),
        ('{"url": "a.b/c", "name": "ONE"}', "the name 'ONE' is already that of https://a.b/"),
    ):
        with pytest.raises(InvalidInput, match=reported):
            read_list(['{"url": "https://a.b/", "name": "one"}', wrong], address_of)


@pytest.mark.req("EN-10")
def test_a_folder_goes_on_where_it_was_left(tmp_path: Path) -> None:
    one, two, three = (ListedPage(f"https://a.b/{n}", n) for n in ("one", "two", "three"))
    folder, options = tmp_path / "out", {"format": "outline"}
    with BatchFolder(folder, options) as batch:
        assert batch.open([one, two, three], resume=True) == [one, two, three]
        batch.keep(one, Entry(url=one.url, name="one"), "seen", ".txt")
        batch.keep(two, Entry(url=two.url, name="two", error="timeout"), None, ".txt", 2)
    with (folder / "index.jsonl").open("ab") as index:
        index.write(b'{"url":"https://a.b/three","na')  # the machine went down here
    (folder / ".three.txt.part").write_text("half")
    with BatchFolder(folder, options) as batch:
        assert batch.open([one, two, three], resume=True) == [two, three]
        assert batch.attempts(two) == 2
        batch.keep(two, Entry(url=two.url, name="two"), "seen", ".txt", 3)
    kept = [json.loads(line) for line in (folder / "index.jsonl").read_bytes().splitlines()]
    assert [(line["name"], line["file"], line["attempts"]) for line in kept] == [
        ("one", "one.txt", 1),
        ("two", None, 2),
        ("two", "two.txt", 3),
    ]
    (folder / "one.txt").unlink()
    moved = ListedPage("https://a.b/moved", "two")
    with BatchFolder(folder, options) as batch:
        assert batch.open([one, moved], resume=True) == [one, moved]
        assert len((folder / "index.jsonl").read_bytes().splitlines()) == 2
    with BatchFolder(folder, options) as batch, pytest.raises(InvalidInput, match="contains a batch already"):
        batch.open([one], resume=False)
    with (
        BatchFolder(folder, {"format": "tree"}) as batch,
        pytest.raises(InvalidInput, match='format was "outline"'),
    ):
        batch.open([one], resume=True)


class Batch:
    """One runner at work on a folder of its own."""

    def __init__(self, folder: Path, timeout: float) -> None:
        settings = CaptureSettings(timeout=timeout)
        self.folder = BatchFolder(folder, settings.kept)
        self.entries: dict[str, Entry] = {}
        self.remarks: list[str] = []
        self.runner = BatchRunner(
            self.folder, settings, per_browser=3, on_entry=self._note, on_remark=self.remarks.append
        )

    def _note(self, entry: Entry) -> None:
        assert entry.name not in self.entries
        self.entries[entry.name] = entry

    async def capture(self, pages: dict[str, str], *endpoints: str) -> dict[str, Entry]:
        wanted = [ListedPage(url, name) for name, url in pages.items()]
        browsers: list[tuple[str, Open]] = [(one, partial(connect, one)) for one in endpoints]
        with self.folder:
            await self.runner.capture(self.folder.open(wanted, resume=False), browsers)
        return self.entries


@pytest.fixture
def routes(site: Site) -> Iterator[Callable[[str, Any], str]]:
    """Adds a page for one test; its address."""
    removals: list[Callable[[], None]] = []

    def add(name: str, answer: Any) -> str:
        removals.append(site.route(f"/capture/{name}", answer))
        return site.url(f"capture/{name}")

    yield add
    site.release()
    for remove in removals:
        remove()


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("EN-10")
async def test_whatever_a_page_does_is_an_entry_and_the_rest_goes_on(
    routes: Callable[[str, Any], str], chromium_endpoint: str, tmp_path: Path
) -> None:
    attached = Response("x", content_type="application/zip", headers={"Content-Disposition": "attachment"})
    ending = {
        "good": routes("good", PAGE.format("Fruit")),
        "dialog": routes("dialog", DIALOG),
        "download": routes("download", attached),
        "crash": "chrome://crash",
        "missing": routes("missing", Response(PAGE.format("No such fruit"), status=404)),
    }
    entries = await Batch(tmp_path / "ending", 60.0).capture(ending, chromium_endpoint)
    assert {name: entry.error for name, entry in entries.items() if entry.error} == {
        "dialog": "dialog",
        "download": "download",
        "crash": entries["crash"].error,
    }
    assert entries["crash"].error in ("crashed", "navigation_failed")
    assert "who are you?" in entries["dialog"].message
    assert "No such fruit" in (tmp_path / "ending" / "missing.txt").read_text()
    assert (entries["missing"].status, entries["good"].final_url) == (404, ending["good"])
    assert (entries["good"].tokens or 0) > 5

    def silent(request: Request) -> str:
        request.hold()
        return "late"

    endless = {"script": routes("script", NEVER), "server": routes("server", silent)}
    entries = await Batch(tmp_path / "endless", 1.0).capture(endless, chromium_endpoint)
    assert {entry.error for entry in entries.values()} <= {"timeout", "navigation_failed"}
    assert len(entries) == 2
    async with connect(chromium_endpoint) as browser:
        assert not [page for page in await browser.pages() if "/capture/" in page.url]


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("EN-10")
async def test_browsers_that_go_are_replaced_and_no_page_is_lost(
    routes: Callable[[str, Any], str], chromium: RunningChromium, tmp_path: Path
) -> None:
    with stand_in_grid(chromium) as near, stand_in_grid(chromium) as far, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}"
        visits: list[str] = []

        def deadly(_request: Request) -> str:
            visits.append("deadly")
            near.cut()
            return PAGE.format("Poison")

        pages = {f"good{n}": routes(f"good{n}", PAGE.format(n)) for n in range(5)}
        pages["deadly"] = routes("deadly", deadly)
        batch = Batch(tmp_path / "one", 60.0)
        entries = await batch.capture(pages, f"grid+{near.address}", nobody)
        assert [name for name, entry in entries.items() if entry.error] == ["deadly"]
        assert (entries["deadly"].error, entries["deadly"].attempts) == ("browser_lost", 2)
        assert visits == ["deadly"] * 2
        assert any("is restarted" in note for note in batch.remarks)
        assert any(note.startswith(f"{nobody} is set aside") for note in batch.remarks)
        assert near.log.count("POST /session") == near.log.count("DELETE /session/s1") >= 2

        # Two grids share the work; one refuses after it was lost, the other does all the rest.
        def once(_request: Request) -> str:
            near.refusal = (500, "no node is left")
            near.cut()
            return PAGE.format("Last words")

        both = {f"page{n}": routes(f"page{n}", PAGE.format(n)) for n in range(6)}
        both["last"] = routes("last", once)
        batch = Batch(tmp_path / "two", 60.0)
        entries = await batch.capture(both, f"grid+{near.address}", f"grid+{far.address}")
        assert not [entry for entry in entries.values() if entry.error]
        assert len(entries) == 7

        near.refusal = (500, "no node is left")
        with pytest.raises(BrowserUnavailable, match="no node is left"):
            await Batch(tmp_path / "none", 60.0).capture(pages, f"grid+{near.address}")


@pytest.mark.live
@pytest.mark.req("EN-09", "EN-10")
@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_ctrl_c_loses_nothing_and_resume_goes_on(
    backend: str,
    routes: Callable[[str, Any], str],
    site: Site,
    chromium_endpoint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site.forget_requests()
    waiting = True

    def slow(request: Request) -> str:
        if waiting:
            request.hold()
        return PAGE.format("Late")

    listed = tmp_path / "list"
    listed.write_text(f"{routes('quick', PAGE.format('Quick'))}\n{routes('slow', slow)}\n")
    out = tmp_path / "out"
    words = ["capture", str(listed), "--output", str(out), "--connect", chromium_endpoint, "-n", "1"]
    words += ["--backend", backend, "--timeout", "60"]
    with started(*words) as process:
        site.wait_for_request("/capture/slow", timeout=60)
        code, said, reported = ended(process, signal.SIGINT)
    assert (code, said) == (130, "")
    assert "[1/2] ok" in reported
    assert len((out / "index.jsonl").read_bytes().splitlines()) == 1
    waiting = False
    assert run([*words, "--resume"]) == 0  # the rest in this process: as good, and cheaper
    said = capsys.readouterr()
    assert said.out.startswith("2 captured, 1 of them before: ")
    assert "[2/2] ok" in said.err
    assert len(site.requests_to("/capture/quick")) == 1
    assert run([*words, "--resume", "--json"]) == 2
    assert "json was false" in capsys.readouterr().err


@pytest.mark.live
@pytest.mark.req("EN-09")
def test_a_bar_at_a_terminal_and_exit_codes(
    chromium_endpoint: str, closed_port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "list"
    listed.write_text(f"data:text/html,<p>Here\nhttp://127.0.0.1:{closed_port}/\n")
    with at_terminal("capture", listed, "-o", tmp_path / "out", "--connect", chromium_endpoint) as screen:
        screen.wait_for(r"failed http://127\.0\.0\.1")
        screen.wait_for(r"2/2")
        screen.wait_for(r"1 captured, 1 failed: ")
        assert screen.end() == 1
    nobody = f"http://127.0.0.1:{closed_port}"
    assert run(["capture", str(listed), "-o", str(tmp_path / "none"), "--connect", nobody]) == 3
    assert str(closed_port) in capsys.readouterr().err
    listed.write_text("# nothing\n")
    assert run(["capture", str(listed), "-o", str(tmp_path / "empty")]) == 2
    assert not (tmp_path / "empty").exists()
