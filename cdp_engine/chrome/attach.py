"""Connect to a browser that runs already and belongs to somebody else; it runs on afterwards."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from cdp_engine.chrome.chrome import Chrome, open_chrome
from cdp_engine.chrome.discovery import grid_session, websocket_of_http, websocket_of_profile
from cdp_engine.chrome.endpoint import (
    GridEndpoint,
    HttpEndpoint,
    ProfileEndpoint,
    WebSocketEndpoint,
    parse_endpoint,
)
from cdp_engine.errors import ConnectionFailed, ConnectionLost, DeadlineExceeded
from cdp_engine.wire import open_websocket


@asynccontextmanager
async def connect_chrome(
    endpoint: str | os.PathLike[str], *, timeout: float = 30.0
) -> AsyncGenerator[Chrome]:
    """Connect to a running browser and yield it; leave it running (EN-06).

    `endpoint` is `http://host:port`, `ws://…`, the profile folder of a running Chrome, or
    `grid+http://host:4444`. `timeout` (seconds) covers everything until the browser has answered.
    Others may be connected at the same time; contexts made here go with the connection.

    Raises InvalidEndpoint, ConnectionFailed.
    """
    deadline = anyio.current_time() + timeout
    async with _websocket(endpoint, timeout) as url:
        stream = await open_websocket(url, timeout=max(0.0, deadline - anyio.current_time()))
        answered = False
        remaining = max(0.0, deadline - anyio.current_time())
        try:
            async with open_chrome(stream, endpoint=url, process=None, timeout=remaining) as chrome:
                answered = True
                yield chrome
        except (ConnectionLost, DeadlineExceeded) as error:
            if answered:
                raise
            raise ConnectionFailed(f"{url} takes connections but does not speak DevTools: {error}") from error


@asynccontextmanager
async def _websocket(endpoint: str | os.PathLike[str], timeout: float) -> AsyncGenerator[str]:
    """The browser's websocket, for as long as it can be used."""
    match parse_endpoint(endpoint):
        case WebSocketEndpoint(url):
            yield url
        case HttpEndpoint() as http:
            yield await websocket_of_http(http, timeout=timeout)
        case ProfileEndpoint() as profile:
            yield await websocket_of_profile(profile, timeout=timeout)
        case GridEndpoint() as grid:
            async with grid_session(grid, timeout=timeout) as url:
                yield url
