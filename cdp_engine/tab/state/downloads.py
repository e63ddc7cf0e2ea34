"""The downloads that a tab started (pure)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Literal

from cdp_engine.protocol import browser, page

DownloadState = Literal["in progress", "completed", "canceled"]
_KEPT_DOWNLOADS = 100
_STATES: dict[str, DownloadState] = {"completed": "completed", "canceled": "canceled"}


@dataclass(frozen=True, slots=True)
class Download:
    """One download; sizes in bytes, `total` is 0 while it is unknown.

    `path` is the path of the completed file on the browser's machine; None while it is unknown.
    """

    guid: str
    url: str
    filename: str
    frame_id: str
    received: int = 0
    total: int = 0
    state: DownloadState = "in progress"
    path: str | None = None

    @property
    def done(self) -> bool:
        """Whether it has ended, completed or not."""
        return self.state != "in progress"


class Downloads:
    """The reducer over `Page.downloadWillBegin` and `Page.downloadProgress`; the last 100 are kept."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Download] = OrderedDict()
        """The downloads by their ids, oldest first."""

    def begin(self, event: page.DownloadWillBegin | browser.DownloadWillBegin) -> None:
        """`Page.downloadWillBegin`, or the browser's own report."""
        self.known[event.guid] = Download(event.guid, event.url, event.suggested_filename, event.frame_id)
        while len(self.known) > _KEPT_DOWNLOADS:
            self.known.popitem(last=False)

    def progress(self, event: page.DownloadProgress | browser.DownloadProgress) -> None:
        """`Page.downloadProgress`, or the browser's own report: more data, or the end."""
        known = self.known.get(event.guid)
        if known is not None:
            self.known[event.guid] = replace(
                known,
                received=int(event.received_bytes),
                total=int(event.total_bytes),
                state=_STATES.get(event.state, "in progress"),
            )

    def saved(self, guid: str, path: str) -> bool:
        """Record the path of the file; False for a download of another tab."""
        known = self.known.get(guid)
        if known is not None:
            self.known[guid] = replace(known, path=path)
        return known is not None

    def get(self, guid: str) -> Download | None:
        """The download of an id, if it is known."""
        return self.known.get(guid)
