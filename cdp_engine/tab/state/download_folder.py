"""Where downloads go: a folder per browser context, in which every file gets the name its server gave it.

Chrome stores a file under an id, so that two of one name never meet; when it is complete it is renamed, with a number
where the name is taken. A file on another machine keeps its id for a name.
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
    """Have everything that tabs of a context (None: the default one) download stored in `folder`.

    `folder` is an absolute path on the browser's machine; Chrome makes it if need be. `Browser.setDownloadBehavior`.
    """
    command = browser.set_download_behavior(
        "allowAndName", browser_context_id=context, download_path=folder, events_enabled=True
    )
    await chrome.root.send(command, timeout=timeout)


def watch_saved(chrome: Chrome, downloads: Downloads, on_saved: Callable[[], None]) -> Callable[[], None]:
    """Note where the files of a tab's downloads lie as they are completed; returns what ends that."""

    def progress(event: browser.DownloadProgress) -> None:
        known = downloads.get(event.guid)
        if event.state != "completed" or known is None or not event.file_path:
            return
        downloads.saved(event.guid, named(event.file_path, event.guid, known.filename))
        on_saved()

    return chrome.root.listen(browser.DownloadProgress, progress)


def named(path: str, guid: str, name: str) -> str:
    """Give a finished file its name, if it still has its id for one; where it lies now."""
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
        pass  # the browser runs elsewhere, or the file was taken away already
    return path


def _numbered(name: str, number: int) -> str:
    if number == 0:
        return name
    leaf = Path(name)
    return f"{leaf.stem} ({number}){leaf.suffix}"
