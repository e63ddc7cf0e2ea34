"""`cdp-engine doctor`: which browser there is, and what of ours works with it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Literal

import anyio

from cdp_engine.chrome import find_browser, guard_command, sweep_leftovers
from cdp_engine.engine import Browser, Page
from cdp_engine.errors import BrowserUnavailable, EngineError
from cdp_engine.serve.cli.browser_options import Backend, BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.error_output import FAILED, NO_BROWSER
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.terminal_text import one_line, show
from cdp_engine.serve.doctor.checks import (
    built_in_page,
    describe_profiles,
    try_click,
    try_observe,
    try_protocol,
)

WIDTH = 10
TRANSPORTS: tuple[Literal["pipe", "websocket"], ...] = ("pipe", "websocket")


@takes_browser()
def doctor(
    *,
    chosen: BrowserOptions,
) -> int:
    """Say which browser is found, whether each part of the engine works with it, and what its protocol lacks."""

    async def task() -> int:
        report = Report()
        if chosen.connect is None:
            report.passed("browser", str(find_browser(chosen.executable)))
            report.passed(
                "profiles", describe_profiles(await sweep_leftovers(), guarded=guard_command() is not None)
            )
            for transport in TRANSPORTS:
                async with open_browser(chosen, transport=transport) as browser:
                    report.passed(transport, f"{browser.version} launched and answers")
                    if transport == "pipe":
                        await _try_page(report, browser)
                    else:
                        await report.check("protocol", lambda browser=browser: try_protocol(browser))
        else:
            async with open_browser(chosen) as browser:
                report.passed("browser", f"{browser.version} answers at {browser.endpoint}")
                await _try_page(report, browser)
                await report.check("protocol", lambda: try_protocol(browser))
        loops = [backend.value for backend in Backend if find_spec(backend.value) is not None]
        report.passed("loops", f"{', '.join(loops)} (this was {chosen.backend.value})")
        return report.code

    return run(chosen, task)


class Report:
    """The lines of the doctor, printed as they are known."""

    def __init__(self) -> None:
        self.code = 0

    def passed(self, what: str, found: str) -> None:
        """Something works."""
        show(f"✓ {what:{WIDTH}} {one_line(found)}")

    def failed(self, what: str, error: EngineError) -> None:
        """Something does not."""
        self.code = NO_BROWSER if isinstance(error, BrowserUnavailable) else FAILED
        show(f"✗ {what:{WIDTH}} {one_line(error.message)}")
        show(f"  {'':{WIDTH}} {one_line(error.hint)}")

    async def check(self, what: str, check_one: Callable[[], Awaitable[str]]) -> None:
        """Run a check and print its result."""
        try:
            self.passed(what, await check_one())
        except EngineError as error:
            self.failed(what, error)
        except TimeoutError:
            self.failed(what, EngineError("it did not end in time"))


async def _try_page(report: Report, browser: Browser) -> None:
    try:
        async with _page(browser) as page:
            await report.check("observe", lambda: try_observe(page))
            await report.check("click", lambda: try_click(page))
    except EngineError as error:
        report.failed("page", error)


@asynccontextmanager
async def _page(browser: Browser) -> AsyncGenerator[Page]:
    page = await browser.new_page(built_in_page())
    try:
        yield page
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(3.0):
            await page.close()
