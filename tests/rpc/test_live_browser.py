"""The whole stack against a real Chromium, over both transports and on both loops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager

import anyio
import pytest

from cdp_engine.errors import (
    ConnectionFailed,
    ConnectionLost,
    EngineError,
    ProtocolError,
    SessionDetached,
    UnexpectedReply,
)
from cdp_engine.protocol import Command, browser, inspector, page, runtime, target
from cdp_engine.rpc import Connection, Session, open_connection
from cdp_engine.wire import open_pipe, open_websocket
from tests.support.chromium import FLAGS, RunningChromium, chromium_path, end_process_group, running_chromium

pytestmark = [pytest.mark.anyio, pytest.mark.live]
SIZE = 100 << 20
GIVE_THE_PIPE = """
import os, sys
for end in (3, 4):
    os.dup2(int(sys.argv[1]), end)
os.execvp(sys.argv[2], sys.argv[2:])
"""


@contextmanager
def piped_chromium() -> Iterator[tuple[socket.socket, subprocess.Popen[bytes]]]:
    """A Chromium with one socketpair as its file descriptors 3 and 4, and our end of it."""
    ours, theirs = socket.socketpair()
    flags = [flag for flag in FLAGS if not flag.startswith("--remote-debugging")]
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="cdp-engine-tests-", ignore_cleanup_errors=True) as profile:
        command = [chromium_path(), *flags, *root, "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        with theirs:
            end = theirs.fileno()
            process = subprocess.Popen(
                [sys.executable, "-c", GIVE_THE_PIPE, str(end), *command],
                pass_fds=(end,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        try:
            yield ours, process
        finally:
            end_process_group(process)


@asynccontextmanager
async def connected(transport: str, chromium: RunningChromium) -> AsyncGenerator[Connection]:
    if transport == "websocket":
        async with open_connection(await open_websocket(chromium.websocket_url)) as connection:
            yield connection
    else:
        with piped_chromium() as (ours, _):
            async with open_connection(await open_pipe(ours)) as connection:
                yield connection


TRANSPORTS = [
    pytest.param("websocket", marks=pytest.mark.req("EN-02", "EN-03")),
    pytest.param("pipe", marks=pytest.mark.req("EN-02", "EN-04")),
]


@asynccontextmanager
async def blank_page(connection: Connection) -> AsyncGenerator[Session]:
    """A page of its own, whose session ends as the browser says so."""
    root = connection.root
    made = (await root.send(target.create_target(url="about:blank"))).target_id
    attached = await root.send(target.attach_to_target(target_id=made, flatten=True))
    session = connection.attach(attached.session_id, made, kind="page")
    stop = root.listen(
        target.DetachedFromTarget,
        lambda event: connection.detach(event.session_id, SessionDetached("the browser detached it")),
    )
    try:
        yield session
    finally:
        stop()
        if not connection.closed and session.closed is None:
            await root.send(target.close_target(target_id=made))


def value_of(expression: str) -> Command[runtime.EvaluateReply]:
    return runtime.evaluate(expression=expression, return_by_value=True)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_page_is_driven(transport: str, chromium: RunningChromium) -> None:
    with anyio.fail_after(60):
        async with connected(transport, chromium) as connection, blank_page(connection) as session:
            assert "/" in (await connection.root.send(browser.get_version())).product
            async with session.subscribe(page.LoadEventFired) as loads:
                await session.send(page.enable())  # handled by the renderer, and so not pipelined
                navigated = await session.send(page.navigate(url="data:text/html,<p>hello"))
                assert navigated.loader_id
                await loads.receive(timeout=30)
            text, sum_ = await session.send_all(value_of("document.body.textContent"), value_of("1+1"))
            assert (text.result.value, sum_.result.value) == ("hello", 2)
            with pytest.raises(ProtocolError) as raised:
                await session.send(Command("Page.noSuchThing", {}, None))
            assert (raised.value.method, raised.value.number) == ("Page.noSuchThing", -32601)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_lone_surrogates_go_and_come(transport: str, chromium: RunningChromium) -> None:
    with anyio.fail_after(60):
        async with connected(transport, chromium) as connection, blank_page(connection) as session:
            for expression, expected in [
                (r'"a\ud800b"', "a\ufffdb"),
                (r'"\udfff".repeat(40000)', "\ufffd" * 40000),
                (r'"\u{1f600}\\ud800"', "\N{GRINNING FACE}\\ud800"),
            ]:
                assert (await session.send(value_of(expression))).result.value == expected
            assert connection.stats.repaired_messages == 2
            sent = await session.send(value_of('"\ud800".charCodeAt(0)'))
            assert sent.result.value == 0xD800


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_hundred_megabytes_arrive(transport: str, chromium: RunningChromium) -> None:
    with anyio.fail_after(110):
        async with connected(transport, chromium) as connection, blank_page(connection) as session:
            with session.start(value_of(f'"x".repeat({SIZE})'), timeout=100) as reply:
                assert memoryview(await reply.raw()).nbytes > SIZE
                assert (await reply.result()).result.value == "x" * SIZE
            assert (await session.send(value_of("1"))).result.value == 1


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_deep_answers_fail_alone(transport: str, chromium: RunningChromium) -> None:
    """Chrome itself refuses to serialise what is nested much deeper than this."""
    with anyio.fail_after(60):
        async with connected(transport, chromium) as connection, blank_page(connection) as session:
            deep = "(() => { let deep = 1; for (let i = 0; i < 900; i++) deep = [deep]; return deep; })()"
            with pytest.raises((UnexpectedReply, ProtocolError)):
                await session.send(value_of(deep))
            assert (await session.send(value_of("1"))).result.value == 1


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_closing_a_target_ends_its_calls(transport: str, chromium: RunningChromium) -> None:
    with anyio.fail_after(60):
        async with connected(transport, chromium) as connection, blank_page(connection) as session:
            assert session.target_id is not None
            with session.start(
                runtime.evaluate(expression="new Promise(() => {})", await_promise=True)
            ) as hanging:
                await session.send(value_of("1"))
                await connection.root.send(target.close_target(target_id=session.target_id))
                with anyio.fail_after(5), pytest.raises((SessionDetached, ProtocolError)):
                    await hanging.result()
            with anyio.fail_after(5), pytest.raises(SessionDetached):
                await session.send(value_of("1"))


async def test_a_crash_is_heard(chromium: RunningChromium) -> None:
    with anyio.fail_after(60):
        async with (
            connected("websocket", chromium) as connection,
            blank_page(connection) as session,
            session.subscribe(inspector.TargetCrashed) as crashes,
        ):
            with session.start(page.crash()):
                await crashes.receive(timeout=20)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_when_the_browser_is_killed_its_calls_end(transport: str) -> None:
    async def hang(session: Session, ended: list[EngineError]) -> None:
        try:
            await session.send(runtime.evaluate(expression="new Promise(() => {})", await_promise=True))
        except EngineError as error:
            ended.append(error)

    async def kill_under(connection: Connection, process: subprocess.Popen[bytes]) -> None:
        ended: list[EngineError] = []
        async with blank_page(connection) as session, anyio.create_task_group() as tasks:
            for _ in range(3):
                tasks.start_soon(hang, session, ended)
            await session.send(value_of("1"))
            os.killpg(process.pid, signal.SIGKILL)
        assert [type(error) for error in ended] == [ConnectionLost] * 3

    with anyio.fail_after(60):
        if transport == "pipe":
            with piped_chromium() as (ours, process):
                async with open_connection(await open_pipe(ours)) as connection:
                    await kill_under(connection, process)
        else:
            with running_chromium() as doomed:
                async with open_connection(await open_websocket(doomed.websocket_url)) as connection:
                    await kill_under(connection, doomed.process)


@pytest.mark.req("EN-03")
async def test_an_address_that_the_browser_does_not_know(chromium: RunningChromium) -> None:
    with pytest.raises(ConnectionFailed, match="answered HTTP 404"):
        await open_websocket(f"ws://127.0.0.1:{chromium.port}/devtools/browser/nobody")


@pytest.mark.req("EN-04")
async def test_a_browser_on_a_pipe_leaves_when_the_pipe_closes() -> None:
    with piped_chromium() as (ours, process):
        async with open_connection(await open_pipe(ours)) as connection:
            await connection.root.send(browser.get_version())
        with anyio.fail_after(30):
            assert await anyio.to_thread.run_sync(lambda: process.wait(30)) == 0
