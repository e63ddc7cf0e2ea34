"""`Page.wait_for`, and what a page has set going beside itself: dialogs, popups, downloads (EX-07, SX-03, SX-04)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import anyio
import msgspec

from cdp_engine.engine.acting.actions import Actions
from cdp_engine.engine.acting.failure_codes import action_error
from cdp_engine.engine.results import ActionError
from cdp_engine.engine.waiting.wait_conditions import Probe, Probes, Seen, until_all
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.tab import Dialog, Dialogs, Download, Request, Tab, WaitUntil, save_downloads_to
from cdp_engine.track import Target

if TYPE_CHECKING:
    from cdp_engine.engine.browser import Browser
    from cdp_engine.engine.page import Page
    from cdp_engine.protocol import browser as browser_domain

WAIT_SECONDS = 10.0


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
        seen = Seen()
        failure: ActionError | None = None
        waiting: dict[str, Probe] = {}
        try:
            tab = await self.attach(timeout=max(0.1, min(10.0, timeout)))
            probes = Probes(self, tab, seen, deadline)
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
            await until_all(tab, waiting, deadline)
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


def _which(wanted: bool | str) -> str:
    return repr(wanted) if isinstance(wanted, str) else ""


def _unmet(missing: tuple[str, ...], timeout: float) -> ActionError:
    return ActionError(
        code="timeout",
        message=f"{', '.join(missing)} did not come within {timeout:g} s",
        hint="Observe the page: it may say why. Wait longer if it is still at work.",
    )
