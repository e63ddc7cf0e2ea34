"""Rounds in which the program itself is killed or stopped, or its disk is full."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import anyio
import anyio.to_thread

import cdp_engine
from cdp_engine.chrome import find_browser
from cdp_engine.errors import EngineError, LaunchFailed
from scripts.chaos.browsers import FLAGS, within
from scripts.chaos.calls import PATIENCE, Round
from scripts.chaos.census import until
from scripts.chaos.playground import Playground
from scripts.chaos.processes import users_of

GONE_SECONDS = 8.0


async def killed_host(round: Round, ground: Playground) -> None:
    """`kill -9` of a program that uses the engine: no process and no folder stays."""
    async with await _victim(round, ground) as process:
        await anyio.sleep(round.random.uniform(0.1, 4.0))
        with suppress(ProcessLookupError):
            if round.random.random() < 0.3:
                round.fault("SIGKILL of the host's group")
                os.killpg(process.pid, signal.SIGKILL)
            else:
                round.fault("SIGKILL of the host")
                process.kill()
        await process.wait()
    await anyio.to_thread.run_sync(lambda: until(lambda: not _left(round), GONE_SECONDS * PATIENCE))
    for what in _left(round):
        round.found(f"left by a killed host: {what}")


async def stopped_host(round: Round, ground: Playground) -> None:
    """SIGSTOP and SIGCONT of the program: it goes on and comes to its end."""
    async with await _victim(round, ground, "--once") as process:
        for _ in range(2):
            await anyio.sleep(round.random.uniform(0.2, 1.5))
            with suppress(ProcessLookupError):
                round.fault("SIGSTOP of the host")
                process.send_signal(signal.SIGSTOP)
                await anyio.sleep(round.random.uniform(0.1, 2.0))
                process.send_signal(signal.SIGCONT)
        with anyio.move_on_after(90 * PATIENCE) as scope:
            await process.wait()
        if scope.cancelled_caught:
            round.found("a host that was stopped and continued did not come to its end")
            process.kill()
        elif process.returncode:
            round.found(f"a host that was stopped and continued ended with {process.returncode}")


async def _victim(round: Round, ground: Playground, *more: str) -> anyio.abc.Process:
    arguments = [ground.url("victim"), "--transport", round.random.choice(("pipe", "websocket"))]
    argv = [sys.executable, "-m", "scripts.chaos.victim", *arguments, "--backend", round.backend, *more]
    return await anyio.open_process(
        argv,
        env={**os.environ, "TMPDIR": str(round.temporary)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None,
        start_new_session=True,
    )


def _left(round: Round) -> list[str]:
    return [*users_of(round.temporary), *(str(entry) for entry in round.temporary.iterdir())]


async def full_disk(round: Round, ground: Playground) -> None:
    """A disk with next to no room: the browser starts and works, or the launch says why not."""
    size = round.random.choice((0, 64, 512, 2048, 16384))
    with _small_disk(round, size) as folder:
        round.fault(f"disk of {size} KiB", "launch", "connection", "renderer")
        began = time.monotonic()
        try:
            before, tempfile.tempdir = tempfile.tempdir, str(folder)
            try:
                async with cdp_engine.launch(args=FLAGS, timeout=20.0) as browser:
                    page = await round.call("new_page", 40.0, lambda: browser.new_page(ground.url("disk")))
                    if page is not None:
                        await round.call("observe", 25.0, page.observe)
                        await round.call("close", 24.0, page.close)
            finally:
                tempfile.tempdir = before
        except LaunchFailed:
            round.outcomes["LaunchFailed"] += 1
        except EngineError as error:
            round.judge("a launch on a full disk", error)
        within(round, "a launch on a full disk", began, 60.0)
        for entry in folder.glob("cdp-engine-*"):
            round.found(f"left on the full disk: {entry}")


async def short_files(round: Round, ground: Playground) -> None:
    """A browser that may not write files beyond a limit (as on a disk with a quota)."""
    program = anyio.Path(round.temporary / "limited")
    limit = round.random.choice((0, 8, 200))
    await program.write_text(
        f'#!/bin/sh\nulimit -f {limit}\nexec {find_browser(None, environ=os.environ)} "$@"\n'
    )
    await program.chmod(0o755)
    round.fault(f"files of {limit} blocks", "launch", "connection", "renderer")
    began = time.monotonic()
    try:
        async with cdp_engine.launch(executable=str(program), args=FLAGS, timeout=15.0) as browser:
            page = await round.call("new_page", 40.0, lambda: browser.new_page(ground.url("limit")))
            if page is not None:
                await round.call("observe", 25.0, page.observe)
    except LaunchFailed:
        round.outcomes["LaunchFailed"] += 1
    except EngineError as error:
        round.judge("a launch with short files", error)
    within(round, "a launch with short files", began, 60.0)
    await program.unlink()


@contextmanager
def _small_disk(round: Round, kibibytes: int) -> Generator[Path]:
    """A file system of that size where we may mount one, else a folder that refuses all writing but by root."""
    folder = round.temporary / "disk"
    folder.mkdir(mode=0o700)
    size = f"size={max(kibibytes, 4)}k"
    mounted = os.geteuid() == 0 and shutil.which("mount") is not None
    if mounted:
        mounted = (
            subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], check=False).returncode
            == 0
        )
    if mounted and kibibytes == 0:
        (folder / "filler").write_bytes(b"x" * 4096)
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)
        folder.rmdir()
