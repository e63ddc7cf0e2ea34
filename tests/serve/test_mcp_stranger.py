"""A client that knows MCP and nothing of us: it reads tool schemas and the text of answers, and gets things done."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import jsonschema
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from scripts.demo.shop import Shop, open_shop
from tests.serve.command import environment, started
from tests.support.site import Site
from tests.support.warm import words

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("AL-10", "EX-09")]

PASSWORD = "correct-horse-7"
TOKEN = "the-right-token"
CARD, CODE = "4242 4242 4242 4242", "739"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"  # the SDK's HTTP client and uvicorn's server


class Stranger:
    """Calls tools by their schemas and finds elements in what it has read, the newest first."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.schemas: dict[str, Any] = {}
        self.read: list[str] = []
        self.heard: list[str] = []

    async def look_up(self) -> None:
        """The tools that the server lists."""
        self.schemas = {tool.name: tool.input_schema for tool in (await self.client.list_tools()).tools}

    async def do(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must succeed; its text."""
        jsonschema.validate(arguments, self.schemas[tool])
        answer = await self.client.call_tool(tool, arguments)
        self.heard.append(answer.model_dump_json())
        text = "\n".join(block.text for block in answer.content if isinstance(block, types.TextContent))
        assert not answer.is_error, text
        self.read.append(text)
        return text

    def ref(self, role: str, name: str) -> str:
        """The ref of an element, by how a view writes it."""
        for text in reversed(self.read):
            for line in text.splitlines():
                found = re.search(rf"\[(e\d+) {role} ?{re.escape(name)}", line)
                if found and "+disabled" not in line:
                    return found[1]
        raise AssertionError(f"no {role} {name!r} in:\n{self.read[-1]}")

    async def click(self, role: str, name: str, **more: Any) -> str:
        return await self.do("click", ref=self.ref(role, name), **more)

    async def fill(self, name: str, text: str) -> str:
        return await self.do("fill", ref=self.ref("textbox", name), text=text)


async def buy(stranger: Stranger, shop: Shop) -> None:
    """The whole demo: consent, cart, a size in a closed shadow root, checkout, payment in another site's frame."""
    await stranger.do("navigate", url=shop.url)
    await stranger.click("button", "Only what is needed")
    await stranger.click("button", "Add Enamel mug to cart")
    await stranger.click("radio", "Medium")
    added = await stranger.click("button", "Add Trail socks to cart")
    assert "1 × Trail socks, medium" in added
    link = re.search(r"(e\d+) link Go to checkout", await stranger.do("find", role="link", text="checkout"))
    assert link
    await stranger.do("click", ref=link[1])
    await stranger.fill("Your name", "Ada Lovelace")
    await stranger.do("select", ref=stranger.ref("combobox", "Delivery"), values="Courier, tomorrow, €7.50")
    await stranger.click(
        "button", "Continue to payment", expect={"type": "element_appears", "text": "Card number"}
    )
    await stranger.fill("Card number", CARD)
    await stranger.fill("Valid until", "12/29")
    await stranger.fill("Security code", CODE)
    thanks = {"type": "navigation", "url": "/order/", "or_element_appears": "Thank you"}
    assert "Thank you, Ada Lovelace" in await stranger.click("button", "Pay €40.00", expect=thanks)


async def cancel(stranger: Stranger, site: Site) -> None:
    """Every stage of the cancellation, with a sign-in on the way."""
    await stranger.do("navigate", url=site.url("services/streaming/account.html?case=expired"))
    asked = await stranger.click("button", "Cancel membership")
    assert "Sign in again" in asked
    await stranger.fill("Email", "ada@example.com")
    typed = await stranger.fill("Password", "${secret:STREAM_PASSWORD}")
    assert "•" in typed
    await stranger.click("button", "Sign in")
    await stranger.click("button", "Cancel membership")
    await stranger.click("button", "No thanks, continue to cancel")
    await stranger.click("button", "Decline offer")
    await stranger.click("radio", "I rarely watch")
    await stranger.fill("Comment", "None: ${secret:STREAM_PASSWORD}")  # a field that shows what it holds
    shown = await stranger.do("screenshot")
    assert "withheld" in shown
    assert "None: •••" in await stranger.do("observe")
    await stranger.click("button", "Continue")
    await stranger.click("checkbox", "I understand that my lists will be deleted")
    assert "has been cancelled" in await stranger.click("button", "Finish cancellation")


def bought(shop: Shop) -> bool:
    orders = [(order.name, order.total, order.last_four) for order in shop.orders.values()]
    return orders == [("Ada Lovelace", 4000, "4242")] and shop.consents == ["essential"] and not shop.refusals


async def work_on(stranger: Stranger) -> None:
    """Signs of life on the way, and an end where the client wants one."""
    heard: list[float] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    late = await stranger.client.call_tool(
        "wait", {"text": "Never", "seconds": 2.5}, progress_callback=progress
    )
    assert late.is_error
    assert heard
    with anyio.move_on_after(1.0):
        await stranger.client.call_tool("wait", {"text": "Never", "seconds": 100})
    with anyio.fail_after(30):  # the cancelled call does not hold the workspace
        await stranger.do("observe")


async def is_kept_out(stranger: Stranger, site: Site) -> None:
    """A secret goes nowhere but to its origin, and nowhere but where text is entered."""
    site.route("/stranger/form", "<title>F</title><label>Word <input></label>")
    await stranger.do("navigate", url=site.url("/stranger/form", host="other.test"))
    ref, named = stranger.ref("textbox", "Word"), "${secret:STREAM_PASSWORD}"
    for tool, arguments, error in (
        ("fill", {"ref": ref, "text": named}, "not_allowed"),
        ("type", {"ref": ref, "text": named}, "not_allowed"),
        ("navigate", {"url": f"http://other.test/?{named}"}, "not_allowed"),
        ("press", {"keys": named, "ref": ref}, "not_allowed"),
        ("dialog", {"accept": True, "text": named}, "not_allowed"),
        ("fill", {"ref": ref, "text": "${secret:OTHER}"}, "invalid_params"),
    ):
        answer = await stranger.client.call_tool(tool, arguments)
        stranger.heard.append(answer.model_dump_json())
        assert answer.is_error
        assert error in stranger.heard[-1]


async def view_of(stranger: Stranger) -> str:
    return (await stranger.client.read_resource("cdp-engine://view")).model_dump_json()


async def test_over_stdio(chromium_endpoint: str, site: Site, tmp_path: Path) -> None:
    command, *args = words(
        *("mcp", "--connect", chromium_endpoint, "--secret", f"STREAM_PASSWORD@{site.origin()}")
    )
    server = StdioServerParameters(command=command, args=args, env=environment(STREAM_PASSWORD=PASSWORD))
    log = tmp_path / "stderr"
    with open_shop() as shop, log.open("w") as errors:
        async with Client(stdio_client(server, errlog=errors), read_timeout_seconds=60) as client:
            stranger = Stranger(client)
            await stranger.look_up()
            await cancel(stranger, site)
            await is_kept_out(stranger, site)
            await buy(stranger, shop)
            reported = [client.instructions or "", await view_of(stranger), *stranger.heard]
        assert bought(shop)
    said = log.read_text()
    assert "Traceback" not in said
    assert "${secret:STREAM_PASSWORD}" in reported[0]
    for hidden in (PASSWORD, json.dumps(CODE)):
        assert hidden not in "".join([said, *reported])


@asynccontextmanager
async def client_of(url: str) -> AsyncGenerator[Stranger]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        stranger = Stranger(client)
        await stranger.look_up()
        yield stranger


async def test_two_at_once_over_http(chromium_endpoint: str, site: Site) -> None:
    given = ("mcp", "--http", "--connect", chromium_endpoint, "--secret", f"STREAM_PASSWORD@{site.origin()}")
    env = environment(STREAM_PASSWORD=PASSWORD, CDP_ENGINE_MCP_TOKEN=TOKEN)
    with open_shop() as shop, started(*given, env=env) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        async with client_of(url) as one, client_of(url) as other:
            async with anyio.create_task_group() as both:
                both.start_soon(buy, one, shop)
                both.start_soon(cancel, other, site)
            await work_on(other)
            reported = [await view_of(one), await view_of(other), *one.heard, *other.heard]
            process.send_signal(signal.SIGTERM)  # with clients that are still there
            assert await anyio.to_thread.run_sync(process.wait, 60) == 0
        assert bought(shop)
        said = process.stderr.read()
    assert said.count("\n") == 1, said
    for hidden in (PASSWORD, TOKEN):
        assert hidden not in "".join([said, *reported])
