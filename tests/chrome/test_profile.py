from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import anyio
import pytest

from cdp_engine.chrome.launch import guard
from cdp_engine.chrome.launch.profile import browser_profile, sweep_leftovers
from cdp_engine.chrome.launch.profile_guard import EMPTY_AGE_SECONDS, MARKER, PREFIX
from cdp_engine.errors import LaunchFailed
from tests.chrome.processes import become_true, guard_of, guards_of

pytestmark = [pytest.mark.anyio, pytest.mark.req("EN-05", "EX-08")]

HOLDER = """
import sys, anyio
from cdp_engine.chrome.launch.profile import browser_profile

async def main():
    async with browser_profile(None) as profile:
        print(profile.folder, flush=True)
        await anyio.sleep_forever()

anyio.run(main)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def profile_folder(temporary: Path, name: str, *, mode: int = 0o700, marker: bool = True) -> Path:
    folder = temporary / name
    (folder / "profile" / "Default").mkdir(parents=True)
    (folder / "profile" / "Default" / "Cookies").write_text("x")
    if marker:
        (folder / MARKER).write_text("")
    folder.chmod(mode)
    return folder


async def test_leftovers_of_the_dead_are_swept_and_nothing_else(temporary: Path) -> None:
    dead = profile_folder(temporary, f"{PREFIX}dead")
    (dead / "profile" / "link").symlink_to(temporary / "profile-of-somebody")
    stranger = profile_folder(temporary, "profile-of-somebody")
    unmarked = profile_folder(temporary, f"{PREFIX}unmarked", marker=False)
    public = profile_folder(temporary, f"{PREFIX}public", mode=0o755)
    others = profile_folder(temporary, f"{PREFIX}others")
    new = temporary / f"{PREFIX}new"
    new.mkdir(mode=0o700)
    empty = temporary / f"{PREFIX}empty"
    empty.mkdir(mode=0o700)
    long_ago = time.time() - 2 * EMPTY_AGE_SECONDS
    os.utime(empty, (long_ago, long_ago))
    (temporary / f"{PREFIX}link").symlink_to(stranger)
    (temporary / f"{PREFIX}file").write_text("x")
    if os.geteuid() == 0:
        os.chown(others, 65534, 65534)
    else:
        others.chmod(0o755)
    async with browser_profile(None) as living:
        swept = await sweep_leftovers()
        assert set(swept.removed) == {dead, empty}
        assert swept.in_use == 1
        assert {unmarked, public} <= set(swept.left_alone)
        assert living.folder.is_dir()
        assert not dead.exists()
        assert not empty.exists()
        for kept in (stranger, unmarked, public, others):
            assert (kept / "profile" / "Default" / "Cookies").is_file()
        assert new.is_dir()
        assert (temporary / f"{PREFIX}link").is_symlink()
        assert (temporary / f"{PREFIX}file").is_file()
    assert not living.folder.parent.exists()


async def test_the_socket_that_a_killed_browser_left_elsewhere_goes_too(temporary: Path) -> None:
    dead = profile_folder(temporary, f"{PREFIX}dead")
    sockets = temporary / "org.chromium.Chromium.abc"
    sockets.mkdir(mode=0o700)
    (sockets / "SingletonSocket").write_text("")
    (sockets / "SingletonCookie").symlink_to("12345")
    (dead / "profile" / "SingletonSocket").symlink_to(sockets / "SingletonSocket")
    foreign = profile_folder(temporary, f"{PREFIX}foreign")
    (temporary / "full").mkdir()
    (temporary / "full" / "mine").write_text("x")
    (foreign / "profile" / "SingletonSocket").symlink_to(temporary / "full" / "SingletonSocket")
    assert set((await sweep_leftovers()).removed) == {dead, foreign}
    assert not sockets.exists()
    assert (temporary / "full" / "mine").is_file()


async def test_a_sweep_cut_half_way_is_continued(temporary: Path) -> None:
    rest = temporary / f"{PREFIX}rest"
    rest.mkdir(mode=0o700)
    (rest / MARKER).write_text("")  # it is removed last
    assert (await sweep_leftovers()).removed == (rest,)


def hold(temporary: Path) -> tuple[subprocess.Popen[str], Path]:
    root = Path(__file__).parents[2]
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        env={"PYTHONPATH": str(root), "TMPDIR": str(temporary), "PATH": ""},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert holder.stdout is not None
    return holder, Path(holder.stdout.readline().strip()).parent


async def test_a_profile_is_safe_as_long_as_its_owner_lives(temporary: Path) -> None:
    holder, base = hold(temporary)
    with holder:
        await sweep_leftovers()
        assert base.is_dir()
        os.kill(guard_of(holder.pid), signal.SIGKILL)
        holder.kill()
    await sweep_leftovers()
    assert not base.exists()


async def test_the_guard_removes_the_profile_of_a_killed_owner(temporary: Path) -> None:
    holder, base = hold(temporary)
    with holder:
        os.killpg(holder.pid, signal.SIGKILL)  # as a terminal or a supervisor kills a group
    assert become_true(lambda: not base.exists())
    assert become_true(lambda: not guards_of(holder.pid))


async def test_without_a_python_to_run_it_there_is_no_guard(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for executable, frozen in (("/opt/app/app", False), (sys.executable, True), ("", False)):
        monkeypatch.setattr(sys, "executable", executable)
        monkeypatch.setattr(sys, "frozen", frozen, raising=False)
        assert guard.guard_command() is None
        async with browser_profile(None) as profile:
            assert profile.guard.lifeline is None
        assert not profile.folder.parent.exists()


async def test_a_dead_guard_does_no_harm() -> None:
    async with browser_profile(None) as profile:
        watching = guard_of(os.getpid())
        os.kill(watching, signal.SIGKILL)
        assert become_true(lambda: not Path(f"/proc/{watching}/cmdline").read_bytes())
        profile.guard.watch_browser(2**22)
        profile.guard.browser_gone()
    assert not profile.folder.parent.exists()


def write_late(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", f"for i in 1 2 3 4 5; do mkdir '{folder}/$i'; sleep 0.02; done"]
    )


async def test_a_profile_goes_even_while_something_still_writes_into_it() -> None:
    async with browser_profile(None) as profile:
        late = write_late(profile.folder)
    with late:
        late.wait()
    base = profile.folder.parent
    if base.exists():  # it wrote once more after the last check; the next launch removes that
        await sweep_leftovers()
    assert become_true(lambda: not base.exists())


async def test_a_cancelled_block_removes_its_profile() -> None:
    with anyio.CancelScope() as scope:
        async with browser_profile(None) as profile:
            scope.cancel()
            await anyio.sleep_forever()
    assert not profile.folder.parent.exists()


def profiles_in(folder: Path) -> list[Path]:
    return list(folder.glob(f"{PREFIX}*"))


def open_files() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


async def test_a_full_disk_leaves_nothing(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    before = open_files()
    with pytest.raises(LaunchFailed, match="No space left"):
        async with browser_profile(None):
            pytest.fail("there was no room")
    assert not profiles_in(temporary)
    assert open_files() <= before


async def test_a_given_folder_is_made_private_and_kept(tmp_path: Path) -> None:
    async with browser_profile(tmp_path / "new" / "mine") as profile:
        assert not profile.temporary
        assert profile.folder.stat().st_mode & 0o077 == 0
    assert profile.folder.is_dir()
