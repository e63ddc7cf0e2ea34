"""Peers behind a command line, a process for each command: our session commands and agent-browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from cdp_engine.chrome import find_browser
from scripts.bench.interleave import Answer
from scripts.bench.peers.links_page import TICK
from scripts.bench.peers.mcp_servers import FLAGS
from scripts.bench.peers.peer import OUR_CONTROLS, Peer, PeerError, refs_of, version_of
from scripts.demo.__main__ import CHROMIUM_FLAGS

SECONDS = 60.0
"""Time for one command."""


class Commands:
    """Runs a program's commands, one process each."""

    def __init__(self, program: tuple[str, ...], environment: Mapping[str, str]) -> None:
        self._program = program
        self._environment = {**os.environ, **environment}

    async def call(self, *words: str) -> str:
        """What a command prints. Raises `PeerError` where it fails."""
        with anyio.fail_after(SECONDS):
            done = await anyio.run_process(
                [*self._program, *words],
                env=self._environment,
                check=False,
                stdin=subprocess.DEVNULL,
                stderr=subprocess.STDOUT,
            )
        text = done.stdout.decode(errors="replace")
        if done.returncode:
            raise PeerError(f"{words[0]}: {text[:200]}")
        return text


class OurCommands:
    """`cdp-engine open`, `click`, `view`: each answer to an action brings its effect and the delta."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._refs: dict[str, str] = {}
        self._version = 0
        self._turn = 0

    async def open(self, address: str) -> Answer:
        """`open` answers with the page."""
        text = await self._commands.call("open", address)
        self._refs = refs_of(text, OUR_CONTROLS)
        return self._take(text)

    def _take(self, text: str) -> Answer:
        self._version = version_of(text, self._version)
        return Answer(text)

    async def look(self) -> Answer:
        """`view`."""
        return self._take(await self._commands.call("view"))

    async def change(self) -> None:
        """`evaluate`."""
        await self._commands.call("evaluate", TICK)

    async def look_again(self) -> Answer:
        """`view` since the last answer."""
        return self._take(await self._commands.call("view", "--since", str(self._version)))

    async def act(self, kind: str) -> Answer:
        """`click` or `fill`."""
        self._turn += 1
        more = (f"text {self._turn}",) if kind == "fill" else ()
        name = "fill" if kind == "fill" else "click"
        return self._take(await self._commands.call(name, self._refs[kind], *more))


class AgentBrowser:
    """`agent-browser`: answers to actions bring no page, a snapshot follows."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._refs: dict[str, str] = {}
        self._turn = 0

    async def look(self) -> Answer:
        """`snapshot`."""
        text = await self._commands.call("snapshot")
        self._refs = refs_of(text, r'(?:button|textbox) "(?P<name>\w+)"[^\n]*?\[[^\]]*?ref=(?P<ref>\w+)')
        return Answer(text)

    async def open(self, address: str) -> Answer:
        """`open`, then the snapshot."""
        text = await self._commands.call("open", address)
        return Answer(text + (await self.look()).text)

    async def change(self) -> None:
        """`eval`."""
        await self._commands.call("eval", TICK)

    async def look_again(self) -> Answer:
        """The snapshot: `diff snapshot` shows all lines as added and has no refs."""
        return await self.look()

    async def act(self, kind: str) -> Answer:
        """`click` or `fill`, then the snapshot."""
        self._turn += 1
        more = (f"text {self._turn}",) if kind == "fill" else ()
        text = await self._commands.call("fill" if kind == "fill" else "click", f"@{self._refs[kind]}", *more)
        return Answer(text + (await self.look()).text)


@asynccontextmanager
async def our_commands(_tools: Path, folder: Path) -> AsyncGenerator[Peer]:
    """Our session commands."""
    program = (str(Path(sys.executable).parent / "cdp-engine"),)
    commands = Commands(program, {"XDG_RUNTIME_DIR": str(folder), "CDP_ENGINE_SESSION": "bench"})
    await commands.call("open", "--evaluate", *(f"--arg={flag}" for flag in CHROMIUM_FLAGS))
    try:
        yield OurCommands(commands)
    finally:
        with anyio.CancelScope(shield=True):
            await commands.call("close")


@asynccontextmanager
async def agent_browser(tools: Path, folder: Path) -> AsyncGenerator[Peer]:
    """agent-browser, whose own home is a folder of this run."""
    program = (str(tools / "agent-browser"), "--session", "bench")
    commands = Commands(program, {"HOME": str(folder), "AGENT_BROWSER_EXECUTABLE_PATH": str(find_browser())})
    await commands.call("--args", "\n".join(FLAGS), "open", "about:blank")
    try:
        yield AgentBrowser(commands)
    finally:
        with anyio.CancelScope(shield=True):
            await commands.call("close")
