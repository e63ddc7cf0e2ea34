"""Names of keys in the makers' words, and an SDK that is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cdp_engine.act import parse_chord
from cdp_engine.agent.makers.key_names import chord_of, chords_of, modifiers_of

pytestmark = pytest.mark.req("AG-05")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("Return", "Return"),
        ("Page_Down", "PageDown"),
        ("ctrl+shift+Prior", "ctrl+shift+PageUp"),
        ("ctrl++", "ctrl++"),
        ("a", "a"),
        ("BackSpace", "BackSpace"),
        ("Control_L+c", "Control+c"),
        ("KP_Enter", "NumpadEnter"),
    ],
)
def test_keys_of_other_toolsets(given: str, meant: str) -> None:
    assert chord_of(given) == meant
    assert parse_chord(chord_of(given))


def test_sequences_of_keys() -> None:
    assert chords_of("Tab Tab  Return") == ["Tab", "Tab", "Return"]
    assert chords_of(" ") == ["Space"]
    assert modifiers_of("ctrl+shift") == ["ctrl", "shift"]


def test_a_missing_sdk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from cdp_engine.agent import makers
    from cdp_engine.errors import InvalidInput

    def nothing(_name: str) -> None:
        return None

    find: Callable[[str], object] = nothing
    monkeypatch.setattr(makers, "find_spec", find)
    with pytest.raises(InvalidInput, match="anthropic") as wrong:
        makers.__getattr__("ClaudeBrowserToolset")
    assert "cdp-engine[anthropic]" in wrong.value.hint
