"""One line to install and run: the extra, settings of clients, the container, and clients over HTTP that misbehave."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import anyio
import httpx2
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from cdp_engine.errors import EngineError, ServerBusy
from cdp_engine.serve.mcp.call_queue import CallQueue
from cdp_engine.serve.mcp.client_configs import PLACES, Client, snippet
from cdp_engine.serve.mcp.http import listen
from cdp_engine.serve.mcp.http_auth import security_settings
from cdp_engine.serve.mcp.http_limits import RequestLimits, TimedProtocol
from tests.serve.command import call

pytestmark = pytest.mark.req("AG-10")
ROOT = Path(__file__).parents[2]
COMMAND = ["/opt/with space/cdp-engine", "mcp", "--headed"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"  # uvicorn's


@pytest.mark.parametrize("client", list(Client))
def test_every_client_gets_settings_that_it_can_read(client: Client) -> None:
    text = snippet(client, COMMAND)
    known = tomllib.loads(text) if client is Client.codex else json.loads(text)
    [servers] = known.values()
    server = servers["cdp-engine"]
    assert [server["command"], *server["args"]] == COMMAND
    assert client in PLACES
    key = {Client.codex: "mcp_servers", Client.vscode: "servers"}.get(client, "mcpServers")
    assert list(known) == [key]


def test_the_settings_have_the_options_of_the_call_and_start_our_server() -> None:
    done = call("mcp", "--print-config", "cursor", "--headed", "--tools", "seven")
    server = json.loads(done.stdout)["mcpServers"]["cdp-engine"]
    assert server["args"][-4:] == ["mcp", "--headed", "--tools", "seven"]
    assert "cursor" in done.stderr
    shown = subprocess.run([server["command"], *server["args"], "--help"], capture_output=True, text=True)
    assert shown.returncode == 0
    assert "--print-config" in shown.stdout


def test_the_mcp_extra_alone_brings_all_that_the_server_imports() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert "cdp-engine[cli]" in extras["mcp"]
    others = ("trio", "anthropic", "openai", "bpe_openai", "bm25s", "wordllama", "PIL", "numpy")
    program = f"""
import sys
for name in {others!r}: sys.modules[name] = None
from cdp_engine.serve import main
sys.exit(main(["mcp", "--help"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_container_file_is_whole() -> None:
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text())
    steps = [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    names = [name for name, _ in steps]
    assert names[0] == "FROM"
    assert set(names) <= {"FROM", "RUN", "COPY", "USER", "WORKDIR", "ENV", "EXPOSE", "ENTRYPOINT"}
    for name, rest in steps:
        if name == "COPY":
            assert all((ROOT / source).exists() for source in shlex.split(rest)[:-1])
        assert "TOKEN" not in rest
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert dict(steps)["USER"] != "root"
    program, *words = json.loads(dict(steps)["ENTRYPOINT"])
    assert program == "cdp-engine"
    assert dict(steps)["EXPOSE"] in words
    assert call(*words, "--help").returncode == 0


def test_another_address_needs_http_and_names_are_checked_as_strictly() -> None:
    done = call("mcp", "--host", "0.0.0.0")
    assert (done.returncode, "--host is for --http" in done.stderr) == (2, True)
    settings = security_settings(8931, ["localhost:9000", "box.test"])
    assert "localhost:9000" in settings.allowed_hosts
    assert "box.test:8931" in settings.allowed_hosts
    assert "http://box.test:8931" in settings.allowed_origins
    assert not any("*" in host for host in settings.allowed_hosts)


@pytest.mark.anyio
async def test_connections_that_never_come_to_the_point_are_closed() -> None:
    import uvicorn

    class Hasty(TimedProtocol):
        header_seconds = 0.2

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("here")(scope, receive, send)

    limits = RequestLimits(answer, seconds=0.2)
    config = uvicorn.Config(limits, http=Hasty, lifespan="off", log_level="error", ws="none")
    server = uvicorn.Server(config)
    with listen(0) as listener:
        port = listener.getsockname()[1]
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve, [listener])
            async with httpx2.AsyncClient(trust_env=False) as client:
                with anyio.fail_after(30):
                    while True:
                        try:
                            assert (await client.get(f"http://127.0.0.1:{port}/")).text == "here"
                            break
                        except httpx2.ConnectError:
                            await anyio.lowlevel.checkpoint()

            async def until_closed(head: bytes) -> bytes:
                got = b""
                async with await anyio.connect_tcp("127.0.0.1", port) as stream:
                    await stream.send(head) if head else None
                    try:
                        while True:
                            got += await stream.receive()
                    except (anyio.EndOfStream, anyio.BrokenResourceError):
                        return got

            whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            heads = [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\n", whole + b"GET /"]
            with anyio.fail_after(30):
                async with anyio.create_task_group() as half_open:
                    for head in heads * 10:
                        half_open.start_soon(until_closed, head)
                late = await until_closed(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf")
                assert b" 408 " in late
                assert b"here" in await until_closed(heads[3])
            server.should_exit = True
    assert isinstance(listener, socket.socket)


@pytest.mark.anyio
async def test_calls_wait_for_their_turn_and_are_notified_when_it_takes_too_long() -> None:
    queue = CallQueue(at_once=2, longest_wait=0.05)
    release = anyio.Event()

    async def hold() -> None:
        async with queue.turn("click"):
            await release.wait()

    async with anyio.create_task_group() as tasks:
        for _ in range(2):
            tasks.start_soon(hold)
        await anyio.wait_all_tasks_blocked()
        async with queue.turn("wait"):  # takes nobody's turn
            assert queue.waiting == 0
        with pytest.raises(ServerBusy) as caught:
            async with queue.turn("click"):
                raise AssertionError("there was no turn")
        assert isinstance(caught.value, EngineError)
        release.set()
    async with queue.turn("click"):
        assert queue.waiting == 0
