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


async def report_downloads(
    chrome: Chrome, context: browser.BrowserContextID | None, *, timeout: float = 10.0
) -> None:
    """Have the browser report the downloads of a context, also those of tabs that close at once."""
    command = browser.set_download_behavior("default", browser_context_id=context, events_enabled=True)
    await chrome.root.send(command, timeout=timeout)


def watch_downloads(
    chrome: Chrome, downloads: Downloads, is_opened: Callable[[str], bool], on_change: Callable[[], None]
) -> Callable[[], None]:
    """Record the downloads of tabs that this one opened (`is_opened`), and the paths of all that are completed.

    A tab that a link opens for a download closes at once; only the browser reports what it downloads. Returns a
    function that stops this.
    """
    elsewhere: set[str] = set()

    def began(event: browser.DownloadWillBegin) -> None:
        if downloads.get(event.guid) is None and is_opened(event.frame_id):
            elsewhere.add(event.guid)
            downloads.begin(event)
            on_change()

    def progress(event: browser.DownloadProgress) -> None:
        if event.guid in elsewhere:
            downloads.progress(event)
            on_change()
        known = downloads.get(event.guid)
        if event.state != "completed" or known is None or not event.file_path:
            return
        downloads.saved(event.guid, named(event.file_path, event.guid, known.filename))
        on_change()

    stop_begun = chrome.root.listen(browser.DownloadWillBegin, began)
    stop_progress = chrome.root.listen(browser.DownloadProgress, progress)

    def stop() -> None:
        stop_begun()
        stop_progress()

    return stop


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
