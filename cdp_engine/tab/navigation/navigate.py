"""Navigates the tab and waits for the document (SX-03, fact 14).

Raises only when no document was committed; for a page that then loads too slowly the result names what is missing.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager

import anyio

from cdp_engine.errors import (
    CommandTimeout,
    DeadlineExceeded,
    InvalidInput,
    NavigationBlocked,
    NavigationFailed,
    NavigationReplaced,
    ProtocolError,
    TargetClosed,
)
from cdp_engine.protocol import page
from cdp_engine.rpc import Session
from cdp_engine.tab.changes.settling import settle
from cdp_engine.tab.evaluation.evaluate import unstick
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.navigation.first_contents import first_contents
from cdp_engine.tab.navigation.rest_at_load import rests_at_load
from cdp_engine.tab.navigation.urls import check_url
from cdp_engine.tab.session_setup import revive
from cdp_engine.tab.state.frame import DocumentChange
from cdp_engine.tab.state.load_state import WAIT_UNTIL, Verdict, WaitUntil, judge
from cdp_engine.tab.state.navigation_state import Arrived, Navigation, NavigationResult
from cdp_engine.tab.state.silence import opens_dialogs_in_a_loop
from cdp_engine.tab.state.tab_state import TabState

NAVIGATION_SECONDS = 15.0
_ERROR_PAGE_SECONDS = 2.0
_STUCK_SECONDS = 1.0
_NEXT_DIALOG_SECONDS = 1.0
"""How long the next dialog of a loop is waited for."""
_FIRST_PAINT_SECONDS = 1.0  # that a page may change on after the first messages of a websocket
_HINTS = {
    "net::ERR_ABORTED": "The page refused to be left, or another navigation took its place.",
    "net::ERR_INVALID_AUTH_CREDENTIALS": "The site wants a user name and a password: open the page in a context with "
    "`credentials`.",
}
_BLANK = "data:text/html,"
"""A document without an origin gets a process of its own; about:blank may share that of the page before it."""
_ANSWERED_EMPTY = "net::ERR_HTTP_RESPONSE_CODE_FAILURE"
"""The error for an HTTP error without a body: the server has answered, and its status is the result."""


async def goto(
    state: TabState, url: str, *, wait_until: WaitUntil, timeout: float, referrer: str | None
) -> NavigationResult:
    """Open an address; see `Tab.goto`."""
    address = check_url(url)
    origin = None if referrer is None else check_url(referrer)
    _check_domain(state, address)
    deadline = _deadline(wait_until, timeout)
    session = _session(state)
    if _is_trapped(state):
        await _leave(state, session, deadline)
    elif not _stays(state, address):
        await _free(state, session)
    with _tracked(state, Navigation(state.frames.main.id, replies=True, within=True)) as navigation:
        command = page.navigate(
            address, referrer=origin, referrer_policy=None if origin is None else "unsafeUrl"
        )
        try:
            reply = await session.send(command, timeout=_left(deadline))
        except CommandTimeout:
            _give_up(session)
            raise DeadlineExceeded(f"commit of {address}", timeout) from None
        except ProtocolError as error:
            raise NavigationFailed(address, error.reason) from error
        navigation.replied(reply)
        return await _finish(state, navigation, address, wait_until, timeout, deadline)


async def reload(
    state: TabState, *, wait_until: WaitUntil, timeout: float, ignore_cache: bool
) -> NavigationResult:
    """Load the current address again; see `Tab.reload`."""
    deadline = _deadline(wait_until, timeout)
    session = _session(state)
    address = state.frames.main.url
    if _is_trapped(state):
        return await goto(state, address, wait_until=wait_until, timeout=timeout, referrer=None)
    await _free(state, session)
    with _tracked(state, Navigation(state.frames.main.id, replies=False, within=False)) as navigation:
        try:
            await session.send(page.reload(ignore_cache=ignore_cache or None), timeout=timeout)
        except CommandTimeout:
            raise DeadlineExceeded(f"commit of {address}", timeout) from None
        return await _finish(state, navigation, address, wait_until, timeout, deadline)


async def travel(state: TabState, steps: int, *, wait_until: WaitUntil, timeout: float) -> NavigationResult:
    """Go through the tab's history, `steps` entries forward or (negative) back; see `Tab.back`."""
    deadline = _deadline(wait_until, timeout)
    session = _session(state)
    history = await session.send(page.get_navigation_history(), timeout=timeout)
    index = history.current_index + steps
    if not 0 <= index < len(history.entries):
        main = state.frames.main
        return NavigationResult(
            main.url, state.requests.document_status(main.loader_id), main.loader_id, "nothing"
        )
    entry = history.entries[index]
    if _is_trapped(state):
        return await goto(state, entry.url, wait_until=wait_until, timeout=timeout, referrer=None)
    if not _stays(state, entry.url):
        await _free(state, session)
    with _tracked(state, Navigation(state.frames.main.id, replies=False, within=True)) as navigation:
        try:
            await session.send(page.navigate_to_history_entry(entry.id), timeout=timeout)
        except CommandTimeout:
            raise DeadlineExceeded(f"commit of {entry.url}", timeout) from None
        return await _finish(state, navigation, entry.url, wait_until, timeout, deadline)


async def wait_for_load(state: TabState, *, wait_until: WaitUntil, timeout: float) -> tuple[str, ...]:
    """Wait for the current document; see `Tab.wait_for_load`."""
    return await _settle(state, wait_until, _deadline(wait_until, timeout))


@contextmanager
def _tracked(state: TabState, navigation: Navigation) -> Generator[Navigation]:
    """Subscribed before the command is sent, so that no event of the navigation is missed.

    Our world in the new document is created meanwhile, without being waited for.
    """
    opened = ExitStack()

    def committed(change: DocumentChange) -> None:
        if change.is_main and change.kind == "navigated":
            opened.enter_context(Toolkit(state, state.frames.main).opening(timeout=NAVIGATION_SECONDS))

    opened.callback(state.on_document_change(committed))
    state.navigations.add(navigation)
    state.sockets.forget()
    guard = state.policy.guard
    mark = guard.mark() if guard is not None else 0
    try:
        yield navigation
    except NavigationFailed as error:
        held = None if guard is None else guard.navigation_since(mark, state.target_id)
        if held is None:
            raise
        raise NavigationBlocked(error.url, held.url, held.reason) from error
    finally:
        state.navigations.discard(navigation)
        opened.close()


async def _finish(
    state: TabState,
    navigation: Navigation,
    address: str,
    wait_until: WaitUntil,
    timeout: float,
    deadline: float,
) -> NavigationResult:
    if state.crashed is not None:
        await revive(state, deadline)
    arrived = await _arrive(state, navigation, address, timeout, deadline)
    if arrived.replaced:
        raise NavigationReplaced(address, state.frames.main.url)
    if arrived.error is not None and arrived.error != _ANSWERED_EMPTY:
        raise _failed(address, arrived.error)
    waited_for: tuple[str, ...] = ()
    if arrived.outcome == "document":
        waited_for = await _settle(state, wait_until, deadline)
        if wait_until == "ready" and state.sockets.has_spoken:
            left = min(deadline - anyio.current_time(), _FIRST_PAINT_SECONDS)
            await settle(state, quiet=None, limit=max(0.0, left))
        if wait_until == "ready" and not state.frames.main.unreachable:
            waited_for = (*waited_for, *await first_contents(state, deadline))
    main = state.frames.main
    if main.unreachable and arrived.outcome == "document":
        reason = state.requests.document_error(main.loader_id) or "net::ERR_FAILED"
        if reason != _ANSWERED_EMPTY:
            raise _failed(address, reason)
    loader = navigation.loader_id if arrived.outcome in ("download", "no_content") else None
    status = state.requests.document_status(loader or main.loader_id)
    return NavigationResult(main.url, status, main.loader_id, arrived.outcome, waited_for)


async def _arrive(
    state: TabState, navigation: Navigation, address: str, timeout: float, deadline: float
) -> Arrived:
    if navigation.error is not None:
        # The failure is known; only Chrome's error page is still to come.
        deadline = min(deadline, anyio.current_time() + _ERROR_PAGE_SECONDS)
    while True:
        now = anyio.current_time()
        status = state.requests.document_status(navigation.loader_id) if navigation.loader_id else None
        arrived = navigation.arrival(now, status)
        if arrived is not None:
            return arrived
        _raise_if_unusable(state)
        if now >= deadline:
            if navigation.error is not None:
                return Arrived("nothing", navigation.error)
            _give_up(_session(state))
            raise DeadlineExceeded(f"commit of {address}", timeout)
        check_again = navigation.check_again()
        await state.wakeup.wait(
            deadline if check_again is None else min(deadline, max(check_again, now + 0.01))
        )


async def _settle(state: TabState, wait_until: WaitUntil, deadline: float) -> tuple[str, ...]:
    """Wait for the document in the main frame; returns what was missing at the end."""
    awaited = await _awaited(state, wait_until, deadline)
    while True:
        _raise_if_unusable(state)
        now = anyio.current_time()
        verdict = _judge_now(state, awaited, now)
        if verdict.settled and wait_until == "ready":
            verdict = _listening(state, verdict, now)
        if verdict.settled or now >= deadline:
            endless = opens_dialogs_in_a_loop(state)
            return (*verdict.waiting_for, "the end of its dialogs") if endless else verdict.waiting_for
        until = (
            deadline if verdict.check_again is None else min(deadline, max(verdict.check_again, now + 0.01))
        )
        await state.wakeup.wait(until)


async def _awaited(state: TabState, wait_until: WaitUntil, deadline: float) -> WaitUntil:
    """What `ready` waits for: the load alone, where the page is done with it."""
    if wait_until != "ready":
        return wait_until
    while (now := anyio.current_time()) < deadline:
        _raise_if_unusable(state)
        verdict = _judge_now(state, "load", now)
        if verdict.settled:
            return "load" if await rests_at_load(state, deadline) else "ready"
        await state.wakeup.wait(min(deadline, verdict.check_again or deadline))
    return "ready"


def _judge_now(state: TabState, wait_until: WaitUntil, now: float) -> Verdict:
    main = state.frames.main
    return judge(
        wait_until,
        frame_id=main.id,
        loader_id=main.loader_id,
        log=state.loads,
        requests=state.requests,
        now=now,
    )


def _listening(state: TabState, verdict: Verdict, now: float) -> Verdict:
    """The verdict, while the first contents of the page may come over a websocket."""
    loaded = state.loads.progress(state.frames.main.loader_id).loaded
    until = None if loaded is None else state.sockets.first_until(loaded, now)
    return verdict if until is None else Verdict(False, verdict.waiting_for, until)


def _raise_if_unusable(state: TabState) -> None:
    failure = state.failure()
    if failure is not None:
        raise failure


async def _free(state: TabState, session: Session) -> None:
    """Stop a script that would prevent leaving the page (EX-07).

    A page that is stuck in a script blocks the next document, and no command reaches it once the navigation has begun.
    """
    if state.crashed is None:
        await unstick(session, patience=_STUCK_SECONDS)


def _is_trapped(state: TabState) -> bool:
    """Whether the page opens dialogs in a loop: then no script of it can be stopped, and its process never answers.

    Such a page is left by `goto` even for an entry of the history, whose document may belong to that process.
    """
    return state.crashed is None and opens_dialogs_in_a_loop(state)


async def _leave(state: TabState, session: Session, deadline: float) -> None:
    """Replace a page that opens dialogs in a loop by an empty document, which Chrome draws in another process.

    A document of the page's own site would wait for the page's process, which waits for an answer to its dialog.
    """
    with (
        state.dialogs.unanswered(),
        _tracked(state, Navigation(state.frames.main.id, replies=True, within=False)) as navigation,
    ):
        # Chrome asks the page whether it may be left, and waits for its answer unless a dialog is open.
        opened_by = min(deadline, anyio.current_time() + _NEXT_DIALOG_SECONDS)
        while state.dialogs.open is None and anyio.current_time() < opened_by:
            _raise_if_unusable(state)
            await state.wakeup.wait(opened_by)
        try:
            navigation.replied(await session.send(page.navigate(_BLANK), timeout=_left(deadline)))
        except CommandTimeout:
            return
        while navigation.arrival(anyio.current_time(), None) is None and anyio.current_time() < deadline:
            _raise_if_unusable(state)
            await state.wakeup.wait(deadline)


def _left(deadline: float) -> float:
    return max(0.001, deadline - anyio.current_time())


def _stays(state: TabState, address: str) -> bool:
    """Whether the document will probably stay; then its scripts must not be stopped."""
    before, after = state.frames.main.url.partition("#"), address.partition("#")
    return bool(after[1]) and before[0] == after[0]


def _check_domain(state: TabState, address: str) -> None:
    """Refuse at once addresses that the guard would block, and those it never sees (file:, chrome:)."""
    guard = state.policy.guard
    reason = None if guard is None else guard.refusal(address)
    if reason is not None:
        raise NavigationBlocked(address, address, reason)


def _session(state: TabState) -> Session:
    if state.ended is not None:
        raise state.ended
    if state.session is None:
        raise TargetClosed("the tab is not attached")
    return state.session


def _deadline(wait_until: str, timeout: float) -> float:
    if wait_until not in WAIT_UNTIL:
        raise InvalidInput(f"invalid wait_until {wait_until!r}", hint=f"Use one of {', '.join(WAIT_UNTIL)}.")
    return anyio.current_time() + timeout


def _give_up(session: Session) -> None:
    """Stop a load that is no longer awaited, so that its page does not appear later."""
    session.start(page.stop_loading()).abandon()


def _failed(address: str, reason: str) -> NavigationFailed:
    return NavigationFailed(address, reason, hint=_HINTS.get(reason))
