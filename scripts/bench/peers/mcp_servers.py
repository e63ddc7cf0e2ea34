"""Peers behind MCP over stdin and stdout: our server, that of Playwright, that of the DevTools team."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TextIO, cast

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from cdp_engine.chrome import find_browser
from scripts.bench.interleave import Answer
from scripts.bench.peers.links_page import TICK
from scripts.bench.peers.peer import OUR_CONTROLS, Peer, PeerError, refs_of, version_of
from scripts.demo.__main__ import CHROMIUM_FLAGS

FLAGS = ("--no-sandbox", *CHROMIUM_FLAGS)
START_SECONDS = 60.0
AS_FUNCTION = f"() => {TICK}"


class Server:
    """A session with one MCP server."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def call(self, tool: str, **arguments: Any) -> str:
        """The text of a tool's answer. Raises `PeerError` where the tool says that it failed."""
        reply = await self._session.call_tool(tool, arguments)
        text = "\n".join(cast("str", getattr(part, "text", "")) for part in reply.content)
        if reply.is_error:
            raise PeerError(f"{tool}: {text[:200]}")
        return text


class OurServer:
    """`cdp-engine mcp`: each answer to an action brings its effect and the delta."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._refs: dict[str, str] = {}
        self._version = 0
        self._turn = 0

    def _take(self, text: str) -> Answer:
        self._version = version_of(text, self._version)
        return Answer(text)

    async def open(self, address: str) -> Answer:
        """`navigate` answers with the page."""
        text = await self._server.call("navigate", url=address)
        self._refs = refs_of(text, OUR_CONTROLS)
        return self._take(text)

    async def look(self) -> Answer:
        """`observe`."""
        return self._take(await self._server.call("observe"))

    async def change(self) -> None:
        """`evaluate`."""
        await self._server.call("evaluate", expression=TICK)

    async def look_again(self) -> Answer:
        """`observe` since the last answer."""
        return self._take(await self._server.call("observe", since=self._version))

    async def act(self, kind: str) -> Answer:
        """`click` or `fill`."""
        self._turn += 1
        more = {"text": f"text {self._turn}"} if kind == "fill" else {}
        name = "fill" if kind == "fill" else "click"
        return self._take(await self._server.call(name, ref=self._refs[kind], **more))


class PlaywrightServer:
    """`@playwright/mcp`: answers name a file with the page; a client without files calls for a snapshot."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._refs: dict[str, str] = {}
        self._turn = 0

    async def look(self) -> Answer:
        """`browser_snapshot`."""
        text = await self._server.call("browser_snapshot")
        self._refs = refs_of(text, r'(?:button|textbox) "(?P<name>\w+)"[^\n]*?\[ref=(?P<ref>\w+)\]')
        return Answer(text)

    async def open(self, address: str) -> Answer:
        """`browser_navigate`, then the snapshot."""
        text = await self._server.call("browser_navigate", url=address)
        return Answer(text + (await self.look()).text)

    async def change(self) -> None:
        """`browser_evaluate`."""
        await self._server.call("browser_evaluate", function=AS_FUNCTION)

    async def look_again(self) -> Answer:
        """There are no differences: the snapshot."""
        return await self.look()

    async def act(self, kind: str) -> Answer:
        """`browser_click` or `browser_type`, then the snapshot."""
        self._turn += 1
        more = {"text": f"text {self._turn}"} if kind == "fill" else {}
        name = "browser_type" if kind == "fill" else "browser_click"
        text = await self._server.call(name, target=self._refs[kind], element=kind, **more)
        return Answer(text + (await self.look()).text)


class DevToolsServer:
    """`chrome-devtools-mcp`: actions bring a snapshot where they are called with `includeSnapshot`."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._refs: dict[str, str] = {}
        self._turn = 0

    def _take(self, text: str) -> Answer:
        self._refs = refs_of(text, r'uid=(?P<ref>\w+) (?:button|textbox) "(?P<name>\w+)"')
        return Answer(text)

    async def look(self) -> Answer:
        """`take_snapshot`."""
        return self._take(await self._server.call("take_snapshot", pageId=1))

    async def open(self, address: str) -> Answer:
        """`navigate_page`, then the snapshot."""
        text = await self._server.call("navigate_page", pageId=1, type="url", url=address)
        return Answer(text + (await self.look()).text)

    async def change(self) -> None:
        """`evaluate_script`."""
        await self._server.call("evaluate_script", pageId=1, function=AS_FUNCTION)

    async def look_again(self) -> Answer:
        """There are no differences: the snapshot."""
        return await self.look()

    async def act(self, kind: str) -> Answer:
        """`click` or `fill`, with the snapshot."""
        self._turn += 1
        more = {"value": f"text {self._turn}"} if kind == "fill" else {}
        name = "fill" if kind == "fill" else "click"
        return self._take(
            await self._server.call(name, pageId=1, uid=self._refs[kind], includeSnapshot=True, **more)
        )


@asynccontextmanager
async def _serving(command: str, *words: str, folder: Path) -> AsyncGenerator[Server]:
    parameters = StdioServerParameters(command=command, args=[*words], cwd=folder, env={**os.environ})
    with (folder / "errors.log").open("w", encoding="utf-8") as errors:
        async with (
            stdio_client(parameters, errlog=cast("TextIO", errors)) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            with anyio.fail_after(START_SECONDS):
                await session.initialize()
            yield Server(session)


@asynccontextmanager
async def our_mcp(_tools: Path, folder: Path) -> AsyncGenerator[Peer]:
    """Our own server."""
    words = [f"--arg={flag}" for flag in CHROMIUM_FLAGS]
    async with _serving(
        sys.executable, "-m", "cdp_engine", "mcp", "--evaluate", *words, folder=folder
    ) as server:
        yield OurServer(server)


@asynccontextmanager
async def playwright_mcp(tools: Path, folder: Path) -> AsyncGenerator[Peer]:
    """Playwright's server."""
    program = tools / "node_modules/@playwright/mcp/cli.js"
    words = ("--headless", "--isolated", "--no-sandbox", "--executable-path", str(find_browser()))
    async with _serving(str(tools / "node"), str(program), *words, folder=folder) as server:
        yield PlaywrightServer(server)


@asynccontextmanager
async def chrome_devtools_mcp(tools: Path, folder: Path) -> AsyncGenerator[Peer]:
    """The DevTools team's server, which sends nothing home."""
    program = tools / "node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"
    words = ("--headless", "--isolated", "--no-usage-statistics", "--no-performance-crux")
    browser = ("--executablePath", str(find_browser()), *(f"--chromeArg={flag}" for flag in FLAGS))
    async with _serving(str(tools / "node"), str(program), *words, *browser, folder=folder) as server:
        yield DevToolsServer(server)
