"""Prepares each new session of a tab before its target runs: enabled domains and policy."""

from __future__ import annotations

import anyio

from cdp_engine.errors import ProtocolError
from cdp_engine.protocol import emulation, network, page, target
from cdp_engine.rpc import Session
from cdp_engine.tab.injected.source import RECORDER, expression
from cdp_engine.tab.state.execution_contexts import WORLD_NAME
from cdp_engine.tab.state.tab_state import NETWORK_ONLY, TabState

_PREPARE_SECONDS = 5.0
_REVIVE_PAUSE_SECONDS = 0.1


async def prepare(state: TabState, session: Session, info: target.TargetInfo) -> None:
    """Subscribe to a new session and enable the domains that the tab needs, before its target runs on.

    Only `Page`, lifecycle events and `Network`; workers `Network` alone. One round of pipelined calls.
    """
    if session.closed is not None:
        return
    guarded = state.policy.begin(session)
    has_frames = state.watch(session, info)
    if info.type in NETWORK_ONLY:
        await session.send(network.enable(), timeout=_PREPARE_SECONDS)
        await state.policy.prepare(session, info.type)
        await state.policy.held(session, guarded)
        return
    if not has_frames:
        return
    is_page = session is state.session
    if is_page and state.crashed is not None:
        # There is no renderer to answer, but the browser process reports the next navigation's request.
        session.start(network.enable()).abandon()
        return
    await _enable(state, session, None if is_page else _PREPARE_SECONDS)
    await state.policy.held(session, guarded)


async def revive(state: TabState, deadline: float) -> None:
    """Make a crashed page report its events again, as soon as a navigation starts a new renderer.

    `deadline` is on anyio's clock. Raises what `prepare` raises.
    """
    while state.crashed is not None and state.session is not None:
        try:
            await _enable(state, state.session, max(0.1, deadline - anyio.current_time()))
        except ProtocolError as error:
            now = anyio.current_time()
            if "crashed" not in error.reason or now >= deadline:
                raise
            await state.wakeup.wait(now + _REVIVE_PAUSE_SECONDS)
        else:
            state.crashed = None


async def read_frame_tree(state: TabState, session: Session) -> None:
    """Request a session's frames again (after the back/forward cache restored a document)."""
    token = state.frames.expect_tree()
    try:
        reply = await session.send(page.get_frame_tree(), timeout=_PREPARE_SECONDS)
        state.frames.apply_tree(session, reply.frame_tree, token)
    finally:
        state.frames.forget_expected(token)
    state.wakeup.wake()


async def _enable(state: TabState, session: Session, timeout: float | None) -> None:
    token = state.frames.expect_tree()
    recorder = page.add_script_to_evaluate_on_new_document(
        expression(RECORDER), world_name=WORLD_NAME, run_immediately=True
    )
    try:
        with (
            session.start(page.enable(), timeout=timeout) as enabled,
            session.start(page.get_frame_tree(), timeout=timeout) as tree,
            session.start(page.set_lifecycle_events_enabled(True), timeout=timeout),
            session.start(recorder, timeout=timeout),
            session.start(network.enable(), timeout=timeout) as ready,
            # A tab in the background draws, has focus and takes input as in the foreground (fact 25).
            session.start(emulation.set_focus_emulation_enabled(True), timeout=timeout),
        ):
            # A popup without an opener answers only once it runs: send all commands before awaiting an answer.
            if state.file_dialogs.caught:
                state.file_dialogs.apply(session)
            await state.policy.prepare(session, session.kind)
            await enabled.result()
            await ready.result()
            state.frames.apply_tree(session, (await tree.result()).frame_tree, token)
    finally:
        state.frames.forget_expected(token)
    state.wakeup.wake()
