"""One tab: attached, kept attached, and everything that can be done with it below the level of elements."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import anyio.abc

from cdp_engine.chrome import background_tasks
from cdp_engine.errors import EngineError, SessionDetached
from cdp_engine.protocol import runtime, target
from cdp_engine.rpc import Session
from cdp_engine.tab import evaluate as scripts
from cdp_engine.tab import navigate, pictures, retold, saving, settling, tracing, watching
from cdp_engine.tab.attachment import ATTACH_SECONDS, Attachment
from cdp_engine.tab.dialogs import DialogPolicy, Dialogs
from cdp_engine.tab.downloads import Download
from cdp_engine.tab.effects import Effects
from cdp_engine.tab.emulation import NO_EMULATION, Emulation
from cdp_engine.tab.frames import DocumentChange, Frame, FrameTree
from cdp_engine.tab.gate import GuardPost
from cdp_engine.tab.guard import BlockedRequest, Guard
from cdp_engine.tab.loading import WaitUntil
from cdp_engine.tab.navigation import NavigationResult
from cdp_engine.tab.openings import Openings
from cdp_engine.tab.requests import Mark, RequestTable
from cdp_engine.tab.settling import SETTLE_LIMIT, Settled
from cdp_engine.tab.tracing import Trace
from cdp_engine.tab.watching import FramePulse, Said

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome


class Tab:
    """One tab of a browser. Made by `open_tab`, or by `Tab.open` for a program that keeps many.

    Its state is current whenever a reply resolves. Every call has a deadline in seconds. A detached tab is
    attached again by itself (CD-07); a crashed one says so at once and works again after a navigation.
    """

    def __init__(self, chrome: Chrome, target_id: target.TargetID, attachment: Attachment) -> None:
        self.chrome = chrome
        self.target_id = target_id
        self._attachment = attachment
        self._state = attachment.state
        self.effects: Effects | None = None
        """Shows people where the program acts; None where nobody is to see it."""
        self._openings = Openings(target_id, self._state.pulse.beat)
        stop_openings = chrome.root.listen(target.TargetCreated, self._openings.created)
        stop_saving = saving.watch_saved(chrome, self._state.downloads, self._state.pulse.beat)

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
        post: GuardPost | None = None,
    ) -> Tab:
        """Attach to a tab and keep it attached by a task in `task_group` until `release` or `close`.

        `emulation` is in force before any script of a document, frame or worker to come (CD-15). With `effects`
        people are shown where actions happen (CD-12). `post` holds the tab to its domains (EX-09).

        Raises `DeadlineExceeded` for a tab that does not answer (frozen, stuck, or held by a dialog that was
        open before), `TargetClosed` for one that is gone, `InvalidInput` for an emulation the browser refuses.
        """
        attachment = Attachment(
            chrome, target_id, task_group, dialog_policy=dialog_policy, emulation=emulation, post=post
        )
        tab = cls(chrome, target_id, attachment)
        if effects:
            tab.effects = Effects(lambda: tab.session, task_group)
        try:
            await tab.attach(timeout=timeout)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await tab.release()
            raise
        return tab

    # What is known

    @property
    def session(self) -> Session:
        """The page's own session. Raises what keeps the tab from answering when there is none."""
        if self._state.ended is not None:
            raise self._state.ended
        if self._state.session is None:
            raise SessionDetached("the tab is not attached")
        return self._state.session

    @property
    def sessions(self) -> tuple[Session, ...]:
        """Every session of the tab now: the page's, those of its cross-process frames and of its workers."""
        return self._state.sessions

    @property
    def frames(self) -> FrameTree:
        """The frames of all processes of the tab (fact 27)."""
        return self._state.frames

    @property
    def dialogs(self) -> Dialogs:
        """The dialogs of the tab and the policy for them."""
        return self._state.dialogs

    @property
    def network(self) -> RequestTable:
        """What is in flight, and what happened since a mark (SX-04)."""
        return self._state.requests

    @property
    def downloads(self) -> tuple[Download, ...]:
        """The downloads that this tab started, oldest first."""
        return self._state.downloads.all()

    @property
    def opened(self) -> tuple[target.TargetInfo, ...]:
        """The tabs and windows that this tab opened, oldest first (fact 28)."""
        return self._openings.all()

    @property
    def url(self) -> str:
        """The address of the document in the main frame, with its fragment."""
        return self._state.frames.main.url

    @property
    def departing(self) -> bool:
        """Whether the main frame is on its way to another document."""
        frames = self._state.frames
        return frames.known and self._state.loads.departure(frames.main.id) is not None

    @property
    def failure(self) -> EngineError | None:
        """Why the tab cannot answer at this moment: closed, crashed, detached, held by a dialog. None: it
        can.
        """
        return self._state.failure()

    @property
    def closed(self) -> bool:
        """Whether the tab is gone for good."""
        return self._state.ended is not None

    def on_document_change(self, callback: Callable[[DocumentChange], None]) -> Callable[[], None]:
        """Have `callback` called, inside the reader, for every document that comes, returns, moves or goes
        (FP-02).

        It must be short and must not wait. Returns what ends it.
        """
        return self._state.on_document_change(callback)

    def on_opened(self, callback: Callable[[target.TargetInfo], None]) -> Callable[[], None]:
        """Have `callback` called, inside the reader, for every tab or window this tab opens; returns what
        ends it.
        """
        return self._openings.listen(callback)

    async def changed(self, timeout: float) -> None:
        """Return when anything about the tab changed (frames, requests, dialogs, sessions), or after
        `timeout`.
        """
        await self._state.pulse.wait(anyio.current_time() + timeout)

    # Circumstances

    @property
    def emulation(self) -> Emulation:
        """What the tab makes its pages believe."""
        return self._state.conditions.emulation

    @property
    def guard(self) -> Guard | None:
        """The domains that the tab is held to and what they have held back; None where it has no lists (EX-09)."""
        return self._state.conditions.guard

    async def guard_from_now_on(self, post: GuardPost) -> None:
        """Hold a tab that is in use to its domains; the document that stands there stays (EX-09)."""
        await self._state.conditions.guard_from_now_on(self._state.sessions, post)

    @property
    def blocked(self) -> list[BlockedRequest]:
        """What was held back of the present document, its frames and workers, oldest first (EX-09)."""
        guard = self.guard
        if guard is None:
            return []
        here = {session.target_id for session in self._state.sessions}
        return [entry for entry in guard.since(self._state.guarded_from) if entry.target in here]

    async def emulate(self, emulation: Emulation) -> None:
        """Change that, for what is there and what is to come: navigations, frames, workers, a re-attach (CD-15).

        Raises `InvalidInput` for what the browser refuses; all is then as before.
        """
        await self._attachment.ensure(ATTACH_SECONDS)
        await self._state.conditions.change(self._state.sessions, emulation)

    # Attaching and letting go

    async def attach(self, *, timeout: float = ATTACH_SECONDS) -> None:
        """Attach if the tab is not attached: safe to call often, from several tasks, and again after a
        failure (FP-02).

        Up to 5 attempts, 1 to 10 s apart, within `timeout` (CD-07). Raises as `open` does.
        """
        await self._attachment.attach(timeout)

    async def detach(self) -> None:
        """Let go of the tab and leave it open; `attach`, or the next use, takes it up again (CD-08)."""
        await self._attachment.detach()

    async def release(self) -> None:
        """Let go of the tab for good and leave it open in the browser."""
        self._stop_watching()
        await self._attachment.release()

    async def close(self, *, timeout: float = ATTACH_SECONDS) -> None:
        """Close the tab in the browser. Who waits for it gets `TargetClosed`; closing twice is no error."""
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

        Raises `InvalidURL`, `NavigationFailed` (with Chrome's net error; its error page stands in the tab),
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
        """Wait until the document that stands in the tab is so far; returns what was still missing at the
        end.
        """
        await self._attachment.ensure(timeout)
        return await navigate.wait_for_load(self._state, wait_until=wait_until, timeout=timeout)

    # Coming to rest

    async def settle(
        self,
        *,
        quiet: float | None = None,
        limit: float = SETTLE_LIMIT,
        mark: Mark | None = None,
        before: Mapping[str, FramePulse] | None = None,
        since: float | None = None,
    ) -> Settled:
        """Wait until no frame of the page changes any more, for at most `limit` seconds (FP-03).

        `quiet` is for how many seconds nothing may change; None: for two frames, with no request in flight that
        began after `mark`. `before` is what `pulse` said earlier, from where mutations are counted; `since` is when the
        page was touched, on anyio's clock (None: now). Nothing that the page does is raised; it is in the result.
        """
        return await settling.settle(
            self._state, quiet=quiet, limit=limit, mark=mark, before=before, since=since
        )

    async def pulse(self, *, timeout: float = 1.0) -> dict[str, FramePulse]:
        """How much has changed in every frame's document so far, by frame id."""
        await self._attachment.ensure(timeout)
        return await watching.pulses(self._state, timeout=timeout)

    async def trace(self, *, timeout: float = 1.0, retell: bool = False) -> Trace | None:
        """What tells whether the page still shows what it showed: equal traces, equal page. None: cannot be told.

        With `retell`, it holds what changed since the last `mark` or `retell`.
        """
        await self._attachment.ensure(timeout)
        return await tracing.trace(self._state, timeout=timeout, retell=retell)

    async def mark(self, *, timeout: float = 1.0) -> dict[str, int]:
        """Have every frame begin to note what changes, for `trace`; its mutations so far, by frame id."""
        await self._attachment.ensure(timeout)
        return await retold.mark(self._state, timeout=timeout)

    async def uncovered(self, frame: Frame | str, *, timeout: float = 1.0) -> bool:
        """Whether everything in view that one can act on in a frame is what lies on top at its middle."""
        await self._attachment.ensure(timeout)
        return await retold.uncovered(self._state, self._frame(frame), timeout=timeout)

    async def said(self, *, timeout: float = 0.5) -> list[Said]:
        """The texts that came and went in all frames since this was asked last, oldest first (SX-08)."""
        await self._attachment.ensure(timeout)
        return await watching.texts(self._state, timeout=timeout)

    # Scripts

    async def evaluate(
        self,
        expression: str,
        *args: object,
        frame: Frame | str | None = None,
        world: scripts.World = "main",
        timeout: float = 30.0,
    ) -> Any:
        """Run JavaScript in a frame (the main one) and return its value; a promise is awaited.

        `expression` is an expression or statements; a function, which is called with `args`, each passed by
        value. `world="isolated"` sees the same DOM, but none of the page's own variables or patched
        functions.

        Raises `EvaluationFailed` (it threw, or its result is no plain data), `InvalidInput` (an argument that
        has no JSON form), `DeadlineExceeded` (a script that loops is stopped, the page lives on),
        `SessionDetached` (the page navigated meanwhile), `DialogBlocking`, `TargetCrashed`, `TargetClosed`.
        """
        await self._attachment.ensure(timeout)
        return await scripts.evaluate(
            self._state, expression, args, frame=self._frame(frame), world=world, timeout=timeout
        )

    async def isolated_world(
        self, frame: Frame | str | None = None, *, timeout: float = 10.0
    ) -> runtime.ExecutionContextId:
        """The context of our own world in the frame's present document, for raw `Runtime` calls on
        `frame.session`.
        """
        found = await scripts.find_context(
            self._state, self._frame(frame), "isolated", anyio.current_time() + timeout
        )
        if found is None:
            raise SessionDetached("the frame has no isolated world")
        return found

    async def unstick(self) -> bool:
        """End scripts that keep the tab from answering (fact 26); True when one was ended."""
        ended = False
        for session in self._state.sessions:
            ended = await scripts.unstick(session) or ended
        return ended

    # Pictures

    async def screenshot(
        self,
        *,
        full_page: bool = False,
        clip: pictures.Clip | None = None,
        format: pictures.PictureFormat = "png",
        quality: int | None = None,
        timeout: float = 15.0,
    ) -> bytes:
        """A picture of the viewport, the whole page, or `clip` = (x, y, width, height) in CSS px of the
        viewport.

        `quality` (0 to 100) is for jpeg and webp. A tab in the background is drawn too, its own deadline
        applies.
        """
        await self._attachment.ensure(timeout)
        if self.effects is not None:
            await self.effects.clear()
        return await pictures.screenshot(
            self.session, full_page=full_page, clip=clip, format=format, quality=quality, timeout=timeout
        )

    async def pdf(
        self, *, landscape: bool = False, background: bool = True, scale: float = 1.0, timeout: float = 30.0
    ) -> bytes:
        """The page as a PDF document; headless browsers only, others raise `EngineError`."""
        await self._attachment.ensure(timeout)
        return await pictures.pdf(
            self.session, landscape=landscape, background=background, scale=scale, timeout=timeout
        )

    # The parts

    def _frame(self, frame: Frame | str | None) -> Frame:
        if frame is None:
            return self._state.frames.main
        frame_id = frame if isinstance(frame, str) else frame.id
        known = self._state.frames.get(frame_id)
        if known is None:
            raise SessionDetached(f"the tab has no frame {frame_id}")
        return known


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
