from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from cdp_engine.chrome.launch.profile import PREFIX, browser_profile, sweep_leftovers
from tests.chrome.processes import become_true

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


async def test_leftovers_of_the_dead_are_swept_and_nothing_else(temporary: Path) -> None:
    dead = temporary / f"{PREFIX}dead"
    (dead / "profile" / "Default").mkdir(parents=True)
    (dead / "profile" / "Default" / "Cookies").write_text("x")
    stranger = temporary / "profile-of-somebody"
    stranger.mkdir()
    (temporary / f"{PREFIX}link").symlink_to(stranger)
    (temporary / f"{PREFIX}file").write_text("x")
    async with browser_profile(None) as living:
        await sweep_leftovers()
        assert living.folder.is_dir()
        assert not dead.exists()
        assert stranger.is_dir()
        assert (temporary / f"{PREFIX}link").is_symlink()
        assert (temporary / f"{PREFIX}file").is_file()
    assert not living.folder.parent.exists()


def hold(temporary: Path) -> tuple[subprocess.Popen[str], Path]:
    root = Path(__file__).parents[2]
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        env={"PYTHONPATH": str(root), "TMPDIR": str(temporary), "PATH": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    return holder, Path(holder.stdout.readline().strip()).parent


async def test_a_profile_is_safe_as_long_as_its_owner_lives(temporary: Path) -> None:
    holder, base = hold(temporary)
    with holder:
        await sweep_leftovers()
        assert base.is_dir()
        holder.kill()
    await sweep_leftovers()
    assert not base.exists()


def write_late(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", f"for i in 1 2 3 4 5; do mkdir -p '{folder}/$i'; sleep 0.02; done"]
    )


async def test_a_profile_goes_even_while_something_still_writes_into_it() -> None:
    async with browser_profile(None) as profile:
        late = write_late(profile.folder)
    with late:
        late.wait()
    base = profile.folder.parent
    if base.exists():  # it wrote once more after the last look; the next launch takes that away
        await sweep_leftovers()
    assert become_true(lambda: not base.exists())


async def test_a_cancelled_block_removes_its_profile() -> None:
    with anyio.CancelScope() as scope:
        async with browser_profile(None) as profile:
            scope.cancel()
            await anyio.sleep_forever()
    assert not profile.folder.parent.exists()


async def test_a_given_folder_is_made_private_and_kept(tmp_path: Path) -> None:
    async with browser_profile(tmp_path / "new" / "mine") as profile:
        assert not profile.temporary
        assert profile.folder.stat().st_mode & 0o077 == 0
    assert profile.folder.is_dir()
