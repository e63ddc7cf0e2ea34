"""Execution contexts: the main worlds that Chrome reports and the isolated worlds that we create (pure)."""

from __future__ import annotations

from dataclasses import dataclass

from cdp_engine.protocol import runtime
from cdp_engine.rpc import Session
from cdp_engine.tab.state.frame import Frame

WORLD_NAME = "cdp-engine"


@dataclass(slots=True)
class _Held:
    """A handle on a node, and how many hold it."""

    handle: runtime.RemoteObjectId
    users: int = 1


class ExecutionContexts:
    """Execution contexts by frame; a context ends with its document, so nothing outlives one."""

    def __init__(self) -> None:
        self._main: dict[tuple[Session, str], runtime.ExecutionContextDescription] = {}
        self._isolated: dict[tuple[Session, str, str], runtime.ExecutionContextId] = {}
        self._equipped: set[tuple[Session, runtime.ExecutionContextId]] = set()
        self._nodes: dict[tuple[Session, runtime.ExecutionContextId, int], _Held] = {}
        self.watched: set[Session] = set()

    def created(self, session: Session, event: runtime.ExecutionContextCreated) -> None:
        """`Runtime.executionContextCreated`: kept when it is the main world of a frame."""
        details = event.context.aux_data or {}
        frame_id = details.get("frameId")
        if isinstance(frame_id, str) and details.get("isDefault"):
            self._main[session, frame_id] = event.context

    def destroyed(self, session: Session, event: runtime.ExecutionContextDestroyed) -> None:
        """`Runtime.executionContextDestroyed`."""
        gone = event.execution_context_id
        self._main = {k: c for k, c in self._main.items() if k[0] is not session or c.id != gone}
        self._isolated = {k: c for k, c in self._isolated.items() if k[0] is not session or c != gone}
        self._equipped.discard((session, gone))
        self._nodes = {k: held for k, held in self._nodes.items() if k[0] is not session or k[1] != gone}

    def cleared(self, session: Session) -> None:
        """`Runtime.executionContextsCleared`, or the session ended."""
        self._main = {key: context for key, context in self._main.items() if key[0] is not session}
        self._isolated = {key: context for key, context in self._isolated.items() if key[0] is not session}
        self._equipped = {known for known in self._equipped if known[0] is not session}
        self._nodes = {key: held for key, held in self._nodes.items() if key[0] is not session}

    def session_gone(self, session: Session) -> None:
        """Remove the contexts of a frame."""
        self.cleared(session)
        self.watched.discard(session)

    def main_world(self, frame: Frame) -> runtime.ExecutionContextId | None:
        """The main world of a frame, when Chrome has reported it."""
        context = self._main.get((frame.session, frame.id))
        return context.id if context is not None else None

    def isolated_world(self, frame: Frame) -> runtime.ExecutionContextId | None:
        """Our isolated world in the frame's current document."""
        return self._isolated.get((frame.session, frame.id, frame.loader_id))

    def keep_isolated(self, frame: Frame, context: runtime.ExecutionContextId) -> None:
        """Record the world of that document; those of the frame's earlier documents are dropped."""
        for key in [key for key in self._isolated if key[:2] == (frame.session, frame.id)]:
            self._equipped.discard((frame.session, self._isolated.pop(key)))
        self._isolated[frame.session, frame.id, frame.loader_id] = context

    def forget_isolated(self, frame: Frame) -> None:
        """Drop a world that no longer exists."""
        gone = self._isolated.pop((frame.session, frame.id, frame.loader_id), None)
        if gone is not None:
            self._equipped.discard((frame.session, gone))

    def equip(self, frame: Frame) -> None:
        """Record that all our functions are installed in the frame's isolated world."""
        known = self.isolated_world(frame)
        if known is not None:
            self._equipped.add((frame.session, known))

    def is_equipped(self, frame: Frame) -> bool:
        """Whether all our functions are installed in the frame's isolated world."""
        known = self.isolated_world(frame)
        return known is not None and (frame.session, known) in self._equipped

    def hold(self, frame: Frame, node: int) -> runtime.RemoteObjectId | None:
        """The handle on a node of the frame's document, for one more holder; None where nobody holds it."""
        known = self.isolated_world(frame)
        held = self._nodes.get((frame.session, known, node)) if known is not None else None
        if held is None:
            return None
        held.users += 1
        return held.handle

    def keep_handle(self, frame: Frame, node: int, handle: runtime.RemoteObjectId) -> None:
        """Remember the handle of a first holder, for others to share."""
        known = self.isolated_world(frame)
        if known is not None:
            self._nodes.setdefault((frame.session, known, node), _Held(handle))

    def drop(self, handle: runtime.RemoteObjectId) -> bool:
        """One holder less; whether nobody holds the handle any more."""
        for key, held in self._nodes.items():
            if held.handle == handle:
                held.users -= 1
                if held.users == 0:
                    del self._nodes[key]
                return held.users == 0
        return True
