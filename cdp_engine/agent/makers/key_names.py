"""Keys as other toolsets write them (`ctrl+a`, `Return`, `Page_Down`) → the names of this engine (pure)."""

from __future__ import annotations

from types import MappingProxyType

_NAMES = MappingProxyType(
    {
        "back_space": "Backspace",
        "caps_lock": "CapsLock",
        "kp_add": "NumpadAdd",
        "kp_enter": "NumpadEnter",
        "kp_subtract": "NumpadSubtract",
        "minus": "-",
        "equal": "=",
        "comma": ",",
        "period": ".",
        "slash": "/",
        "page_down": "PageDown",
        "page_up": "PageUp",
        "next": "PageDown",
        "prior": "PageUp",
        "plus": "+",
        "print": "PrintScreen",
        "hyper": "Meta",
    }
)
"""In lower case; what the engine's own keyboard takes in any case is not listed."""


def chord_of(text: str) -> str:
    """One key or chord: `ctrl+shift+Page_Down` → `ctrl+shift+PageDown`."""
    names = [text] if text == "+" else text.split("+")
    if len(names) > 1 and names[-1] == "":
        names = [*names[:-2], "+"]  # `ctrl++`: the key is the plus itself
    return "+".join(_key(name) for name in names)


def chords_of(text: str) -> list[str]:
    """Keys pressed one after the other, separated by spaces; a single space is the space bar."""
    return [chord_of(word) for word in text.split()] or (["Space"] if text else [])


def modifiers_of(text: str | None) -> list[str]:
    """`ctrl+shift` → `["ctrl", "shift"]`."""
    return [name.strip() for name in (text or "").split("+") if name.strip()]


def _key(name: str) -> str:
    name = name.strip()
    folded = name.casefold()
    if folded.endswith(("_l", "_r")) and folded[:-2] in ("control", "shift", "alt", "super", "meta"):
        return name[:-2]
    return _NAMES.get(folded, name)
