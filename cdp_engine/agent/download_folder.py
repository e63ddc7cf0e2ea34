"""Where the downloads of a workspace go, and what is said of them: a private folder unless one was named.

The folder is the user's alone and goes with the workspace. Names of files come from servers: they are fenced.
"""

from __future__ import annotations

import mimetypes
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

import anyio

from cdp_engine.engine import Context, Page
from cdp_engine.tab import Download

WAIT_SECONDS = 10.0
"""How long an action waits for the file that it began."""


@asynccontextmanager
async def download_folder(context: Context, named: str | None) -> AsyncGenerator[str]:
    """Have the downloads of a context stored in the folder `named`; None: in a private one, removed afterwards."""
    async with AsyncExitStack() as stack:
        folder = named
        if folder is None:
            made = tempfile.TemporaryDirectory(prefix="cdp-engine-downloads-", ignore_cleanup_errors=True)
            folder = stack.enter_context(made)
        folder = str(await (await anyio.Path(folder).expanduser()).absolute())
        await context.save_downloads(folder)
        yield folder


async def begun_by_action(page: Page, names: tuple[str, ...]) -> list[Download]:
    """The downloads that the last action began, as they are once they have ended, or after some seconds."""
    if not page.closed:
        await page.wait_for(download=names[-1], timeout=WAIT_SECONDS)
    return [one for one in page.downloads if one.filename in names][-len(names) :]


def line_of(download: Download) -> str:
    """One download: its name, how far it is, its size, type and path."""
    kind = mimetypes.guess_type(download.filename)[0] or "unknown type"
    if download.state == "completed":
        return f"{download.filename}: {download.received} bytes, {kind}, {download.path or 'path unknown'}"
    total = f" of {download.total}" if download.total else ""
    return f"{download.filename}: {download.state}, {download.received}{total} bytes, {kind}"
