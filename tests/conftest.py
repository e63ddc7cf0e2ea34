"""Fixtures that every room's tests share.

`anyio_backend` runs an async test once on asyncio and once on trio. `chromium_endpoint` is a real browser,
one per test worker. `site` serves `tests/site/` on every host name. `chrome`, `browser` and `page` are the
engine at three heights, attached to that browser.
"""

from __future__ import annotations

import gc
import signal
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.support.chromium import RunningChromium, running_chromium, shell_path
from tests.support.site import Site, serving

if TYPE_CHECKING:
    import cdp_engine
    from cdp_engine.chrome import Chrome
    from cdp_engine.tab import Tab


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that started the tests in the background ignores Ctrl-C; the processes that the tests start must not.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")  # a busy machine is slow, which says nothing of the code


LONG_FIRST = ("widgets", "house", "serve", "agent", "chrome", "engine")
"""The rooms with the longest tests: several take half a minute each."""


ON_BOTH_LOOPS = ("chrome", "rpc", "serve", "wire")
"""The rooms that open connections, start processes and serve: a run of all tests does their functions of one case on
both loops. Those of the others, which only call these, are done on one loop each."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--both-loops", action="store_true", help="run every case of every test on both loops")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest rooms in front, so that no worker is left with a long test when the others have finished."""
    ranks = {room: rank for rank, room in enumerate(LONG_FIRST)}
    items.sort(key=lambda item: ranks.get(room_of(item.nodeid), len(ranks)))
    whole = config.args == config.getini("testpaths") and not config.getoption("lf")
    if whole and not config.getoption("--both-loops"):
        dropped = halved(items)
        items[:] = [item for item in items if item not in dropped]
        config.hook.pytest_deselected(items=list(dropped))


def room_of(node_id: str) -> str:
    """The room whose tests these are: `act` of `tests/act/test_tap.py::test_one`; empty outside of rooms."""
    return node_id.split("/")[1] if node_id.count("/") > 1 else ""


def halved(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases to leave out: each case runs on one loop, every other one of a function on asyncio, the rest on trio.

    Which loop comes first differs from function to function. A function of one case stays on both loops in the rooms
    `ON_BOTH_LOOPS`. Named tests, failed ones and `--both-loops` run all on both.
    """
    functions: dict[str, dict[str, dict[str, pytest.Item]]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            loop = item.callspec.params.get("anyio_backend")
            if isinstance(loop, str):
                case = item.callspec.id.replace(loop, "", 1)
                functions.setdefault(item.nodeid.split("[")[0], {}).setdefault(case, {})[loop] = item
    dropped: set[pytest.Item] = set()
    for name, cases in functions.items():
        if len(cases) == 1 and room_of(name) in ON_BOTH_LOOPS:
            continue
        first = zlib.crc32(name.encode())
        for number, (_, on) in enumerate(sorted(cases.items()), first):
            if len(on) > 1:
                dropped.add(on[sorted(on)[number % 2]])
    return dropped


@pytest.fixture(params=["asyncio", "trio"], scope="module")
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module", autouse=True)
def what_is_here_already() -> None:
    """Exclude objects older than a module's tests from garbage collection: each run only scans the new objects.

    They stay excluded to the end of the session: one scan of all that was imported costs 0.4 CPU s, too much for each
    of two hundred modules. What the module before left open is still collected here.
    """
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Let pytest's own last collection see everything again."""
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Blame an unclosed stream or an un-awaited coroutine on the test that left it, not on a later one."""
    yield
    if request.node.get_closest_marker("live") or request.node.get_closest_marker("anyio"):
        gc.collect(1)


@pytest.fixture(scope="session")
def chromium() -> Iterator[RunningChromium]:
    with running_chromium() as running:
        yield running


@pytest.fixture(scope="session")
def chromium_endpoint(chromium: RunningChromium) -> str:
    return chromium.endpoint


@pytest.fixture(scope="session")
def windowless_chromium() -> Iterator[RunningChromium]:
    with running_chromium(path=shell_path()) as running:
        yield running


@pytest.fixture(scope="module")
def lent_endpoint(request: pytest.FixtureRequest, anyio_backend: str) -> str:
    """The browser of a worker that tests share: without windows on trio, for half of the time, and in every other
    module on asyncio.

    A module marked `windows` has the one with windows on both.
    """
    is_other = zlib.crc32(request.node.nodeid.encode()) % 2
    with_windows = request.node.get_closest_marker("windows") or (anyio_backend == "asyncio" and is_other)
    running: RunningChromium = request.getfixturevalue("chromium" if with_windows else "windowless_chromium")
    return running.endpoint


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
async def chrome(lent_endpoint: str, anyio_backend: str) -> AsyncIterator[Chrome]:
    from cdp_engine.chrome import connect_chrome

    async with connect_chrome(lent_endpoint, timeout=30.0) as connected:
        yield connected


@pytest.fixture(scope="module")
async def browser(lent_endpoint: str, anyio_backend: str) -> AsyncIterator[cdp_engine.Browser]:
    import cdp_engine

    async with cdp_engine.connect(lent_endpoint) as connected:
        yield connected


@asynccontextmanager
async def new_tab(chrome: Chrome) -> AsyncIterator[Tab]:
    """A tab for the length of a block, closed afterwards unless it is gone already."""
    from cdp_engine.tab import open_tab

    target_id = await chrome.create_page()
    async with open_tab(chrome, target_id) as opened:
        yield opened
    if target_id in chrome.targets:
        await chrome.close_target(target_id)


@pytest.fixture(scope="module")
async def _module_tab(chrome: Chrome) -> AsyncIterator[Tab]:
    async with new_tab(chrome) as opened:
        yield opened


@pytest.fixture
async def lent_tab(_module_tab: Tab, chrome: Chrome) -> AsyncIterator[Tab]:
    """A tab that other tests of the module have used, for tests that begin by showing a page of their own.

    Where an earlier test broke it, one of the test's own.
    """
    from cdp_engine.errors import EngineError

    try:
        await _module_tab.evaluate("0", timeout=5.0)
    except EngineError:
        async with new_tab(chrome) as opened:
            yield opened
    else:
        yield _module_tab


@pytest.fixture
async def own_page(browser: cdp_engine.Browser) -> AsyncIterator[cdp_engine.Page]:
    """A blank page with cookies and storage of its own."""
    async with browser.new_context() as context:
        yield await context.new_page()


@pytest.fixture
def page(own_page: cdp_engine.Page) -> cdp_engine.Page:
    """A new page, unless the room or the module says that the page of all its tests is enough."""
    return own_page


@pytest.fixture(scope="module")
async def _module_page(browser: cdp_engine.Browser) -> AsyncIterator[cdp_engine.Page]:
    async with browser.new_context() as context:
        yield await context.new_page()


@pytest.fixture
async def lent_page(
    _module_page: cdp_engine.Page, browser: cdp_engine.Browser
) -> AsyncIterator[cdp_engine.Page]:
    """As `lent_tab`, at the height of the engine: what its page remembers of earlier tests is there, too."""
    from cdp_engine.errors import EngineError

    try:
        await _module_page.evaluate("0", timeout=5.0)
    except EngineError:
        async with browser.new_context() as context:
            yield await context.new_page()
    else:
        yield _module_page
