"""The folder of downloads: one per browser context, in which every file gets the name from its server.

Chrome stores a file under an id, so that equal names do not collide; a complete file is renamed, with a number where
the name is taken. A file on another machine keeps its id as its name.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cdp_engine.protocol import browser
from cdp_engine.tab.state.downloads import Downloads

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome


async def save_downloads_to(
    chrome: Chrome, folder: str, context: browser.BrowserContextID | None, *, timeout: float = 10.0
) -> None:
    """Store all downloads of a context's tabs (None: the default context) in `folder`.

    `folder` is an absolute path on the browser's machine; Chrome creates it if needed. `Browser.setDownloadBehavior`.
    """
    command = browser.set_download_behavior(
        "allowAndName", browser_context_id=context, download_path=folder, events_enabled=True
    )
    await chrome.root.send(command, timeout=timeout)


def watch_saved(chrome: Chrome, downloads: Downloads, on_saved: Callable[[], None]) -> Callable[[], None]:
    """Record the paths of a tab's downloads as they are completed; returns a function that stops this."""

    def progress(event: browser.DownloadProgress) -> None:
        known = downloads.get(event.guid)
        if event.state != "completed" or known is None or not event.file_path:
            return
        downloads.saved(event.guid, named(event.file_path, event.guid, known.filename))
        on_saved()

    return chrome.root.listen(browser.DownloadProgress, progress)


def named(path: str, guid: str, name: str) -> str:
    """Rename a complete file that still has its id as its name; returns its path."""
    stored = Path(path)
    leaf = Path(name).name
    if stored.name != guid or not leaf:
        return path
    try:
        for number in range(1000):
            wanted = stored.with_name(_numbered(leaf, number))
            if not wanted.exists():
                return str(stored.rename(wanted))
    except OSError:
        pass  # the browser runs on another machine, or the file was moved already
    return path


def _numbered(name: str, number: int) -> str:
    if number == 0:
        return name
    leaf = Path(name)
    return f"{leaf.stem} ({number}){leaf.suffix}"
