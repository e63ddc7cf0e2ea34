"""The conditions of `Page.wait_for`: each reports whether it holds now, and records what it found."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from cdp_engine import act
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.results import ActionError
from cdp_engine.engine.waiting.awaited import Awaited, Found, OpenedPage
from cdp_engine.errors import (
    DeadlineExceeded,
    EvaluationFailed,
    InvalidInput,
    SessionDetached,
    StaleRef,
)
from cdp_engine.observe import Snapshot, VirtualNode
from cdp_engine.protocol import target as target_domain
from cdp_engine.tab import RequestMark, Tab, WaitUntil
from cdp_engine.track import Target

_CANCELED = "Where no folder was named, headless Chrome cancels them: call save_downloads(folder), then start it again."
_PAUSES = (0.02, 0.05, 0.1, 0.15, 0.25)
_MAY_BE_MISSING = "Correct the script; read what does not exist yet by `?.`, as in `document.forms[0]?.id`."
_CAPTURE_SHARE = 2.0
"""The pause before the next capture, as a multiple of the duration of the last one."""
_FIXED = frozenset({"disabled", "readonly"})

Condition = Callable[[], Awaitable[bool]]


async def until_all(tab: Tab, waiting: dict[str, Condition], deadline: float) -> None:
    """Check the conditions whenever the page changes, and remove those that hold."""
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


class Conditions:
    """The conditions of one `wait_for`."""

    def __init__(
        self,
        controller: PageController,
        tab: Tab,
        found: Found,
        deadline: float,
        page_of: Callable[[target_domain.TargetID], OpenedPage | None],
    ) -> None:
        self.access = controller.access
        self.observer = controller.observer
        self.before = controller.actions.last_action
        self.tab = tab
        self.found = found
        self.deadline = deadline
        self._page_of = page_of
        self._next_capture = 0.0

    def of(self, wanted: Awaited) -> dict[str, Condition]:
        """Each condition, by the words that name it in messages. Raises `InvalidInput`."""
        found = self._elements(wanted)
        if wanted.url is not None:
            found[f"address {wanted.url!r}"] = self.address(wanted.url)
        if wanted.request is not None:
            found[f"request {wanted.request!r}"] = self.request(wanted.request)
        if wanted.function is not None:
            found[f"function {wanted.function!r}"] = self.function(wanted.function)
        if wanted.state is not None:
            found[f"state {wanted.state!r}"] = self.state(wanted.state, found)
        if wanted.download:
            found[_named("download", wanted.download)] = self.download(wanted.download)
        if wanted.popup:
            found[_named("popup", wanted.popup)] = self.popup(wanted.popup)
        if wanted.dialog:
            found[_named("dialog", wanted.dialog)] = self.dialog(wanted.dialog)
        if not found:
            raise InvalidInput("wait_for needs a condition", hint='For instance wait_for(text="Saved").')
        return found

    def _elements(self, wanted: Awaited) -> dict[str, Condition]:
        """The conditions for a text, for elements, and for their disappearance."""
        text, role, name, gone = wanted.text, wanted.role, wanted.name, wanted.gone
        end = "end of " if gone is True else ""
        found: dict[str, Condition] = {}
        if wanted.ref is not None:
            found[f"{end}{wanted.ref}"] = self.element(wanted.ref, gone is True)
        if role is not None or name is not None:
            parts = [role or "element", repr(name) if name is not None else ""]
            parts += [f"with {text!r}"] if text is not None else []
            words = " ".join(part for part in parts if part)
            found[f"{end}{words}"] = self.named(role, name, text, gone is True)
        elif text is not None:
            found[f"{end}text {text!r}"] = self.text(text, gone is True)
        if gone is True and not found:
            raise InvalidInput(
                "gone=True needs a text, a ref, a role or a name", hint="Name what should disappear."
            )
        if not isinstance(gone, bool):
            found[f"end of {gone}"] = self.element(gone, True)
        return found

    def element(self, target: Target, gone: bool) -> Condition:
        """The element of a ref is visible, or is not."""

        async def holds() -> bool:
            try:
                named = self.observer.resolve(self.tab, target)
            except StaleRef:
                return gone
            unseen = await act.why_unseen(self.tab, named, timeout=self._patience())
            if (unseen is not None) is not gone:
                return False
            self.found.ref = None if gone else str(target)
            return True

        return holds

    def text(self, text: str, gone: bool) -> Condition:
        """A text is shown, or is not."""

        async def holds() -> bool:
            there = await act.shows(self.tab, text, timeout=self._patience())
            # Only a capture shows the contents of closed shadow roots.
            missed = not there or not gone
            node = await self._find(None, None, text, values=not gone) if missed else None
            if gone:
                return not there and node is None and self._captured
            if node is not None:
                self.found.ref = node.ref
            return there or node is not None

        return holds

    def named(self, role: str | None, name: str | None, text: str | None, gone: bool) -> Condition:
        """An element of a role and a name exists, or none does."""

        async def holds() -> bool:
            node = await self._find(role, name, text)
            if not self._captured:
                return False
            if not gone and node is not None:
                self.found.ref = node.ref
            return (node is None) is gone

        return holds

    def address(self, wanted: str) -> Condition:
        """The page has an address."""
        fits = pattern(wanted)

        async def holds() -> bool:
            return fits(self.access.url)

        return holds

    def request(self, wanted: str) -> Condition:
        """A request to an address was answered, or has failed."""
        fits = pattern(wanted)
        now = self.tab.network.mark()
        since = RequestMark(0) if self.before is None else self.before.mark

        async def holds() -> bool:
            loaders = {frame.loader_id for frame in self.tab.frames.all()}
            for request in self.tab.network.since(since):
                old = request.serial <= now and request.loader_id not in loaders and not request.is_document
                if not old and fits(request.url):
                    self.found.request = request
                    # A request whose response body the page never reads does not finish.
                    if request.status is not None or not request.pending:
                        return True
            return False

        return holds

    def function(self, expression: str) -> Condition:
        """A script's value is true. Raises `EvaluationFailed` with what it threw."""

        async def holds() -> bool:
            try:
                self.found.value = await self._value_of(expression)
            except EvaluationFailed as error:
                if error.threw:
                    error.hint = _MAY_BE_MISSING
                    raise
                return True  # a node, a window: an object without a form as plain data
            except (SessionDetached, DeadlineExceeded):
                return False
            return bool(self.found.value)

        return holds

    async def _value_of(self, expression: str) -> Any:
        async with self.access.use() as tab:
            return await tab.evaluate(expression, timeout=self._patience())

    def state(self, wanted: WaitUntil, waiting: dict[str, Condition]) -> Condition:
        """The document has reached a load state, once no other condition is waited for: they may bring another one."""

        async def holds() -> bool:
            if len(waiting) > 1:
                return False
            return not await self.tab.wait_for_load(wanted, timeout=self._left())

        return holds

    def download(self, wanted: bool | str) -> Condition:
        """A download has ended; one that was canceled is the failure of the wait."""
        fits = pattern(wanted)
        before = frozenset[str]() if self.before is None else self.before.downloads_before

        async def holds() -> bool:
            begun = [one for one in self.tab.downloads if one.guid not in before]
            found = [one for one in begun if fits(one.url) or fits(one.filename)]
            kept = [one for one in found if one.state != "canceled"]
            if not found:
                return False
            self.found.download = download = kept[0] if kept else found[-1]
            if not kept:
                self.found.failure = ActionError(
                    code="download_canceled",
                    message=f"the browser canceled the download of {download.filename}",
                    hint=_CANCELED,
                )
                return True
            return download.done and (download.path is not None or self._left() < 1.0)

        return holds

    def popup(self, wanted: bool | str) -> Condition:
        """A tab or window was opened."""
        fits = pattern(wanted)
        before = frozenset[str]() if self.before is None else self.before.opened_before

        async def holds() -> bool:
            for info in self.tab.opened:
                if info.target_id in before:
                    continue
                page = self._page_of(info.target_id)
                if wanted is True or fits(page.url if page is not None else info.url):
                    self.found.popup = page
                    return True
            return False

        return holds

    def dialog(self, wanted: bool | str) -> Condition:
        """A dialog was shown."""
        last = 0 if self.before is None else self.before.dialogs_before

        async def holds() -> bool:
            for dialog in self.tab.dialogs.history:
                if dialog.number > last and (
                    wanted is True or str(wanted).casefold() in dialog.message.casefold()
                ):
                    self.found.dialog = dialog
                    return True
            return False

        return holds

    _captured = False
    _filled: set[str] | None = None

    async def _find(
        self, role: str | None, name: str | None, text: str | None, *, values: bool = False
    ) -> VirtualNode | None:
        """The first visible element that matches; captures are costly and so are spaced (`_captured`: one was made).

        `values`: the text may also be what a field shows.
        """
        now = anyio.current_time()
        self._captured = now >= self._next_capture
        if not self._captured:
            return None
        with anyio.move_on_after(self._left() + 1.0) as scope:
            self.observer.captures.invalidate()
            snapshot = await self.observer.capture()
            took = anyio.current_time() - now
            self._next_capture = anyio.current_time() + took * _CAPTURE_SHARE
            found = next(iter(snapshot.find(role=role, name=name, text=text)), None)
            if found is None and text is not None and role is None and name is None:
                # Views show names, too: a label may be no text of the page.
                found = _with_in_name(snapshot, text)
                if found is None and values:
                    found = self._with_in_value(snapshot, text)
            return found
        self._captured = not scope.cancelled_caught
        return None

    def _with_in_value(self, snapshot: Snapshot, text: str) -> VirtualNode | None:
        """The first field that shows a text.

        One that can be filled in counts only where it came after the first capture: else it may be what was typed.
        """
        wanted = _folded(text)
        showing = [node for node in snapshot.interactive() if wanted in _folded(node.value or "")]
        if self._filled is None:
            self._filled = {node.ref for node in showing if _FIXED.isdisjoint(node.states)}
        return next((node for node in showing if node.ref not in self._filled), None)

    def _left(self) -> float:
        return max(0.05, self.deadline - anyio.current_time())

    def _patience(self) -> float:
        return min(1.0, self._left() + 0.3)


def _with_in_name(snapshot: Snapshot, text: str) -> VirtualNode | None:
    """The first visible element with a text in its name (pure)."""
    wanted = _folded(text)
    return next((node for node in snapshot.find(text) if wanted in node.name.casefold()), None)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def pattern(wanted: bool | str) -> Callable[[str], bool]:
    """Whether an address contains `wanted`, or matches it where it has a `*` (pure); True matches any."""
    if isinstance(wanted, bool):
        return lambda _address: wanted
    if "*" in wanted:
        whole = re.compile(".*".join(map(re.escape, wanted.split("*"))) + r"\Z")
        return lambda address: whole.search(address) is not None
    return lambda address: wanted in address


def _named(kind: str, wanted: bool | str) -> str:
    return f"{kind} {wanted!r}" if isinstance(wanted, str) else kind
