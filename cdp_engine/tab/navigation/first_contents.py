"""Waits until a page that is still a splash screen, a skeleton or an empty root shows its first contents.

Only a page that shows next to nothing and is at work is waited for: a small page that is done costs one call.
"""

from __future__ import annotations

from typing import Literal

import anyio

from cdp_engine.errors import CommandTimeout, EngineError, SessionDetached
from cdp_engine.protocol import runtime
from cdp_engine.tab.changes.settling import settle
from cdp_engine.tab.injected.source import page_module
from cdp_engine.tab.injected.toolkit import Toolkit, read_answer
from cdp_engine.tab.state.load_state import FIRST_CONTENTS, judge
from cdp_engine.tab.state.tab_state import TabState

CONTENTS_SECONDS = 5.0
"""How long the first contents are waited for."""
_AGAIN_SECONDS = 0.1
_EMPTY_SECONDS = 1.0
"""How long a page that shows nothing at all must be without traffic before it counts as done."""
_SPOKEN_SECONDS = 2.0
"""How long after a message of a websocket the page may still make contents of it."""
_PIECES_SECONDS = 0.3
"""How long nothing may be in flight once the first contents have come: the rest comes in pieces."""
_LAST_PIECE_SECONDS = 3.0
_DRAWN_SECONDS = 1.0

Amount = Literal["empty", "bare", "full"]
Seen = tuple[Amount, bool, bool]
"""How much there is to see; whether the page shows that it is at work; whether it loads scripts that may build more."""


async def first_contents(state: TabState, deadline: float) -> tuple[str, ...]:
    """Wait for the first contents of the loaded document; returns what was missing at the end.

    Raises nothing that a page can cause.
    """
    if not state.frames.known:
        return ()
    began = anyio.current_time()
    until = min(deadline, began + CONTENTS_SECONDS)
    waited = False
    while True:
        seen = await contents_shown(state, until)
        now = anyio.current_time()
        idle = state.requests.idle_since(now)
        talks = state.sockets.is_busy(now, _SPOKEN_SECONDS)
        if seen is not None and not awaits_contents(seen, None if idle is None else now - idle, talks=talks):
            break
        if now >= until:
            return (FIRST_CONTENTS,)
        if state.failure() is not None:
            return ()
        waited = True
        await state.wakeup.wait(min(until, now + _AGAIN_SECONDS))
    if waited:
        await _pieces(state, deadline)
    return ()


async def contents_shown(state: TabState, until: float) -> Seen | None:
    """How much the page shows; None while it cannot be asked: it is busy, or another document takes its place."""
    main = state.frames.main
    kit = Toolkit(state, main)
    left = max(0.05, until - anyio.current_time())
    if state.loads.departure(main.id) is not None:
        return None
    try:
        context = await kit.world(timeout=left)
        asked = runtime.evaluate(
            f"{page_module('first_contents')}.firstContents()",
            context_id=context,
            return_by_value=True,
            silent=True,
        )
        with kit.document_errors():
            reply = await main.session.send(asked, timeout=left)
        return read_answer(reply.result.value, "firstContents", Seen)
    except (CommandTimeout, SessionDetached):
        return None
    except EngineError:
        return "full", False, False  # what prevents the answer prevents waiting for contents, too


def awaits_contents(seen: Seen, idle: float | None, *, talks: bool) -> bool:
    """Whether a page that shows so much is still to show its contents.

    `idle`: for how many seconds no request has been in flight, None while one is; `talks`: whether a websocket does.
    """
    amount, shows_work, built = seen
    if amount == "full":
        return False
    if shows_work or talks or idle is None:
        return True
    return amount == "empty" and built and idle < _EMPTY_SECONDS


async def _pieces(state: TabState, deadline: float) -> None:
    """Once the first contents have come, wait for what comes with them."""
    until = min(deadline, anyio.current_time() + _LAST_PIECE_SECONDS)
    while state.failure() is None:
        main, now = state.frames.main, anyio.current_time()
        verdict = judge(
            "networkidle",
            frame_id=main.id,
            loader_id=main.loader_id,
            log=state.loads,
            requests=state.requests,
            now=now,
            quiet=_PIECES_SECONDS,
        )
        if verdict.settled or now >= until:
            break
        again = until if verdict.check_again is None else max(verdict.check_again, now + 0.01)
        await state.wakeup.wait(min(until, again))
    left = min(deadline - anyio.current_time(), _DRAWN_SECONDS)
    await settle(state, quiet=None, limit=max(0.0, left))
