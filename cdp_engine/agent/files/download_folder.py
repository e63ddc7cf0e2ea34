"""The downloads of a workspace: their folder, a private one by default, and their report to the model.

A private folder is readable only by the user and removed with the workspace. File names come from servers: they are
fenced.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import anyio

from cdp_engine.agent.files.output_files import kind_of, stored_line
from cdp_engine.engine import Context, Page, controller_of
from cdp_engine.tab import Download

WAIT_SECONDS = 10.0
"""How long an action waits for the download that it started."""


@asynccontextmanager
async def download_folder(context: Context | None, named: str | None) -> AsyncGenerator[str]:
    """Store the downloads of a context in the folder `named`; None: in a private one, removed afterwards.

    Without a context it is a folder for files of ours alone.
    """
    async with AsyncExitStack() as stack:
        folder = named
        if folder is None:
            made = tempfile.TemporaryDirectory(prefix="cdp-engine-downloads-", ignore_cleanup_errors=True)
            folder = stack.enter_context(made)
        folder = str(await (await anyio.Path(folder).expanduser()).absolute())
        if context is not None:
            await context.save_downloads(folder)
        yield folder


async def begun_by_action(page: Page, names: tuple[str, ...]) -> list[Download]:
    """The downloads that the last action started, once they have ended or after some seconds.

    `names` are those of its result, where what is secret is masked.
    """
    masked = controller_of(page).observer.secrets.masked
    begun = [one.guid for one in page.downloads if masked(one.filename) in names][-len(names) :]
    return await _ended(page, lambda: [one for one in page.downloads if one.guid in begun])


async def begun_since(page: Page, before: Sequence[Download]) -> list[Download]:
    """The downloads that came after those of `before`, likewise: at least one is awaited."""
    known = {one.guid for one in before}
    return await _ended(page, lambda: [one for one in page.downloads if one.guid not in known])


async def _ended(page: Page, of: Callable[[], list[Download]]) -> list[Download]:
    """Wait until there are downloads and all have ended, with their paths where they are stored."""
    deadline = anyio.current_time() + WAIT_SECONDS
    while True:
        found = of()
        left = deadline - anyio.current_time()
        if (found and all(map(_is_settled, found))) or left <= 0 or page.closed:
            return found
        await controller_of(page).tab.changed(left)


def _is_settled(download: Download) -> bool:
    return download.state == "canceled" or (download.done and download.path is not None)


def line_of(download: Download) -> str:
    """One download: its name, how far it is, its size, type and path."""
    if download.state == "completed":
        return stored_line(download.filename, download.received, download.path or "path unknown")
    total = f" of {download.total}" if download.total else ""
    return f"{download.filename}: {download.state}, {download.received}{total} bytes, {kind_of(download.filename)}"
