"""`Page.wait_for`, and what a page has set going beside itself: dialogs, popups, downloads (EX-07, SX-03, SX-04)."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import anyio
import msgspec

from cdp_engine import act
from cdp_engine.engine.actions import Actions
from cdp_engine.engine.failures import action_error
from cdp_engine.engine.results import ActionError
from cdp_engine.errors import (
    DeadlineExceeded,
    EngineError,
    EvaluationFailed,
    InvalidInput,
    SessionDetached,
    StaleRef,
)
from cdp_engine.observe import VirtualNode
from cdp_engine.tab import Dialog, Dialogs, Download, Request, Tab, WaitUntil, save_downloads_to
from cdp_engine.track import Target

if TYPE_CHECKING:
    from cdp_engine.engine.browser import Browser
    from cdp_engine.engine.page import Page
    from cdp_engine.protocol import browser as browser_domain

WAIT_SECONDS = 10.0
_PAUSES = (0.02, 0.05, 0.1, 0.15, 0.25)
_LOOK_SHARE = 2.0
"""At least so many times as long as a look took passes before the next one."""


class Waited(msgspec.Struct, frozen=True, kw_only=True):
    """What `wait_for` saw. True in a condition where everything that was waited for came in time.

    `missing` names what did not; `seconds` is how long it took.
    """

    success: bool
    message: str
    seconds: float
    missing: tuple[str, ...] = ()
    error: ActionError | None = None
    ref: str | None = None
    """Of the element that was waited for, where it is still there."""
    url: str = ""
    value: Any = None
    """What `function` returned."""
    request: Request | None = None
    download: Download | None = None
    dialog: Dialog | None = None
    popup: Any = None
    """The `Page` that was opened."""

    def __bool__(self) -> bool:
        return self.success

    def raise_for_error(self) -> Waited:
        """Return self, or raise `EngineError` with the failure's message and hint."""
        if self.error is not None:
            raise EngineError(self.message, hint=self.error.hint)
        return self


class _Seen(msgspec.Struct, kw_only=True):
    """What the probes have found so far."""

    ref: str | None = None
    value: Any = None
    request: Request | None = None
    download: Download | None = None
    dialog: Dialog | None = None
    popup: Any = None


Probe = Callable[[], Awaitable[bool]]


class Waits(Actions):
    """The part of `Page` that waits, and that answers for what opened beside it."""

    browser: Browser
    context_id: browser_domain.BrowserContextID | None

    @property
    def tab(self) -> Tab:
        """The tab, once it is attached."""
        raise InvalidInput("only a page of a browser has a tab")

    async def evaluate(self, expression: str, *args: object, timeout: float = 30.0) -> Any:
        """Run JavaScript in the main frame and return its value."""
        raise InvalidInput("only a page of a browser can run scripts")

    # Beside the page

    @property
    def dialogs(self) -> Dialogs:
        """The alerts, confirms, prompts and beforeunload questions of the page, and the policy for them.

        `page.dialogs.policy = "hold"` leaves them open for `accept(text)` and `dismiss()`; `answer_next(accept=True,
        text="Ada")` answers the next one; `history` tells what was asked and answered. The page must be attached.
        """
        return self.tab.dialogs

    @property
    def popups(self) -> list[Page]:
        """The tabs and windows that this page opened and that are still open, oldest first."""
        found = [self.browser.page_of(info.target_id) for info in self.tab.opened]
        return [page for page in found if page is not None]

    @property
    def downloads(self) -> tuple[Download, ...]:
        """The downloads that this page started, oldest first, with their progress and, at the end, their path."""
        return self.tab.downloads

    async def save_downloads(self, folder: str | os.PathLike[str]) -> None:
        """Have what pages of this context download stored in `folder`, under the names their servers give.

        A name that is taken gets a number. `folder` is made if need be. `Browser.setDownloadBehavior`.
        """
        path = await anyio.Path(os.fspath(folder)).absolute()
        await save_downloads_to(self.browser.chrome, str(path), self.context_id)

    # Waiting

    async def wait_for(
        self,
        text: str | None = None,
        *,
        ref: Target | None = None,
        role: str | None = None,
        name: str | None = None,
        gone: bool | Target = False,
        url: str | None = None,
        request: str | None = None,
        function: str | None = None,
        state: WaitUntil | None = None,
        download: bool | str = False,
        popup: bool | str = False,
        dialog: bool | str = False,
        timeout: float = WAIT_SECONDS,
    ) -> Waited:
        """Wait until everything that is named has come true, for at most `timeout` seconds.

        `text` is to be read somewhere on the page; `role` and `name` (with `text` in it) mean an element; `ref` is to
        be seen. `gone=True` turns these round; `gone="e5"` waits for the end of that element beside the others.
        `url` is a part of the page's address, or a pattern with `*`. `request`, `download`, `popup` (each a part of
        the address or a pattern; True for any) and `dialog` (part of its message) count from the beginning of the
        last action, so what came quickly is not missed; a request is waited for until it is answered or has failed, a
        download to its end. `function` is JavaScript whose value must be true; `state` is how far the document must be
        (`load`, `networkidle`, …). Case and white space of texts do not count.

        Never raises for what the page does or fails to do: that is `success=False` with what is `missing`. Raises
        `InvalidInput` (`UnknownRef` included) and `ConnectionLost`.
        """
        began = anyio.current_time()
        deadline = began + timeout
        seen = _Seen()
        failure: ActionError | None = None
        waiting: dict[str, Probe] = {}
        try:
            tab = await self.attach(timeout=max(0.1, min(10.0, timeout)))
            probes = _Probes(self, tab, seen, deadline)
            waiting = probes.of(text, ref, role, name, gone)
            if url is not None:
                waiting[f"address {url!r}"] = probes.address(url)
            if request is not None:
                waiting[f"request {request!r}"] = probes.request(request)
            if function is not None:
                waiting[f"function {function!r}"] = probes.function(function)
            if state is not None:
                waiting[f"state {state!r}"] = probes.state(state)
            if download:
                waiting[f"download {_which(download)}".strip()] = probes.download(download)
            if popup:
                waiting[f"popup {_which(popup)}".strip()] = probes.popup(popup)
            if dialog:
                waiting[f"dialog {_which(dialog)}".strip()] = probes.dialog(dialog)
            if not waiting:
                raise InvalidInput(
                    "wait_for was told nothing to wait for", hint='Say wait_for(text="Saved").'
                )
            await _until_all(tab, waiting, deadline)
        except EngineError as error:
            failure = action_error(error, str)
            if failure is None:
                raise
        if waiting and failure is None:
            failure = _unmet(tuple(waiting), timeout)
        seconds = anyio.current_time() - began
        return Waited(
            success=failure is None,
            message=failure.message if failure is not None else f"it came after {seconds:.1f} s",
            seconds=seconds,
            missing=tuple(waiting),
            error=failure,
            ref=seen.ref,
            url=self.url,
            value=seen.value,
            request=seen.request,
            download=seen.download,
            dialog=seen.dialog,
            popup=seen.popup,
        )

    @property
    def url(self) -> str:
        """The address of the document in the tab."""
        raise InvalidInput("only a page of a browser has an address")


async def _until_all(tab: Tab, waiting: dict[str, Probe], deadline: float) -> None:
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


class _Probes:
    """The questions of one `wait_for`; each answers whether its condition holds now."""

    def __init__(self, page: Waits, tab: Tab, seen: _Seen, deadline: float) -> None:
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


def _which(wanted: bool | str) -> str:
    return repr(wanted) if isinstance(wanted, str) else ""


def _unmet(missing: tuple[str, ...], timeout: float) -> ActionError:
    return ActionError(
        code="timeout",
        message=f"{', '.join(missing)} did not come within {timeout:g} s",
        hint="Observe the page: it may say why. Wait longer if it is still at work.",
    )
