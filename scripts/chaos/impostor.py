"""Servers that accept connections like a browser's websocket but do not behave like one."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random
from typing import Any

from anyio.from_thread import start_blocking_portal
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

Lie = Callable[[ServerConnection, Random, bool], Awaitable[None]]


async def _silent(peer: ServerConnection, random: Random, long: bool) -> None:
    await peer.wait_closed()


async def _hangs_up(peer: ServerConnection, random: Random, long: bool) -> None:
    await peer.recv()
    await peer.close()


async def _garbage(peer: ServerConnection, random: Random, long: bool) -> None:
    for _ in range(50):
        await peer.send(random.randbytes(random.randrange(2000)))
    await peer.wait_closed()


async def _no_objects(peer: ServerConnection, random: Random, long: bool) -> None:
    for text in (
        "[]",
        "null",
        "1",
        '""',
        "{}",
        '{"id":null}',
        '{"id":"1","result":{}}',
        '{"id":1}',
        "{" * 5000,
        "[" * 100_000,
    ):
        await peer.send(text)
    await peer.wait_closed()


async def _empty_results(peer: ServerConnection, random: Random, long: bool) -> None:
    async for message in peer:
        call = json.loads(message)
        for result in ({}, {"product": 5}, {}):
            await peer.send(json.dumps({"id": call["id"], "result": result}))


async def _wrong_types(peer: ServerConnection, random: Random, long: bool) -> None:
    async for message in peer:
        results: tuple[Any, ...] = ([], 5, "text", None, {"product": 1, "protocolVersion": []})
        for result in results:
            await peer.send(json.dumps({"id": json.loads(message)["id"], "result": result}))


async def _errors(peer: ServerConnection, random: Random, long: bool) -> None:
    async for message in peer:
        await peer.send(json.dumps({"id": json.loads(message)["id"], "error": {"code": "x", "message": 5}}))


async def _huge(peer: ServerConnection, random: Random, long: bool) -> None:
    size = 200_000_000 if long else 5_000_000
    await peer.recv()
    await peer.send('{"id":1,"result":{"product":"' + "x" * size)
    await peer.send('{"id":1,"error":{"code":1,"message":"' + "x" * size + '"}}')
    await peer.wait_closed()


async def _flood(peer: ServerConnection, random: Random, long: bool) -> None:
    event = json.dumps(
        {"method": "Target.targetCreated", "params": {"targetInfo": {"targetId": "x" * 100, "type": "page"}}}
    )
    while True:
        await peer.send(event)


async def _cut_frame(peer: ServerConnection, random: Random, long: bool) -> None:
    await peer.recv()
    peer.transport.write(b"\x81\x7e\xff\xff{")
    await peer.wait_closed()


async def _yes(peer: ServerConnection, random: Random, long: bool) -> None:
    """Says yes to everything, and nothing else."""
    version = dict.fromkeys(("protocolVersion", "product", "revision", "userAgent", "jsVersion"), "x")
    async for message in peer:
        call = json.loads(message)
        result: Any = version if call["method"] == "Browser.getVersion" else {}
        await peer.send(json.dumps({"id": call["id"], "result": result}))


LIES: dict[str, Lie] = {
    "nothing": _silent,
    "a goodbye": _hangs_up,
    "garbage": _garbage,
    "no objects": _no_objects,
    "empty results": _empty_results,
    "wrong types": _wrong_types,
    "errors": _errors,
    "huge messages": _huge,
    "a flood of events": _flood,
    "a cut frame": _cut_frame,
    "yes to all": _yes,
}


@contextmanager
def lying(lie: str, random: Random, *, long: bool) -> Generator[str]:
    """Run such a server in a thread of its own; yields its address."""
    with (
        start_blocking_portal("asyncio") as thread,
        thread.wrap_async_context_manager(_server(lie, random, long=long)) as port,
    ):
        yield f"ws://127.0.0.1:{port}/devtools/browser/x"


@asynccontextmanager
async def _server(lie: str, random: Random, *, long: bool) -> AsyncGenerator[int]:
    async def handle(peer: ServerConnection) -> None:
        with suppress(ConnectionClosed, AttributeError):
            await LIES[lie](peer, random, long)

    async with serve(handle, "127.0.0.1", 0, max_size=None, compression=None, ping_interval=None) as server:
        yield next(iter(server.sockets)).getsockname()[1]
        server.close(close_connections=True)
