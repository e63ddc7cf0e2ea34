"""Processes without a browser: small Python programs are used instead."""

from __future__ import annotations

import os
import re
import signal
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from cdp_engine.chrome.launch.process import BrowserProcess, running
from cdp_engine.errors import LaunchFailed
from tests.chrome.processes import become_true, group_members, no_member_left

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-05")]


def program(text: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(text)]


LEAVES_WITH_ITS_PIPE = program("""
    import os
    os.write(2, b"up\\n")
    os.read(3, 1)
""")
STUBBORN = program("""
    import os, signal, subprocess, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    os.write(2, b"up\\n")
    time.sleep(600)
""")
UP = re.compile("up")


async def up(process: BrowserProcess) -> None:
    with anyio.fail_after(30):
        assert await process.wait_for_output(UP)


@pytest.mark.req("EN-04")
async def test_one_socket_is_both_descriptors_and_nothing_else_leaks() -> None:
    leak = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(leak, True)
    argv = program("""
        import os, socket
        s = socket.socket(fileno=3)
        same = os.fstat(3).st_ino == os.fstat(4).st_ino
        mine = s.fileno(), int(os.readlink("/proc/self").split("/")[-1])
        others = [f for f in map(int, os.listdir("/proc/self/fd")) if f > 4]
        others = [f for f in others if os.path.exists(f"/proc/self/fd/{f}")]
        s.sendall(repr((same, others, os.getsid(0) == os.getpid(), s.recv(100))).encode())
    """)
    try:
        async with running(argv, os.environ) as process:
            stream = await anyio.abc.UNIXSocketStream.from_socket(process.take_pipe())
            async with stream:
                await stream.send(b"hello")
                assert await stream.receive() == b"(True, [], True, b'hello')"
    finally:
        os.close(leak)


IN_A_BARE_PROCESS = """
import os, sys
from cdp_engine.chrome.launch.spawn import spawn

child = "import os, socket; socket.socket(fileno=3).sendall(b'over 3'); os.write(4, b' and 4'); os.write(2, b'log')"
spawned = spawn([sys.executable, "-c", child], os.environ)
# the lowest free numbers went to our own ends, so the child's 3 and 4 had to be made over them
assert min(spawned.pipe.fileno(), spawned.output) in (3, 4), (spawned.pipe.fileno(), spawned.output)
os.waitpid(spawned.pid, 0)
assert spawned.pipe.recv(100) == b"over 3 and 4"
assert os.read(spawned.output, 100) == b"log"
spawned.pipe.close()
os.close(spawned.output)
assert [fd for fd in os.listdir("/proc/self/fd") if int(fd) > 3] == []
"""


@pytest.mark.req("EN-04")
async def test_it_starts_where_3_and_4_are_our_own_ends() -> None:
    root = Path(__file__).parents[2]
    ran = await anyio.run_process(
        [sys.executable, "-c", IN_A_BARE_PROCESS], check=False, env={**os.environ, "PYTHONPATH": str(root)}
    )
    assert ran.returncode == 0, ran.stderr.decode()


async def test_it_leaves_by_itself_when_its_pipe_closes() -> None:
    async with running(LEAVES_WITH_ITS_PIPE, os.environ) as process:
        await up(process)
        assert not process.has_exited
    assert process.exit_status == 0
    assert process.ending == "ended with status 0"


async def test_a_stubborn_one_is_killed_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cdp_engine.chrome.launch.process.LEAVE_SECONDS", 0.1)
    monkeypatch.setattr("cdp_engine.chrome.launch.process.TERMINATE_SECONDS", 0.1)
    async with running(STUBBORN, os.environ) as process:
        await up(process)
        assert len(group_members(process.pid)) == 2
    assert process.exit_status == -signal.SIGKILL
    assert "Killed" in process.ending
    assert no_member_left(process.pid)


async def test_a_cancelled_scope_leaves_nothing() -> None:
    with anyio.move_on_after(60) as scope:
        async with running(STUBBORN, os.environ) as process:
            await up(process)
            scope.cancel()
            await anyio.sleep_forever()
    assert process.exit_status == -signal.SIGKILL
    assert no_member_left(process.pid)


async def test_an_exception_comes_out_as_it_was_raised() -> None:
    with pytest.raises(KeyError, match="mine"):
        async with running(LEAVES_WITH_ITS_PIPE, os.environ) as process:
            raise KeyError("mine")
    assert process.has_exited


async def test_what_the_leader_leaves_behind_is_killed_when_it_dies() -> None:
    argv = program("""
        import os, subprocess, sys
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        os.write(2, b"up\\n")
        sys.exit(7)
    """)
    async with running(argv, os.environ) as process:
        with anyio.fail_after(30):
            await process.wait()
            await process.wait_silent()
        assert process.exit_status == 7
        assert no_member_left(process.pid)


async def test_the_end_is_noticed_where_there_are_no_pidfds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    async with running(LEAVES_WITH_ITS_PIPE, os.environ) as process:
        await up(process)
        process.signal(signal.SIGTERM)
        with anyio.fail_after(30):
            await process.wait()
    assert process.exit_status == -signal.SIGTERM


def kill_and_reap(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


async def test_a_child_reaped_by_somebody_else_has_ended_all_the_same() -> None:
    async with running(LEAVES_WITH_ITS_PIPE, os.environ) as process:
        await up(process)
        kill_and_reap(process.pid)
        with anyio.fail_after(30):
            await process.wait()
    assert process.ending == "ended"


async def test_output_is_drained_without_end_and_kept_within_bounds() -> None:
    argv = program("""
        import os
        for number in range(3000):
            os.write(2, b"x" * 999 + b"\\n")
        os.write(1, b"up at last\\n")
    """)
    async with running(argv, os.environ) as process:
        await up(process)
        with anyio.fail_after(30):
            await process.wait_silent()
        assert len(process.output.text) <= 65536
        assert process.output.text.endswith("up at last\n")
        assert await process.wait_for_output(re.compile("never")) is None


@pytest.mark.parametrize(
    "make",
    [lambda folder: folder / "missing", lambda folder: folder],
    ids=["missing", "a folder"],
)
async def test_what_cannot_be_executed_is_reported(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    with pytest.raises(LaunchFailed, match="cannot be started"):
        async with running([str(make(tmp_path))], os.environ):
            pass


def open_files() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


async def test_nothing_of_ours_stays_open() -> None:
    before = open_files()
    async with running(LEAVES_WITH_ITS_PIPE, os.environ) as process:
        await up(process)
    with pytest.raises(LaunchFailed):
        async with running(["/nowhere/at/all"], os.environ):
            pass
    assert become_true(lambda: open_files() <= before)
