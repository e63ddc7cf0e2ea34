"""The test infrastructure itself: a browser that answers, a site on every host, real framework builds."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.chromium import RunningChromium, running_chromium
from tests.support.site import Request, Response, Site, serving
from tests.support.warm import warm_words

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def fetch(url: str, *, data: bytes | None = None, host: str | None = None) -> tuple[int, str]:
    request = urllib.request.Request(url, data=data, headers={"Host": host} if host else {})
    try:
        with DIRECT.open(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.live
def test_the_chromium_answers_on_its_endpoint(chromium: RunningChromium, chromium_endpoint: str) -> None:
    status, body = fetch(f"{chromium_endpoint}/json/version")
    assert status == 200
    assert json.loads(body)["webSocketDebuggerUrl"].endswith(chromium.browser_path)


@pytest.mark.live
def test_ending_a_chromium_leaves_no_process_and_no_profile() -> None:
    with running_chromium() as running:
        group = running.process.pid
    assert not running.profile.exists()
    listing = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    alive = [line.split() for line in listing.splitlines() if line.split()[0] == str(group)]
    assert [stat for _, stat in alive if not stat.startswith("Z")] == []


@pytest.mark.parametrize("args", [["--version"], ["observe", "exa mple"], ["observe", "{folder}/none.html"]])
def test_a_warm_command_is_like_a_new_interpreter(args: list[str], tmp_path: Path) -> None:
    given = [arg.format(folder=tmp_path) for arg in args]
    fresh = subprocess.run([sys.executable, "-m", "cdp_engine", *given], capture_output=True, timeout=60)
    warm = subprocess.run(warm_words(*given), capture_output=True, timeout=60)
    assert (warm.returncode, warm.stdout, warm.stderr) == (fresh.returncode, fresh.stdout, fresh.stderr)


def test_a_warm_command_has_the_folder_input_and_environment_of_its_caller(tmp_path: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_text("max-tokenz = 1")
    env = {**os.environ, "CDP_ENGINE_CONFIG": "own.toml"}
    done = subprocess.run(
        warm_words("observe", "about:blank"),
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, "own.toml" in done.stderr) == (2, True), done.stderr
    read = subprocess.run(
        warm_words("capture", "-", "-o", tmp_path / "out"),
        input="exa mple\n", capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (read.returncode, "exa mple" in read.stderr) == (2, True), read.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_to_a_warm_command_ends_it(number: signal.Signals, chromium_endpoint: str) -> None:
    with subprocess.Popen(
        warm_words("mcp", "--connect", chromium_endpoint),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert b"is ready" in process.stderr.readline()
        process.send_signal(number)
        process.stderr.read()  # to its end: the command itself has gone
        code = process.wait(timeout=60)
    assert code == (128 + number if number is signal.SIGTERM else -number)


def test_a_browser_that_dies_at_once_is_reported_with_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "broken-browser"
    broken.write_text("#!/bin/sh\necho 'no display here' >&2\nexit 7\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CDP_ENGINE_BROWSER", str(broken))
    with pytest.raises(RuntimeError, match=r"code 7:\nno display here"), running_chromium():
        pass


def test_the_site_serves_pages_with_the_origins_filled_in(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<iframe src='{{origin:b.test}}/inner.html'></iframe>")
    with serving(tmp_path) as own:
        status, body = fetch(own.url("/"), host="a.test")
        assert status == 200
        assert body == f"<iframe src='http://b.test:{own.port}/inner.html'></iframe>"
        assert [request.host for request in own.requests_to("/")] == ["a.test"]
        assert fetch(own.url("/../conftest.py"))[0] == 404


def test_routes_answer_record_and_go_away(site: Site) -> None:
    def echo(request: Request) -> Response:
        return Response(request.body[::-1], status=201)

    remove: Callable[[], None] = site.route("/house/echo", echo)
    assert fetch(site.url("/house/echo"), data=b"abc") == (201, "cba")
    assert site.wait_for_request("/house/echo")[0].body == b"abc"
    remove()
    assert fetch(site.url("/house/echo"))[0] == 404


def test_a_streamed_answer_arrives_whole(site: Site) -> None:
    remove = site.route("/house/stream", Response(part for part in (b"one ", b"", b"two")))
    assert fetch(site.url("/house/stream")) == (200, "one two")
    remove()


def test_a_held_request_goes_on_when_released(tmp_path: Path) -> None:
    with serving(tmp_path) as own:

        def hold(request: Request) -> str:
            own.release()
            request.hold()
            return "released"

        own.route("/hold", hold)
        assert fetch(own.url("/hold")) == (200, "released")


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("react.js", "react.production.min.js"),
        ("react-dom.js", "react-dom.production.min.js"),
        ("vue.js", "vue v3"),
    ],
)
def test_real_framework_builds_are_served(site: Site, name: str, mark: str) -> None:
    status, body = fetch(site.url(f"/vendor/{name}"))
    assert status == 200, "run `make setup`: the web assets are missing"
    assert mark in body[:2000]


def test_swagger_ui_is_served(site: Site) -> None:
    assert fetch(site.url("/vendor/swagger/swagger-ui-bundle.js"))[0] == 200
    assert fetch(site.url("/vendor/swagger/swagger-ui.css"))[0] == 200
