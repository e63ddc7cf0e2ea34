"""A person's mouse and keys on the live picture → input events of the page (pure)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import Command
from cdp_engine.protocol import input as input_domain

Share = Annotated[float, Meta(ge=0, le=1)]
_BUTTONS: dict[str, int] = {"none": 0, "left": 1, "right": 2, "middle": 4}
_MOUSE: dict[str, Literal["mouseMoved", "mousePressed", "mouseReleased"]] = {
    "move": "mouseMoved",
    "down": "mousePressed",
    "up": "mouseReleased",
}
_MOST = 200


class MouseInput(Struct, forbid_unknown_fields=True, tag="mouse", kw_only=True):
    """`x` and `y` are shares of the picture's size, `modifiers` the bits of CDP."""

    do: Literal["move", "down", "up", "wheel"]
    x: Share
    y: Share
    button: Literal["none", "left", "middle", "right"] = "none"
    held: Annotated[int, Meta(ge=0, le=31)] = 0
    count: Annotated[int, Meta(ge=0, le=3)] = 0
    modifiers: Annotated[int, Meta(ge=0, le=15)] = 0
    dx: Annotated[float, Meta(ge=-10_000, le=10_000)] = 0
    dy: Annotated[float, Meta(ge=-10_000, le=10_000)] = 0


class KeyInput(Struct, forbid_unknown_fields=True, tag="key", kw_only=True):
    """A key as the person's browser reports it."""

    do: Literal["down", "up"]
    key: Annotated[str, Meta(max_length=40)]
    code: Annotated[str, Meta(max_length=40)] = ""
    number: Annotated[int, Meta(ge=0, le=255)] = 0
    modifiers: Annotated[int, Meta(ge=0, le=15)] = 0
    repeat: bool = False


class TextInput(Struct, forbid_unknown_fields=True, tag="text", kw_only=True):
    """A text that was pasted, or entered by an input method."""

    text: Annotated[str, Meta(max_length=10_000)]


PersonInput = MouseInput | KeyInput | TextInput
_EVENTS = Annotated[list[PersonInput], Meta(max_length=_MOST)]


def read_events(written: str) -> list[PersonInput]:
    """The events of one message. Raises `InvalidInput`."""
    try:
        return msgspec.json.decode(written, type=_EVENTS)
    except msgspec.MsgspecError as error:
        raise InvalidInput(f"the input is not valid: {error}") from error


def command_of(event: PersonInput, width: float, height: float) -> Command[None]:
    """The protocol command of one event, for a viewport of that size in CSS px."""
    match event:
        case TextInput():
            return input_domain.insert_text(event.text)
        case KeyInput():
            typed = {"Enter": "\r"}.get(event.key, event.key if len(event.key) == 1 else "")
            text = "" if event.modifiers & 6 else typed  # with Control or Meta a key types nothing
            kind = "keyUp" if event.do == "up" else "keyDown" if text else "rawKeyDown"
            return input_domain.dispatch_key_event(
                kind,
                modifiers=event.modifiers,
                text=(text or None) if event.do == "down" else None,
                key=event.key,
                code=event.code,
                windows_virtual_key_code=event.number,
                native_virtual_key_code=event.number,
                auto_repeat=event.repeat,
            )
        case MouseInput():
            x, y = min(event.x * width, width - 1), min(event.y * height, height - 1)
            if event.do == "wheel":
                return input_domain.dispatch_mouse_event(
                    "mouseWheel", x, y, delta_x=event.dx, delta_y=event.dy, modifiers=event.modifiers
                )
            held = event.held & ~_BUTTONS[event.button] if event.do == "up" else event.held
            return input_domain.dispatch_mouse_event(
                _MOUSE[event.do],
                x,
                y,
                button=event.button,
                buttons=held,
                click_count=event.count,
                modifiers=event.modifiers,
            )
