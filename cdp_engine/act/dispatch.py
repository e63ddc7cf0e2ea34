"""Sends input: strokes as protocol commands, in bursts, with the outcome of each burst."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar

from cdp_engine.act.element import Deadline, Element
from cdp_engine.act.keyboard.keys import KeyStroke, chord_strokes, parse_chord
from cdp_engine.act.performed import Ending
from cdp_engine.errors import CommandTimeout, DialogBlocking, SessionDetached, StaleRef, TargetClosed
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain
from cdp_engine.rpc import Session

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

T = TypeVar("T")

_READ_SECONDS = 2.0
_LEAST_READ_SECONDS = 0.5
"""A page that has just received input is asked once, even when the deadline has passed."""


async def burst(session: Session, commands: Iterable[Command[Any]], deadline: Deadline) -> Ending:
    """Send input back to back and wait for all of it (fact 30); returns how the page left, if it did.

    A dialog, a closed tab and a page too busy to answer are effects of the action, not failures of it.
    """
    with ExitStack() as stack:
        replies = [
            stack.enter_context(session.start(command, timeout=deadline.remaining)) for command in commands
        ]
        for reply in replies:
            try:
                await reply.result()
            except DialogBlocking:
                return "dialog"
            except TargetClosed:
                return "closed"
            except SessionDetached:
                return "document"
            except CommandTimeout:
                return "busy"
    return ""


async def ask_after(
    element: Element, ending: Ending, name: str, *arguments: Any, into: type[T], wait: float = 0.0
) -> tuple[T | None, Ending]:
    """Ask about the element once the input is sent; also returns how the page left. No answer where it did leave.

    `wait`: how many seconds the function itself may wait before it answers.
    """
    if ending:
        return None, ending
    seconds = wait + min(_READ_SECONDS, max(_LEAST_READ_SECONDS, element.deadline.left))
    return await answer_after(element.ask(name, *arguments, into=into, seconds=seconds))


async def answer_after(answer: Awaitable[T]) -> tuple[T | None, Ending]:
    """An answer of the page once the input is sent; where it left, how."""
    try:
        return await answer, ""
    except StaleRef:
        return None, "document"
    except TargetClosed:
        return None, "closed"
    except DialogBlocking:
        return None, "dialog"
    except CommandTimeout:
        return None, "busy"


def stroke_command(stroke: KeyStroke) -> Command[None]:
    """One key event, with the editing commands that the platform's keyboard would run."""
    key = stroke.key
    return input_domain.dispatch_key_event(
        stroke.kind,
        modifiers=stroke.modifiers,
        text=stroke.text or None,
        unmodified_text=stroke.text or None,
        code=key.code,
        key=key.key,
        windows_virtual_key_code=key.key_code,
        native_virtual_key_code=key.key_code,
        auto_repeat=stroke.auto_repeat,
        is_keypad=stroke.is_keypad,
        location=key.location,
        commands=list(stroke.commands) or None,
    )


def is_mac(tab: Tab) -> bool:
    """Whether the browser runs on a Mac, where editing shortcuts use Meta instead of Control."""
    return "Macintosh" in tab.chrome.version.user_agent


async def press_key(element: Element, key: str) -> Ending:
    """Press a key or chord (`Tab`, `Shift+Tab`) at the focus."""
    strokes = map(stroke_command, chord_strokes(parse_chord(key)))
    return await burst(element.session, strokes, element.deadline)


async def press_without_submit(element: Element, key: str) -> Ending:
    """The same for a key that shall not submit a form."""
    await element.ask("holdSubmit", into=object)
    return await press_key(element, key)
