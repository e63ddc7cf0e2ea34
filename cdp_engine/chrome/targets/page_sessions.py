"""The sessions of one page: its own, and those of its frames in other processes and its workers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType

import anyio
from anyio.abc import TaskGroup

from cdp_engine.chrome.targets.targets import TargetTree
from cdp_engine.errors import DeadlineExceeded, EngineError
from cdp_engine.protocol import runtime, target
from cdp_engine.rpc import Session

Prepare = Callable[[Session, target.TargetInfo], Awaitable[None]]
"""Sets a new session up (enables domains, adds scripts) before its target runs on."""

RESUME_SECONDS = 3.0
"""How long a new frame or worker is held for its preparation before it runs on."""

SETTLE_SECONDS = 3.0
"""How long an attach waits for existing frames: a frozen one must not block the page."""

AUTO_ATTACH = target.set_auto_attach(True, True, flatten=True)


@dataclass(slots=True, eq=False)
class ChildSession:
    """A session below a page's own: an out-of-process frame ("iframe"), or a worker."""

    session: Session
    parent: target.SessionID
    """The session through which it was found: the page's, or of the frame around it."""
    found_as: target.TargetInfo
    """The target when it was attached; a new frame has no url yet."""
    targets: TargetTree
    failure: Exception | None = None
    """The error of its preparation, if it failed or was too late."""

    @property
    def info(self) -> target.TargetInfo:
        """The target's latest state."""
        return self.targets.get(self.found_as.target_id) or self.found_as


class PageSessions:
    """What `Chrome.attach_page` returns: the page's session and the live table of those below it.

    `root` closes with TargetClosed when the tab is closed, and with TargetCrashed when its renderer dies
    (attach again to go on with the reloaded page).
    """

    def __init__(
        self,
        root: Session,
        *,
        targets: TargetTree,
        tasks: TaskGroup,
        prepare: Prepare,
        on_child_gone: Callable[[Session], None],
        timeout: float,
        release: Callable[[PageSessions], Awaitable[None]],
    ) -> None:
        self.root = root
        self._children: dict[target.SessionID, ChildSession] = {}
        self.children: Mapping[target.SessionID, ChildSession] = MappingProxyType(self._children)
        self._targets = targets
        self._tasks = tasks
        self._prepare = prepare
        self._on_child_gone = on_child_gone
        self._timeout = timeout
        self._release = release
        self._preparing = 0
        self._settled = anyio.Event()

    async def aclose(self) -> None:
        """Detach from the page and all below it; the tab stays open. `on_child_gone` is not called."""
        await self._release(self)

    # For the session registry.

    async def begin(self, info: target.TargetInfo) -> None:
        """Prepare the page's own session, then find and prepare everything below it.

        Raises DeadlineExceeded when the page does not answer, and what `prepare` raises.
        """
        deadline = anyio.current_time() + self._timeout
        with anyio.move_on_after(self._timeout) as patience:
            await self._prepare(self.root, info)
        if patience.cancelled_caught:
            raise DeadlineExceeded(
                f"preparation of {info.url or 'the page'}",
                self._timeout,
                hint="The tab may be frozen or busy with a script; close it or open a new one.",
            )
        # The sessions below come before the answer, and come even when a busy page gives none.
        with self.root.start(AUTO_ATTACH, timeout=self._timeout) as answer:
            with anyio.CancelScope(deadline=min(deadline, anyio.current_time() + SETTLE_SECONDS)):
                with suppress(DeadlineExceeded):
                    await answer.result()
                await self._all_prepared()

    def adopt(self, session: Session, parent: target.SessionID, info: target.TargetInfo) -> None:
        """Add a new session and prepare it in the background. Called by the reader."""
        child = ChildSession(session, parent, info, self._targets)
        self._children[target.SessionID(session.id or "")] = child
        if self._preparing == 0:
            self._settled = anyio.Event()
        self._preparing += 1
        self._tasks.start_soon(self._prepare_child, child)

    def lose(self, session_id: target.SessionID) -> None:
        """Remove a session that has ended. Called by the reader."""
        child = self._children.pop(session_id, None)
        if child is not None:
            self._on_child_gone(child.session)

    def forget_children(self) -> None:
        """Empty the table without notifying anybody: the owner has released the page."""
        self._children.clear()

    async def _all_prepared(self) -> None:
        while self._preparing:
            await self._settled.wait()

    async def _prepare_child(self, child: ChildSession) -> None:
        session = child.session
        try:
            # sent first, so that what the target starts when it runs on is found and held too
            with session.start(AUTO_ATTACH, timeout=self._timeout) as nested:
                prepared = anyio.Event()
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._run_prepare, child, prepared)
                    with anyio.move_on_after(RESUME_SECONDS):
                        await prepared.wait()
                    with suppress(EngineError):
                        await session.send(runtime.run_if_waiting_for_debugger(), timeout=self._timeout)
                with suppress(EngineError):
                    await nested.result()
        finally:
            self._preparing -= 1
            if self._preparing == 0:
                self._settled.set()

    async def _run_prepare(self, child: ChildSession, prepared: anyio.Event) -> None:
        """Contained: one frame that cannot be prepared must not end the page."""
        try:
            with anyio.move_on_after(self._timeout) as patience:
                await self._prepare(child.session, child.info)
            if patience.cancelled_caught:
                child.failure = DeadlineExceeded(f"preparation of {child.info.url}", self._timeout)
        except Exception as error:
            child.failure = error
        finally:
            prepared.set()
