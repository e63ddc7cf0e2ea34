"""MCP over stdin and stdout: one client, one workspace, until the client closes its side or a signal comes.

The SDK's own transport reads in a thread that no signal can wake; this one waits on the loop.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from cdp_engine.agent import ToolBox
from cdp_engine.serve.mcp.server import Context, tool_server

_PIECE = 1 << 16
Incoming = SessionMessage | Exception


async def serve_stdio(box: ToolBox, instructions: str, *, structured: bool = False) -> None:
    """Serve the box's tools. While this runs, whatever else is printed goes to stderr."""

    async def only_box(_context: Context) -> ToolBox:
        return box

    server = tool_server(tuple(box), instructions, only_box, structured=structured)
    to_server, incoming = anyio.create_memory_object_stream[Incoming](0)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    with _own_ends() as (source, sink):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read, source, to_server)
            tasks.start_soon(_write, sink, from_server)
            await server.run(incoming, outgoing, server.create_initialization_options())
            tasks.cancel_scope.cancel()


async def _read(source: int, to_server: MemoryObjectSendStream[Incoming]) -> None:
    async with to_server:
        async for line in _lines(source):
            try:
                message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValueError as error:
                await to_server.send(error)
            else:
                await to_server.send(SessionMessage(message))


async def _lines(source: int) -> AsyncIterator[bytes]:
    """The lines of a pipe, socket, terminal or file, without their ends; empty ones are passed over."""
    waits = True
    rest = b""
    while True:
        if waits:
            try:
                await anyio.wait_readable(source)
            except OSError:
                waits = False  # a regular file: always ready
        piece = os.read(source, _PIECE)
        if not piece:
            break
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.strip():
                yield line
    if rest.strip():
        yield rest


async def _write(sink: int, from_server: MemoryObjectReceiveStream[SessionMessage]) -> None:
    async with from_server:
        async for item in from_server:
            text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            await anyio.to_thread.run_sync(_write_all, sink, text.encode() + b"\n")


def _write_all(sink: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(sink, left) :]


@contextmanager
def _own_ends() -> Generator[tuple[int, int]]:
    """Stdin and stdout for us alone: meanwhile fd 0 is empty and what is printed goes to stderr."""
    source, sink = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    try:
        yield source, sink
    finally:
        os.dup2(source, 0)
        os.dup2(sink, 1)
        os.close(source)
        os.close(sink)
