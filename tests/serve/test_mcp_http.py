"""`cdp-engine mcp --http`: the gate, and several clients of the SDK at their own workspaces."""

from __future__ import annotations

import signal
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server

from cdp_engine.serve.mcp.http_auth import TokenGate, security_settings
from tests.serve.command import started
from tests.support.site import Site

TOKEN = "the-right-token"
PAGE = """<!doctype html><title>Own</title><button onclick="document.cookie = 'who=me';
this.textContent = 'Mine'">Take</button><p></p><script>document.querySelector('p').textContent =
'Cookie: ' + (document.cookie || 'none')</script>"""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}


async def _nobody(_session: str) -> None:
    return None


@pytest.mark.anyio
@pytest.mark.req("AL-10")
@pytest.mark.parametrize(
    ("host", "origin", "token", "status"),
    [
        ("127.0.0.1:80", None, "Bearer right", None),
        ("localhost:80", "http://localhost:80", "bearer right", None),
        ("evil.test:80", None, "Bearer right", 421),
        ("127.0.0.1.evil.test:80", None, "Bearer right", 421),
        ("127.0.0.1:81", None, "Bearer right", 421),
        ("127.0.0.1:80", "http://evil.test", "Bearer right", 403),
        ("127.0.0.1:80", "null", "Bearer right", 403),
        ("127.0.0.1:80", "https://127.0.0.1:80", "Bearer right", 403),
        ("127.0.0.1:80", None, "Bearer wrong", 401),
        ("127.0.0.1:80", None, "Bearer ", 401),
        ("127.0.0.1:80", None, "Basic right", 401),
        ("127.0.0.1:80", None, None, 401),
    ],
)
async def test_the_gate(host: str, origin: str | None, token: str | None, status: int | None) -> None:
    app = Server("any").streamable_http_app(transport_security=security_settings(80))
    gate = TokenGate(app, token="right", ended=_nobody)
    given = {
        "Host": host,
        "Origin": origin,
        "Authorization": token,
        "Accept": "application/json, text/event-stream",
    }
    headers = {name: value for name, value in given.items() if value is not None}
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(gate), base_url="http://127.0.0.1") as client,
    ):
        answer = await client.post("/mcp", json=HELLO, headers=headers)
    assert answer.status_code == (200 if status is None else status)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"  # the SDK's HTTP client and uvicorn's server


@pytest.fixture
def server(chromium_endpoint: str) -> Iterator[str]:
    with started("mcp", "--http", "--connect", chromium_endpoint, "--token", TOKEN) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None
        said = process.stderr.read()
        assert "Traceback" not in said
        assert TOKEN not in said


@asynccontextmanager
async def client(url: str) -> AsyncGenerator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http)) as connected,
    ):
        yield connected


def text_of(result: types.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AL-10")
async def test_two_clients_work_in_workspaces_of_their_own(server: str, site: Site) -> None:
    site.route("/mcp/workspace", PAGE)
    page = {"url": site.url("/mcp/workspace")}
    async with client(server) as one, client(server) as two:
        shown = text_of(await one.call_tool("navigate", page))
        ref = shown.partition("[e")[2].split()[0]
        assert "Mine" in text_of(await one.call_tool("click", {"ref": f"e{ref}"}))
        assert "Cookie: who=me" in text_of(await one.call_tool("back", {"go": "reload"}))
        assert "Cookie: none" in text_of(await two.call_tool("navigate", page))
        assert "1 tabs" in text_of(await two.call_tool("tabs", {}))
        view = (await two.read_resource("cdp-engine://view")).contents[0]
        assert isinstance(view, types.TextResourceContents)
        assert "Cookie: none" in view.text

    wanted = {"Accept": "application/json, text/event-stream"}
    for header, status in (
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "evil.test"}, 421),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://evil.test"}, 403),
        ({"Authorization": f"Bearer {TOKEN}"}, 200),
    ):
        async with httpx2.AsyncClient(trust_env=False) as raw:
            answer = await raw.post(server, json=HELLO, headers={**wanted, **header})
        assert answer.status_code == status, answer.text


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AG-10")
async def test_a_client_that_hangs_up_holds_nobody_up(server: str, site: Site) -> None:
    site.route("/mcp/page", PAGE)
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(trust_env=False, timeout=60, headers=headers) as raw:
        began = await raw.post(server, json=HELLO)
        raw.headers["mcp-session-id"] = began.headers["mcp-session-id"]
        await raw.post(server, json={"jsonrpc": "2.0", "method": "notifications/initialized"})

        def asking(name: str, **arguments: object) -> dict[str, object]:
            params = {"name": name, "arguments": arguments}
            return {"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": params}

        assert "Cookie" in (await raw.post(server, json=asking("navigate", url=site.url("/mcp/page")))).text
        with anyio.fail_after(30):
            with pytest.raises(httpx2.ReadTimeout):
                await raw.post(server, json=asking("wait", text="never", seconds=100), timeout=1)
            assert "Cookie" in (await raw.post(server, json=asking("observe"))).text
