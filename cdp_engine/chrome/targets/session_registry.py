"""The registry of open sessions: attach and detach events of all sessions in, sessions of pages out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import anyio
from anyio.abc import TaskGroup

from cdp_engine.chrome.targets.new_targets import NewTargets
from cdp_engine.chrome.targets.page_sessions import PageSessions, Prepare
from cdp_engine.chrome.targets.session_tree import Attachment, SessionTree
from cdp_engine.chrome.targets.targets import TargetTree
from cdp_engine.errors import EngineError, ProtocolError, SessionDetached, TargetClosed, TargetCrashed
from cdp_engine.protocol import target
from cdp_engine.rpc import Connection, Session

ATTACH_SECONDS = 5.0
"""Attaching is answered by the browser process, whatever the page does."""

DETACH_SECONDS = 1.0


class SessionKeeper:
    """Keeps `Connection.sessions` current: opens and ends them as the browser reports, in wire order."""

    def __init__(self, connection: Connection, targets: TargetTree, tasks: TaskGroup) -> None:
        self._connection = connection
        self._targets = targets
        self._tasks = tasks
        self._tree = SessionTree()
        self._pages: dict[target.SessionID, PageSessions] = {}
        self._asked: Counter[target.TargetID] = Counter()
        self._unasked: dict[target.TargetID, list[tuple[Session, target.AttachedToTarget]]] = {}
        self.new_targets = NewTargets(
            connection, tasks, lambda session_id: self._send_detach(None, session_id)
        )
        self._watch(connection.root)
        connection.root.listen(target.TargetCrashed, self._crashed)
        connection.root.listen(target.TargetDestroyed, self._destroyed)

    async def attach_page(
        self,
        target_id: target.TargetID,
        *,
        prepare: Prepare,
        on_child_gone: Callable[[Session], None],
        timeout: float,
    ) -> PageSessions:
        """See `Chrome.attach_page`."""
        session = self.new_targets.claim(target_id) or await self._attach(target_id, timeout)
        page = PageSessions(
            session,
            targets=self._targets,
            tasks=self._tasks,
            prepare=prepare,
            on_child_gone=on_child_gone,
            timeout=timeout,
            release=self._release,
        )
        self._pages[_id(session)] = page
        try:
            await page.begin(
                self._targets.get(target_id) or target.TargetInfo(target_id=target_id, type="page")
            )
        except BaseException:
            self._let_go(page)
            raise
        self._targets.note_alive(target_id)
        return page

    async def _attach(self, target_id: target.TargetID, timeout: float) -> Session:
        session: Session | None = None
        # shielded: otherwise the session of a cancelled attach would stay open for ever
        with anyio.CancelScope(shield=True):
            session_id = await self._ask_to_attach(target_id, min(timeout, ATTACH_SECONDS))
            session = self._connection.sessions.get(session_id)
        if session is None:
            raise TargetClosed(f"the target {target_id} closed while it was being attached")
        return session

    async def _ask_to_attach(self, target_id: target.TargetID, timeout: float) -> target.SessionID:
        command = target.attach_to_target(target_id, flatten=True)
        ours: target.SessionID | None = None
        self._asked[target_id] += 1
        try:
            ours = (await self._connection.root.send(command, timeout=timeout)).session_id
            return ours
        except ProtocolError as error:
            if target_id in self._targets:
                raise
            raise TargetClosed(f"there is no target {target_id}, or it was closed") from error
        finally:
            self._answered(target_id, ours)

    def _answered(self, target_id: target.TargetID, ours: target.SessionID | None) -> None:
        """An attach that we asked for is over; of the sessions that came meanwhile, the others are not ours."""
        self._asked[target_id] -= 1
        came = [pair for pair in self._unasked.pop(target_id, []) if pair[0].id != ours]
        if self._asked[target_id] > 0:
            self._unasked[target_id] = came
            return
        del self._asked[target_id]
        for session, event in came:
            self.new_targets.arrived(session, event)

    async def _release(self, page: PageSessions) -> None:
        """Detach from a page, waiting at most one second for the browser's answer."""
        root = self._connection.root
        command = target.detach_from_target(session_id=_id(page.root))
        known = page.root.closed is None
        with root.start(command, timeout=DETACH_SECONDS) as reply:
            self._end(
                self._tree.detach(_id(page.root)), SessionDetached("the page was released"), notify=False
            )
            page.forget_children()
            if known and not self._connection.closed:
                try:
                    await reply.result()
                except EngineError:
                    return  # gone already, or the browser is: either way nothing is attached

    def _let_go(self, page: PageSessions) -> None:
        """As `_release`, without waiting: for a caller that was cancelled or failed."""
        self._send_detach(None, _id(page.root))
        self._end(self._tree.detach(_id(page.root)), SessionDetached("the page was released"), notify=False)
        page.forget_children()

    # What the reader calls, in the order of the wire.

    def _watch(self, session: Session) -> None:
        session.listen(target.AttachedToTarget, partial(self._attached, session))
        session.listen(target.DetachedFromTarget, self._detached)

    def _attached(self, parent: Session, event: target.AttachedToTarget) -> None:
        info = event.target_info
        if not self._tree.attach(Attachment(event.session_id, info.target_id, parent.id)):
            return
        session = self._connection.attach(event.session_id, info.target_id, kind=info.type)
        self._watch(session)
        if parent.id is None:
            # Either `attach_page` requested it, and will use it, or the browser attached us by itself.
            if not self.new_targets.may_be(event):
                return
            if self._asked[info.target_id] and not event.waiting_for_debugger:
                self._unasked.setdefault(info.target_id, []).append((session, event))
            else:
                self.new_targets.arrived(session, event)
            return
        page = self._pages.get(self._tree.root_of(parent.id))
        if page is not None:
            page.adopt(session, parent.id, info)

    def _detached(self, event: target.DetachedFromTarget) -> None:
        removed = self._tree.detach(event.session_id)
        if not removed:
            return
        name = self._name(removed[-1].target_id)
        if removed[-1].parent is None:
            # nobody but us detaches from a page that lives, and we take the session out beforehand
            self._end(removed, TargetClosed(f"{name} was closed"))
        else:
            self._end(removed, SessionDetached(f"{name} left its process or was removed"))

    def _crashed(self, event: target.TargetCrashed) -> None:
        error = TargetCrashed(
            f"the renderer of {self._name(event.target_id)} died ({event.status or 'crashed'})"
        )
        for attachment in self._tree.of_target(event.target_id):
            # without this a frame that is loaded again would come back under the dead session's id
            self._send_detach(attachment.parent, attachment.session_id)
            self._end(self._tree.detach(attachment.session_id), error)

    def _destroyed(self, event: target.TargetDestroyed) -> None:
        for attachment in self._tree.of_target(event.target_id):
            error = TargetClosed(f"{self._name(event.target_id)} was closed")
            self._end(self._tree.detach(attachment.session_id), error)

    def _end(self, removed: Sequence[Attachment], error: EngineError, *, notify: bool = True) -> None:
        """End sessions, deepest first; then notify the pages, so that they see nothing half-ended."""
        gone: list[tuple[PageSessions, target.SessionID]] = []
        if removed:
            top = removed[-1]
            root = top.session_id if top.parent is None else self._tree.root_of(top.parent)
            page = self._pages.pop(root, None) if top.parent is None else self._pages.get(root)
            if page is not None:
                gone = [(page, attachment.session_id) for attachment in removed]
        for attachment in removed:
            self._connection.detach(attachment.session_id, error)
        for page, session_id in gone if notify else ():
            page.lose(session_id)

    def _send_detach(self, parent: target.SessionID | None, session_id: target.SessionID) -> None:
        """Request a detach without waiting for the answer."""
        through = self._connection.root if parent is None else self._connection.sessions.get(parent)
        if through is not None:
            through.start(target.detach_from_target(session_id=session_id)).abandon()

    def _name(self, target_id: target.TargetID) -> str:
        info = self._targets.get(target_id)
        return f"the {info.type} {info.url}".rstrip() if info else f"target {target_id}"


def _id(session: Session) -> target.SessionID:
    assert session.id is not None
    return session.id
