"""A relay between the engine and a browser's websocket that delays, changes or drops bytes or messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import Any, cast
from urllib.parse import urlsplit

from anyio.from_thread import start_blocking_portal
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

BYTE_FAULTS = ("cut", "reset", "half-open", "deaf", "garbage", "lost bytes", "drip")
MESSAGE_FAULTS = (
    "twice",
    "dropped",
    "late",
    "emptied",
    "mangled",
    "refused",
    "foreign",
    "not JSON",
    "binary",
    "reversed",
)
HARMLESS = frozenset({"twice", "foreign", "drip", "late", "reversed"})
"""What CDP peers may do: nothing may come of it but a delay."""


class ByteRelay:
    """Passes bytes on until, after so many of the browser's, its fault happens."""

    def __init__(self, upstream: int, fault: str, after: int, random: Random) -> None:
        self._upstream = upstream
        self._fault = fault
        self._left = after
        self._random = random

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the engine."""
        theirs, ours = await asyncio.open_connection("127.0.0.1", self._upstream)
        up = asyncio.ensure_future(self._up(reader, ours))
        down = asyncio.ensure_future(self._down(theirs, writer))
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            for end in (writer, ours):
                if self._fault == "reset":
                    end.transport.abort()
                end.close()

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if self._left <= 0 and self._fault in ("deaf", "half-open"):
                continue
            writer.write(data)
            await writer.drain()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self._left -= len(data)
            if self._left <= 0:
                if self._fault in ("cut", "reset"):
                    writer.write(data[: self._random.randrange(len(data))])
                    return
                if self._fault == "half-open":
                    continue
                data = await self._spoilt(data)
            writer.write(data)
            await writer.drain()

    async def _spoilt(self, data: bytes) -> bytes:
        if self._fault == "garbage":
            return data[: self._random.randrange(len(data))] + self._random.randbytes(200) + data
        if self._fault == "lost bytes":
            return data[: self._random.randrange(len(data))]
        if self._fault == "drip":
            await asyncio.sleep(0.01)
        return data


class MessageRelay:
    """Passes messages on, some of them changed."""

    def __init__(self, upstream: str, fault: str, share: float, random: Random) -> None:
        self._upstream = upstream
        self._fault = fault
        self._share = share
        self._random = random
        self._passed = 0

    async def handle(self, engine: ServerConnection) -> None:
        """One connection of the engine."""
        with suppress(ConnectionClosed, OSError):
            async with connect(
                self._upstream, max_size=None, compression=None, ping_interval=None
            ) as browser:
                up = asyncio.ensure_future(self._up(engine, browser))
                down = asyncio.ensure_future(self._down(engine, browser))
                try:
                    await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in (up, down):
                        task.cancel()

    async def _up(self, engine: Any, browser: Any) -> None:
        with suppress(ConnectionClosed):
            async for message in engine:
                await browser.send(message)

    async def _down(self, engine: Any, browser: Any) -> None:
        with suppress(ConnectionClosed):
            async for message in browser:
                self._passed += 1
                # the first few bring the connection up; a connection that never came up is another kind of round
                spoil = self._passed > 4 and self._random.random() < self._share
                for part in await self._changed(message) if spoil else [message]:
                    await engine.send(part)

    async def _changed(self, message: str) -> list[str | bytes]:
        plain: dict[str, Callable[[], list[str | bytes]]] = {
            "twice": lambda: [message, message],
            "dropped": list,
            "binary": lambda: [message.encode()],
            "not JSON": lambda: [message[: self._random.randrange(1, len(message))]],
            "foreign": lambda: [
                '{"id": 999999999, "result": {}}',
                '{"method": "No.such", "params": {}}',
                "[]",
                message,
            ],
        }
        if self._fault in plain:
            return plain[self._fault]()
        if self._fault == "late":
            await asyncio.sleep(self._random.uniform(0, 0.3))
            return [message]
        envelope = json.loads(message)
        if self._fault == "emptied":
            envelope.update({name: {} for name in ("result", "params") if name in envelope})
        elif self._fault == "mangled":
            envelope.update(
                {name: _mangled(envelope[name]) for name in ("result", "params") if name in envelope}
            )
        elif self._fault == "refused" and "result" in envelope:
            del envelope["result"]
            envelope["error"] = {"code": -32000, "message": "Not now"}
        elif self._fault == "reversed":
            envelope = dict(reversed(envelope.items()))
        return [json.dumps(envelope)]


def _mangled(value: Any) -> Any:
    """The same shape with every value of another type."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return {name: _mangled(item) for name, item in members.items()}
    if isinstance(value, list):
        return {"0": cast("list[Any]", value)}
    return [value] if isinstance(value, str) else "x"


@contextmanager
def relaying(endpoint: str, fault: str, random: Random) -> Generator[str]:
    """Run a relay to `endpoint` (a websocket) in a thread of its own; yields the address to connect to instead."""
    with (
        start_blocking_portal("asyncio") as thread,
        thread.wrap_async_context_manager(_server(endpoint, fault, random)) as port,
    ):
        yield f"ws://127.0.0.1:{port}{urlsplit(endpoint).path}"


@asynccontextmanager
async def _server(endpoint: str, fault: str, random: Random) -> AsyncGenerator[int]:
    if fault in BYTE_FAULTS:
        after = int(10 ** random.uniform(2, 5.5))
        relay = ByteRelay(urlsplit(endpoint).port or 0, fault, after, random)
        server = await asyncio.start_server(relay.handle, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
        return
    share = random.choice((0.02, 0.1, 0.5))
    between = MessageRelay(endpoint, fault, share, random)
    async with serve(
        between.handle, "127.0.0.1", 0, max_size=None, compression=None, ping_interval=None
    ) as served:
        yield next(iter(served.sockets)).getsockname()[1]
