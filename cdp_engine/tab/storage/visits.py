"""Where the pages of a context may have stored something: their own sites, and those of their frames (pure).

Chrome keeps the storage of a frame of another site apart for each site of a page: https://pay.test inside
https://shop.test has another local storage than https://pay.test as a page. `Storage.getStorageKey` names which one.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec


class PartitionKey(
    msgspec.Struct,
    frozen=True,
    rename={"top_level_site": "topLevelSite", "has_cross_site_ancestor": "hasCrossSiteAncestor"},
):
    """The site of the page that a frame's storage belongs to, in the form of a cookie's partition key."""

    top_level_site: str
    has_cross_site_ancestor: bool = True


class FrameVisit(msgspec.Struct, frozen=True, order=True):
    """A frame of `origin` in a page of `top`; `nested`: a frame of another origin is between them."""

    origin: str
    top: str
    nested: bool = False


class Visits:
    """The origins of the pages and frames of one context."""

    def __init__(self) -> None:
        self.pages: set[str] = set()
        self.frames: set[FrameVisit] = set()

    def page(self, url: str) -> None:
        """Record the site of a page."""
        if origin := origin_of(url):
            self.pages.add(origin)

    def frame(self, *urls: str) -> None:
        """Record a frame by the addresses from its own to that of its page."""
        origin, top = origin_of(urls[0]), origin_of(urls[-1])
        if origin and top:
            # A document without an address of its own has the origin of the one around it.
            between = {origin_of(url) for url in urls[1:-1] if not url.startswith("about:")}
            nested = bool(between - {top})
            if nested or origin != top:
                self.frames.add(FrameVisit(origin, top, nested))

    def by_page(self) -> dict[str, list[FrameVisit]]:
        """The frames by the origin of their page; pages without frames included."""
        tops = {*self.pages, *(frame.top for frame in self.frames)}
        return {top: sorted(frame for frame in self.frames if frame.top == top) for top in sorted(tops)}


def origin_of(url: str) -> str:
    """The origin of a site's address; empty for what is not one."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}" if parts.scheme in ("http", "https") and host else ""


def partition_of(storage_key: str, top: str) -> PartitionKey | None:
    """The partition of a storage key as Chrome writes it; None for the storage of the site's own pages.

    `top` is the origin of the page: a key of its own site below a frame of another one does not name it. Raises
    `ValueError` for storage that ends with its document.
    """
    _origin, caret, rest = storage_key.partition("^")
    if not caret:
        return None
    if rest.startswith("0"):
        return PartitionKey(rest[1:])
    if rest == "31":
        return PartitionKey(top)
    raise ValueError(storage_key)
