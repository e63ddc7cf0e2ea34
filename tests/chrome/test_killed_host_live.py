"""The program that uses the engine is killed at any moment: no process and no temporary profile stays (EX-08)."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import anyio.abc
import pytest

from cdp_engine.chrome import launch_chrome
from cdp_engine.chrome.launch.profile_guard import PREFIX
from tests.chrome.processes import become_true, group_members, guard_of, guards_of, users_of

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-08")]

TRANSPORTS = pytest.mark.parametrize("transport", ["pipe", "websocket"])

HOST = """
    import os, sys, anyio, cdp_engine, cdp_engine.engine

    PAGE = "data:text/html,<button onclick='this.textContent=1'>Press</button>"
    transport, backend, stop, profile, forks = sys.argv[1:]

    def report(stage):
        print(stage, flush=True)
        if stage.split()[0] == stop:
            sys.stdin.read()

    async def main():
        report("launch")
        async with cdp_engine.launch(transport=transport, profile=profile or None) as browser:
            pid = cdp_engine.engine.controller_of(browser).chrome.process.pid
            report(f"browser {pid}")
            if forks and os.fork() == 0:
                sys.stdin.read()
                os._exit(0)
            page = await browser.new_page(PAGE)
            report("click")
            [button] = (await page.snapshot()).find(role="button")
            await page.click(button.ref)
            report("close")
        report("closed")

    anyio.run(main, backend=backend)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Temporary profiles in a folder of this test alone, so that it can be seen empty afterwards."""
    folder = tmp_path_factory.mktemp("t")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def profiles(folder: Path) -> list[Path]:
    return list(folder.glob(f"{PREFIX}*"))


@dataclass
class Host:
    """Another program that uses the engine."""

    process: anyio.abc.Process
    temporary: Path
    browser: int = 0
    lines: list[str] = field(default_factory=list[str])
    _rest: str = ""

    async def reach(self, stage: str) -> None:
        assert self.process.stdout is not None
        with anyio.fail_after(60):
            while not any(line.split()[0] == stage for line in self.lines):
                self._rest += (await self.process.stdout.receive()).decode()
                *lines, self._rest = self._rest.split("\n")
                self.lines += lines
        for line in self.lines:
            if line.startswith("browser "):
                self.browser = int(line.split()[1])

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):  # it came to its end first
            self.process.kill()
        await self.process.wait()

    def leftovers(self) -> list[object]:
        """Processes of the browser, its guard, its profile."""
        group = group_members(self.browser) if self.browser else []
        return [
            *users_of(str(self.temporary)),
            *group,
            *guards_of(self.process.pid),
            *profiles(self.temporary),
        ]

    async def assert_nothing_left(self) -> None:
        gone = await anyio.to_thread.run_sync(lambda: become_true(lambda: not self.leftovers()))
        assert gone, self.leftovers()


@asynccontextmanager
async def host(
    transport: str, backend: str, temporary: Path, *, stop: str = "", profile: str = "", forks: bool = False
) -> AsyncIterator[Host]:
    """Start a host that runs to its end, or waits at a stage."""
    root = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(temporary)}
    arguments = [transport, backend, stop, profile, "yes" if forks else ""]
    argv = [sys.executable, "-c", textwrap.dedent(HOST), *arguments]
    async with await anyio.open_process(argv, env=environ, stderr=subprocess.DEVNULL) as process:
        try:
            yield Host(process, temporary)
        finally:
            if process.returncode is None:
                process.kill()


@pytest.mark.parametrize(
    ("stage", "transport"),
    [
        ("launch", "pipe"),
        ("browser", "websocket"),
        ("click", "pipe"),
        ("close", "websocket"),
        # each stage by the other transport: sixteen more browsers, in the long runs only
        pytest.param("launch", "websocket", marks=pytest.mark.soak),
        pytest.param("browser", "pipe", marks=pytest.mark.soak),
        pytest.param("click", "websocket", marks=pytest.mark.soak),
        pytest.param("close", "pipe", marks=pytest.mark.soak),
    ],
)
async def test_nothing_is_left_wherever_the_host_is_killed(
    stage: str, transport: str, anyio_backend_name: str, temporary: Path
) -> None:
    moments = random.Random(f"{transport} {stage} {anyio_backend_name}")
    for longest in (0.1, 0.5):
        async with host(transport, anyio_backend_name, temporary) as running:
            await running.reach(stage)
            await anyio.sleep(moments.uniform(0, longest))  # any moment of what follows
            await running.kill()
            await running.assert_nothing_left()


@TRANSPORTS
async def test_a_stopped_renderer_goes_with_a_killed_host(
    transport: str, anyio_backend_name: str, temporary: Path
) -> None:
    async with host(transport, anyio_backend_name, temporary, stop="click") as running:
        await running.reach("click")
        for pid in set(users_of("--type=renderer")) & set(group_members(running.browser)):
            os.kill(pid, signal.SIGSTOP)
        await running.kill()
        await running.assert_nothing_left()


async def test_a_stopped_browser_goes_with_a_killed_host(anyio_backend_name: str, temporary: Path) -> None:
    async with host("pipe", anyio_backend_name, temporary, stop="click") as running:
        await running.reach("click")
        os.kill(running.browser, signal.SIGSTOP)
        await running.kill()
        await running.assert_nothing_left()


async def test_a_forked_child_of_the_host_does_not_keep_the_browser(
    anyio_backend_name: str, temporary: Path
) -> None:
    async with host("pipe", anyio_backend_name, temporary, stop="click", forks=True) as running:
        await running.reach("click")  # the child has a copy of the browser's pipe
        await running.kill()
        await running.assert_nothing_left()


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_kept_profile_stays_when_its_host_is_killed(
    stopped: bool, anyio_backend_name: str, temporary: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "mine"
    async with host("pipe", anyio_backend_name, temporary, stop="click", profile=str(kept)) as running:
        await running.reach("click")
        if stopped:
            os.kill(running.browser, signal.SIGSTOP)
        await running.kill()
        await running.assert_nothing_left()
    assert (kept / "Local State").is_file()


async def test_where_the_guard_was_killed_too_the_next_launch_sweeps(
    anyio_backend_name: str, temporary: Path
) -> None:
    async with host("pipe", anyio_backend_name, temporary, stop="click") as running:
        await running.reach("click")
        os.kill(guard_of(running.process.pid), signal.SIGKILL)
        await running.kill()
        assert await anyio.to_thread.run_sync(lambda: become_true(lambda: not group_members(running.browser)))
        [orphan] = profiles(temporary)
        async with launch_chrome():
            assert await anyio.to_thread.run_sync(lambda: become_true(lambda: not orphan.exists()))
            assert len(profiles(temporary)) == 1  # the living one's
    assert not profiles(temporary)


async def test_a_profile_is_held_by_its_browser_alone(anyio_backend_name: str, temporary: Path) -> None:
    async with host("pipe", anyio_backend_name, temporary, stop="click") as running:
        await running.reach("click")
        guard = guard_of(running.process.pid)
        os.kill(running.browser, signal.SIGSTOP)  # it cannot notice that its host is gone
        os.kill(guard, signal.SIGKILL)
        await running.kill()
        [orphan] = profiles(temporary)
        try:
            async with launch_chrome() as chrome:
                await chrome.create_page()
            assert orphan.is_dir()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.browser, signal.SIGKILL)


def unreaped_children() -> bool:
    try:
        return os.waitpid(-1, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return False


async def test_the_guard_ends_with_the_browser(temporary: Path) -> None:
    async with launch_chrome():
        assert guard_of(os.getpid())
    assert not guards_of(os.getpid())
    assert not unreaped_children()
    assert not profiles(temporary)
