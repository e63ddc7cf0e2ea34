"""The questions of `Page.wait_for`: each answers whether its condition holds now, and keeps what it found."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import anyio
import msgspec

from cdp_engine import act
from cdp_engine.errors import (
    DeadlineExceeded,
    EvaluationFailed,
    InvalidInput,
    SessionDetached,
    StaleRef,
)
from cdp_engine.observe import VirtualNode
from cdp_engine.tab import Dialog, Download, Request, Tab, WaitUntil
from cdp_engine.track import Target

if TYPE_CHECKING:
    from cdp_engine.engine.waiting.waits import Waits

_PAUSES = (0.02, 0.05, 0.1, 0.15, 0.25)
_LOOK_SHARE = 2.0
"""At least so many times as long as a look took passes before the next one."""


class Seen(msgspec.Struct, kw_only=True):
    """What the probes have found so far."""

    ref: str | None = None
    value: Any = None
    request: Request | None = None
    download: Download | None = None
    dialog: Dialog | None = None
    popup: Any = None


Probe = Callable[[], Awaitable[bool]]


async def until_all(tab: Tab, waiting: dict[str, Probe], deadline: float) -> None:
    """Ask the probes, again and again as the page changes, and take out those that have come true."""
    attempt = 0
    while True:
        for what in tuple(waiting):
            if await waiting[what]():
                del waiting[what]
        left = deadline - anyio.current_time()
        if not waiting or left <= 0:
            return
        if tab.closed and tab.failure is not None:
            raise tab.failure
        await act.await_change(tab, min(left, _PAUSES[min(attempt, len(_PAUSES) - 1)]))
        attempt += 1


class Probes:
    """The questions of one `wait_for`; each answers whether its condition holds now."""

    def __init__(self, page: Waits, tab: Tab, seen: Seen, deadline: float) -> None:
        self.page = page
        self.tab = tab
        self.seen = seen
        self.deadline = deadline
        self.since = page.standing_before()
        self._next_look = 0.0

    def of(
        self,
        text: str | None,
        ref: Target | None,
        role: str | None,
        name: str | None,
        gone: bool | Target,
    ) -> dict[str, Probe]:
        """The probes for a text, elements and what is to go away."""
        turned = gone is True
        found: dict[str, Probe] = {}
        if ref is not None:
            found[f"{'end of ' if turned else ''}{ref}"] = self.element(ref, turned)
        if role is not None or name is not None:
            parts = [role or "element", repr(name) if name is not None else ""]
            parts += [f"with {text!r}"] if text is not None else []
            words = " ".join(part for part in parts if part)
            found[f"{'end of ' if turned else ''}{words}"] = self.named(role, name, text, turned)
        elif text is not None:
            found[f"{'end of ' if turned else ''}text {text!r}"] = self.text(text, turned)
        if turned and not found:
            raise InvalidInput("gone=True needs a text, a ref, a role or a name", hint="Say what is to go.")
        if not isinstance(gone, bool):
            found[f"end of {gone}"] = self.element(gone, True)
        return found

    def element(self, target: Target, gone: bool) -> Probe:
        """An element of a ref is seen, or is not."""

        async def probe() -> bool:
            try:
                named = self.page.named(self.tab, target)
            except StaleRef:
                return gone
            unseen = await act.why_unseen(self.tab, named, timeout=self._patience())
            if (unseen is not None) is not gone:
                return False
            self.seen.ref = None if gone else str(target)
            return True

        return probe

    def text(self, text: str, gone: bool) -> Probe:
        """A text is to be read, or is not."""

        async def probe() -> bool:
            there = await act.shows(self.tab, text, timeout=self._patience())
            # Closed shadow roots show only in a look.
            node = await self._look(None, None, text) if not there or not gone else None
            if gone:
                return not there and node is None and self._looked
            if node is not None:
                self.seen.ref = node.ref
            return there or node is not None

        return probe

    def named(self, role: str | None, name: str | None, text: str | None, gone: bool) -> Probe:
        """An element of a role and a name is there, or none is."""

        async def probe() -> bool:
            node = await self._look(role, name, text)
            if not self._looked:
                return False
            if not gone and node is not None:
                self.seen.ref = node.ref
            return (node is None) is gone

        return probe

    def address(self, wanted: str) -> Probe:
        """The page has an address."""
        fits = pattern(wanted)

        async def probe() -> bool:
            return fits(self.page.url)

        return probe

    def request(self, wanted: str) -> Probe:
        """A request to an address was answered, or has failed."""
        fits = pattern(wanted)
        now = self.tab.network.mark()

        async def probe() -> bool:
            loaders = {frame.loader_id for frame in self.tab.frames.all()}
            for request in self.tab.network.since(self.since.requests):
                old = request.serial <= now and request.loader_id not in loaders and not request.is_document
                if not old and fits(request.url):
                    self.seen.request = request
                    # A page that does not read the answer's body never brings the request to its end.
                    if request.status is not None or not request.pending:
                        return True
            return False

        return probe

    def function(self, expression: str) -> Probe:
        """A script's value is true."""

        async def probe() -> bool:
            try:
                self.seen.value = await self.page.evaluate(expression, timeout=self._patience())
            except (EvaluationFailed, SessionDetached, DeadlineExceeded):
                return False  # what it asks about may be on its way
            return bool(self.seen.value)

        return probe

    def state(self, wanted: WaitUntil) -> Probe:
        """The document is as far as that."""

        async def probe() -> bool:
            return not await self.tab.wait_for_load(wanted, timeout=self._left())

        return probe

    def download(self, wanted: bool | str) -> Probe:
        """A download has ended."""
        fits = pattern(wanted)

        async def probe() -> bool:
            for download in self.tab.downloads:
                if download.guid not in self.since.downloads and (
                    fits(download.url) or fits(download.filename)
                ):
                    self.seen.download = download
                    if download.done and (download.path is not None or download.state == "canceled"):
                        return download.state == "completed"
                    return download.done and self._left() < 1.0
            return False

        return probe

    def popup(self, wanted: bool | str) -> Probe:
        """A tab or window was opened."""
        fits = pattern(wanted)

        async def probe() -> bool:
            for info in self.tab.opened:
                if info.target_id in self.since.opened:
                    continue
                page = self.page.browser.page_of(info.target_id)
                if wanted is True or fits(page.url if page is not None else info.url):
                    self.seen.popup = page
                    return True
            return False

        return probe

    def dialog(self, wanted: bool | str) -> Probe:
        """A dialog was shown."""

        async def probe() -> bool:
            for dialog in self.tab.dialogs.history:
                if dialog.number > self.since.dialogs and (
                    wanted is True or str(wanted).casefold() in dialog.message.casefold()
                ):
                    self.seen.dialog = dialog
                    return True
            return False

        return probe

    _looked = False

    async def _look(self, role: str | None, name: str | None, text: str | None) -> VirtualNode | None:
        """The first visible element like that; looks cost, so they keep a distance (`_looked` says if one was made)."""
        now = anyio.current_time()
        self._looked = now >= self._next_look
        if not self._looked:
            return None
        with anyio.move_on_after(self._left() + 1.0) as scope:
            self.page.touched()
            snapshot = await self.page.look()
            took = anyio.current_time() - now
            self._next_look = anyio.current_time() + took * _LOOK_SHARE
            return next(iter(snapshot.find(role=role, name=name, text=text)), None)
        self._looked = not scope.cancelled_caught
        return None

    def _left(self) -> float:
        return max(0.05, self.deadline - anyio.current_time())

    def _patience(self) -> float:
        return min(1.0, self._left() + 0.3)


def pattern(wanted: bool | str) -> Callable[[str], bool]:
    """Whether an address has `wanted` in it, or fits it where it has a `*` (pure); True fits all."""
    if isinstance(wanted, bool):
        return lambda _address: wanted
    if "*" in wanted:
        whole = re.compile(".*".join(map(re.escape, wanted.split("*"))) + r"\Z")
        return lambda address: whole.search(address) is not None
    return lambda address: wanted in address
