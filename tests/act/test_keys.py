"""Names of keys to key events."""

from __future__ import annotations

import pytest

from cdp_engine.act.keyboard.keys import (
    Insertion,
    KeyStroke,
    chord_strokes,
    find_key,
    held_strokes,
    modifier_mask,
    parse_chord,
    text_strokes,
)
from cdp_engine.act.keyboard.us_layout import CHARACTERS
from cdp_engine.errors import InvalidInput

pytestmark = pytest.mark.req("VD-09")


@pytest.mark.parametrize(
    ("words", "modifiers", "key", "code"),
    [
        ("Enter", (), "Enter", "Enter"),
        ("enter", (), "Enter", "Enter"),
        ("a", (), "a", "KeyA"),
        ("A", (), "A", "KeyA"),
        ("Control+A", ("Control",), "a", "KeyA"),
        ("ctrl+a", ("Control",), "a", "KeyA"),
        ("Control+Shift+a", ("Control", "Shift"), "A", "KeyA"),
        ("Shift+ArrowLeft", ("Shift",), "ArrowLeft", "ArrowLeft"),
        ("shift+1", ("Shift",), "!", "Digit1"),
        ("Control++", ("Control",), "+", "Equal"),
        ("+", (), "+", "Equal"),
        ("cmd+Backspace", ("Meta",), "Backspace", "Backspace"),
        ("Alt + F4", ("Alt",), "F4", "F4"),
        ("esc", (), "Escape", "Escape"),
        ("Space", (), " ", "Space"),
        (" ", (), " ", "Space"),
        ("KeyQ", (), "q", "KeyQ"),
        ("Numpad5", (), "5", "Numpad5"),
        ("Shift", (), "Shift", "ShiftLeft"),
        ("PGDN", (), "PageDown", "PageDown"),
    ],
)
def test_chords(words: str, modifiers: tuple[str, ...], key: str, code: str) -> None:
    chord = parse_chord(words)
    assert chord.modifiers == modifiers
    assert (chord.key.key, chord.key.code) == (key, code)


def test_the_portable_modifier_depends_on_the_platform() -> None:
    assert parse_chord("ControlOrMeta+A").modifiers == ("Control",)
    assert parse_chord("controlormeta+a", mac=True).modifiers == ("Meta",)


@pytest.mark.parametrize("words", ["", "Entr", "Control+", "Enter+A", "Hyper+A", "é"])
def test_unknown_keys_are_refused_with_a_way_on(words: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_chord(words)
    assert refused.value.hint


def test_a_near_miss_is_offered() -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_chord("ArowDown")
    assert "ArrowDown" in refused.value.hint


def test_the_events_of_a_chord() -> None:
    strokes = chord_strokes(parse_chord("Control+Shift+A"))
    assert [(s.kind, s.key.key, s.modifiers, s.text) for s in strokes] == [
        ("rawKeyDown", "Control", 2, ""),
        ("rawKeyDown", "Shift", 10, ""),
        ("rawKeyDown", "A", 10, ""),
        ("keyUp", "A", 10, ""),
        ("keyUp", "Shift", 2, ""),
        ("keyUp", "Control", 0, ""),
    ]


def test_shift_alone_still_types() -> None:
    assert [s.text for s in chord_strokes(parse_chord("Shift+a")) if s.kind == "keyDown"] == ["A"]


def test_a_repeated_chord_holds_its_modifiers() -> None:
    kinds = [s.key.key for s in chord_strokes(parse_chord("Shift+Tab"), repeat=3)]
    assert kinds == ["Shift", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Shift"]


def test_a_modifier_as_the_key_itself() -> None:
    down, up = chord_strokes(parse_chord("Shift"))
    assert (down.kind, down.modifiers, up.modifiers) == ("rawKeyDown", 8, 0)


def test_editing_commands_go_along_on_a_mac_only() -> None:
    def commands(mac: bool) -> list[tuple[str, ...]]:
        strokes = chord_strokes(parse_chord("ControlOrMeta+A", mac=mac), mac=mac)
        return [s.commands for s in strokes if s.key.code == "KeyA" and s.kind != "keyUp"]

    assert commands(True) == [("selectAll",)]
    assert commands(False) == [()]


def test_a_text_becomes_keys_and_insertions() -> None:
    items = list(text_strokes("aB\n\t日本é!"))
    shown = [i.text if isinstance(i, Insertion) else (i[0].key.key, i[0].text) for i in items]
    assert shown == [("a", "a"), ("B", "B"), ("Enter", "\r"), ("Tab", ""), "日本é", ("!", "!")]


def test_every_printable_ascii_character_has_a_key() -> None:
    for number in range(32, 127):
        assert find_key(chr(number)).text == chr(number)
    assert len(CHARACTERS) == 95


def test_held_modifiers_come_down_and_up_in_mirror_order() -> None:
    down, up = held_strokes(["Shift", "alt", "shift"])
    assert [s.modifiers for s in down] == [8, 9]
    assert [s.modifiers for s in up] == [8, 0]
    assert modifier_mask(["Shift", "alt"]) == 9
    assert isinstance(down[0], KeyStroke)
