"""One document that is watched during an action: calls to the page side, in its isolated world."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from cdp_engine.errors import EngineError, StaleRef, UnexpectedReply
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import runtime
from cdp_engine.rpc import PendingReply
from cdp_engine.tab import Toolkit, read_answer

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, Tab

T = TypeVar("T")

ASK_SECONDS = 2.0


@dataclass(slots=True, eq=False)
class WatchedDocument:
    """One document for the duration of one action."""

    tab: Tab
    frame: Frame
    _toolkit: Toolkit
    _node: runtime.RemoteObjectId | None = None
    hangs: bool = False
    """Whether its frame did not answer after the action; it is not asked again."""

    @classmethod
    async def open(
        cls, tab: Tab, frame: Frame, ref: ScopedRef | None = None, *, timeout: float = ASK_SECONDS
    ) -> WatchedDocument:
        """The document of a frame, with `ref` as the node that calls are about.

        Raises `StaleRef` for a node that is gone, and the error of a page that cannot answer.
        """
        toolkit = tab.toolkit(frame)
        if ref is None:
            await toolkit.ready(timeout=timeout)
            return cls(tab, toolkit.frame, toolkit)
        node = await toolkit.resolve(ref.backend_node_id, timeout=timeout)
        if node is None:
            raise StaleRef(str(ref), "the element was removed")
        return cls(tab, toolkit.frame, toolkit, node)

    @property
    def is_current(self) -> bool:
        """Whether the frame still shows this document and answers."""
        if self.hangs:
            return False
        now = self.tab.frames.get(self.frame.id)
        return now is not None and now.loader_id == self.frame.loader_id and self.frame.session.closed is None

    async def ask(self, name: str, *arguments: Any, into: type[T], timeout: float = ASK_SECONDS) -> T | None:
        """Call a function and decode the answer as `into`; None for null, and where the document is gone or silent.

        Raises `UnexpectedReply` when our own script failed.
        """
        try:
            value = await self._toolkit.call(name, self._node, *arguments, into=object, timeout=timeout)
        except UnexpectedReply:
            raise
        except EngineError:
            return None
        return None if value is None else read_answer(value, name, into)

    async def handle(self, name: str) -> runtime.RemoteObjectId | None:
        """Call a function that returns a node; its handle, or None for null."""
        return await self._toolkit.handle(name, self._node, timeout=ASK_SECONDS)

    def ask_ahead(
        self, name: str, *arguments: Any, timeout: float = ASK_SECONDS
    ) -> PendingReply[runtime.CallFunctionOnReply]:
        """Ask now what is read later by `answer`. The caller reads or abandons the reply."""
        return self.frame.session.start(self._toolkit.command(name, self._node, *arguments), timeout=timeout)

    async def answer(
        self, reply: PendingReply[runtime.CallFunctionOnReply], name: str, into: type[T]
    ) -> T | None:
        """What was asked by `ask_ahead`; None where the document went away or did not answer. Raises as `ask` does."""
        try:
            return await self._toolkit.answer(reply, name, into)
        except UnexpectedReply:
            raise
        except EngineError:
            return None

    def leave(self, *, around: bool = False) -> None:
        """End what `begin` began, and release the node, without waiting for the answers.

        `around`: it was begun around several actions.
        """
        if self.is_current:
            stop = "stopAround" if around else "stop"
            self.frame.session.start(self._toolkit.command(stop, self._node)).abandon()
        self.release()

    def release(self) -> None:
        """Release the node without waiting for the answer."""
        node, self._node = self._node, None
        if node is not None:
            self._toolkit.release(node)


def give_up(documents: Iterable[WatchedDocument], deaf: Container[str]) -> None:
    """Ask those in the frames `deaf` (ids) nothing more, and let the next capture wait for them only briefly."""
    for document in documents:
        if document.frame.id in deaf:
            document.hangs = True
            document.tab.unresponsive.add(document.frame.session)
