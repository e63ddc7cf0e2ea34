"""One page of a batch: opened in a context of its own, read, and released, within its time."""

from __future__ import annotations

from typing import Any

import anyio
import msgspec

from cdp_engine.agent import code_of
from cdp_engine.engine import Browser, Context, ContextOptions
from cdp_engine.errors import ConnectionLost, DeadlineExceeded, EngineError
from cdp_engine.serve.batch.index import Entry
from cdp_engine.serve.batch.robots import Robots
from cdp_engine.serve.batch.url_list import ListedPage
from cdp_engine.serve.cli.view_options import as_json
from cdp_engine.tab import WaitUntil
from cdp_engine.views import token_counter

SUFFIXES = {
    "controls": ".txt",
    "elements": ".json",
    "factpack": ".md",
    "full": ".html",
    "semantic": ".json",
    "skeleton": ".html",
    "tree": ".json",
}
"""The extensions of the formats whose text is not plain text."""


_NOT_KEPT = ("credentials", "storage_state")


class CaptureSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How every page of a batch is captured. `options` are those of the format and of the capture."""

    format: str = "outline"
    json: bool = False
    wait_until: WaitUntil = "ready"
    timeout: float = 30.0
    """Seconds for one page, loading and reading together."""
    options: dict[str, Any] = {}
    downloads: str | None = None
    """The folder for downloads."""
    context: ContextOptions = {}
    """The options of each page's own context: emulation, cookies and storage."""
    robots: Robots | None = None
    """What `robots.txt` allows is captured only, where this is given."""

    @property
    def kept(self) -> dict[str, Any]:
        """The options that must be the same when a batch is resumed: all but the time limit and credentials."""
        context = {name: value for name, value in self.context.items() if name not in _NOT_KEPT}
        own = {
            "format": self.format,
            "json": self.json,
            "wait_until": self.wait_until,
            "options": self.options,
        }
        own |= {"robots": True} if self.robots is not None else {}
        return own | ({"context": context} if context else {})

    @property
    def suffix(self) -> str:
        """The extension of its files."""
        return ".json" if self.json else SUFFIXES.get(self.format, ".txt")


async def capture_page(
    browser: Browser, wanted: ListedPage, settings: CaptureSettings
) -> tuple[Entry, str | None]:
    """The entry of one page and, where it could be read, its text.

    Every outcome of the page (silence, a hang, a crash, a download, a dialog) is an entry. Raises `ConnectionLost` when
    the browser is gone, which is not an outcome of the page.
    """
    began = anyio.current_time()
    entry = Entry(url=wanted.url, name=wanted.stem)
    text: str | None = None
    try:
        with anyio.move_on_after(settings.timeout) as limit:
            async with browser.new_context(**settings.context) as context:
                entry, text = await _read(context, entry, settings)
        if limit.cancelled_caught:
            raise DeadlineExceeded("page", settings.timeout)
    except ConnectionLost:
        raise
    except EngineError as error:
        if browser.closed:
            raise ConnectionLost("the browser is gone") from error
        entry = msgspec.structs.replace(entry, error=code_of(error), message=error.message)
    seconds = round(anyio.current_time() - began, 3)
    return msgspec.structs.replace(entry, seconds=seconds), text


async def _read(context: Context, entry: Entry, settings: CaptureSettings) -> tuple[Entry, str | None]:
    if settings.downloads is not None:
        await context.save_downloads(settings.downloads)
    page = await context.new_page()
    if settings.robots is not None:
        await settings.robots.check(page, entry.url)
    # An answer would change the page, so a dialog is left open and reported.
    page.dialogs.policy = "hold"
    arrival = await page.goto(entry.url, wait_until=settings.wait_until, timeout=settings.timeout / 2)
    entry = msgspec.structs.replace(entry, final_url=arrival.url, status=arrival.status)
    if arrival.is_download:
        return msgspec.structs.replace(entry, error="download", message="a download, not a page"), None
    if settings.robots is not None and arrival.url != entry.url:
        await settings.robots.check(await context.new_page(), arrival.url)
    view = await page.observe(format=settings.format, **settings.options)
    text = (
        as_json(view.snapshot, settings.format, settings.options, indent=False)
        if settings.json
        else view.text
    )
    found = msgspec.structs.replace(entry, final_url=view.snapshot.context.url or arrival.url)
    return msgspec.structs.replace(found, tokens=token_counter().count(text)), text
