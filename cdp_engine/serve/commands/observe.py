"""`cdp-engine observe`: one page as a model sees it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import anyio
import typer

from cdp_engine.engine import Browser, Page
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.output_file import OutputFile, output_file, readable_output
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.terminal_text import note
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.cli.view_options import as_json, typed_options, with_flags
from cdp_engine.tab import NavigationResult
from cdp_engine.views import formats


class Until(StrEnum):
    """How far a page must have got."""

    commit = "commit"
    domcontentloaded = "domcontentloaded"
    load = "load"
    networkidle = "networkidle"
    ready = "ready"


Address = Annotated[
    str, typer.Argument(metavar="URL", help="A URL, a host name, or a file.", show_default=False)
]
Format = Annotated[str, typer.Option("--format", "-f", help=f"How to show the page: {', '.join(formats())}.")]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there, not to stdout.")
]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", help="How long the page may take to load.")
]
WaitFor = Annotated[Until, typer.Option("--wait-until", help="How far the page must have got.")]


@takes_browser()
@with_flags
def observe(
    url: Address,
    format: Format = "outline",
    json: Json = False,
    output: Output = None,
    timeout: Timeout = 15.0,
    wait_until: WaitFor = Until.ready,
    *,
    chosen: BrowserOptions,
    **view: Any,
) -> int:
    """Open a page and print what a model would see of it."""
    given = {name: value for name, value in view.items() if value is not None}

    async def task() -> int:
        address = address_of(url)
        options = typed_options(format, given)
        if not timeout > 0:
            raise InvalidInput(f"--timeout {timeout:g} is not a valid time", hint="Give seconds above 0.")
        with output_file(output) as place:
            async with open_browser(chosen) as browser:
                page = await browser.new_page()
                try:
                    _note_problems(await page.goto(address, wait_until=wait_until.value, timeout=timeout))
                    await _print(page, format, options, place, json=json)
                finally:
                    await _leave(browser, page, chosen)
        return 0

    return run(chosen, task)


async def _print(page: Page, format: str, options: dict[str, Any], place: OutputFile, *, json: bool) -> None:
    view = await page.observe(format=format, **options)
    for part in view.snapshot.context.left_out:
        note(f"left out: {part.url or part.frame_id} ({part.reason})")
    place.write(as_json(view.snapshot, format, options, indent=readable_output()) if json else view.text)


def _note_problems(result: NavigationResult) -> None:
    if result.is_download:
        raise EngineError(
            f"{result.url or 'the address'} is a download, not a page", hint="Fetch it with another tool."
        )
    if result.status is not None and result.status >= 400:
        note(f"the server answered {result.status}")
    if result.waited_for:
        note(f"the page was not done: {', '.join(result.waited_for)}")


async def _leave(browser: Browser, page: Page, chosen: BrowserOptions) -> None:
    """In a browser that goes on without us, leave no tab behind."""
    if chosen.connect is None or browser.closed:
        return
    with anyio.CancelScope(shield=True), anyio.move_on_after(3.0):
        await page.close()
