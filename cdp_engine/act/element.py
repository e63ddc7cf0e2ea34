"""From a ref to a live element: its frame, its session, and calls on it in an isolated world.

The page's own scripts cannot see that world, nor change its answers.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import anyio

from cdp_engine.errors import ProtocolError, SessionDetached, StaleRef
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command, dom, page, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab import Toolkit, is_context_lost

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, Tab

T = TypeVar("T")

_LEAST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time by which an action must end, and the seconds left until then."""

    seconds: float
    started: float = field(default_factory=anyio.current_time)

    @property
    def remaining(self) -> float:
        """Seconds left for a command; never fewer than a responsive page needs to answer."""
        return max(_LEAST_SECONDS, self.seconds - self.elapsed)

    @property
    def left(self) -> float:
        """Seconds left for waiting; 0 when the time is over."""
        return max(0.0, self.seconds - self.elapsed)

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return self.elapsed >= self.seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the action began."""
        return anyio.current_time() - self.started

    def extended(self, seconds: float) -> Deadline:
        """The same action with this many seconds from now on."""
        return replace(self, seconds=self.elapsed + seconds)


@dataclass(frozen=True, slots=True)
class Element:
    """One element of one document, held for the length of one action."""

    tab: Tab
    frame: Frame
    session: Session
    ref: ScopedRef | None
    object_id: runtime.RemoteObjectId | None
    deadline: Deadline
    _toolkit: Toolkit

    def start(self, name: str, *arguments: Any) -> PendingReply[runtime.CallFunctionOnReply]:
        """Ask the function `name` of the page side about this element; `answer` reads what it says."""
        question = self._toolkit.command(name, self.object_id, *arguments)
        return self.session.start(question, timeout=self.deadline.remaining)

    async def answer(self, reply: PendingReply[runtime.CallFunctionOnReply], name: str, into: type[T]) -> T:
        """What was asked by `start`. Raises as `ask` does."""
        with page_errors(self.ref, self.frame):
            return await self._toolkit.answer(reply, name, into)

    def tell(self, name: str, *arguments: Any) -> None:
        """Ask without waiting for the answer."""
        if self.session.closed is None:
            self.start(name, *arguments).abandon()

    async def send(self, *commands: Command[Any]) -> None:
        """Send commands to the element's process, within the deadline. Raises as `ask` does."""
        with page_errors(self.ref, self.frame):
            await self.session.send_all(*commands, timeout=self.deadline.remaining)

    async def ask(self, name: str, *arguments: Any, into: type[T], seconds: float | None = None) -> T:
        """Call a function and decode the answer as `into`; `seconds` replaces the time left until the deadline.

        Raises StaleRef when the document has gone, CommandTimeout when the page is too busy to answer.
        """
        timeout = self.deadline.remaining if seconds is None else seconds
        with page_errors(self.ref, self.frame):
            return await self._toolkit.call(name, self.object_id, *arguments, into=into, timeout=timeout)

    async def handle(self, name: str, *arguments: Any) -> runtime.RemoteObjectId | None:
        """Call a function that returns a node; its handle, or None for null."""
        with page_errors(self.ref, self.frame):
            return await self._toolkit.handle(
                name, self.object_id, *arguments, timeout=self.deadline.remaining
            )

    async def node_ref(self, object_id: runtime.RemoteObjectId) -> ScopedRef:
        """The ref of a node of this element's document, by its handle."""
        with page_errors(self.ref, self.frame):
            reply = await self.session.send(
                dom.describe_node(object_id=object_id), timeout=self.deadline.remaining
            )
        return ScopedRef(self.frame.id, self.frame.loader_id, reply.node.backend_node_id)

    async def ref_of(self, name: str) -> ScopedRef | None:
        """The ref of the element that a function of the page names; None for none."""
        handle = await self.handle(name)
        return None if handle is None else await self.node_ref(handle)

    def beside(self, object_id: runtime.RemoteObjectId) -> Element:
        """Another element of the same document, by its handle, which the caller releases."""
        return replace(self, ref=None, object_id=object_id)

    def document(self) -> Element:
        """The element's document, for calls that concern the whole of it."""
        return replace(self, ref=None, object_id=None)

    def release(self) -> None:
        """Release the handle without waiting for the answer."""
        if self.object_id is not None:
            self._toolkit.release(self.object_id)


@asynccontextmanager
async def located(tab: Tab, ref: ScopedRef | None, deadline: Deadline) -> AsyncGenerator[Element]:
    """The element of a ref for the duration of the block; None means the main frame's page.

    Raises StaleRef when its document was replaced, its frame is gone or the node no longer exists.
    """
    if tab.failure is not None and not tab.frames.known:
        raise tab.failure  # closed or crashed: there are no frames, so the ref is not to blame
    frame = tab.frames.main if ref is None else frame_of(tab, ref)
    element = await hold(tab, frame, None if ref is None else ref.backend_node_id, deadline, ref)
    try:
        yield element
    finally:
        element.release()


def frame_of(tab: Tab, ref: ScopedRef) -> Frame:
    """The frame whose current document the ref belongs to. Raises StaleRef when no frame shows that document."""
    frame = tab.frames.get(ref.frame_id)
    if frame is None:
        raise StaleRef(ref_text(tab, ref), "its frame has gone")
    if frame.loader_id != ref.loader_id:
        raise StaleRef(ref_text(tab, ref), "its document was replaced by another one")
    return frame


def ref_text(tab: Tab, ref: ScopedRef) -> str:
    """The ref as it is written in messages."""
    main = tab.frames.main.id if tab.frames.known else page.FrameId("")
    return ref.text(main)


async def hold(
    tab: Tab, frame: Frame, node: dom.BackendNodeId | None, deadline: Deadline, ref: ScopedRef | None = None
) -> Element:
    """The element of a backend node id in a frame. Raises StaleRef when the node no longer exists."""
    toolkit = tab.toolkit(frame)
    element = Element(tab, toolkit.frame, toolkit.frame.session, ref, None, deadline, toolkit)
    if node is None:
        with page_errors(ref, frame):
            await toolkit.ready(timeout=deadline.remaining)
        return element
    try:
        handle = await toolkit.resolve(node, timeout=deadline.remaining)
    except ProtocolError as error:
        raise StaleRef(_words(ref, frame, node), "the element was removed") from error
    except SessionDetached as error:
        raise StaleRef(_words(ref, frame, node), "its frame moved or went away") from error
    if handle is None:
        raise StaleRef(_words(ref, frame, node), "its document is being replaced")
    return replace(element, object_id=handle)


@contextmanager
def page_errors(ref: ScopedRef | None, frame: Frame) -> Generator[None]:
    """Turn all of Chrome's wordings for a document that is gone into StaleRef."""
    try:
        yield
    except ProtocolError as error:
        if not is_context_lost(error):
            raise
        raise StaleRef(_words(ref, frame), "its document went away during the action") from error
    except SessionDetached as error:
        raise StaleRef(_words(ref, frame), "its document went away during the action") from error


def _words(ref: ScopedRef | None, frame: Frame, node: int | None = None) -> str:
    number = ref.backend_node_id if ref is not None else node
    return f"{frame.loader_id}:{number}" if number is not None else f"frame {frame.id}"
