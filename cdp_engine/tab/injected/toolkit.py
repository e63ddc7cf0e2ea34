"""Our functions in the isolated world of one document, called by name.

The page's own scripts cannot see that world, nor change its answers.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from cdp_engine.errors import ProtocolError, SessionDetached, UnexpectedReply
from cdp_engine.protocol import Command, dom, page, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.injected.source import GLOBAL, TOOLS, encoded, exports
from cdp_engine.tab.state.execution_contexts import WORLD_NAME
from cdp_engine.tab.state.frame import Frame

if TYPE_CHECKING:
    from cdp_engine.tab.state.tab_state import TabState

T = TypeVar("T")

_MISSING = "cdp-engine: not installed"
_CALL = f"""function (name, node, ...rest) {{
  const found = globalThis.{GLOBAL}?.functions[name];
  if (!found) return {_MISSING!r};
  let element = node;
  if (node && node.nodeType !== 1) element = node.documentElement || node.parentElement || node.host;
  return node && !element ? {{ connected: false }} : found(element ?? null, ...rest);
}}"""
_CONTEXT_LOST = (
    "Cannot find context",
    "Execution context was destroyed",
    "Inspected target navigated",
    "Promise was collected",
    "Could not find object with given id",
    "Cannot find default execution context",
    "Argument should belong to the same JavaScript world",
    "Either objectId or executionContextId or uniqueContextId must be specified",
    "No frame for given id found",
)


@dataclass(frozen=True, slots=True)
class Toolkit:
    """The functions of one document of one frame; cheap to create, all state is in the tab's state.

    Every call takes `timeout` in seconds and raises `SessionDetached` when the document is gone, `CommandTimeout` when
    the page is too busy to answer, and the errors of a session that cannot answer.
    """

    _state: TabState
    frame: Frame

    async def call(
        self,
        name: str,
        node: runtime.RemoteObjectId | None = None,
        *arguments: Any,
        into: type[T],
        timeout: float,
    ) -> T:
        """Call a function on a node of this document (None: the page) and decode the answer as `into`.

        Raises `UnexpectedReply` when our own script failed.
        """
        reply = await self._reply(name, node, arguments, timeout)
        return read_answer(reply.result.value, name, into)

    async def value(
        self, name: str, node: runtime.RemoteObjectId | None = None, *arguments: Any, timeout: float
    ) -> Any:
        """The same, with the answer as plain data."""
        return await self.call(name, node, *arguments, into=object, timeout=timeout)

    async def answer(self, reply: PendingReply[runtime.CallFunctionOnReply], name: str, into: type[T]) -> T:
        """What was asked by `command`, as `into`. Raises as `call` does."""
        with self.document_errors():
            answer = await reply.result()
        if is_missing(answer):
            raise self._gone()
        _check(answer, name)
        return read_answer(answer.result.value, name, into)

    async def handle(
        self,
        name: str,
        node: runtime.RemoteObjectId | None = None,
        *arguments: Any,
        timeout: float,
    ) -> runtime.RemoteObjectId | None:
        """Call a function that returns a node; its handle, which the caller releases, or None for null."""
        reply = await self._reply(name, node, arguments, timeout, by_value=False)
        return reply.result.object_id

    def command(
        self,
        name: str,
        node: runtime.RemoteObjectId | None,
        *arguments: Any,
        by_value: bool = True,
        group: str | None = None,
    ) -> Command[runtime.CallFunctionOnReply]:
        """The call as a command, for callers that send several together; after `ready` or `world`.

        `group` is the object group of handles, which are released together.
        """
        about = runtime.CallArgument(value=None) if node is None else runtime.CallArgument(object_id=node)
        given = [runtime.CallArgument(value=name), about]
        given.extend(runtime.CallArgument(value=argument) for argument in arguments)
        return runtime.call_function_on(
            _CALL,
            execution_context_id=self._state.contexts.isolated_world(self.frame),
            arguments=given,
            return_by_value=by_value,
            await_promise=True,
            silent=True,
            object_group=group,
        )

    async def world(self, *, timeout: float) -> runtime.ExecutionContextId:
        """Our world in the document, created if needed."""
        known = self._state.contexts.isolated_world(self.frame)
        if known is not None:
            return known
        self._refuse_replaced()
        with self.document_errors():
            made = await self.frame.session.send(self._creation(), timeout=timeout)
        self._refuse_replaced()
        self._state.contexts.keep_isolated(self.frame, made.execution_context_id)
        return made.execution_context_id

    @contextmanager
    def opening(self, *, timeout: float) -> Generator[None]:
        """Have our world in the document created during the block, for the first call of a function."""
        if self._state.contexts.isolated_world(self.frame) is not None:
            yield
            return
        with self.frame.session.start(self._creation(), timeout=timeout) as reply:
            reply.when_done(lambda call: self._opened(call.outcome))
            yield

    @contextmanager
    def in_new_documents(self, name: str, *arguments: Any) -> Generator[None]:
        """Have every document that comes to the session during the block call one of the `RECORDER`'s functions first.

        Nobody waits for the browser's answer. `Page.addScriptToEvaluateOnNewDocument`.
        """
        session = self.frame.session
        given = ", ".join(["null", *(msgspec.json.encode(argument).decode() for argument in arguments)])
        call = f"globalThis.{GLOBAL}?.functions.{name}?.({given});"
        added = session.start(page.add_script_to_evaluate_on_new_document(call, world_name=WORLD_NAME))
        try:
            yield
        finally:
            added.when_done(lambda call: _remove_script(session, call.outcome))

    def _opened(self, outcome: object) -> None:
        if isinstance(outcome, msgspec.Raw) and self._is_current():
            made = msgspec.json.decode(outcome, type=page.CreateIsolatedWorldReply)
            self._state.contexts.keep_isolated(self.frame, made.execution_context_id)

    def _creation(self) -> Command[page.CreateIsolatedWorldReply]:
        return page.create_isolated_world(self.frame.id, world_name=WORLD_NAME, grant_univeral_access=False)

    async def ready(self, *, timeout: float) -> runtime.ExecutionContextId:
        """Our world in the document, with all functions in it."""
        context = await self.world(timeout=timeout)
        if not self._state.contexts.is_equipped(self.frame):
            await self._equip(context, timeout)
        return context

    def prepare(self) -> None:
        """Have all functions installed in our world, if it is known, while the caller does something else."""
        context = self._state.contexts.isolated_world(self.frame)
        if context is not None and not self._state.contexts.is_equipped(self.frame):
            # Calls of a session are answered in turn, so whatever is called later finds them.
            self.frame.session.start(_installation(context)).abandon()
            self._state.contexts.equip(self.frame)

    async def resolve(self, node: dom.BackendNodeId, *, timeout: float) -> runtime.RemoteObjectId | None:
        """A handle on a node in our world, which the caller releases; None for a node without one.

        All who hold a node at the same time share one handle. Raises `ProtocolError` for a node that no longer exists.
        """
        shared = self._state.contexts.hold(self.frame, node)
        if shared is not None:
            return shared
        for again in (True, False):
            context = await self.ready(timeout=timeout)
            try:
                reply = await self.frame.session.send(
                    dom.resolve_node(backend_node_id=node, execution_context_id=context), timeout=timeout
                )
            except ProtocolError as error:
                # document.open() ends the isolated world without a new loader: create it again, once.
                if not (again and is_context_lost(error)):
                    raise
                self._state.contexts.forget_isolated(self.frame)
            else:
                handle = reply.object_.object_id
                if handle is not None:
                    self._state.contexts.keep_handle(self.frame, node, handle)
                return handle
        raise AssertionError("unreachable: the second round returns or raises")

    def release(self, node: runtime.RemoteObjectId) -> None:
        """Have the browser forget a handle once nobody holds it; nobody waits for the answer."""
        if self._state.contexts.drop(node) and self.frame.session.closed is None:
            self.frame.session.start(runtime.release_object(node)).abandon()

    @contextmanager
    def document_errors(self) -> Generator[None]:
        """Turn all of Chrome's wordings for a document that is gone into `SessionDetached`."""
        try:
            yield
        except ProtocolError as error:
            if not is_context_lost(error):
                raise
            self._state.contexts.forget_isolated(self.frame)
            raise self._gone() from error

    def _refuse_replaced(self) -> None:
        """Check that the frame still shows the document: a world created now belongs to the current one."""
        if not self._is_current():
            raise self._gone()

    def _is_current(self) -> bool:
        now = self._state.frames.get(self.frame.id)
        own = self.frame
        return now is not None and now.loader_id == own.loader_id and now.session is own.session

    def _gone(self) -> SessionDetached:
        return SessionDetached(f"frame {self.frame.url or self.frame.id} shows another document now")

    async def _reply(
        self,
        name: str,
        node: runtime.RemoteObjectId | None,
        arguments: tuple[Any, ...],
        timeout: float,
        *,
        by_value: bool = True,
    ) -> runtime.CallFunctionOnReply:
        with self.document_errors():
            context = await (self.world if name in _early() else self.ready)(timeout=timeout)
            command = self.command(name, node, *arguments, by_value=by_value)
            reply = await self.frame.session.send(command, timeout=timeout)
            if is_missing(reply):
                await self._equip(context, timeout)
                reply = await self.frame.session.send(command, timeout=timeout)
        _check(reply, name)
        return reply

    async def _equip(self, context: runtime.ExecutionContextId, timeout: float) -> None:
        """Install everything in the document that is missing there."""
        with self.document_errors():
            reply = await self.frame.session.send(_installation(context), timeout=timeout)
        if reply.exception_details is not None:
            raise UnexpectedReply(f"our scripts failed in the page: {reply.exception_details.text}")
        self._state.contexts.equip(self.frame)


def _installation(context: runtime.ExecutionContextId) -> Command[runtime.EvaluateReply]:
    typed = runtime.evaluate("", context_id=context, silent=True)
    return Command(typed.method, {**typed.params, "expression": encoded(TOOLS)}, typed.returns)


@cache
def _early() -> frozenset[str]:
    """Only the functions that documents have from their beginning."""
    return frozenset(
        exports("recorder") + exports("changes") + exports("since_mark") + exports("press_guard")
    )


def _remove_script(session: Session, outcome: object) -> None:
    if session.closed is None and isinstance(outcome, msgspec.Raw):
        made = msgspec.json.decode(outcome, type=page.AddScriptToEvaluateOnNewDocumentReply)
        session.start(page.remove_script_to_evaluate_on_new_document(made.identifier)).abandon()


def read_answer(value: Any, name: str, into: type[T]) -> T:
    """An answer decoded as `into`. Raises `UnexpectedReply` for one of another shape."""
    try:
        return msgspec.convert(value, into)
    except msgspec.ValidationError as error:
        raise UnexpectedReply(f"unexpected answer to {name}: {error}") from error


def _check(reply: runtime.CallFunctionOnReply, name: str) -> None:
    """Raise `UnexpectedReply` when our own script failed."""
    if reply.exception_details is not None:
        details = reply.exception_details
        text = details.exception.description if details.exception else None
        raise UnexpectedReply(f"{name} failed in the page: {text or details.text}")


def is_missing(reply: runtime.CallFunctionOnReply) -> bool:
    """Whether the document lacks our functions."""
    return reply.result.value == _MISSING


def is_context_lost(error: ProtocolError) -> bool:
    """Whether the browser reports that the document of a call is gone."""
    return any(words in error.reason for words in _CONTEXT_LOST)
