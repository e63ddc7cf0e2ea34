"""One tab: attached, kept attached, and everything that can be done with it below the level of elements."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import anyio.abc

from cdp_engine.chrome import background_tasks
from cdp_engine.errors import DeadlineExceeded, ProtocolError
from cdp_engine.protocol import runtime, target
from cdp_engine.tab.attachment import ATTACH_SECONDS, Attachment
from cdp_engine.tab.changes.change_tracker import ChangeTracker
from cdp_engine.tab.evaluation import evaluate
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.media import screenshots
from cdp_engine.tab.media.action_overlay import ActionOverlay
from cdp_engine.tab.navigation import navigate
from cdp_engine.tab.policy.emulation import NO_EMULATION, Emulation
from cdp_engine.tab.policy.request_interception import RequestInterceptors
from cdp_engine.tab.state import download_folder
from cdp_engine.tab.state.dialogs import DialogPolicy
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.load_state import WaitUntil
from cdp_engine.tab.state.navigation_state import NavigationResult
from cdp_engine.tab.state_view import StateView

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome

REDRAWN_SECONDS = 0.5
"""After how long a picture of a tab that had nothing to draw is tried again, at the latest."""


class Tab(StateView):
    """One tab of a browser. Made by `open_tab`, or by `Tab.open` for a program that keeps many.

    Its state is current whenever a reply resolves. Every call has a deadline in seconds. A detached tab is
    attached again by itself (CD-07); a crashed one says so at once and works again after a navigation.
    """

    def __init__(self, chrome: Chrome, target_id: target.TargetID, attachment: Attachment) -> None:
        super().__init__(target_id, attachment)
        self.chrome = chrome
        self.changes = ChangeTracker(attachment)
        """What changes on the page, and when it has come to rest."""
        self.action_overlay: ActionOverlay | None = None
        """Shows people where the program acts; None where nobody is to see it."""
        stop_openings = chrome.root.listen(target.TargetCreated, self._popups.created)
        stop_saving = download_folder.watch_saved(chrome, self._state.downloads, self._state.wakeup.wake)

        def stop_watching() -> None:
            stop_openings()
            stop_saving()

        self._stop_watching = stop_watching

    @classmethod
    async def open(
        cls,
        chrome: Chrome,
        target_id: target.TargetID,
        task_group: anyio.abc.TaskGroup,
        *,
        timeout: float = ATTACH_SECONDS,
        dialog_policy: DialogPolicy = "dismiss",
        emulation: Emulation = NO_EMULATION,
        effects: bool = False,
        interceptors: RequestInterceptors | None = None,
    ) -> Tab:
        """Attach to a tab and keep it attached by a task in `task_group` until `release` or `close`.

        `emulation` is in force before any script of a document, frame or worker to come (CD-15). With `effects`
        people are shown where actions happen (CD-12). `interceptors` holds the tab to its domains (EX-09).

        Raises `DeadlineExceeded` for a tab that does not answer (frozen, stuck, or held by a dialog that was
        open before), `TargetClosed` for one that is gone, `InvalidInput` for an emulation the browser refuses.
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
        if effects:
            tab.action_overlay = ActionOverlay(lambda: tab.session, task_group)
        try:
            await tab.attach(timeout=timeout)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await tab.release()
            raise
        return tab

    # Circumstances

    async def guard_from_now_on(self, interceptors: RequestInterceptors) -> None:
        """Hold a tab that is in use to its domains; the document that is there stays (EX-09)."""
        await self._state.policy.guard_from_now_on(self._state.sessions, interceptors)

    async def emulate(self, emulation: Emulation) -> None:
        """Change what the tab makes its pages believe, now and in all that comes: navigations, frames, workers (CD-15).

        Raises `InvalidInput` for what the browser refuses; all is then as before.
        """
        await self._attachment.ensure(ATTACH_SECONDS)
        await self._state.policy.change(self._state.sessions, emulation)

    # Attaching and detaching

    async def attach(self, *, timeout: float = ATTACH_SECONDS) -> None:
        """Attach if the tab is not attached: safe to call often, from several tasks, and again after a
        failure (FP-02).

        Up to 5 attempts, 1 to 10 s apart, within `timeout` (CD-07). Raises as `open` does.
        """
        await self._attachment.attach(timeout)

    async def detach(self) -> None:
        """Detach from the tab and leave it open; `attach`, or the next use, takes it up again (CD-08)."""
        await self._attachment.detach()

    async def release(self) -> None:
        """Detach from the tab for good and leave it open in the browser."""
        self._stop_watching()
        await self._attachment.release()

    async def close(self, *, timeout: float = ATTACH_SECONDS) -> None:
        """Close the tab in the browser. What waits for it raises `TargetClosed`; closing twice is no error."""
        await self._attachment.close(timeout)
        self._stop_watching()

    # Going somewhere

    async def goto(
        self,
        url: str,
        *,
        wait_until: WaitUntil = "ready",
        timeout: float = navigate.NAVIGATION_SECONDS,
        referrer: str | None = None,
    ) -> NavigationResult:
        """Open an address and wait until it is as far as `wait_until` (SX-03).

        `commit`: the document has come. `domcontentloaded`, `load`: it has got so far. `networkidle`: also
        nothing but streams and long polls was in flight for 0.5 s. `ready`: loaded, and idle or 5 s past its
        load. A document that was committed but is not so far at the deadline is returned with `waited_for`
        filled.

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
        """Load the present address again; also brings a crashed tab back. Waits and raises as `goto` does."""
        await self._attachment.ensure(timeout, revive=True)
        return await navigate.reload(
            self._state, wait_until=wait_until, timeout=timeout, ignore_cache=ignore_cache
        )

    async def back(
        self, *, wait_until: WaitUntil = "ready", timeout: float = navigate.NAVIGATION_SECONDS
    ) -> NavigationResult:
        """One step back in the history; `outcome` is `nothing` when there is none. Waits and raises as `goto`
        does.

        A page out of the back/forward cache is there at once, with the loader and node ids it had (fact 23).
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
        """Wait until the document in the tab has got so far; returns what was still missing at the
        end.
        """
        await self._attachment.ensure(timeout)
        return await navigate.wait_for_load(self._state, wait_until=wait_until, timeout=timeout)

    # Scripts

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
        value. Dates come as `datetime` in UTC, BigInts as int, byte arrays as bytes, other typed arrays as lists;
        regular expressions, URLs and errors as their text; undefined as None. `world="isolated"` sees the same DOM,
        but none of the page's own variables or patched functions.

        Raises `EvaluationFailed` (it threw, or its result is not plain data), `InvalidInput` (an argument that
        has no JSON form), `DeadlineExceeded` (a script that loops is stopped, the page lives on),
        `SessionDetached` (the page navigated meanwhile), `DialogBlocking`, `TargetCrashed`, `TargetClosed`.
        """
        await self._attachment.ensure(timeout)
        return await evaluate.evaluate(
            self._state, expression, args, frame=self._state.frame(frame), world=world, timeout=timeout
        )

    async def isolated_world(
        self, frame: Frame | str | None = None, *, timeout: float = 10.0
    ) -> runtime.ExecutionContextId:
        """The context of our own world in the frame's present document, for raw `Runtime` calls on
        `frame.session`.
        """
        return await self.toolkit(frame).world(timeout=timeout)

    def toolkit(self, frame: Frame | str | None = None) -> Toolkit:
        """What can be asked in a frame's present document (the main one's) in our own world there."""
        return Toolkit(self._state, self._state.frame(frame))

    async def unstick(self) -> bool:
        """End scripts that keep the tab from answering (fact 26); True when one was ended."""
        ended = False
        for session in self._state.sessions:
            ended = await evaluate.unstick(session) or ended
        return ended

    # Pictures

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
        """A picture of the viewport, the whole page, or `clip` = (x, y, width, height) in CSS px of the
        viewport.

        `quality` (0 to 100) is for jpeg and webp; `fit` is the largest width and height, in pixels of the picture. A
        tab in the background is drawn too, its own deadline applies.
        """
        deadline = anyio.current_time() + timeout
        while True:
            await self._attachment.ensure(timeout)
            if self.action_overlay is not None:
                await self.action_overlay.clear()
            try:
                return await screenshots.screenshot(
                    self.session,
                    full_page=full_page,
                    clip=clip,
                    format=format,
                    quality=quality,
                    fit=fit,
                    timeout=timeout,
                )
            except ProtocolError as error:
                # between two renderers there is nothing to draw; where one crashed, `ensure` raises that
                if error.reason != screenshots.NOTHING_DRAWN:
                    raise
                if (left := deadline - anyio.current_time()) <= 0:
                    raise DeadlineExceeded("document to take a picture of", timeout) from error
                await self.changed(min(left, REDRAWN_SECONDS))

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
    """Attach to a tab for the length of the block; the tab stays open in the browser. Raises as `Tab.open`
    does.
    """
    async with background_tasks() as tasks:
        tab = await Tab.open(chrome, target_id, tasks, timeout=timeout, dialog_policy=dialog_policy)
        try:
            yield tab
        finally:
            with anyio.CancelScope(shield=True):
                await tab.release()
