"""Chords such as `Control+Shift+ArrowLeft`, and texts → the key events that a keyboard would send. Pure."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from cdp_engine.act.keyboard.us_layout import ALIASES, CHARACTERS, NAMED, NUMPAD, PRINTING, Key
from cdp_engine.errors import InvalidInput

MODIFIER_BITS = MappingProxyType({"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8})
"""`modifiers` of `Input.dispatchKeyEvent` and `Input.dispatchMouseEvent`."""

PORTABLE = "ControlOrMeta"
"""The modifier of editing shortcuts: Meta on a Mac, Control everywhere else."""

_MAC_COMMANDS = MappingProxyType(
    {
        "Meta+KeyA": "selectAll",
        "Meta+KeyC": "copy",
        "Meta+KeyX": "cut",
        "Meta+KeyV": "paste",
        "Meta+KeyZ": "undo",
        "Shift+Meta+KeyZ": "redo",
        "Meta+ArrowLeft": "moveToLeftEndOfLine",
        "Meta+ArrowRight": "moveToRightEndOfLine",
        "Meta+ArrowUp": "moveToBeginningOfDocument",
        "Meta+ArrowDown": "moveToEndOfDocument",
        "Shift+Meta+ArrowLeft": "moveToLeftEndOfLineAndModifySelection",
        "Shift+Meta+ArrowRight": "moveToRightEndOfLineAndModifySelection",
        "Shift+Meta+ArrowUp": "moveToBeginningOfDocumentAndModifySelection",
        "Shift+Meta+ArrowDown": "moveToEndOfDocumentAndModifySelection",
        "Meta+Backspace": "deleteToBeginningOfLine",
        "Alt+ArrowLeft": "moveWordLeft",
        "Alt+ArrowRight": "moveWordRight",
        "Shift+Alt+ArrowLeft": "moveWordLeftAndModifySelection",
        "Shift+Alt+ArrowRight": "moveWordRightAndModifySelection",
        "Alt+Backspace": "deleteWordBackward",
        "Alt+Delete": "deleteWordForward",
        "Control+KeyA": "moveToBeginningOfParagraph",
        "Control+KeyE": "moveToEndOfParagraph",
        "Control+KeyK": "deleteToEndOfParagraph",
    }
)


@dataclass(frozen=True, slots=True)
class Chord:
    """A key with the modifiers held while it goes down. `modifiers` are key names in the order pressed."""

    modifiers: tuple[str, ...]
    key: Key

    @property
    def mask(self) -> int:
        """`modifiers` bit mask while the key is down."""
        return modifier_mask(self.modifiers)


@dataclass(frozen=True, slots=True)
class KeyStroke:
    """One `Input.dispatchKeyEvent`: `kind` is its `type`, `modifiers` the bit mask, `commands` editing commands."""

    kind: str
    key: Key
    modifiers: int
    text: str = ""
    auto_repeat: bool = False
    commands: tuple[str, ...] = ()

    @property
    def is_keypad(self) -> bool:
        """Whether the key lies on the number pad."""
        return self.key.location == NUMPAD


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text that no key of the layout types; it is inserted as an input method would commit it.

    `composed` is for scripts that are typed by composition: the page then sees it begin and end.
    """

    text: str

    @property
    def composed(self) -> bool:
        """Whether all of it belongs to a script that is typed by composition (Chinese, Japanese, Korean)."""
        return all(
            unicodedata.category(c)[0] in "LM" and unicodedata.east_asian_width(c) in "WH" for c in self.text
        )


def parse_chord(words: str, *, mac: bool = False) -> Chord:
    """`"Control+Shift+ArrowLeft"` → its chord. Names are taken in any case; `mac` says what `ControlOrMeta` is.

    Raises `InvalidInput` naming the nearest keys when a name is not on the US keyboard.
    """
    if words == "":
        raise InvalidInput("no key given", hint='Name a key such as "Enter" or a chord such as "Control+A".')
    names = _split(words)
    modifiers: list[str] = []
    for name in names[:-1]:
        modifier = modifier_name(name, mac=mac)
        if modifier not in modifiers:
            modifiers.append(modifier)
    key = find_key(names[-1], mac=mac)
    if "Shift" in modifiers and key.code in PRINTING:
        key = PRINTING[key.code][1]
    elif modifiers and len(names[-1]) == 1 and key.code in PRINTING and names[-1].isalpha():
        # "Control+A" means the key, not the capital letter: no Shift is pressed.
        key = PRINTING[key.code][0]
    return Chord(tuple(modifiers), key)


def find_key(name: str, *, mac: bool = False) -> Key:
    """The key of one name or character, for instance `a`, `?`, `Enter`, `esc`, `KeyA`, `Numpad5`.

    Raises `InvalidInput` when there is none.
    """
    if name in CHARACTERS:
        return CHARACTERS[name]
    if name in ("\n", "\r"):
        return NAMED["Enter"]
    if name == "\t":
        return NAMED["Tab"]
    folded = name.casefold()
    if folded == PORTABLE.casefold() or folded == "mod":
        folded = "meta" if mac else "control"
    code = _by_name().get(folded)
    if code is None:
        near = difflib.get_close_matches(folded, _by_name(), n=3, cutoff=0.6)
        close = ", ".join(sorted({_display(_by_name()[match]) for match in near}))
        raise InvalidInput(
            f"unknown key {name!r}",
            hint=f"Did you mean {close}?"
            if close
            else "Use KeyboardEvent.key names, e.g. Enter, ArrowDown, a.",
        )
    return PRINTING[code][0] if code in PRINTING else NAMED[code]


def modifier_name(name: str, *, mac: bool = False) -> str:
    """The modifier that a name means: Alt, Control, Meta or Shift. Raises `InvalidInput` for any other key."""
    key = find_key(name, mac=mac)
    if key.key not in MODIFIER_BITS:
        raise InvalidInput(
            f"{name!r} is not a modifier key",
            hint="Modifiers are Shift, Control, Alt, Meta and ControlOrMeta; put the key itself last.",
        )
    return key.key


def modifier_mask(names: Iterable[str], *, mac: bool = False) -> int:
    """Bit mask of modifier names. Raises `InvalidInput` for a name that is not a modifier."""
    mask = 0
    for name in names:
        mask |= MODIFIER_BITS[modifier_name(name, mac=mac)]
    return mask


def chord_strokes(chord: Chord, *, repeat: int = 1, mac: bool = False) -> tuple[KeyStroke, ...]:
    """The events of pressing a chord `repeat` times: modifiers down once, the key down and up, modifiers up."""
    held = 0
    strokes: list[KeyStroke] = []
    for name in chord.modifiers:
        held |= MODIFIER_BITS[name]
        strokes.append(KeyStroke("rawKeyDown", find_key(name), held))
    commands = _mac_commands(chord) if mac else ()
    own = MODIFIER_BITS.get(chord.key.key, 0)
    # A key inserts no text while any modifier but Shift is held.
    text = "" if held & ~MODIFIER_BITS["Shift"] else chord.key.text
    for _ in range(max(1, repeat)):
        strokes.append(
            KeyStroke("keyDown" if text else "rawKeyDown", chord.key, held | own, text, commands=commands)
        )
        strokes.append(KeyStroke("keyUp", chord.key, held))
    for name in reversed(chord.modifiers):
        held &= ~MODIFIER_BITS[name]
        strokes.append(KeyStroke("keyUp", find_key(name), held))
    return tuple(strokes)


def held_strokes(
    modifiers: Iterable[str], *, mac: bool = False
) -> tuple[tuple[KeyStroke, ...], tuple[KeyStroke, ...]]:
    """(events that press the modifiers, events that release them), for clicks with keys held."""
    names = tuple(dict.fromkeys(modifier_name(name, mac=mac) for name in modifiers))
    held = 0
    down: list[KeyStroke] = []
    for name in names:
        held |= MODIFIER_BITS[name]
        down.append(KeyStroke("rawKeyDown", find_key(name), held))
    up: list[KeyStroke] = []
    for name in reversed(names):
        held &= ~MODIFIER_BITS[name]
        up.append(KeyStroke("keyUp", find_key(name), held))
    return tuple(down), tuple(up)


def text_strokes(text: str) -> Iterator[tuple[KeyStroke, KeyStroke] | Insertion]:
    """The events that type a text: one key down and up per character, an `Insertion` for each run that no key types.

    Line ends become Enter and tabs become Tab, as they would on a keyboard.
    """
    pending = ""
    for character in text.replace("\r\n", "\n"):
        key = CHARACTERS.get(character)
        if key is None and character in "\n\r\t":
            key = find_key(character)
        if key is None:
            pending += character
            continue
        if pending:
            yield Insertion(pending)
            pending = ""
        down = KeyStroke("keyDown" if key.text else "rawKeyDown", key, 0, key.text)
        yield down, KeyStroke("keyUp", key, 0)
    if pending:
        yield Insertion(pending)


def last_release(text: str) -> Iterator[KeyStroke]:
    """The release of the key that types the last character, for pages that read a field only then; none for others."""
    key = CHARACTERS.get(text[-1:])
    if key is not None:
        yield KeyStroke("keyUp", key, 0)


def _split(words: str) -> list[str]:
    """Split at `+`; a `+` at the end is the key itself."""
    if words == "+":
        return ["+"]
    if words.endswith("++"):
        return [*words[:-2].split("+"), "+"]
    names = words.split("+")
    return [name.strip() or name for name in names]


def _mac_commands(chord: Chord) -> tuple[str, ...]:
    ordered = [name for name in ("Shift", "Control", "Alt", "Meta") if name in chord.modifiers]
    command = _MAC_COMMANDS.get("+".join([*ordered, chord.key.code]))
    return (command,) if command else ()


@cache
def _by_name() -> MappingProxyType[str, str]:
    """Every accepted name in lower case → `code`."""
    names = {code.casefold(): code for code in (*PRINTING, *NAMED)}
    for code, key in NAMED.items():
        if key.location != NUMPAD:
            names.setdefault(key.key.casefold(), code)
    for letters in PRINTING.values():
        names.setdefault(letters[0].key.casefold(), letters[0].code)
    return MappingProxyType({**names, **ALIASES})


def _display(code: str) -> str:
    return PRINTING[code][0].code if code in PRINTING else NAMED[code].key
