"""Our eyes in one document: the page side of this room in an isolated world, and questions put to it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from cdp_engine.errors import EngineError, StaleRef, UnexpectedReply
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab import script

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, Tab

T = TypeVar("T")

ASK_SECONDS = 2.0
_CALL = "function (name, node, ...rest) { return this[name](node, ...rest); }"
_KEPT = 64

_toolkits: WeakKeyDictionary[Session, dict[tuple[str, int], runtime.RemoteObjectId]] = WeakKeyDictionary()


class Scene:
    """One document for the length of one action."""

    def __init__(self, tab: Tab, frame: Frame, toolkit: runtime.RemoteObjectId) -> None:
        self.tab = tab
        self.frame = frame
        self._toolkit = toolkit
        self._node: runtime.RemoteObjectId | None = None

    @classmethod
    async def open(
        cls, tab: Tab, frame: Frame, ref: ScopedRef | None = None, *, timeout: float = ASK_SECONDS
    ) -> Scene:
        """The document of a frame, with `ref` as the node that questions are about.

        Raises `StaleRef` for a node that is gone, and what keeps the page from answering.
        """
        context = await tab.isolated_world(frame, timeout=timeout)
        kept = _toolkits.setdefault(frame.session, {})
        key = (str(frame.loader_id), int(context))
        toolkit = kept.get(key)
        if toolkit is None:
            reply = await frame.session.send(
                runtime.evaluate(_source(), context_id=context, silent=True), timeout=timeout
            )
            if reply.result.object_id is None:
                raise UnexpectedReply("the page side of verification could not be set up")
            while len(kept) >= _KEPT:
                kept.pop(next(iter(kept)))
            toolkit = kept[key] = reply.result.object_id
        scene = cls(tab, frame, toolkit)
        if ref is not None:
            node = await frame.session.send(
                dom.resolve_node(backend_node_id=ref.backend_node_id, execution_context_id=context),
                timeout=timeout,
            )
            if node.object_.object_id is None:
                raise StaleRef(str(ref), "the element was removed")
            scene._node = node.object_.object_id
        return scene

    @property
    def stands(self) -> bool:
        """Whether the frame still shows this document."""
        now = self.tab.frames.get(self.frame.id)
        return now is not None and now.loader_id == self.frame.loader_id and self.frame.session.closed is None

    async def ask(self, name: str, *arguments: Any, into: type[T], timeout: float = ASK_SECONDS) -> T | None:
        """Ask, and read the answer as `into`; None for null, and where the document went away or cannot answer now.

        Raises `UnexpectedReply` when our own script failed.
        """
        try:
            reply = await self.frame.session.send(self._question(name, arguments, True), timeout=timeout)
        except EngineError:
            return None
        if reply.exception_details is not None:
            details = reply.exception_details
            text = details.exception.description if details.exception else None
            raise UnexpectedReply(f"asking the page to {name} failed: {text or details.text}")
        if reply.result.value is None:
            return None
        try:
            return msgspec.convert(reply.result.value, into)
        except msgspec.ValidationError as error:
            raise UnexpectedReply(f"the page answered {name} with something else: {error}") from error

    async def handle(self, name: str) -> runtime.RemoteObjectId | None:
        """Ask a function that answers with a node; its handle, or None for null."""
        reply = await self.frame.session.send(self._question(name, (), False), timeout=ASK_SECONDS)
        return reply.result.object_id

    async def find(self, name: str) -> ScopedRef | None:
        """Ask a function that answers with a node; its ref, or None for null."""
        handle = await self.handle(name)
        if handle is None:
            return None
        session = self.frame.session
        found = await session.send(dom.describe_node(object_id=handle), timeout=ASK_SECONDS)
        session.start(runtime.release_object(handle)).abandon()
        return ScopedRef(self.frame.id, self.frame.loader_id, found.node.backend_node_id)

    def ask_ahead(self, name: str, *, timeout: float) -> PendingReply[runtime.CallFunctionOnReply]:
        """Ask now what will be answered later. The caller reads or abandons the reply."""
        return self.frame.session.start(self._question(name, (), True), timeout=timeout)

    def tell(self, name: str) -> None:
        """Ask without waiting for the answer."""
        if self.stands:
            self.frame.session.start(self._question(name, (), True)).abandon()

    def let_go(self) -> None:
        """The node is no longer needed; nobody waits for the answer."""
        node, self._node = self._node, None
        if node is not None and self.frame.session.closed is None:
            self.frame.session.start(runtime.release_object(node)).abandon()

    def _question(
        self, name: str, arguments: tuple[Any, ...], by_value: bool
    ) -> Command[runtime.CallFunctionOnReply]:
        node = runtime.CallArgument(object_id=self._node) if self._node else runtime.CallArgument(value=None)
        given = [runtime.CallArgument(value=name), node]
        given.extend(runtime.CallArgument(value=argument) for argument in arguments)
        return runtime.call_function_on(
            _CALL,
            object_id=self._toolkit,
            arguments=given,
            return_by_value=by_value,
            await_promise=True,
            silent=True,
        )


@cache
def _source() -> str:
    return script("action_watch")
