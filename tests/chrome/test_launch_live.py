"""A browser of our own: started, used, ended in every way there is."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal, cast

import anyio
import anyio.from_thread
import pytest

from cdp_engine.chrome import Chrome, LaunchOptions, connect_chrome, launch_chrome
from cdp_engine.chrome.launch.profile_guard import PREFIX
from cdp_engine.errors import BrowserNotFound, ConnectionLost, InvalidInput, LaunchFailed
from cdp_engine.protocol import browser, runtime, target
from cdp_engine.rpc import Session
from tests.chrome.processes import group_members, listening_sockets, no_member_left, users_of

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EN-05")]

Transport = Literal["pipe", "websocket"]
TRANSPORTS = pytest.mark.parametrize("transport", ["pipe", "websocket"])


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Temporary profiles in a folder of this test alone, so that it can be seen empty afterwards."""
    folder = tmp_path_factory.mktemp("t")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def leftovers(folder: Path) -> list[Path]:
    return list(folder.glob(f"{PREFIX}*"))


def pid_of(chrome: Chrome) -> int:
    assert chrome.process is not None
    return chrome.process.pid


async def profile_of(chrome: Chrome) -> str:
    # `Browser.getBrowserCommandLine` answers with --enable-automation only; the kernel always does
    command = (await anyio.Path(f"/proc/{pid_of(chrome)}/cmdline").read_text()).split("\0")
    return next(flag.partition("=")[2] for flag in command if flag.startswith("--user-data-dir="))


async def busy_page(chrome: Chrome) -> Session:
    """A page that will not answer the next call for a minute."""

    async def nothing(_session: Session, _info: object) -> None:
        return

    page = await chrome.attach_page(
        await chrome.create_page(), prepare=nothing, on_child_gone=lambda _session: None
    )
    return page.root


NEVER = runtime.evaluate("new Promise(() => {})", await_promise=True)


@TRANSPORTS
@pytest.mark.req("EN-02", "EN-03", "EN-04")
async def test_it_starts_answers_and_leaves_nothing(transport: Transport, own_temporary_folder: Path) -> None:
    async with launch_chrome(LaunchOptions(transport=transport)) as chrome:
        assert "Chrome/" in chrome.version.product
        assert chrome.endpoint.startswith("pipe:" if transport == "pipe" else "ws://127.0.0.1:")
        folder = await profile_of(chrome)
        [base] = leftovers(own_temporary_folder)
        assert stat.S_IMODE(base.stat().st_mode) == 0o700
        assert Path(folder).parent == base
        assert len(group_members(pid_of(chrome))) > 2
        assert [info.url for info in chrome.targets.pages()] == ["about:blank"]
        everything = await chrome.root.send(target.get_targets(filter=[target.FilterEntry()]))
        assert {info.url for info in everything.target_infos} == {"about:blank"}, (
            "a page of the browser's own"
        )
    assert not users_of(folder)
    assert no_member_left(pid_of(chrome))
    assert not leftovers(own_temporary_folder)
    assert chrome.process is not None
    assert chrome.process.exit_status == 0  # it left by itself, nobody had to kill it


@pytest.mark.req("EN-04")
async def test_a_browser_on_a_pipe_listens_on_no_port() -> None:
    async with launch_chrome() as chrome:
        assert not listening_sockets(pid_of(chrome))
    async with launch_chrome(LaunchOptions(transport="websocket")) as chrome:
        [address] = listening_sockets(pid_of(chrome))
        assert address.startswith("0100007F:")  # the loopback only


@TRANSPORTS
async def test_close_ends_the_browser_and_may_be_called_twice(transport: Transport) -> None:
    async with launch_chrome(LaunchOptions(transport=transport)) as chrome:
        await chrome.close()
        assert no_member_left(pid_of(chrome))
        await chrome.close()
        with pytest.raises(ConnectionLost):
            await chrome.root.send(browser.get_version())


@TRANSPORTS
async def test_an_exception_of_the_block_comes_out_unwrapped(
    transport: Transport, own_temporary_folder: Path
) -> None:
    with pytest.raises(LookupError, match="mine"):
        async with launch_chrome(LaunchOptions(transport=transport)) as chrome:
            raise LookupError("mine")
    assert no_member_left(pid_of(chrome))
    assert not leftovers(own_temporary_folder)


@TRANSPORTS
async def test_a_cancelled_scope_in_the_middle_of_a_command(
    transport: Transport, own_temporary_folder: Path
) -> None:
    with anyio.CancelScope() as scope:
        async with launch_chrome(LaunchOptions(transport=transport)) as chrome:
            session = await busy_page(chrome)
            with session.start(NEVER):
                scope.cancel()
                await anyio.sleep_forever()
    assert scope.cancelled_caught
    assert no_member_left(pid_of(chrome))
    assert not leftovers(own_temporary_folder)


async def test_cancelled_while_it_starts(own_temporary_folder: Path) -> None:
    with anyio.move_on_after(0.05) as scope:
        async with launch_chrome():
            pytest.fail("no browser answers within 50 ms")
    assert scope.cancelled_caught
    assert not users_of(str(own_temporary_folder))
    assert not leftovers(own_temporary_folder)


async def test_a_native_cancellation_of_asyncio_is_not_swallowed(anyio_backend_name: str) -> None:
    if anyio_backend_name == "trio":
        return  # trio has scopes only; they are tested above
    started = asyncio.Event()
    pids: list[int] = []

    async def use() -> None:
        async with launch_chrome() as chrome:
            pids.append(pid_of(chrome))
            started.set()
            await asyncio.sleep(600)
        pytest.fail("the cancellation was lost")

    task = asyncio.create_task(use())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()
    assert no_member_left(pids[0])


@TRANSPORTS
@pytest.mark.req("EX-07")
async def test_a_killed_browser_fails_the_call_at_once(
    transport: Transport, own_temporary_folder: Path
) -> None:
    async with launch_chrome(LaunchOptions(transport=transport)) as chrome:
        session = await busy_page(chrome)
        with session.start(NEVER, timeout=60) as reply:
            os.kill(pid_of(chrome), signal.SIGKILL)
            # generous for a busy machine; the call's own deadline is a minute away
            with anyio.fail_after(10), pytest.raises(ConnectionLost):
                await reply.result()
        with anyio.fail_after(10):
            assert chrome.process is not None
            await chrome.process.wait()
            await chrome.process.wait_silent()
        assert no_member_left(pid_of(chrome))
        assert chrome.process.exit_status == -signal.SIGKILL
    assert not leftovers(own_temporary_folder)


HOST = """
    import anyio, os, sys
    from cdp_engine.chrome import LaunchOptions, launch_chrome

    async def main():
        async with launch_chrome(LaunchOptions(transport=sys.argv[1])) as chrome:
            print(chrome.process.pid, flush=True)
            await anyio.sleep_forever()

    anyio.run(main, backend=sys.argv[2])
"""


@asynccontextmanager
async def host(transport: str, backend: str, temporary: Path) -> AsyncIterator[tuple[anyio.abc.Process, int]]:
    """Another process that has launched a browser; yields it and the browser's pid."""
    root = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(temporary)}
    argv = [sys.executable, "-c", textwrap.dedent(HOST), transport, backend]
    async with await anyio.open_process(argv, env=environ, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            with anyio.fail_after(60):
                pid = int(await process.stdout.receive())
            assert group_members(pid)
            yield process, pid
        finally:
            if process.returncode is None:
                process.kill()


@pytest.mark.req("EX-08")
async def test_the_profile_of_a_living_host_is_not_swept(
    anyio_backend_name: str, own_temporary_folder: Path
) -> None:
    async with host("pipe", anyio_backend_name, own_temporary_folder):
        [other] = leftovers(own_temporary_folder)
        async with launch_chrome() as chrome:
            await chrome.create_page()
        assert other.is_dir()


async def test_ctrl_c_ends_host_and_browser(anyio_backend_name: str, own_temporary_folder: Path) -> None:
    async with host("pipe", anyio_backend_name, own_temporary_folder) as (process, pid):
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        with anyio.fail_after(30):
            reported = b"".join([chunk async for chunk in process.stderr])
            await process.wait()
        assert b"KeyboardInterrupt" in reported
        assert b"ExceptionGroup" not in reported
        assert no_member_left(pid)
    assert not leftovers(own_temporary_folder)


# What can go wrong before there is a browser.


@TRANSPORTS
async def test_an_executable_that_ends_at_once(transport: Transport) -> None:
    with pytest.raises(LaunchFailed, match="ended with status 1 before it answered"):
        async with launch_chrome(LaunchOptions(executable="/bin/false", transport=transport)):
            pass


@TRANSPORTS
async def test_the_browsers_own_words_are_in_the_error(transport: Transport, tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text("#!/bin/sh\necho 'No usable sandbox! Update your kernel' >&2\nexit 3\n")
    script.chmod(0o755)
    with pytest.raises(LaunchFailed, match="status 3") as caught:
        async with launch_chrome(LaunchOptions(executable=script, transport=transport)):
            pass
    assert "No usable sandbox! Update your kernel" in str(caught.value)
    assert "No usable sandbox" in caught.value.stderr
    assert "sandbox=False" in caught.value.hint


@TRANSPORTS
async def test_an_executable_that_stays_silent(transport: Transport, tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text("#!/bin/sh\nexec sleep 600\n")
    script.chmod(0o755)
    with pytest.raises(LaunchFailed, match=r"did not answer within 0\.3 s"):
        async with launch_chrome(LaunchOptions(executable=script, transport=transport, timeout=0.3)):
            pass
    assert not users_of(str(script))


async def test_chromium_itself_tells_why_it_does_not_start() -> None:
    if os.geteuid() != 0:
        return  # the sandbox refuses root only
    with pytest.raises(LaunchFailed, match=r"[Rr]unning as root without --no-sandbox") as caught:
        async with launch_chrome(LaunchOptions(sandbox=True)):
            pass
    assert "sandbox=False" in caught.value.hint


async def test_no_browser_and_no_such_transport() -> None:
    with pytest.raises(BrowserNotFound, match="/nowhere/chrome"):
        async with launch_chrome(LaunchOptions(executable="/nowhere/chrome")):
            pass
    with pytest.raises(InvalidInput, match="carrier pigeon"):
        async with launch_chrome(LaunchOptions(transport=cast("Transport", "carrier pigeon"))):
            pass


# Profiles.


async def test_a_given_profile_is_kept_and_cannot_be_used_twice(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    async with launch_chrome(LaunchOptions(profile=folder)) as chrome:
        assert await profile_of(chrome) == str(folder)
        with pytest.raises(LaunchFailed, match="in use by a running browser") as caught:
            async with launch_chrome(LaunchOptions(profile=folder)):
                pass
        assert str(pid_of(chrome)) in str(caught.value)
        assert (await chrome.root.send(browser.get_version())).product  # and the first is undisturbed
    assert (folder / "Local State").is_file()
    async with launch_chrome(LaunchOptions(profile=folder)):  # free again
        pass


async def test_a_profile_whose_browser_was_killed_can_be_used_again(tmp_path: Path) -> None:
    async with launch_chrome(LaunchOptions(profile=tmp_path)) as chrome:
        os.kill(pid_of(chrome), signal.SIGKILL)
        with pytest.raises(ConnectionLost):
            await chrome.root.send(browser.get_version())
    async with launch_chrome(LaunchOptions(profile=tmp_path)) as chrome:
        assert chrome.version.product


async def test_a_profile_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LaunchFailed, match="profile folder"):
        async with launch_chrome(LaunchOptions(profile=tmp_path / "file" / "profile")):
            pass


# Beside others.


@pytest.mark.req("EN-08")
async def test_several_browsers_live_in_one_process() -> None:
    pids: list[int] = []

    async def use(transport: Transport) -> None:
        async with launch_chrome(LaunchOptions(transport=transport)) as chrome:
            pids.append(pid_of(chrome))
            await chrome.create_page()
            assert len(chrome.targets.pages()) == 2

    with anyio.fail_after(90):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(use, "pipe")
            tasks.start_soon(use, "websocket")
    assert len(set(pids)) == 2
    assert not [pid for pid in pids if not no_member_left(pid)]


@pytest.mark.req("EN-08")
async def test_the_hosts_signal_handlers_are_left_alone() -> None:
    numbers = [number for number in signal.Signals if number not in (signal.SIGKILL, signal.SIGSTOP)]
    before = {number: signal.getsignal(number) for number in numbers}
    async with launch_chrome():
        assert {number: signal.getsignal(number) for number in numbers} == before


async def test_own_flags_and_variables_reach_the_browser() -> None:
    options = LaunchOptions(args=("--lang=de-DE",), env={"CDP_ENGINE_TEST": "seen"})
    async with launch_chrome(options) as chrome:
        environ = await anyio.Path(f"/proc/{pid_of(chrome)}/environ").read_bytes()
        command = await anyio.Path(f"/proc/{pid_of(chrome)}/cmdline").read_bytes()
        assert b"CDP_ENGINE_TEST=seen" in environ.split(b"\0")
        assert b"--lang=de-DE" in command


@pytest.mark.req("EN-06")
async def test_a_launched_browser_on_a_websocket_can_be_shared() -> None:
    async with launch_chrome(LaunchOptions(transport="websocket")) as chrome:
        profile = await profile_of(chrome)
        for endpoint in (chrome.endpoint, profile):
            async with connect_chrome(endpoint) as other:
                assert other.version == chrome.version
        assert (await chrome.root.send(browser.get_version())).product
