"""`--tools`: groups over MCP and as one-shot commands; two agents on one server; clear errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import stdio_client

from tests.serve.command import call, environment
from tests.serve.test_mcp_stdio import ref_in, server, text_of
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.req("AG-04")]
PAGE = "<!doctype html><title>{n}</title><h1>Page {n}</h1><label>Name <input></label>"


@pytest.fixture
def pages(site: Site) -> Iterator[list[str]]:
    names = ["one", "two"]
    removals = [site.route(f"/groups/{name}", PAGE.replace("{n}", name)) for name in names]
    yield [site.url(f"/groups/{name}") for name in names]
    for remove in removals:
        remove()


@pytest.mark.anyio
async def test_two_agents_on_one_server_and_groups_over_mcp(
    chromium_endpoint: str, anyio_backend: str, pages: list[str]
) -> None:
    chosen = server(chromium_endpoint, anyio_backend, "--tools", "core,files,network,tabs", "--structured")
    async with Client(stdio_client(chosen), mode="legacy", read_timeout_seconds=60) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"observe", "request", "mock", "save_page", "markdown"} <= listed.keys()
        assert not {"mouse", "cookies", "evaluate"} & listed.keys()
        assert all("tab" in tool.input_schema["properties"] for tool in listed.values())
        assert "Every tool takes tab" in (client.instructions or "")
        numbers: list[int] = []
        for url in pages:
            opened = text_of(await client.call_tool("tabs", {"do": "new", "url": url}))
            assert "Page" in opened
            there = text_of(await client.call_tool("tabs", {}))
            front = next(line for line in there.splitlines() if "(in front)" in line)
            numbers.append(int(front.split()[0]))
        for number, name in zip(numbers, ("one", "two"), strict=True):
            shown = text_of(await client.call_tool("observe", {"tab": number}))
            assert f"Page {name}" in shown
            filled = await client.call_tool(
                "fill", {"ref": ref_in(shown, "Name"), "text": f"for {name}", "tab": number}
            )
            assert not filled.is_error, text_of(filled)
            assert filled.structured_content is not None
            assert filled.structured_content["success"] is True
            assert filled.structured_content["text"] == text_of(filled)
        for number, name in zip(numbers, ("one", "two"), strict=True):
            shown = text_of(await client.call_tool("observe", {"tab": number}))
            assert f"for {name}" in shown
            assert f"Page {name}" in text_of(await client.call_tool("markdown", {"tab": number}))
        gone = await client.call_tool("observe", {"tab": 99})
        assert gone.is_error
        assert "there is no tab 99" in text_of(gone)
        for number in numbers:
            await client.call_tool("tabs", {"do": "close", "tab": number})


@pytest.mark.parametrize(
    "command", [("mcp",), ("run", "Buy it", "--url", "http://127.0.0.1:9/", "--model", "chat:m")]
)
def test_a_group_that_is_not_there_is_one_line(command: tuple[str, ...]) -> None:
    done = call(*command, "--tools", "core,vison")
    assert done.returncode == 2
    assert "there is no group of tools 'vison'" in done.stderr
    assert "vision" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_tools_of_groups_are_commands(pages: list[str], tmp_path: Path) -> None:
    env = environment() | {"XDG_RUNTIME_DIR": str(tmp_path)}
    try:
        opened = call("open", pages[0], env=env)
        assert "Page one" in opened.stdout, opened.stderr
        assert "# Page one" in call("markdown", env=env).stdout
        assert "the viewport is 640 x 480" in call("resize", "640", "480", env=env).stdout
        saved = call("save-page", "md", "--file", "notes.md", env=env).stdout
        assert "notes.md: " in saved
        assert "/groups/one" in call("network", "--all", env=env).stdout
        assert "GET http" in call("request", "1", env=env).stdout
        assert "mouse X Y" in call("mouse", "--help", env=env).stdout
        assert "0 cookies" in call("cookies", env=env).stdout
        refused = call("save-page", "--file", "../out.pdf", env=env)
        assert refused.returncode == 1
        assert "not_allowed" in refused.stdout
    finally:
        call("close", env=env)
