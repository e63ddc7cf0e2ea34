"""`cdp-engine observe`, as a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.chrome.processes import become_true, users_of
from tests.serve.command import (
    at_terminal,
    call,
    ended,
    environment,
    is_one_error_report,
    own_folder,
    started,
    words,
)
from tests.support.site import Request, Response, Site

pytestmark = [pytest.mark.live, pytest.mark.req("EN-09")]

BOTH_LOOPS = pytest.mark.parametrize("backend", ["asyncio", "trio"])
PAGE = """<!doctype html><title>Stall</title><h1>Fruit</h1><button>Buy</button>
<input type=password value=hunter2 aria-label=Secret><a href="/x">More [bold]fruit[/bold]</a>
<p>steer\x1b[2Jing \x9b31m</p>"""


@pytest.fixture
def stall(site: Site) -> Iterator[str]:
    remove = site.route("/serve/stall", PAGE)
    yield site.url("serve/stall")
    remove()


def tabs_of(endpoint: str) -> list[str]:
    return [tab["id"] for tab in httpx.get(f"{endpoint}/json/list", trust_env=False).json()]


@BOTH_LOOPS
@pytest.mark.req("EN-02")
def test_a_page_is_shown_and_no_browser_left(stall: str, backend: str, folder: Path) -> None:
    done = call("observe", stall, "--backend", backend, env=own_folder(folder), fresh=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Fruit" in done.stdout
    assert "Buy" in done.stdout
    assert "More [bold]fruit" in done.stdout  # page text is not interpreted as markup
    assert "hunter2" not in done.stdout
    assert not users_of(str(folder))
    assert not list(folder.iterdir())


@BOTH_LOOPS
@pytest.mark.req("EN-06")
def test_a_running_browser_is_used_and_keeps_its_tabs(
    stall: str, chromium_endpoint: str, backend: str
) -> None:
    before = tabs_of(chromium_endpoint)
    done = call("observe", stall, "--connect", chromium_endpoint, "--backend", backend)
    assert done.returncode == 0, done.stderr
    assert "Buy" in done.stdout
    assert tabs_of(chromium_endpoint) == before


def test_options_of_the_format_are_flags(stall: str, chromium_endpoint: str) -> None:
    done = call("observe", stall, "--interactive-only", "--capture", "hybrid", "--connect", chromium_endpoint)
    assert "Buy" in done.stdout
    assert "Fruit" not in done.stdout


def test_json_is_json(stall: str, chromium_endpoint: str) -> None:
    done = call("observe", stall, "--json", "--connect", chromium_endpoint)
    assert done.returncode == 0, done.stderr
    assert "Buy" in json.dumps(json.loads(done.stdout))


def test_the_result_goes_to_a_file(stall: str, chromium_endpoint: str, tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_text("what was there before, and longer than nothing " * 200)
    done = call("observe", stall, "-o", file, "--connect", chromium_endpoint)
    assert (done.returncode, done.stdout) == (0, "")
    assert "Buy" in file.read_text()
    assert "before" not in file.read_text()


def test_a_local_file_is_opened(chromium_endpoint: str, tmp_path: Path) -> None:
    page = tmp_path / "my page.html"
    page.write_text("<button>Local</button>")
    assert "Local" in call("observe", page, "--connect", chromium_endpoint).stdout


def test_what_is_odd_about_a_page_is_noted_beside_it(site: Site, chromium_endpoint: str) -> None:
    remove = site.route("/serve/missing", Response("<h1>Not here</h1>", status=404))
    done = call("observe", site.url("serve/missing"), "--connect", chromium_endpoint)
    remove()
    assert done.returncode == 0
    assert "Not here" in done.stdout
    assert done.stderr == "note: the server answered 404\n"


def test_a_page_that_does_not_load_fails_the_task(closed_port: int, chromium_endpoint: str) -> None:
    done = call("observe", f"http://127.0.0.1:{closed_port}/", "--connect", chromium_endpoint)
    assert (done.returncode, done.stdout) == (1, "")
    assert is_one_error_report(done.stderr), done.stderr
    assert "ERR_CONNECTION_REFUSED" in done.stderr


def test_a_download_is_no_page(site: Site, chromium_endpoint: str) -> None:
    remove = site.route("/serve/file.bin", Response(b"\0" * 10, content_type="application/octet-stream"))
    done = call("observe", site.url("serve/file.bin"), "--connect", chromium_endpoint)
    remove()
    assert done.returncode == 1
    assert is_one_error_report(done.stderr), done.stderr


def test_a_terminal_is_not_steered_by_a_page(stall: str, chromium_endpoint: str) -> None:
    with at_terminal("observe", stall, "--connect", chromium_endpoint) as screen:
        assert screen.end() == 0
    assert "steer" in screen.seen
    assert "\x1b[2J" not in screen.seen
    assert "\x9b" not in screen.seen


def test_a_reader_that_leaves_early_gets_no_complaint(site: Site, chromium_endpoint: str) -> None:
    remove = site.route("/serve/long", "".join(f"<p>Line {n} of a long page</p>" for n in range(20_000)))
    with subprocess.Popen(
        words("observe", site.url("serve/long"), "--connect", chromium_endpoint),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        process.wait(timeout=60)
    remove()
    assert said == b""
    assert process.returncode == 1


@BOTH_LOOPS
@pytest.mark.req("EN-05")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["int", "term"]
)
def test_a_signal_ends_it_quietly_and_leaves_no_browser(
    site: Site, folder: Path, backend: str, number: signal.Signals, code: int
) -> None:
    asked = threading.Event()

    def hold(request: Request) -> Response:
        asked.set()
        request.hold()
        return Response("late")

    path = f"/serve/held-{backend}-{code}"
    remove = site.route(path, hold)
    with started("observe", site.url(path), "--backend", backend, env=own_folder(folder)) as process:
        assert asked.wait(60)
        assert users_of(str(folder))
        assert ended(process, number) == (code, "", "")
    site.release()
    remove()
    assert become_true(lambda: not users_of(str(folder)))
    assert not list(folder.iterdir())
