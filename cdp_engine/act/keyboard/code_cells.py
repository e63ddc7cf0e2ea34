"""Enters a code one character a field, as one-time codes and PINs are drawn: a key for each field, all read back."""

from __future__ import annotations

import re

from cdp_engine.act.actionability import FieldFacts
from cdp_engine.act.dispatch import ask_after, burst
from cdp_engine.act.element import Element
from cdp_engine.act.keyboard.typed_text import keys_of
from cdp_engine.act.performed import Ending, Held

METHOD = "cells"
_SEPARATORS = re.compile(r"[\s\-.]+")


def code_in(facts: FieldFacts, text: str) -> str:
    """The characters of a text for the fields of a code, of which the given one is the first; empty for others.

    `123 456` and `123-456` are the code 123456.
    """
    if not facts.cells or len(text) < 2:
        return ""
    return next((one for one in (text, _SEPARATORS.sub("", text)) if 1 < len(one) <= facts.cells), "")


async def enter_code(element: Element, code: str) -> Ending:
    """Press a key for each field; the page may move the focus on by itself, or spread what the first one got."""
    ending: Ending = ""
    for index, character in enumerate(code):
        ready, ending = await ask_after(element, ending, "focusCell", index, into=bool)
        if ending or not ready:
            break
        ending = await burst(element.session, keys_of(character), element.deadline)
    return ending


async def code_held(element: Element, ending: Ending, code: str) -> tuple[Held, Ending]:
    """What the fields hold together; nothing where the page took them away, as many do with the last character."""
    held, ending = await ask_after(element, ending, "cellsHold", code, into=Held)
    return held or Held(), ending
