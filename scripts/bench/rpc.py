"""Calls over our connection against a bare loop over the same kind of websocket, to the same browser."""

from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from itertools import count
from typing import Protocol

import sniffio
import websockets.asyncio.client
import websockets.trio.client

from cdp_engine.chrome import LaunchOptions, launch_chrome
from cdp_engine.protocol import browser
from cdp_engine.rpc import Session, open_connection
from cdp_engine.wire import open_websocket
from scripts.bench.interleave import Line, compare, interleave

LATENCY_CALLS = 50
THROUGHPUT_CALLS = 500
IN_TURN_GOAL, AT_ONCE_GOAL = 1.2, 1.18
"""The most that calls may cost as a multiple of the bare loop."""


class Socket(Protocol):
    """A connection of `websockets`, on either loop."""

    async def send(self, message: str, /) -> None:
        """Send a text."""
        ...

    async def recv(self) -> str | bytes:
        """The next text."""
        ...


class BareLoop:
    """The least that a client can do: write JSON, read JSON, match ids."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.ids = count(1)

    async def one_by_one(self, calls: int) -> None:
        """Each call waits for its reply before the next is sent."""
        for _ in range(calls):
            sent = next(self.ids)
            await self.socket.send(json.dumps({"id": sent, "method": "Browser.getVersion"}))
            while json.loads(await self.socket.recv()).get("id") != sent:
                pass

    async def all_at_once(self, calls: int) -> None:
        """All calls are sent, then all replies are read."""
        waiting = {next(self.ids) for _ in range(calls)}
        for sent in sorted(waiting):
            await self.socket.send(json.dumps({"id": sent, "method": "Browser.getVersion"}))
        while waiting:
            waiting.discard(json.loads(await self.socket.recv()).get("id"))


def bare_socket(url: str) -> AbstractAsyncContextManager[Socket]:
    """A connection of `websockets` for the loop that runs."""
    if sniffio.current_async_library() == "trio":
        return websockets.trio.client.connect(url, max_size=None, compression=None, proxy=None)
    return websockets.asyncio.client.connect(url, max_size=None, compression=None, proxy=None)


async def one_by_one(session: Session, calls: int) -> None:
    """Our connection, each call after the other, typed replies included."""
    for _ in range(calls):
        await session.send(browser.get_version())


async def all_at_once(session: Session, calls: int) -> None:
    """Our connection, all calls pipelined, typed replies included."""
    await session.send_all(*(browser.get_version() for _ in range(calls)))


async def measure(rounds: int) -> list[Line]:
    """Latency and throughput: websocket against bare loop, pipe against websocket."""
    async with (
        launch_chrome(LaunchOptions(transport="websocket")) as chrome,
        launch_chrome(LaunchOptions(transport="pipe")) as piped,
        open_connection(await open_websocket(chrome.endpoint)) as connection,
        bare_socket(chrome.endpoint) as socket,
    ):
        ours, bare = connection.root, BareLoop(socket)
        latency = await interleave(
            {
                "bare": lambda: bare.one_by_one(LATENCY_CALLS),
                "websocket": lambda: one_by_one(ours, LATENCY_CALLS),
                "pipe": lambda: one_by_one(piped.root, LATENCY_CALLS),
            },
            rounds=rounds,
        )
        throughput = await interleave(
            {
                "bare": lambda: bare.all_at_once(THROUGHPUT_CALLS),
                "websocket": lambda: all_at_once(ours, THROUGHPUT_CALLS),
                "pipe": lambda: all_at_once(piped.root, THROUGHPUT_CALLS),
            },
            rounds=rounds,
        )
    return [
        compare(
            f"{LATENCY_CALLS} calls in turn, websocket / bare loop",
            latency,
            "websocket",
            "bare",
            goal=IN_TURN_GOAL,
        ),
        compare(f"{LATENCY_CALLS} calls in turn, pipe / websocket", latency, "pipe", "websocket"),
        compare(
            f"{THROUGHPUT_CALLS} calls at once, websocket / bare loop",
            throughput,
            "websocket",
            "bare",
            goal=AT_ONCE_GOAL,
        ),
        compare(f"{THROUGHPUT_CALLS} calls at once, pipe / websocket", throughput, "pipe", "websocket"),
    ]
