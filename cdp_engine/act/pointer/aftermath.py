"""What the page side saw of pointer input: whether it arrived at the element, and in which events."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from cdp_engine.act.dispatch import answer_after, ask_after
from cdp_engine.act.element import Element
from cdp_engine.act.performed import Ending
from cdp_engine.errors import EngineError
from cdp_engine.protocol import runtime
from cdp_engine.rpc import PendingReply

_FINGER_MS = 500
"""How long the events of a tap may take to come; a mouse has its own before the reply."""


class Aftermath(msgspec.Struct, frozen=True):
    """The events that the page side saw: at the target (`received`), in their order, and how many it stopped."""

    received: bool | None = None
    events: tuple[str, ...] = ()
    blocked: int = 0


async def pressed(
    element: Element,
    token: int,
    send: Callable[[], Awaitable[Ending]],
    early: PendingReply[runtime.CallFunctionOnReply],
    *,
    clicks: int,
) -> tuple[Aftermath, Ending]:
    """`send` a press and return what the page side saw of it; from the early answer alone where the page went away.

    A mouse clicks `clicks` times, and the page side answers at the last. Of a finger (0 clicks) it is asked after the
    input, as its events come later.
    """
    if not clicks:
        ending = await send()
        return await aftermath_of(element, token, ending, early, _FINGER_MS)
    with element.start("disarm", token, {"clicks": clicks}) as late:
        ending = await send()
        seen: Aftermath | None = None
        if not ending:
            if not late.is_done:
                # No click came of it, or the page kept it from our listener.
                element.tell("goneBy", token)
            seen, ending = await answer_after(element.answer(late, "disarm", Aftermath))
    return (seen, ending) if seen is not None else (await _from_early(early), ending)


async def aftermath_of(
    element: Element,
    token: int,
    ending: Ending,
    early: PendingReply[runtime.CallFunctionOnReply] | None = None,
    patience: int = 0,
) -> tuple[Aftermath, Ending]:
    """What the page side saw; from the early answer alone where the page cannot answer any more.

    `patience` is for how many ms an event that has not come yet is waited for.
    """
    seen, ending = await ask_after(element, ending, "disarm", token, {"patience": patience}, into=Aftermath)
    return (seen, ending) if seen is not None else (await _from_early(early), ending)


async def _from_early(early: PendingReply[runtime.CallFunctionOnReply] | None) -> Aftermath:
    """What is known of a press where the page cannot say more: whether it arrived."""
    received: bool | None = None
    if early is not None and early.is_done:
        with suppress(EngineError):
            received = (await early.result()).result.value is True
    return Aftermath(received=received)


def stop_watching(element: Element, token: int) -> None:
    """End a watch whose result is not needed, without waiting."""
    element.tell("disarm", token)
