"""`cdp-engine login`: a window in which a person logs in; what the site keeps of it is saved for later calls."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import anyio
import anyio.to_thread
import msgspec
import typer

from cdp_engine.engine import Browser
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import check_writable, open_browser, replace_file, save_state
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.runner import report_error, run
from cdp_engine.serve.cli.terminal_text import note, show
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.commands.observe import Address

Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Where cookies and storage are kept.", show_default=False),
]
NOTICE_SECONDS = 2.0
"""How often the cookies are read while the person logs in."""


@takes_browser()
def login(url: Address, save: Save = None, *, chosen: BrowserOptions) -> int:
    """Open a window for a person to log in, and keep the state for --storage-state of every command.

    Press Enter at the terminal when you are done; the window closes then. A state that the file has already is loaded
    first, or that of --storage-state. Where the window is closed instead, the cookies of that moment are kept, but no
    other storage.
    """
    kept = save if save is not None else chosen.state_file
    if kept is None:
        return report_error(InvalidInput("the file is missing", hint="Write: login URL --save FILE"), chosen)
    begun = replace(chosen, headed=chosen.connect is None, storage_state=chosen.storage_state or str(kept))

    async def task() -> int:
        address = address_of(url)
        file = kept.expanduser()
        check_writable(file)
        visitor = Visitor(file)
        gone = False
        try:
            async with open_browser(replace(begun, storage_state=None)) as browser:
                await visitor.log_in(browser, address, begun)
        except* ConnectionLost:
            gone = True
        if gone:
            await visitor.keep_cookies()
        show(f"{file}: saved; use it as --storage-state {file}")
        return 0

    return run(begun, task)


class Visitor:
    """One login: the window, the terminal, and the cookies as they were last."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cookies: list[dict[str, Any]] = []

    async def log_in(self, browser: Browser, address: str, chosen: BrowserOptions) -> None:
        """Show the page and wait for the person; saves at Enter. Raises `ConnectionLost` when the window closes."""
        context = browser.default_context
        if chosen.state_file is not None and await anyio.Path(chosen.state_file).exists():
            await context.restore_storage_state(chosen.state_file)
        page = await browser.new_page()
        try:
            await page.goto(address, timeout=60.0)
        except ConnectionLost:
            raise
        except EngineError as error:
            note(error.message)  # the person sees it, and may go somewhere else
        note("log in in the window, then press Enter here")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._read_cookies, browser)
            tasks.start_soon(self._until_closed, browser)
            await _enter_pressed()
            tasks.cancel_scope.cancel()
        await save_state(context, self._file)
        if chosen.connect is not None:
            await page.close()

    async def keep_cookies(self) -> None:
        """Save what is known of a browser that has gone. Raises `InvalidInput` where that is nothing."""
        if not self._cookies:
            raise InvalidInput(
                "the window was closed and nothing was saved",
                hint="Press Enter here while the window is open.",
            )
        note("the window was closed: its cookies are kept, other storage is not")
        content = msgspec.json.encode({"cookies": self._cookies, "origins": []})
        await anyio.to_thread.run_sync(replace_file, self._file, content)

    async def _read_cookies(self, browser: Browser) -> None:
        while True:
            self._cookies = await browser.default_context.cookies()
            # Periodic reading, not a wait for something.
            await anyio.sleep(NOTICE_SECONDS)

    async def _until_closed(self, browser: Browser) -> None:
        await browser.wait_closed()
        raise ConnectionLost("the window was closed")


async def _enter_pressed() -> None:
    """A line of stdin came; where stdin has ended, the end of the window is what is waited for."""
    line = await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
    if not line:
        await anyio.sleep_forever()
