"""A Chromium for the tests, started without the engine so that the engine cannot hide its own faults."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge",
    "brave-browser",
)

SHELL = "chromium-headless-shell"

FLAGS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--site-per-process",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
    "--window-size=1280,900",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    # Each window, and so each context, would load two hidden pages for the suggestions of its address bar.
    # Each would also start a renderer in advance, which a test of one page does not come to use.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess",
    # Pages live too short to repay what the optimizing compilers spend on them.
    "--js-flags=--no-opt --no-maglev",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
)


@dataclass(frozen=True, slots=True)
class RunningChromium:
    """One Chromium of the tests: where it listens, which process it is, where its profile lies."""

    port: int
    browser_path: str
    process: subprocess.Popen[bytes]
    profile: Path

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def websocket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}{self.browser_path}"


def chromium_path() -> str:
    """The browser that the tests drive: $CDP_ENGINE_BROWSER, or the first well-known name on the PATH."""
    if chosen := os.environ.get("CDP_ENGINE_BROWSER"):
        return chosen
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise RuntimeError("no Chromium found: run `make setup`, or set CDP_ENGINE_BROWSER")


def shell_path() -> str:
    """Chromium without windows, of the same version: the same pages for half of the CPU time. The other one where it
    is not installed, or where $CDP_ENGINE_BROWSER names one."""
    installed = None if os.environ.get("CDP_ENGINE_BROWSER") else shutil.which(SHELL)
    return installed or chromium_path()


@contextlib.contextmanager
def running_chromium(
    *extra_flags: str, path: str | None = None, timeout: float = 60.0
) -> Generator[RunningChromium]:
    """Start a Chromium on a free port with a profile of its own; end its whole process group afterwards."""
    with tempfile.TemporaryDirectory(prefix="cdp-engine-tests-", ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        root_flags = ("--no-sandbox",) if os.geteuid() == 0 else ()
        command = [
            path or chromium_path(),
            *FLAGS,
            *root_flags,
            *extra_flags,
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        log = profile / "stderr.log"
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
            )
        try:
            port, path = _listening(process, profile, log, timeout)
            yield RunningChromium(port, path, process, profile)
        finally:
            end_process_group(process)


def end_process_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the group that `process` leads and reap it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)


def _listening(process: subprocess.Popen[bytes], profile: Path, log: Path, timeout: float) -> tuple[int, str]:
    """Port and websocket path, as Chromium itself writes them into its profile once it listens."""
    deadline = time.monotonic() + timeout
    port_file = profile / "DevToolsActivePort"
    while time.monotonic() < deadline:
        with contextlib.suppress(FileNotFoundError):
            lines = port_file.read_text().split()
            if len(lines) == 2:
                return int(lines[0]), lines[1]
        # Waiting on the process paces the loop and returns at once when it died.
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = process.wait(timeout=0.02)
            raise RuntimeError(f"Chromium ended with code {code}:\n{_tail(log)}")
    raise RuntimeError(f"Chromium did not listen within {timeout:g} s:\n{_tail(log)}")


def _tail(log: Path) -> str:
    return log.read_text(errors="replace")[-2000:]
