"""`cdp-engine launch` and `doctor`, as processes of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cdp_engine.chrome.launch.profile_guard import MARKER, PREFIX
from tests.chrome.processes import become_true, browsers_of, users_of
from tests.serve.command import call, ended, is_one_error_report, own_folder, started

pytestmark = [pytest.mark.live, pytest.mark.req("EN-09")]


@pytest.fixture(autouse=True)
def hangup_is_not_ignored() -> Iterator[None]:
    """Programs inherit what is ignored: under nohup they would not hear of a hang-up."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


BOTH_LOOPS = pytest.mark.parametrize("backend", ["asyncio", "trio"])


@BOTH_LOOPS
@pytest.mark.req("EN-02", "EN-05")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["int", "term", "hup"])
def test_a_browser_stays_until_the_signal_and_no_longer(
    folder: Path, backend: str, number: signal.Signals
) -> None:
    fresh = number is signal.SIGINT
    with started("launch", "--backend", backend, env=own_folder(folder), fresh=fresh) as process:
        assert process.stdout is not None
        endpoint = process.stdout.readline().strip()
        assert "Chrome/" in httpx.get(f"{endpoint}/json/version", trust_env=False).text
        code, out, err = ended(process, number)
    assert (code, out) == (0, "")
    assert "Ctrl-C" in err
    assert not users_of(str(folder))
    assert not list(folder.iterdir())
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{endpoint}/json/version", trust_env=False)


def test_it_listens_on_the_port_that_was_asked_for(folder: Path, closed_port: int) -> None:
    with started("launch", "--port", str(closed_port), env=own_folder(folder)) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == f"http://127.0.0.1:{closed_port}"
        done = call("observe", "data:text/html,<button>Here</button>", "--connect", f":{closed_port}")
        assert "Here" in done.stdout, done.stderr
        assert ended(process, signal.SIGTERM)[0] == 0


def test_a_browser_that_dies_fails_the_task(folder: Path) -> None:
    with started("launch", env=own_folder(folder)) as process:
        assert process.stdout is not None
        process.stdout.readline()
        for pid in browsers_of(str(folder)):
            os.kill(pid, signal.SIGKILL)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert is_one_error_report("\n".join(err.splitlines()[1:])), err
    assert become_true(lambda: not users_of(str(folder)))


def test_with_a_running_browser_its_endpoint_is_printed(chromium_endpoint: str) -> None:
    with started("launch", "--connect", chromium_endpoint) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == chromium_endpoint
        assert ended(process, signal.SIGINT)[0] == 0
    assert httpx.get(f"{chromium_endpoint}/json/version", trust_env=False).status_code == 200


@BOTH_LOOPS
def test_the_doctor_tries_everything(folder: Path, backend: str) -> None:
    dead = folder / f"{PREFIX}dead"
    dead.mkdir(mode=0o700)
    (dead / MARKER).write_text("")
    done = call("doctor", "--backend", backend, env=own_folder(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert all(line.startswith("✓ ") for line in lines)
    assert [line.split()[1] for line in lines] == [
        "browser", "profiles", "pipe", "observe", "click", "websocket", "protocol", "loops",
    ]  # fmt: skip
    assert "674 commands" in done.stdout
    assert "removed 1 temporary profile of killed programs; a guard removes" in done.stdout
    assert not dead.exists()
    assert not users_of(str(folder))


def test_the_doctor_looks_at_a_running_browser(chromium_endpoint: str) -> None:
    done = call("doctor", "--connect", chromium_endpoint)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[1] for line in done.stdout.splitlines()] == [
        "browser", "observe", "click", "protocol", "loops",
    ]  # fmt: skip
