"""Browsers of a Selenium Grid: had, used, ended, and why there is none.

The first test runs against a real grid where `make grid` could install one, else against the stand-in.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator

import anyio
import anyio.to_thread
import pytest

import cdp_engine
from cdp_engine.chrome import connect_chrome
from cdp_engine.chrome.endpoints import grid as grid_module
from cdp_engine.errors import ConnectionFailed, ConnectionLost
from cdp_engine.protocol import browser
from scripts.webserver import Response, WebServer
from tests.chrome.processes import become_true
from tests.support.chromium import RunningChromium
from tests.support.grid import StandInGrid, real_grid, server_jar, sessions_of, stand_in_grid

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EN-10")]

PAGE = "data:text/html,<title>Far</title><button onclick='this.textContent=`Pressed`'>Press</button>"


@pytest.fixture(scope="module")
def far_grid(chromium: RunningChromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    jar = server_jar()
    if jar is None:
        with stand_in_grid(chromium) as stand_in:
            yield stand_in.address
        return
    with real_grid(jar, tmp_path_factory.mktemp("grid"), places=1) as address:
        yield address


@pytest.fixture
def grid(chromium: RunningChromium) -> Iterator[StandInGrid]:
    with stand_in_grid(chromium) as running:
        yield running


async def test_a_browser_of_a_grid_is_used_and_given_back(far_grid: str) -> None:
    with anyio.CancelScope() as leaving:
        async with cdp_engine.connect(f"grid+{far_grid}", timeout=90) as far:
            assert await anyio.to_thread.run_sync(sessions_of, far_grid) == 1
            async with far.new_context() as context:
                page = await context.new_page(PAGE)
                assert "Press" in (await page.observe()).text
                result = await page.click("e1")
                assert result.success
                assert "Pressed" in (await page.observe()).text
                large = await page.evaluate("'x'.repeat(2 << 20)")  # more than one frame of the grid's proxy
                assert len(large) == 2 << 20
            with pytest.raises(ConnectionFailed, match="started no session within 1 s") as full:
                async with connect_chrome(f"grid+{far_grid}", timeout=1):
                    pytest.fail("its only place is taken")
            leaving.cancel()
            await anyio.sleep_forever()
    assert leaving.cancelled_caught
    assert "/ui" in full.value.hint
    # A grid ends a session some moments after it was asked to.
    assert await anyio.to_thread.run_sync(become_true, lambda: sessions_of(far_grid) == 0, 30.0)


async def test_a_session_that_the_grid_ends_ends_the_connection(
    grid: StandInGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid_module, "ALIVE_SECONDS", 0.05)
    async with connect_chrome(f"grid+{grid.address}", timeout=30) as chrome:
        await chrome.root.send(browser.get_version())
        grid.session = None  # and the websocket stays open, as with a real one
        with anyio.fail_after(30):
            await chrome.connection.wait_closed()
        with pytest.raises(ConnectionLost, match="the grid has ended"):
            await chrome.root.send(browser.get_version())
    assert "GET /session/s1/timeouts" in grid.log
    assert grid.log[-1] == "DELETE /session/s1"


async def test_a_dead_websocket_leaves_no_session(grid: StandInGrid, chromium: RunningChromium) -> None:
    grid.capabilities["se:cdp"] = "ws://10.255.0.9:4444/nowhere"
    await refused(f"grid+{grid.address}", "/nowhere")
    assert grid.log[-1] == "DELETE /session/s1"


async def refused(endpoint: str, reported: str, timeout: float = 30) -> ConnectionFailed:
    with pytest.raises(ConnectionFailed, match=reported) as caught:
        async with connect_chrome(endpoint, timeout=timeout):
            pytest.fail("there is no browser")
    assert caught.value.hint
    assert "secret" not in caught.value.message
    return caught.value


async def test_every_refusal_says_why() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens here
        error = await refused(f"grid+http://name:secret@127.0.0.1:{taken.getsockname()[1]}", "127.0.0.1")
        assert "hub" in error.hint
    other = WebServer(lambda _request: Response("<h1>hello</h1>"))
    try:
        await refused(f"grid+{other.origin()}", "is not a Selenium Grid")
    finally:
        other.close()
    with stand_in_grid(browser="firefox") as grid:
        await refused(f"grid+{grid.address}", "offers no DevTools")
        assert grid.log == ["POST /session", "DELETE /session/s1"]
        grid.refusal = (500, "Could not start a new session. No node fits")
        error = await refused(
            f"grid+{grid.address}", "No node fits: its nodes offer firefox, none offers chrome$"
        )
        assert "/ui" in error.hint
        grid.refusal = (0, "")
        await refused(
            f"grid+{grid.address}", r"no session within 0\.5 s: its nodes offer firefox", timeout=0.5
        )
        grid.refusal = (401, "")
        error = await refused(f"grid+{grid.address}", "a name and a password")
        assert "name:password@" in error.hint
    with stand_in_grid() as grid:
        grid.refusal, grid.session = (0, ""), "of somebody else"
        await refused(f"grid+{grid.address}", "all its 1 places for chrome are taken", timeout=0.5)
