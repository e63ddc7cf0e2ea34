"""The load states of a tab's documents, and whether they satisfy a wait (pure; SX-03).

`LoadLog` records the lifecycle per loader and the navigations that have begun but not committed. `judge` decides
whether the tab has reached `wait_until`, what is missing, and when to check again if no event comes.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from cdp_engine.tab.state.requests import RequestTable

WaitUntil = Literal["commit", "domcontentloaded", "load", "networkidle", "ready"]
WAIT_UNTIL: tuple[WaitUntil, ...] = ("commit", "domcontentloaded", "load", "networkidle", "ready")

QUIET_SECONDS = 0.5
IDLE_CAP_SECONDS = 5.0
_KEPT_LOADERS = 256
FIRST_CONTENTS = "first contents"
"""What is missing where a page still shows a splash screen, a skeleton or nothing, and is at work."""


@dataclass(slots=True)
class Progress:
    """The load state of one document; times are seconds on the tab's clock."""

    parsed: float | None = None
    loaded: float | None = None


@dataclass(frozen=True, slots=True)
class Departure:
    """A navigation that has begun in a frame and not yet committed or ended."""

    frame_id: str
    loader_id: str
    url: str
    kind: str


class LoadLog:
    """The reducer over lifecycle events and begun navigations of every frame of a tab."""

    def __init__(self) -> None:
        self._progress: OrderedDict[str, Progress] = OrderedDict()
        self._departures: dict[str, Departure] = {}

    def lifecycle(self, loader_id: str, name: str, now: float) -> None:
        """`Page.lifecycleEvent`; Chrome repeats past ones for a new client."""
        if name == "init":
            self._progress[loader_id] = Progress()
            while len(self._progress) > _KEPT_LOADERS:
                self._progress.popitem(last=False)
        elif name == "DOMContentLoaded":
            progress = self.progress(loader_id)
            progress.parsed = progress.parsed if progress.parsed is not None else now
        elif name == "load":
            progress = self.progress(loader_id)
            progress.parsed = progress.parsed if progress.parsed is not None else now
            progress.loaded = progress.loaded if progress.loaded is not None else now

    def restored(self, loader_id: str, now: float) -> None:
        """A document was restored from the back/forward cache: it is complete, no load follows (fact 23)."""
        self._progress[loader_id] = Progress(parsed=now, loaded=now)

    def progress(self, loader_id: str) -> Progress:
        """The load state of that document (empty for an unknown one)."""
        return self._progress.setdefault(loader_id, Progress())

    def departing(self, departure: Departure) -> None:
        """`Page.frameStartedNavigating`."""
        if departure.kind not in ("sameDocument", "historySameDocument"):
            self._departures[departure.frame_id] = departure

    def arrived(self, frame_id: str) -> None:
        """The frame committed a document, stopped loading or was removed: no navigation is pending in it."""
        self._departures.pop(frame_id, None)

    def departure(self, frame_id: str) -> Departure | None:
        """The pending navigation of that frame."""
        return self._departures.get(frame_id)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a tab has reached the requested state; `waiting_for` is what is missing, `check_again` a time or None.

    `settled` is True when there is nothing more to wait for although `waiting_for` may still name requests:
    network idle is a signal with a cap, never the gate of `ready`.
    """

    settled: bool
    waiting_for: tuple[str, ...] = ()
    check_again: float | None = None


def judge(
    wait_until: WaitUntil,
    *,
    frame_id: str,
    loader_id: str,
    log: LoadLog,
    requests: RequestTable,
    now: float,
    quiet: float = QUIET_SECONDS,
    idle_cap: float = IDLE_CAP_SECONDS,
) -> Verdict:
    """Compare the committed document `loader_id` of the frame `frame_id` with `wait_until`."""
    if wait_until == "commit":
        return Verdict(settled=True)
    departure = log.departure(frame_id)
    if departure is not None and departure.loader_id != loader_id:
        return Verdict(settled=False, waiting_for=(f"navigation to {departure.url}",))
    progress = log.progress(loader_id)
    missing: list[str] = []
    if progress.parsed is None:
        missing.append("DOMContentLoaded")
    if progress.loaded is None and wait_until != "domcontentloaded":
        missing.append("load")
    if missing:
        return Verdict(settled=False, waiting_for=(*missing, *_names(requests, now)))
    if wait_until in ("domcontentloaded", "load"):
        return Verdict(settled=True)
    idle = _idle(requests, now, quiet)
    if idle.settled or wait_until == "networkidle":
        return idle
    cap = (progress.loaded if progress.loaded is not None else now) + idle_cap
    if now >= cap:
        return Verdict(settled=True, waiting_for=idle.waiting_for)
    return Verdict(
        False, idle.waiting_for, min(cap, idle.check_again if idle.check_again is not None else cap)
    )


def _idle(requests: RequestTable, now: float, quiet: float) -> Verdict:
    since = requests.idle_since(now)
    if since is None:
        return Verdict(False, _names(requests, now), requests.next_overdue(now))
    if now - since >= quiet:
        return Verdict(settled=True)
    return Verdict(False, (f"{quiet:g} s without network activity",), since + quiet)


def _names(requests: RequestTable, now: float) -> tuple[str, ...]:
    return tuple(request.describe() for request in requests.blocking(now))
