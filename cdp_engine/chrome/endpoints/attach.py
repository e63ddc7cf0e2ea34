"""Connects to a running browser, which runs on afterwards."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

import anyio

from cdp_engine.chrome.background import background_tasks
from cdp_engine.chrome.chrome import Chrome, open_chrome
from cdp_engine.chrome.endpoints.discovery import websocket_of_http, websocket_of_profile
from cdp_engine.chrome.endpoints.endpoint import (
    GridEndpoint,
    HttpEndpoint,
    ProfileEndpoint,
    WebSocketEndpoint,
    checked_headers,
    parse_endpoint,
)
from cdp_engine.chrome.endpoints.grid import grid_session
from cdp_engine.errors import (
    ConnectionFailed,
    ConnectionLost,
    DeadlineExceeded,
    ProtocolError,
    UnexpectedReply,
)
from cdp_engine.wire import open_websocket


@asynccontextmanager
async def connect_chrome(
    endpoint: str | os.PathLike[str],
    *,
    timeout: float = 30.0,
    headers: Mapping[str, str] | None = None,
) -> AsyncGenerator[Chrome]:
    """Connect to a running browser and yield it; leave it running (EN-06).

    `endpoint` is `http://host:port`, `ws://…`, the profile folder of a running Chrome, or
    `grid+http://host:4444`. `timeout` (seconds) covers everything until the browser has answered. `headers` go
    with every request over HTTP and with the handshake of the websocket.
    Other clients may be connected at the same time; contexts created here end with the connection.

    Raises InvalidEndpoint, ConnectionFailed.
    """
    deadline = anyio.current_time() + timeout
    own = checked_headers(headers)
    async with _websocket(endpoint, timeout, own) as (url, gone):
        remaining = max(0.0, deadline - anyio.current_time())
        stream = await open_websocket(url, timeout=remaining, headers=own)
        answered = False
        remaining = max(0.0, deadline - anyio.current_time())
        try:
            async with (
                open_chrome(stream, endpoint=url, process=None, timeout=remaining) as chrome,
                background_tasks() as tasks,
            ):
                answered = True
                if gone is not None:
                    tasks.start_soon(_end_when, gone, chrome)
                yield chrome
        except (ConnectionLost, DeadlineExceeded, UnexpectedReply, ProtocolError) as error:
            if answered:
                raise
            raise ConnectionFailed(
                f"{url} accepts connections but does not speak DevTools: {error}"
            ) from error


@asynccontextmanager
async def _websocket(
    endpoint: str | os.PathLike[str], timeout: float, headers: Mapping[str, str]
) -> AsyncGenerator[tuple[str, anyio.Event | None]]:
    """The browser's websocket, as long as it is usable, and what reports its end where the websocket does not."""
    match parse_endpoint(endpoint):
        case WebSocketEndpoint(url):
            yield url, None
        case HttpEndpoint() as http:
            yield await websocket_of_http(http, timeout=timeout, headers=headers), None
        case ProfileEndpoint() as profile:
            yield await websocket_of_profile(profile, timeout=timeout, headers=headers), None
        case GridEndpoint() as grid:
            async with grid_session(grid, timeout=timeout, headers=headers) as browser:
                yield browser.websocket, browser.gone


async def _end_when(gone: anyio.Event, chrome: Chrome) -> None:
    await gone.wait()
    chrome.connection.end(ConnectionLost("the grid has ended the browser's session"))
