"""One navigation of a tab, from the command to its end (pure; fact 14).

`Navigation` takes Chrome's reports in wire order and returns the state of the navigation. It handles that the reply may
come before or after the commit, that another document may replace the requested one, that a document from the
back/forward cache has an old loader and no load, and that some navigations commit no document.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cdp_engine.protocol import page
from cdp_engine.tab.state.frame import DocumentChange
from cdp_engine.tab.state.load_state import FIRST_CONTENTS, Departure

NavigationOutcome = Literal["document", "restored", "same_document", "download", "no_content", "nothing"]

GRACE_SECONDS = 0.5
_ABORTED = "net::ERR_ABORTED"
_NO_CONTENT = (204, 205)


@dataclass(frozen=True, slots=True)
class NavigationResult:
    """The result of a navigation.

    `outcome`: `document` (a new one), `restored` (from the back/forward cache), `same_document` (fragment or
    history entry of the same page), `download`, `no_content` (HTTP 204: the page stays), `nothing` (no such
    history entry). `url` and `loader_id` are those of the tab's current document; `status` is its HTTP
    status, None where there is none. `waited_for` names what was still missing when the wait ended.
    """

    url: str
    status: int | None
    loader_id: str
    outcome: NavigationOutcome
    waited_for: tuple[str, ...] = ()

    @property
    def same_document(self) -> bool:
        """Whether the document stayed and only its URL changed."""
        return self.outcome == "same_document"

    @property
    def lacks_contents(self) -> bool:
        """Whether the page still showed next to nothing, and was at work."""
        return FIRST_CONTENTS in self.waited_for

    @property
    def is_download(self) -> bool:
        """Whether the address was a download, so that the page stays."""
        return self.outcome == "download"


@dataclass(frozen=True, slots=True)
class Arrived:
    """The end of a navigation's commit phase; `error` is Chrome's net error when there is no document.

    `replaced`: another navigation took its place, and the document is that one's.
    """

    outcome: NavigationOutcome
    error: str | None = None
    replaced: bool = False


class Navigation:
    """The state machine of one navigation of the frame `frame_id`."""

    def __init__(self, frame_id: str, *, replies: bool, within: bool) -> None:
        """`replies`: the command's reply contains the outcome (`Page.navigate`), not only its events.
        `within`: the navigation may stay within the document (a fragment, a history entry).
        """
        self._frame_id = frame_id
        self._replies = replies
        self._awaiting_reply = replies
        self._within = within
        self._expected: str | None = None
        self._error: str | None = None
        self._changes: list[DocumentChange] = []
        self._began: dict[str, int] = {}  # by loader: how many documents had changed when it began to load
        self._downloaded = False
        self._departed: str | None = None
        self._stopped: float | None = None

    @property
    def error(self) -> str | None:
        """Chrome's net error, when the reply named one."""
        return self._error

    @property
    def loader_id(self) -> str | None:
        """The loader under which the document is fetched, once Chrome has reported it."""
        return self._expected or self._departed

    # Events

    def replied(self, reply: page.NavigateReply) -> None:
        """The reply of `Page.navigate`: an error, or a loader; neither means the same document."""
        self._awaiting_reply = False
        self._error = reply.error_text or None
        self._expected = reply.loader_id or None
        self._within = self._expected is None and self._error is None
        self._downloaded = self._downloaded or bool(reply.is_download)
        # A document committed before the reply is ours only if the reply names it, or if it took our place since.
        ours = [i for i, change in enumerate(self._changes) if self._is_ours(change)]
        began = self._began.get(self._expected or "") if self._error == _ABORTED else None
        first = ours[0] if ours else began
        self._changes = [] if first is None else self._changes[first:]

    def departing(self, departure: Departure) -> None:
        """`Page.frameStartedNavigating`: ours, or one that replaces it."""
        if departure.frame_id == self._frame_id:
            self._departed = departure.loader_id
            self._began.setdefault(departure.loader_id, len(self._changes))
            self._stopped = None

    def changed(self, change: DocumentChange) -> None:
        """A frame's document was replaced or changed its URL."""
        if change.frame_id == self._frame_id and change.kind != "detached":
            self._changes.append(change)

    def stopped(self, frame_id: str, now: float) -> None:
        """`Page.frameStoppedLoading`: with or without a new document."""
        if frame_id == self._frame_id:
            self._stopped = now

    def downloading(self, frame_id: str) -> None:
        """`Page.downloadWillBegin`."""
        if frame_id == self._frame_id:
            self._downloaded = True

    # State

    def arrival(self, now: float, status: int | None) -> Arrived | None:
        """The outcome, or None while it is pending; `status` is the HTTP status reported for `loader_id`."""
        if self._awaiting_reply:
            return None
        if self._downloaded:
            return Arrived("download")
        over = self._over(now)
        change = self._document()
        if self._error is not None and self._error != _ABORTED:
            # Chrome shows its own error page: the end is when that is loaded, or fails to load.
            return Arrived("document", self._error) if change is not None or over else None
        if change is not None:
            replaced = self._replies and not any(map(self._is_ours, self._changes))
            return Arrived("restored" if change.kind == "restored" else "document", replaced=replaced)
        if self._within and any(change.kind == "same-document" for change in self._changes):
            return Arrived("same_document")
        if status in _NO_CONTENT and (self._error is not None or over):
            return Arrived("no_content")
        return self._without_document(over)

    def _without_document(self, over: bool) -> Arrived | None:
        if over:
            staying = self._replies and self._within
            return Arrived("same_document") if staying else Arrived("nothing", self._error or _ABORTED)
        began = self._departed is not None or self._stopped is not None
        # An abort before anything began to load: no more events will come.
        return Arrived("nothing", self._error) if self._error is not None and not began else None

    def check_again(self) -> float | None:
        """When the state may change without an event."""
        return None if self._stopped is None else self._stopped + GRACE_SECONDS

    def _document(self) -> DocumentChange | None:
        """The new document, if there is one: the requested one, or the one that replaced it afterwards."""
        for change in reversed(self._changes):
            if change.kind == "restored":
                return change
            if change.kind == "navigated" and (self._replies or self._departed in (None, change.new_loader)):
                return change
        return None

    def _is_ours(self, change: DocumentChange) -> bool:
        if self._expected is None:
            return change.kind == "same-document"
        return change.kind != "same-document" and change.new_loader == self._expected

    def _over(self, now: float) -> bool:
        """Whether loading stopped some time ago without a document (one from the cache comes after the stop)."""
        return self._stopped is not None and now - self._stopped >= GRACE_SECONDS
