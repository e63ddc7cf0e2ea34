"""From a ref to a live element: the frame it is in, its session, and questions put to it in an isolated world.

The page's own scripts see nothing of that world, and cannot change what it answers.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

import anyio
import msgspec

from cdp_engine.errors import ProtocolError, SessionDetached, StaleRef, UnexpectedReply
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import Command, dom, emulation, page, runtime
from cdp_engine.rpc import Session
from cdp_engine.tab import script

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, Tab

T = TypeVar("T")

WORLD = "cdp-engine-act"
_KEPT = 64
_LEAST_SECONDS = 1.0
_CONTEXT_LOST = (
    "Cannot find context",
    "Execution context was destroyed",
    "Inspected target navigated",
    "Promise was collected",
    "Could not find object with given id",
    "Cannot find default execution context",
    "Argument should belong to the same JavaScript world",
)

_CALL = """function (name, node, ...rest) {
  let element = node;
  if (node && node.nodeType !== 1) element = node.documentElement || node.parentElement || node.host;
  return node && !element ? { connected: false } : this[name](element ?? null, ...rest);
}"""

_Kept = dict[tuple[str, str], tuple["runtime.ExecutionContextId", "runtime.RemoteObjectId"]]
_toolkits: WeakKeyDictionary[Session, _Kept] = WeakKeyDictionary()
_awake: WeakSet[Session] = WeakSet()


class Deadline:
    """A moment that an action must not outlive, and how far away it is."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.started = anyio.current_time()
        self._at = self.started + seconds

    @property
    def remaining(self) -> float:
        """Seconds left for a command; never so few that a page that is well could not answer."""
        return max(_LEAST_SECONDS, self.left)

    @property
    def left(self) -> float:
        """Seconds left for waiting; 0 when the time is over."""
        return max(0.0, self._at - anyio.current_time())

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return anyio.current_time() >= self._at

    @property
    def elapsed(self) -> float:
        """Seconds since the action began."""
        return anyio.current_time() - self.started


class Element:
    """One element of one document, held for the length of one action."""

    def __init__(
        self,
        frame: Frame,
        ref: ScopedRef | None,
        toolkit: runtime.RemoteObjectId,
        object_id: runtime.RemoteObjectId | None,
        deadline: Deadline,
    ) -> None:
        self.frame = frame
        self.session = frame.session
        self.ref = ref
        self.object_id = object_id
        self.deadline = deadline
        self._toolkit = toolkit

    def question(
        self, name: str, *arguments: Any, by_value: bool = True
    ) -> Command[runtime.CallFunctionOnReply]:
        """The command that asks the toolkit's function `name` about this element."""
        given = [runtime.CallArgument(value=name), self._as_argument()]
        given.extend(runtime.CallArgument(value=argument) for argument in arguments)
        return runtime.call_function_on(
            _CALL,
            object_id=self._toolkit,
            arguments=given,
            return_by_value=by_value,
            await_promise=True,
            silent=True,
        )

    async def ask(self, name: str, *arguments: Any, into: type[T], seconds: float | None = None) -> T:
        """Ask, and read the answer as `into`; `seconds` in place of what is left until the deadline.

        Raises StaleRef when the document has gone, CommandTimeout when the page is too busy to answer.
        """
        with page_errors(self.ref, self.frame):
            timeout = self.deadline.remaining if seconds is None else seconds
            reply = await self.session.send(self.question(name, *arguments), timeout=timeout)
        return read(reply, name, into)

    async def handle(self, name: str, *arguments: Any) -> runtime.RemoteObjectId | None:
        """Ask a function that answers with a node; its handle, or None for null."""
        with page_errors(self.ref, self.frame):
            command = self.question(name, *arguments, by_value=False)
            reply = await self.session.send(command, timeout=self.deadline.remaining)
        _check(reply, name)
        return reply.result.object_id

    async def node_ref(self, object_id: runtime.RemoteObjectId) -> ScopedRef:
        """The ref of a node of this element's document, by its handle."""
        with page_errors(self.ref, self.frame):
            reply = await self.session.send(
                dom.describe_node(object_id=object_id), timeout=self.deadline.remaining
            )
        return ScopedRef(self.frame.id, self.frame.loader_id, reply.node.backend_node_id)

    def beside(self, object_id: runtime.RemoteObjectId) -> Element:
        """Another element of the same document, by its handle; whoever asks lets it go."""
        return Element(self.frame, None, self._toolkit, object_id, self.deadline)

    def _as_argument(self) -> runtime.CallArgument:
        if self.object_id is None:
            return runtime.CallArgument(value=None)
        return runtime.CallArgument(object_id=self.object_id)


@asynccontextmanager
async def located(tab: Tab, ref: ScopedRef | None, deadline: Deadline) -> AsyncGenerator[Element]:
    """The element of a ref for the length of a block; None stands for the main frame's page.

    Raises StaleRef when its document was replaced, its frame is gone or the node no longer exists.
    """
    if tab.failure is not None and not tab.frames.known:
        raise tab.failure  # closed or crashed: there are no frames, and that is not the ref's fault
    frame = tab.frames.main if ref is None else frame_of(tab, ref)
    _keep_awake(tab.session)
    element = await hold(tab, frame, None if ref is None else ref.backend_node_id, deadline, ref)
    try:
        yield element
    finally:
        let_go(element)


def let_go(element: Element) -> None:
    """Tell the page that the node is no longer held; nobody waits for the answer."""
    if element.object_id is not None and element.session.closed is None:
        with element.session.start(runtime.release_object(element.object_id)):
            pass


def frame_of(tab: Tab, ref: ScopedRef) -> Frame:
    """The frame whose present document the ref belongs to. Raises StaleRef when there is none any more."""
    frame = tab.frames.get(ref.frame_id)
    if frame is None:
        raise StaleRef(said(tab, ref), "its frame has gone")
    if frame.loader_id != ref.loader_id:
        raise StaleRef(said(tab, ref), "its document was replaced by another one")
    return frame


def said(tab: Tab, ref: ScopedRef) -> str:
    """The ref as messages name it."""
    main = tab.frames.main.id if tab.frames.known else page.FrameId("")
    return ref.text(main)


async def hold(
    tab: Tab, frame: Frame, node: dom.BackendNodeId | None, deadline: Deadline, ref: ScopedRef | None = None
) -> Element:
    """The element of a backend node id in a frame. Raises StaleRef when the node no longer exists."""
    for fresh in (False, True):
        context, toolkit = await _toolkit(frame, deadline, ref, fresh=fresh)
        if node is None:
            return Element(frame, ref, toolkit, None, deadline)
        try:
            reply = await frame.session.send(
                dom.resolve_node(backend_node_id=node, execution_context_id=context),
                timeout=deadline.remaining,
            )
        except ProtocolError as error:
            # document.open() ends the isolated world without a new loader: make it anew, once.
            if not fresh and _is_context_lost(error):
                continue
            raise StaleRef(_words(ref, frame, node), "the element was removed") from error
        except SessionDetached as error:
            raise StaleRef(_words(ref, frame, node), "its frame moved or went away") from error
        if reply.object_.object_id is not None:
            return Element(frame, ref, toolkit, reply.object_.object_id, deadline)
    raise StaleRef(_words(ref, frame, node), "its document is being replaced")


@contextmanager
def page_errors(ref: ScopedRef | None, frame: Frame) -> Generator[None]:
    """Turn "your document has gone" in all its wordings into StaleRef."""
    try:
        yield
    except ProtocolError as error:
        if not _is_context_lost(error):
            raise
        _forget(frame)
        raise StaleRef(_words(ref, frame), "its document went away during the action") from error
    except SessionDetached as error:
        raise StaleRef(_words(ref, frame), "its frame went away during the action") from error


def read(reply: runtime.CallFunctionOnReply, name: str, into: type[T]) -> T:
    """The value of an answered question. Raises UnexpectedReply when our own script failed."""
    _check(reply, name)
    try:
        return msgspec.convert(reply.result.value, into)
    except msgspec.ValidationError as error:
        raise UnexpectedReply(f"the page answered {name} with something else: {error}") from error


async def _toolkit(
    frame: Frame, deadline: Deadline, ref: ScopedRef | None, *, fresh: bool
) -> tuple[runtime.ExecutionContextId, runtime.RemoteObjectId]:
    """Our functions in the frame's isolated world, made on first use in each document."""
    kept = _toolkits.setdefault(frame.session, {})
    key = (str(frame.id), str(frame.loader_id))
    if fresh:
        kept.pop(key, None)
    if (known := kept.get(key)) is not None:
        return known
    with page_errors(ref, frame):
        world = await frame.session.send(
            page.create_isolated_world(frame.id, world_name=WORLD), timeout=deadline.remaining
        )
        reply = await frame.session.send(
            runtime.evaluate(_source(), context_id=world.execution_context_id, silent=True),
            timeout=deadline.remaining,
        )
    if reply.result.object_id is None:
        raise UnexpectedReply("the page side of the actions could not be set up")
    while len(kept) >= _KEPT:
        kept.pop(next(iter(kept)))
    kept[key] = (world.execution_context_id, reply.result.object_id)
    return kept[key]


def _keep_awake(session: Session) -> None:
    """Let a tab in the background take part in focus, frames and wheel events as if it were in front (fact 25)."""
    if session in _awake:
        return
    _awake.add(session)
    # Written before anything this action sends, which is all that matters.
    with session.start(emulation.set_focus_emulation_enabled(True)):
        pass


def _forget(frame: Frame) -> None:
    _toolkits.get(frame.session, {}).pop((str(frame.id), str(frame.loader_id)), None)


@cache
def _source() -> str:
    """One expression whose value is the toolkit."""
    base = script("hit_test")
    others = [script(name) for name in ("pointer_watch", "fields", "lists", "scroll")]
    joined = ",".join(f"({source.strip().rstrip(';')})(kit)" for source in others)
    return f"(() => {{ const kit = {base.strip().rstrip(';')}; return Object.assign(kit, {joined}); }})()"


def _check(reply: runtime.CallFunctionOnReply, name: str) -> None:
    if reply.exception_details is not None:
        details = reply.exception_details
        text = details.exception.description if details.exception else None
        raise UnexpectedReply(f"asking the page to {name} failed: {text or details.text}")


def _is_context_lost(error: ProtocolError) -> bool:
    return any(words in error.reason for words in _CONTEXT_LOST)


def _words(ref: ScopedRef | None, frame: Frame, node: int | None = None) -> str:
    number = ref.backend_node_id if ref is not None else node
    return f"{frame.loader_id}:{number}" if number is not None else f"frame {frame.id}"
