"""The engine inside other programs: lifespans, nurseries, threads, many pages at once (EN-08)."""

from __future__ import annotations

import logging
import signal
import threading
import warnings
from contextlib import AsyncExitStack

import anyio
import anyio.from_thread
import pytest
from anyio.abc import TaskStatus

import cdp_engine
from cdp_engine import Browser
from cdp_engine.errors import NavigationFailed
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.req("EN-08")]


@pytest.mark.anyio
async def test_a_web_service_keeps_a_browser_in_its_lifespan(chromium_endpoint: str, site: Site) -> None:
    """As ASGI servers do it: the lifespan runs in a task of its own, every request in another."""
    remove = site.route("/engine/service", "<h1>Read by a service</h1>")
    over = anyio.Event()

    async def lifespan(*, task_status: TaskStatus[Browser]) -> None:
        async with AsyncExitStack() as stack:
            task_status.started(await stack.enter_async_context(cdp_engine.connect(chromium_endpoint)))
            await over.wait()

    answers: list[str] = []

    async def answer(browser: Browser) -> None:
        async with browser.new_context() as context:
            page = await context.new_page(site.url("engine/service"))
            answers.append((await page.observe()).text)

    async def answer_and_break(browser: Browser) -> None:
        with pytest.raises(NavigationFailed):
            async with browser.new_context() as context:
                await context.new_page("http://127.0.0.1:9/")

    async with anyio.create_task_group() as server:
        browser: Browser = await server.start(lifespan)
        async with anyio.create_task_group() as requests:
            for handler in (answer, answer_and_break, answer, answer):
                requests.start_soon(handler, browser)
        over.set()
    assert len(answers) == 3
    assert all("Read by a service" in text for text in answers)
    remove()


@pytest.mark.anyio
async def test_an_exit_stack_keeps_several_browsers(chromium_endpoint: str) -> None:
    async with AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(cdp_engine.connect(chromium_endpoint)) for _ in range(3)]
        pages = [await browser.new_page(f"data:text/html,<title>{n}") for n, browser in enumerate(browsers)]
        assert [await page.title() for page in pages] == ["0", "1", "2"]
        for page in pages:
            await page.close()


@pytest.mark.anyio
async def test_tasks_of_a_nursery_share_a_browser(chromium_endpoint: str) -> None:
    seen: dict[int, str] = {}
    async with cdp_engine.connect(chromium_endpoint) as browser, browser.new_context() as context:

        async def use(number: int) -> None:
            page = await context.new_page(f"data:text/html,<button onclick=\"this.textContent='{number}'\">?")
            [button] = (await page.snapshot()).find(role="button")
            result = await page.click(button.ref)
            assert result.success, result.message
            seen[number] = (await page.snapshot()).get(button.ref).name

        async with anyio.create_task_group() as tasks:
            for number in range(8):
                tasks.start_soon(use, number)
    assert seen == {number: str(number) for number in range(8)}


@pytest.mark.anyio
async def test_a_task_that_fails_or_is_cancelled_leaves_the_browser_usable(chromium_endpoint: str) -> None:
    async with cdp_engine.connect(chromium_endpoint) as browser, browser.new_context() as context:
        page = await context.new_page("data:text/html,<title>well")

        async def fail_together() -> None:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(page.evaluate, "new Promise(() => {})")
                tasks.start_soon(page.goto, "exa mple")

        with pytest.raises(ExceptionGroup) as caught:
            await fail_together()
        assert caught.group_contains(ValueError)
        with anyio.move_on_after(0.2):
            await page.evaluate("new Promise(() => {})")
        assert await page.title() == "well"


@pytest.mark.anyio
async def test_an_error_of_the_program_comes_out_as_it_is(chromium_endpoint: str) -> None:
    class OwnError(Exception):
        pass

    async def use_and_fail() -> None:
        async with cdp_engine.connect(chromium_endpoint) as browser, browser.new_context() as context:
            await context.new_page("data:text/html,x")
            raise OwnError

    with pytest.raises(OwnError):
        await use_and_fail()


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.req("EN-02")
def test_two_loops_in_two_threads_each_have_an_engine(chromium_endpoint: str, backend: str) -> None:
    titles: list[str] = []

    async def use(number: int) -> None:
        async with cdp_engine.connect(chromium_endpoint) as browser:
            page = await browser.new_page(f"data:text/html,<title>{number}")
            titles.append(await page.title())
            await page.close()

    threads = [
        threading.Thread(target=anyio.run, args=(use, n), kwargs={"backend": backend}) for n in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(titles) == ["0", "1"]


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_browser_is_launched_from_a_thread_that_is_not_the_main_one(backend: str) -> None:
    async def use() -> str:
        async with cdp_engine.launch() as browser:
            page = await browser.new_page("data:text/html,<title>there")
            return await page.title()

    with anyio.from_thread.start_blocking_portal(backend) as portal:
        assert portal.call(use) == "there"


@pytest.mark.anyio
async def test_nothing_of_the_host_is_touched(chromium_endpoint: str) -> None:
    numbers = [number for number in signal.Signals if number not in (signal.SIGKILL, signal.SIGSTOP)]

    def settings() -> tuple[object, ...]:
        return (
            [signal.getsignal(number) for number in numbers],
            logging.root.level,
            list(logging.root.handlers),
            logging.getLogger("cdp_engine").handlers,
            list(warnings.filters),
            threading.excepthook,
        )

    before = settings()
    async with cdp_engine.connect(chromium_endpoint) as browser:
        page = await browser.new_page("data:text/html,<button>x</button>")
        await page.observe()
        assert settings() == before
        await page.close()
    assert settings() == before
