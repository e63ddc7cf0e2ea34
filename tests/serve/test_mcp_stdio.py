"""`cdp-engine mcp` over stdin and stdout, driven by the SDK's own client."""

from __future__ import annotations

import base64
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.serve.command import environment, started
from tests.support.site import Site
from tests.support.warm import warm_words

pytestmark = [pytest.mark.live, pytest.mark.req("AL-10")]

PAGE = """<!doctype html><title>Shop</title><h1>Tea</h1>
<label>How many <input id=n></label>
<button onclick="document.querySelector('p').textContent = 'Ordered ' + n.value">Order</button><p></p>"""


def server(endpoint: str, backend: str, *more: str) -> StdioServerParameters:
    command, *args = warm_words("mcp", "--connect", endpoint, "--backend", backend, *more)
    return StdioServerParameters(command=command, args=args, env=environment())


def text_of(result: types.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))


def ref_in(text: str, name: str) -> str:
    line = next(line for line in text.splitlines() if name in line and "[e" in line)
    return line.partition("[")[2].split()[0]


@pytest.fixture
async def shop(site: Site) -> AsyncIterator[str]:
    remove = site.route("/mcp/shop", PAGE)
    yield site.url("/mcp/shop")
    remove()


@pytest.mark.anyio
async def test_a_client_orders_something(chromium_endpoint: str, anyio_backend: str, shop: str) -> None:
    mode = {"asyncio": "legacy", "trio": "auto"}[anyio_backend]
    heard: list[float] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    transport = stdio_client(server(chromium_endpoint, anyio_backend))
    async with Client(transport, mode=mode, read_timeout_seconds=60) as client:
        listed = (await client.list_tools()).tools
        assert {"observe", "click", "fill", "navigate"} <= {tool.name for tool in listed}
        assert "evaluate" not in {tool.name for tool in listed}

        shown = text_of(await client.call_tool("navigate", {"url": shop}))
        await client.call_tool("fill", {"ref": ref_in(shown, "How many"), "text": "7"})
        ordered = await client.call_tool("click", {"ref": ref_in(shown, "Order")})
        assert not ordered.is_error
        assert "Ordered 7" in text_of(ordered)
        assert ordered.meta is not None
        assert ordered.meta["cdp-engine/answer"]["effect"]["kind"] == "confirmed"

        picture = (await client.call_tool("screenshot", {})).content[1]
        assert isinstance(picture, types.ImageContent)
        assert base64.b64decode(picture.data).startswith(b"\x89PNG")
        view = (await client.read_resource("cdp-engine://view")).contents[0]
        assert isinstance(view, types.TextResourceContents)
        assert "Tea" in view.text

        wrong = await client.call_tool("click", {})
        assert wrong.is_error
        assert "invalid_params" in text_of(wrong)
        late = await client.call_tool("wait", {"text": "Never", "seconds": 2.5}, progress_callback=progress)
        assert late.is_error
        assert heard

        with anyio.move_on_after(1.0):
            await client.call_tool("wait", {"text": "Never", "seconds": 100})
        with anyio.fail_after(30):  # the cancelled call does not hold the workspace
            assert "Tea" in text_of(await client.call_tool("observe", {}))


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_signal_ends_it_though_the_client_is_silent(chromium_endpoint: str, backend: str) -> None:
    with started("mcp", "--connect", chromium_endpoint, "--backend", backend, fresh=True) as process:
        assert process.stderr is not None
        assert "is ready" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 128 + signal.SIGTERM  # its input is still open
        assert "Traceback" not in process.stderr.read()


def test_the_end_of_input_ends_it(chromium_endpoint: str) -> None:
    with started("mcp", "--connect", chromium_endpoint, fresh=True) as process:
        out, err = process.communicate("", timeout=60)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err


def test_without_a_browser_it_says_so(closed_port: int, folder: Path) -> None:
    with started("mcp", "--connect", f"http://127.0.0.1:{closed_port}") as process:
        out, err = process.communicate("", timeout=60)
    assert (process.returncode, out) == (3, "")
    assert "error:" in err
