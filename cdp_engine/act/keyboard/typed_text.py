"""Sends the keys of a text, and keeps the indentation of its lines in editors that indent lines themselves."""

from __future__ import annotations

import re

import anyio
from msgspec.structs import replace

from cdp_engine.act.dispatch import ask_after, burst, press_key, stroke_command
from cdp_engine.act.element import Deadline, Element
from cdp_engine.act.keyboard.keys import Insertion, chord_strokes, parse_chord, text_strokes
from cdp_engine.act.performed import Ending, Held
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain
from cdp_engine.rpc import Session

_AT_ONCE = 64
_ENDS_TAG = re.compile(r"[,;\n]")
_TAG_MS = 300


async def as_tags(element: Element, held: Held, ending: Ending, wanted: str) -> Held:
    """What a field holds that is empty as it has made tags of a text, ended by a comma: those tags.

    Nothing is read where the page left.
    """
    if ending or held.matches or held.value is None or held.value.strip() or not _ENDS_TAG.search(wanted):
        return held
    tags = await element.ask("typedTags", wanted, _TAG_MS, into=list[str])
    return replace(held, value=", ".join(tags), matches=True, tags=True) if tags else held


async def in_tags(element: Element, held: Held, ending: Ending, wanted: str, method: str) -> tuple[Held, str]:
    """`as_tags`, and how the text was given then."""
    after = await as_tags(element, held, ending, wanted)
    return after, "tags" if after.tags else method


async def send_text(session: Session, text: str, delay: float, deadline: Deadline) -> Ending:
    """Send the key events of a text, `delay` seconds apart."""
    waiting: list[Command[None]] = []
    for item in text_strokes(text):
        if isinstance(item, Insertion):
            if item.composed:
                end = len(item.text.encode("utf-16-le")) // 2
                waiting.append(input_domain.ime_set_composition(item.text, end, end))
            waiting.append(input_domain.insert_text(item.text))
        else:
            waiting.extend(map(stroke_command, item))
        if delay > 0 or len(waiting) >= _AT_ONCE:
            ending = await burst(session, waiting, deadline)
            waiting.clear()
            if ending:
                return ending
            if delay > 0:
                await anyio.sleep(delay)
    return await burst(session, waiting, deadline)


async def send_lines(element: Element, text: str, delay: float, deadline: Deadline) -> Ending:
    """The same for a field: what its editor puts before a new line counts as typed, or is deleted."""
    first, *others = text.replace("\r\n", "\n").split("\n")
    ending = await send_text(element.session, first, delay, deadline)
    for at, line in enumerate(others, 1):
        if not ending:
            ending = await send_text(element.session, "\n", delay, deadline)
        if ending or (not line and at == len(others)):
            break
        there, ending = await _indentation(element, line)
        if not ending:
            ending = await send_text(element.session, line.removeprefix(there), delay, deadline)
    return ending


async def _indentation(element: Element, line: str) -> tuple[str, Ending]:
    """The blanks before the caret, once they are no more than the line begins with."""
    there, ending = await ask_after(element, "", "blanksBeforeCaret", into=str)
    while there and not line.startswith(there):
        ending = await press_key(element, "Backspace")
        left, ending = await ask_after(element, ending, "blanksBeforeCaret", into=str)
        if left is None or len(left) >= len(there):
            return "", ending
        there = left
    return there or "", ending


def keys_of(text: str) -> list[Command[None]]:
    """The keys of a text, or the one that clears a part."""
    if not text:
        return [stroke_command(stroke) for stroke in chord_strokes(parse_chord("Delete"))]
    commands: list[Command[None]] = []
    for item in text_strokes(text):
        if isinstance(item, Insertion):
            commands.append(input_domain.insert_text(item.text))
        else:
            commands.extend(map(stroke_command, item))
    return commands
