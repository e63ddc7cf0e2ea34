"""Holds keys down for a time, with the repeated key events of a keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio

from cdp_engine.act.dispatch import burst, is_mac, stroke_command
from cdp_engine.act.element import Deadline
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.keyboard.keys import KeyStroke, chord_strokes, parse_chord
from cdp_engine.errors import InvalidInput

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

LONGEST_HOLD = 30.0
_FIRST_REPEAT, _REPEAT = 0.5, 0.05
"""Seconds to the first repeated event of a held key, and between the following ones, as desktops set them."""


async def hold_keys(tab: Tab, keys: Sequence[str], seconds: float) -> None:
    """Press keys or chords on the focused element, hold them for `seconds` (at most 30), and release them.

    The key that was pressed last repeats meanwhile. All are released on errors and cancellation, too. Raises
    `InvalidInput` for a key that does not exist or a time outside of the limits.
    """
    if not 0 < seconds <= LONGEST_HOLD:
        raise InvalidInput(f"keys are held for up to {LONGEST_HOLD:g} seconds", hint="Give a shorter time.")
    mac = is_mac(tab)
    down: list[KeyStroke] = []
    up: list[KeyStroke] = []
    held = 0
    for word in keys:
        strokes = chord_strokes(parse_chord(word, mac=mac), mac=mac)
        pressed = [stroke for stroke in strokes if stroke.kind != "keyUp"]
        down += [replace(stroke, modifiers=stroke.modifiers | held) for stroke in pressed]
        up = [*(stroke for stroke in strokes if stroke.kind == "keyUp"), *up]
        held |= down[-1].modifiers if down else 0
    if not down:
        raise InvalidInput("no key was given", hint='Name one, as in "Shift" or "ArrowDown".')
    session = tab.session
    repeated = stroke_command(replace(down[-1], auto_repeat=True))
    try:
        ending = await burst(session, map(stroke_command, down), Deadline(DEFAULT_TIMEOUT))
        with anyio.move_on_after(seconds):
            await anyio.sleep(_FIRST_REPEAT)
            while not ending:
                ending = await burst(session, [repeated], Deadline(DEFAULT_TIMEOUT))
                await anyio.sleep(_REPEAT)
            await anyio.sleep_forever()
    finally:
        with anyio.CancelScope(shield=True):
            await burst(session, map(stroke_command, up), Deadline(DEFAULT_TIMEOUT))
