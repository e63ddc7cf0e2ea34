"""The US keyboard as a table: the `KeyboardEvent` of each physical key.

Values are those of the UI Events specification (`key`, `code`, `location`) and the Windows virtual key codes
that Chromium still reports as `keyCode`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

STANDARD, LEFT, RIGHT, NUMPAD = 0, 1, 2, 3
"""`KeyboardEvent.location`."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key as a page sees it. `text` is what it types on its own, empty for keys that type nothing."""

    key: str
    code: str
    key_code: int
    text: str = ""
    location: int = STANDARD


def _printing() -> dict[str, tuple[Key, Key]]:
    """`code` → (plain key, key with Shift) for every key that prints a character."""
    rows: dict[str, tuple[Key, Key]] = {}

    def row(code: str, key_code: int, plain: str, shifted: str) -> None:
        rows[code] = (Key(plain, code, key_code, plain), Key(shifted, code, key_code, shifted))

    for letter in "abcdefghijklmnopqrstuvwxyz":
        row(f"Key{letter.upper()}", ord(letter.upper()), letter, letter.upper())
    for digit, shifted in zip("0123456789", ")!@#$%^&*(", strict=True):
        row(f"Digit{digit}", ord(digit), digit, shifted)
    row("Semicolon", 186, ";", ":")
    row("Equal", 187, "=", "+")
    row("Comma", 188, ",", "<")
    row("Minus", 189, "-", "_")
    row("Period", 190, ".", ">")
    row("Slash", 191, "/", "?")
    row("Backquote", 192, "`", "~")
    row("BracketLeft", 219, "[", "{")
    row("Backslash", 220, "\\", "|")
    row("BracketRight", 221, "]", "}")
    row("Quote", 222, "'", '"')
    row("Space", 32, " ", " ")
    return rows


def _naming() -> dict[str, Key]:
    """Name → key for every key that has a name rather than a character."""
    rows: dict[str, Key] = {}

    def row(key: str, key_code: int, *, code: str = "", text: str = "", location: int = STANDARD) -> None:
        code = code or key
        rows[code] = Key(key, code, key_code, text, location)

    row("Backspace", 8)
    row("Tab", 9)
    row("Enter", 13, text="\r")
    row("Pause", 19)
    row("CapsLock", 20)
    row("Escape", 27)
    row("Convert", 28)
    row("NonConvert", 29)
    row("PageUp", 33)
    row("PageDown", 34)
    row("End", 35)
    row("Home", 36)
    row("ArrowLeft", 37)
    row("ArrowUp", 38)
    row("ArrowRight", 39)
    row("ArrowDown", 40)
    row("PrintScreen", 44)
    row("Insert", 45)
    row("Delete", 46)
    row("ContextMenu", 93)
    row("NumLock", 144)
    row("ScrollLock", 145)
    for number in range(1, 25):
        row(f"F{number}", 111 + number)
    for name, key_code in (("Shift", 16), ("Control", 17), ("Alt", 18)):
        row(name, key_code, code=f"{name}Left", location=LEFT)
        row(name, key_code, code=f"{name}Right", location=RIGHT)
    row("Meta", 91, code="MetaLeft", location=LEFT)
    row("Meta", 92, code="MetaRight", location=RIGHT)
    row("AltGraph", 225)
    for digit in "0123456789":
        row(digit, 96 + int(digit), code=f"Numpad{digit}", text=digit, location=NUMPAD)
    for name, character, key_code in (
        ("Multiply", "*", 106),
        ("Add", "+", 107),
        ("Subtract", "-", 109),
        ("Decimal", ".", 110),
        ("Divide", "/", 111),
    ):
        row(character, key_code, code=f"Numpad{name}", text=character, location=NUMPAD)
    row("Enter", 13, code="NumpadEnter", text="\r", location=NUMPAD)
    row("BrowserBack", 166)
    row("BrowserForward", 167)
    row("AudioVolumeMute", 173)
    row("AudioVolumeDown", 174)
    row("AudioVolumeUp", 175)
    row("MediaTrackNext", 176)
    row("MediaTrackPrevious", 177)
    row("MediaStop", 178)
    row("MediaPlayPause", 179)
    return rows


PRINTING = MappingProxyType(_printing())
"""`code` → (plain, with Shift)."""

NAMED = MappingProxyType(_naming())
"""`code` → key, for keys with a name."""

CHARACTERS = MappingProxyType({key.key: key for pair in PRINTING.values() for key in reversed(pair)})
"""Character → the key that types it, Shift included where it takes Shift."""

ALIASES = MappingProxyType(
    {
        "ctrl": "ControlLeft",
        "control": "ControlLeft",
        "shift": "ShiftLeft",
        "alt": "AltLeft",
        "option": "AltLeft",
        "meta": "MetaLeft",
        "cmd": "MetaLeft",
        "command": "MetaLeft",
        "win": "MetaLeft",
        "windows": "MetaLeft",
        "super": "MetaLeft",
        "esc": "Escape",
        "return": "Enter",
        "del": "Delete",
        "ins": "Insert",
        "pgup": "PageUp",
        "pgdn": "PageDown",
        "pgdown": "PageDown",
        "up": "ArrowUp",
        "down": "ArrowDown",
        "left": "ArrowLeft",
        "right": "ArrowRight",
        "spacebar": "Space",
        "plus": "NumpadAdd",
        "menu": "ContextMenu",
    }
)
"""Common names → `code`, in lower case."""
