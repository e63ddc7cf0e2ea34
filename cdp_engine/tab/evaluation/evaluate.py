"""Runs scripts in the frames of a tab; an endless script is stopped at its deadline (fact 26; EX-07)."""

from __future__ import annotations

from typing import Any, Literal

import anyio

from cdp_engine.errors import (
    CommandTimeout,
    DeadlineExceeded,
    EngineError,
    InvalidInput,
    ProtocolError,
    SessionDetached,
)
from cdp_engine.protocol import runtime
from cdp_engine.rpc import Session
from cdp_engine.tab.evaluation import script_arguments, script_values
from cdp_engine.tab.injected.source import page_function
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.execution_contexts import WORLD_NAME
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.silence import why_silent
from cdp_engine.tab.state.tab_state import TabState

World = Literal["main", "isolated"]

PROBE_SECONDS = 0.5
_GONE = (
    "Cannot find context with specified id",
    "Execution context was destroyed",
    "Inspected target navigated",
)


async def evaluate(
    state: TabState, source: str, args: tuple[object, ...], *, frame: Frame, world: World, timeout: float
) -> Any:
    """Run a script in a frame; see `Tab.evaluate`."""
    passed = script_arguments.passed(args)
    deadline = anyio.current_time() + timeout
    session = frame.session
    try:
        context = await find_context(state, frame, world, deadline)
        if args or script_values.is_function(source):
            return await _call(session, source, passed, context, deadline)
        return await _evaluate(session, source, context, deadline)
    except CommandTimeout as error:
        if await unstick(session):
            raise _unfinished(timeout) from error
        raise why_silent(state).error("result of the script", timeout) from error
    except ProtocolError as error:
        # Chrome reports a script that its own timer stopped as an internal error.
        late = anyio.current_time() >= deadline
        raise _unfinished(timeout) if late else _explained(error, timeout) from error


async def find_context(
    state: TabState, frame: Frame, world: World, deadline: float
) -> runtime.ExecutionContextId | None:
    """The execution context of that world in the frame; None is the main world of the session's own frame."""
    session = frame.session
    if world == "isolated":
        return await Toolkit(state, frame).world(timeout=_left(deadline))
    if world != "main":
        raise InvalidInput(f"unknown world {world!r}", hint="Use 'main' or 'isolated'.")
    if session.target_id == frame.id:
        return None
    if session not in state.contexts.watched:
        # Chrome reports the main worlds of inner frames only to a client that enabled Runtime.
        await session.send(runtime.enable(), timeout=_left(deadline))
        state.contexts.watched.add(session)
    while (found := state.contexts.main_world(frame)) is None:
        if anyio.current_time() >= deadline:
            raise DeadlineExceeded(f"script context of frame {frame.url or frame.id}", 0)
        if state.frames.get(frame.id) is None or frame.session.closed is not None:
            raise SessionDetached(f"frame {frame.url or frame.id} has left the page")
        await state.wakeup.wait(deadline)
    return found


async def unstick(session: Session, *, patience: float = PROBE_SECONDS) -> bool:
    """Stop the script that has kept the session's process from answering for `patience` seconds.

    False when the process answered, so no script was stopped.
    """
    try:
        with session.start(runtime.evaluate("0"), timeout=patience) as probe:
            await probe.result()
    except CommandTimeout:
        try:
            await session.send(runtime.terminate_execution(), timeout=PROBE_SECONDS * 4)
        except EngineError:
            return False
        return True
    except EngineError:
        return False
    return False


async def _evaluate(
    session: Session, source: str, context: runtime.ExecutionContextId | None, deadline: float
) -> Any:
    seconds = _left(deadline)
    command = runtime.evaluate(
        source,
        context_id=context,
        await_promise=True,
        user_gesture=True,
        timeout=runtime.TimeDelta(seconds * 1000),
    )
    # Chrome's own timer stops a loop of this script exactly at the deadline; ours handles all other cases.
    reply = await session.send(command, timeout=seconds + PROBE_SECONDS)
    if reply.exception_details is not None:
        raise script_values.thrown(reply.exception_details)
    if reply.result.type == "function":
        return await _call(session, source, script_arguments.passed(()), context, deadline)
    return await _value(session, reply.result, deadline)


async def _call(
    session: Session,
    source: str,
    passed: script_arguments.Passed,
    context: runtime.ExecutionContextId | None,
    deadline: float,
) -> Any:
    found = await session.send(
        runtime.evaluate(f"({source}\n)", context_id=context, object_group=WORLD_NAME),
        timeout=_left(deadline),
    )
    if found.exception_details is not None:
        raise script_values.thrown(found.exception_details)
    if found.result.type != "function" or found.result.object_id is None:
        raise InvalidInput(
            "arguments were given to an expression that is not a function", hint="Write (a, b) => …"
        )
    command = runtime.call_function_on(
        passed.function,
        object_id=found.result.object_id,
        arguments=passed.values,
        await_promise=True,
        user_gesture=True,
        object_group=WORLD_NAME,
    )
    try:
        reply = await session.send(command, timeout=_left(deadline))
        if reply.exception_details is not None:
            raise script_values.thrown(reply.exception_details)
        return await _value(session, reply.result, deadline)
    finally:
        session.start(runtime.release_object(found.result.object_id)).abandon()


async def _value(session: Session, result: runtime.RemoteObject, deadline: float) -> Any:
    if not script_values.needs_copy(result) or result.object_id is None:
        return script_values.primitive(result)
    try:
        script_values.refuse_identity(result)
        command = runtime.call_function_on(
            page_function("pack_value"),
            object_id=result.object_id,
            arguments=[runtime.CallArgument(value="packValue")],
            return_by_value=True,
        )
        reply = await session.send(command, timeout=_left(deadline))
    finally:
        session.start(runtime.release_object(result.object_id)).abandon()
    if reply.exception_details is not None:
        raise script_values.thrown(reply.exception_details)
    return script_values.unpacked(reply.result.value)


def _explained(error: ProtocolError, timeout: float) -> EngineError:
    if error.reason.startswith(_GONE):
        return SessionDetached("the page navigated while the script ran")
    if "terminated" in error.reason:
        return _unfinished(timeout)
    return error


def _unfinished(timeout: float) -> DeadlineExceeded:
    return DeadlineExceeded(
        "result of the script", timeout, hint="A script that loops was stopped; the page itself goes on."
    )


def _left(deadline: float) -> float:
    return max(0.001, deadline - anyio.current_time())
