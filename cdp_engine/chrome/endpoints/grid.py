"""A browser of a Selenium Grid 4: requests a WebDriver session, uses its DevTools websocket, and ends it.

Only three commands of WebDriver are used (new session, get timeouts, delete session): everything else goes through the
websocket that the grid forwards, `se:cdp`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.chrome.background import background_tasks
from cdp_engine.chrome.endpoints.discovery import answer_of, http_client
from cdp_engine.chrome.endpoints.endpoint import GridEndpoint, websocket_beside, without_password
from cdp_engine.errors import ConnectionFailed

if TYPE_CHECKING:
    import httpx

BROWSER = "chrome"
"""The requested browser name; grids offer Chromium nodes under it, too."""
GOODBYE_SECONDS = 5.0
STATUS_SECONDS = 2.0
"""How long a grid that did not start a session may take to report its nodes."""
ALIVE_SECONDS = 15.0
"""How often the session is kept alive: the grid ends one after 300 s without a command."""

NODE_HINT = "Open the grid's /ui page: it shows its nodes, what they offer and who waits in its queue."
DOWN_HINT = "Check that the grid runs and that the address is the one of its hub or router."
NO_HUB = "the server at {} is not a Selenium Grid (status {})"


class _Session(msgspec.Struct):
    session_id: str = msgspec.field(name="sessionId")
    capabilities: dict[str, object] = {}


class _NewSession(msgspec.Struct):
    value: _Session


class _Failure(msgspec.Struct):
    error: str
    message: str = ""


class _Failed(msgspec.Struct):
    value: _Failure


@dataclass(frozen=True, slots=True)
class GridBrowser:
    """One browser of a grid, as long as its session exists."""

    websocket: str
    """Its DevTools websocket, as reachable from here."""
    gone: anyio.Event
    """Set when the grid has ended the session by itself, which the websocket does not report."""


class _Slot(msgspec.Struct):
    session: object = None
    stereotype: dict[str, object] = {}


class _Node(msgspec.Struct):
    slots: list[_Slot] = []


class _Status(msgspec.Struct):
    ready: bool = False
    nodes: list[_Node] = []


class _Answer(msgspec.Struct):
    value: _Status


@asynccontextmanager
async def grid_session(
    endpoint: GridEndpoint, *, timeout: float, headers: Mapping[str, str] | None = None
) -> AsyncGenerator[GridBrowser]:
    """Have a grid start a Chrome and yield it; end its session with the block (EN-10).

    `timeout` (seconds) bounds the waiting in the grid's queue and the start of the browser. The session is ended
    whatever ends the block, cancellation too; a grid drops by itself the request of a client that hangs up.

    Raises ConnectionFailed, which names the grid's nodes where it did not start a session.
    """
    known = without_password(endpoint.url)
    async with http_client(endpoint.url, timeout, headers) as client:
        session = await _new_session(client, endpoint.url, timeout)
        address = f"{endpoint.url}/session/{session.session_id}"
        try:
            websocket = session.capabilities.get("se:cdp")
            if not isinstance(websocket, str):
                raise ConnectionFailed(
                    f"the browser of the grid at {known} offers no DevTools (se:cdp)",
                    hint="The node must run Chrome, Chromium or Edge under Selenium 4, with se:cdpEnabled not false.",
                )
            browser = GridBrowser(websocket_beside(endpoint.url, websocket), anyio.Event())
            async with background_tasks() as tasks:
                tasks.start_soon(_stay_alive, client, address, browser.gone)
                yield browser
        finally:
            with anyio.CancelScope(shield=True), suppress(ConnectionFailed):
                await answer_of(client, "DELETE", address, timeout=GOODBYE_SECONDS)


async def _new_session(client: httpx.AsyncClient, url: str, timeout: float) -> _Session:
    wanted = {"capabilities": {"alwaysMatch": {"browserName": BROWSER}}}
    known = without_password(url)
    try:
        response = await answer_of(client, "POST", f"{url}/session", wanted, timeout=timeout)
    except ConnectionFailed as error:
        has = await _what_it_has(client, url)
        if has is None:
            raise ConnectionFailed(error.message, hint=DOWN_HINT) from error
        message = f"the grid at {known} started no session within {timeout:g} s{has}"
        raise ConnectionFailed(message, hint=NODE_HINT) from error
    if response.status_code == 401:
        raise ConnectionFailed(
            f"the grid at {known} requires a name and a password",
            hint="Write them into the endpoint: grid+http://name:password@host:4444.",
        )
    try:
        return msgspec.json.decode(response.content, type=_NewSession).value
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    try:
        failure = msgspec.json.decode(response.content, type=_Failed).value
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConnectionFailed(NO_HUB.format(known, response.status_code), hint=DOWN_HINT) from error
    reason = failure.message.strip().partition("\n")[0] or failure.error
    has = await _what_it_has(client, url)
    raise ConnectionFailed(f"the grid at {known} started no session: {reason}{has or ''}", hint=NODE_HINT)


async def _what_it_has(client: httpx.AsyncClient, url: str) -> str | None:
    """The grid's report on its nodes, to append to a message; None where there is none."""
    try:
        response = await answer_of(client, "GET", f"{url}/status", timeout=STATUS_SECONDS)
        return capacity_note(msgspec.json.decode(response.content, type=_Answer).value.nodes)
    except (ConnectionFailed, msgspec.DecodeError, UnicodeDecodeError):
        return None


def capacity_note(nodes: Iterable[_Node]) -> str:
    """Why these nodes may not have started a session, to append to a message; empty where that is not known."""
    slots = [slot for node in nodes for slot in node.slots]
    if not slots:
        return ": it has no node"
    names = [str(slot.stereotype.get("browserName", "")) for slot in slots]
    fitting = [slot for slot, name in zip(slots, names, strict=True) if name.lower() == BROWSER]
    if not fitting:
        return f": its nodes offer {', '.join(sorted(set(names)))}, none offers {BROWSER}"
    if all(slot.session is not None for slot in fitting):
        return f": all its {len(fitting)} places for {BROWSER} are taken"
    return ""


async def _stay_alive(client: httpx.AsyncClient, address: str, gone: anyio.Event) -> None:
    """Keep the session alive by a periodic command that touches no page."""
    status = 200
    while status != 404:
        # A periodic command, not a wait for something.
        await anyio.sleep(ALIVE_SECONDS)
        with suppress(ConnectionFailed):  # a hub that is unreachable for a moment may return
            status = (
                await answer_of(client, "GET", f"{address}/timeouts", timeout=ALIVE_SECONDS)
            ).status_code
    gone.set()
