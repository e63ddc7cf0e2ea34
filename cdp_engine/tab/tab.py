"""One tab: attaching, and all operations below the level of elements."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import anyio.abc

from cdp_engine.chrome import background_tasks
from cdp_engine.errors import CommandTimeout, DeadlineExceeded, ProtocolError
from cdp_engine.protocol import runtime, target
from cdp_engine.tab.attachment import ATTACH_SECONDS, Attachment
from cdp_engine.tab.changes.change_tracker import ChangeTracker
from cdp_engine.tab.evaluation import evaluate
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.media import screenshots
from cdp_engine.tab.media.action_overlay import ActionOverlay
from cdp_engine.tab.media.still_picture import still_picture
from cdp_engine.tab.navigation import navigate
from cdp_engine.tab.navigation.first_contents import first_contents
from cdp_engine.tab.policy.emulation import NO_EMULATION, Emulation
from cdp_engine.tab.policy.request_interception import RequestInterceptors
from cdp_engine.tab.state import download_folder
from cdp_engine.tab.state.dialogs import DialogPolicy, Dialogs
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.load_state import WaitUntil
from cdp_engine.tab.state.navigation_state import NavigationResult
from cdp_engine.tab.state_view import StateView

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome


class Tab(StateView):
    """One tab of a browser. Created by `open_tab`, or by `Tab.open` for a program with many tabs.

    Its state is current whenever a reply resolves. Every call has a deadline in seconds. A detached tab is re-attached
    automatically (CD-07); calls on a crashed one fail at once until a navigation.
    """

    def __init__(self, chrome: Chrome, target_id: target.TargetID, attachment: Attachment) -> None:
        super().__init__(target_id, attachment)
        self.chrome = chrome
        self.changes = ChangeTracker(attachment)
        """The changes on the page, and when it has settled."""
        self.action_overlay: ActionOverlay | None = None
        """Shows people where the program acts; None where effects are off."""
        watched = ExitStack()
        self._popups.own = chrome.targets.get(target_id)
        for event in (target.TargetCreated, target.TargetInfoChanged):
            watched.callback(chrome.root.listen(event, self._popups.created))
        downloads, opened, wake = self._state.downloads, self._popups.opened, self._state.wakeup.wake
        watched.callback(download_folder.watch_downloads(chrome, downloads, opened, wake))
        self._stop_watching = watched.close

    @classmethod
    async def open(
        cls,
        chrome: Chrome,
        target_id: target.TargetID,
        task_group: anyio.abc.TaskGroup,
        *,
        timeout: float = ATTACH_SECONDS,
        dialog_policy: DialogPolicy = "dismiss",
        dialog_keeper: Dialogs | None = None,
        emulation: Emulation = NO_EMULATION,
        effects: bool = False,
        interceptors: RequestInterceptors | None = None,
    ) -> Tab:
        """Attach to a tab and keep it attached by a task in `task_group` until `release` or `close`.

        `emulation` is in force before any script of a later document, frame or worker (CD-15). `effects` shows people
        where actions happen (CD-12). `interceptors` restricts the tab to its domains (EX-09). `dialog_keeper` answers
        the dialogs until the program uses the tab.

        Raises `DeadlineExceeded` for a tab that does not answer (frozen, stuck, or blocked by a dialog that was open
        before), `TargetClosed` for one that is gone, `InvalidInput` for an emulation that the browser refuses.
        """
        attachment = Attachment(
            chrome,
            target_id,
            task_group,
            dialog_policy=dialog_policy,
            emulation=emulation,
            interceptors=interceptors,
        )
        tab = cls(chrome, target_id, attachment)
        tab.dialogs.keeper = dialog_keeper
        if effects:
            tab.action_overlay = ActionOverlay(lambda: tab.session, task_group)
        try:
            await tab.attach(timeout=timeout)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await tab.release()
            raise
        return tab

    # Emulation and limits

    async def guard_from_now_on(self, interceptors: RequestInterceptors) -> None:
        """Restrict a tab that is in use to its domains; the current document stays (EX-09)."""
        await self._state.policy.guard_from_now_on(self._state.sessions, interceptors)

    async def emulate(self, emulation: Emulation) -> None:
        """Change the emulation, at once and for all later navigations, frames and workers (CD-15).

        Raises `InvalidInput` for what the browser refuses; nothing is changed then.
        """
        await self._attachment.ensure(ATTACH_SECONDS)
        await self._state.policy.change(self._state.sessions, emulation)

    # Attaching and detaching

    async def attach(self, *, timeout: float = ATTACH_SECONDS) -> None:
        """Attach if the tab is not attached; may be called often, from several tasks, and after a failure (FP-02).

        Up to 5 attempts, 1 to 10 s apart, within `timeout` (CD-07). Raises as `open` does.
        """
        await self._attachment.attach(timeout)

    async def detach(self) -> None:
        """Detach from the tab and leave it open; `attach`, or the next use, re-attaches (CD-08)."""
        await self._attachment.detach()

    async def release(self) -> None:
        """Detach from the tab permanently and leave it open in the browser."""
        self._stop_watching()
        await self._attachment.release()

    async def close(self, *, timeout: float = ATTACH_SECONDS) -> None:
        """Close the tab in the browser. Waits on it raise `TargetClosed`; closing twice is allowed."""
        await self._attachment.close(timeout)
        self._stop_watching()

    # Navigation

    async def goto(
        self,
        url: str,
        *,
        wait_until: WaitUntil = "ready",
        timeout: float = navigate.NAVIGATION_SECONDS,
        referrer: str | None = None,
    ) -> NavigationResult:
        """Open an address and wait until the document has reached `wait_until` (SX-03).

        `commit`: the document is committed. `domcontentloaded`, `load`: that event has fired. `networkidle`: also
        nothing but streams and long polls was in flight for 0.5 s. `ready`: loaded, and idle or 5 s past its load;
        a page that shows contents, and on which nothing changes and nothing is requested for 0.15 s after its load, is
        done then. For a document that is committed but has not reached the state at the deadline, `waited_for` names
        what is missing.

        A page that opens one dialog after another is left by way of an empty document, which stays in the history.

        Raises `InvalidURL`, `NavigationFailed` (with Chrome's net error; its error page is in the tab),
        `DeadlineExceeded` when nothing was committed, `DialogBlocking`, `TargetCrashed`, `TargetClosed`.
        """
        await self._attachment.ensure(timeout, revive=True)
        return await navigate.goto(
            self._state, url, wait_until=wait_until, timeout=timeout, referrer=referrer
        )

    async def reload(
        self,
        *,
        wait_until: WaitUntil = "ready",
        timeout: float = navigate.NAVIGATION_SECONDS,
        ignore_cache: bool = False,
    ) -> NavigationResult:
        """Load the current address again; also restores a crashed tab. Waits and raises as `goto` does."""
        await self._attachment.ensure(timeout, revive=True)
        return await navigate.reload(
            self._state, wait_until=wait_until, timeout=timeout, ignore_cache=ignore_cache
        )

    async def back(
        self, *, wait_until: WaitUntil = "ready", timeout: float = navigate.NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step back in the history; `outcome` is `nothing` when there is none. Waits and raises as `goto` does.

        A page from the back/forward cache is available at once, with its former loader and node ids (fact 23).
        """
        await self._attachment.ensure(timeout, revive=True)
        return await navigate.travel(self._state, -1, wait_until=wait_until, timeout=timeout)

    async def forward(
        self, *, wait_until: WaitUntil = "ready", timeout: float = navigate.NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step forward in the history; see `back`."""
        await self._attachment.ensure(timeout, revive=True)
        return await navigate.travel(self._state, 1, wait_until=wait_until, timeout=timeout)

    async def wait_for_load(
        self, wait_until: WaitUntil = "ready", *, timeout: float = navigate.NAVIGATION_SECONDS
    ) -> tuple[str, ...]:
        """Wait until the document has reached a load state; returns what was still missing at the end."""
        await self._attachment.ensure(timeout)
        return await navigate.wait_for_load(self._state, wait_until=wait_until, timeout=timeout)

    async def first_contents(self, *, timeout: float = 5.0) -> tuple[str, ...]:
        """Wait while the document is a splash screen, a skeleton or empty, and at work; returns what is missing."""
        return await first_contents(self._state, anyio.current_time() + timeout)

    # Evaluation

    async def evaluate(
        self,
        expression: str,
        *args: object,
        frame: Frame | str | None = None,
        world: evaluate.World = "main",
        timeout: float = 30.0,
    ) -> Any:
        """Run JavaScript in a frame (the main one) and return its value; a promise is awaited.

        `expression` is an expression or statements; a function, which is called with `args`, each passed by
        value: a `datetime` as a Date, bytes as a Uint8Array. Dates come as `datetime` in UTC, BigInts as int, byte
        arrays as bytes, other typed arrays as lists; regular expressions, URLs and errors as their text; undefined as
        None. `world="isolated"` sees the same DOM, but none of the page's own variables or patched functions.

        Raises `EvaluationFailed` (it threw, or its result is not plain data), `InvalidInput` (an argument that
        has no JSON form), `DeadlineExceeded` (a script that loops is stopped, the page goes on),
        `SessionDetached` (the page navigated meanwhile), `DialogBlocking`, `TargetCrashed`, `TargetClosed`.
        """
        await self._attachment.ensure(timeout)
        return await evaluate.evaluate(
            self._state, expression, args, frame=self._state.frame(frame), world=world, timeout=timeout
        )

    async def isolated_world(
        self, frame: Frame | str | None = None, *, timeout: float = 10.0
    ) -> runtime.ExecutionContextId:
        """The context of our isolated world in the frame's document, for raw `Runtime` calls on `frame.session`."""
        return await self.toolkit(frame).world(timeout=timeout)

    def toolkit(self, frame: Frame | str | None = None) -> Toolkit:
        """The functions of our isolated world in the document of a frame (the main one)."""
        return Toolkit(self._state, self._state.frame(frame))

    async def unstick(self) -> bool:
        """Stop scripts that prevent the tab from answering (fact 26); True when one was stopped."""
        ended = False
        for session in self._state.sessions:
            ended = await evaluate.unstick(session) or ended
        return ended

    # Screenshots

    async def screenshot(
        self,
        *,
        full_page: bool = False,
        clip: screenshots.Clip | None = None,
        format: screenshots.ImageFormat = "png",
        quality: int | None = None,
        fit: tuple[int, int] | None = None,
        timeout: float = 15.0,
    ) -> bytes:
        """A screenshot of the viewport, the whole page, or `clip` = (x, y, width, height) in CSS px of the viewport.

        `quality` (0 to 100) is for jpeg and webp; `fit` is the largest width and height, in pixels of the picture. A
        tab that another one covers draws nothing: where no picture comes, it is brought to the front.

        Raises `DeadlineExceeded` with what keeps the page, sooner than `timeout` for one that does not answer at all.
        """
        deadline = anyio.current_time() + timeout
        await self._attachment.ensure(timeout)
        # The script of a frame goes into those of its origin, too.
        kits = [self.toolkit(shown[0]) for shown in self.frames.by_session().values()]
        try:
            async with still_picture(kits, timeout):
                return await self._draw(
                    deadline, timeout, full_page=full_page, clip=clip, format=format, quality=quality, fit=fit
                )
        except CommandTimeout as error:
            seconds = round(timeout - (deadline - anyio.current_time()), 1)
            raise self.silence.error("picture", seconds) from error

    async def _draw(
        self,
        deadline: float,
        timeout: float,
        *,
        full_page: bool,
        clip: screenshots.Clip | None,
        format: screenshots.ImageFormat,
        quality: int | None,
        fit: tuple[int, int] | None,
    ) -> bytes:
        while True:
            await self._attachment.ensure(timeout)
            if self.action_overlay is not None:
                await self.action_overlay.clear()
            left = max(0.1, deadline - anyio.current_time())
            try:
                return await screenshots.screenshot(
                    self.session,
                    full_page=full_page,
                    clip=clip,
                    format=format,
                    quality=quality,
                    fit=fit,
                    timeout=left,
                )
            except ProtocolError as error:
                # between two renderers there is nothing to draw; after a crash, `ensure` raises
                if error.reason != screenshots.NOTHING_DRAWN:
                    raise
                if (left := deadline - anyio.current_time()) <= 0:
                    raise DeadlineExceeded("document to take a picture of", timeout) from error
                await self.changed(min(left, screenshots.REDRAWN_SECONDS))

    async def pdf(
        self, *, landscape: bool = False, background: bool = True, scale: float = 1.0, timeout: float = 30.0
    ) -> bytes:
        """The page as a PDF document; headless browsers only, others raise `EngineError`."""
        await self._attachment.ensure(timeout)
        return await screenshots.pdf(
            self.session, landscape=landscape, background=background, scale=scale, timeout=timeout
        )


@asynccontextmanager
async def open_tab(
    chrome: Chrome,
    target_id: target.TargetID,
    *,
    timeout: float = ATTACH_SECONDS,
    dialog_policy: DialogPolicy = "dismiss",
) -> AsyncGenerator[Tab]:
    """Attach to a tab for the duration of the block; the tab stays open in the browser. Raises as `Tab.open` does."""
    async with background_tasks() as tasks:
        tab = await Tab.open(chrome, target_id, tasks, timeout=timeout, dialog_policy=dialog_policy)
        try:
            yield tab
        finally:
            with anyio.CancelScope(shield=True):
                await tab.release()
