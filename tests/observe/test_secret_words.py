"""How a secret is found in a text, and what is left alone. Pure."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from cdp_engine.observe.sources.secret_fields import is_secret
from cdp_engine.observe.sources.secret_memory import SecretMemory

pytestmark = pytest.mark.req("VD-08")

LONG = "Tr0ub4dor&3-horse"


def masked(text: str, *values: str) -> str:
    memory = SecretMemory()
    for value in values:
        memory.learn(value)
    return memory.masked(text)


@pytest.mark.parametrize(
    "text",
    [
        f"Hello {LONG}!",
        f"mine{LONG.upper()}yours",
        f"/in?typed={quote(LONG, safe='')}&so=1",
        f"Basic {base64.b64encode(f'user:{LONG}'.encode()).decode()}",
        f"Basic {base64.b64encode(f'ada:{LONG}:x'.encode()).decode()}",
        "Tr0ub4dor&amp;3-horse",
        "so far: Tr0ub4",
        "so far: Tr0ub4dor&3-ho…",
        '{"kept": "Tr0ub4dor&3-horse"}',
    ],
)
def test_a_long_value_is_found_in_every_form(text: str) -> None:
    found = masked(text, LONG)
    assert "•••" in found
    assert "ub4d" not in found.lower()
    assert quote(LONG, safe="")[3:12] not in found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 of 3 results", "1"),
        ("In all, 123 items", "123"),
        ("An ordinary day", "ordinary"),
        ("A horse of course", LONG),
        ("In a cross-site frame", "cross-site-secret"),
        ("Troubador", LONG),
        ("Order 20261123", "2026112399"),
        ("hunters", "hunter"),
    ],
)
def test_everyday_texts_are_left_alone(text: str, value: str) -> None:
    assert masked(text, value) == text


def test_a_short_value_is_masked_where_it_is_all_of_a_text() -> None:
    assert masked(" ordinary ", "ordinary") == "•••"
    assert masked("123", "123") == "123"
    assert masked("It is hunter2.", "hunter2") == "It is •••."


def test_the_last_values_are_kept() -> None:
    memory = SecretMemory()
    for number in range(40):
        memory.learn(f"pass-word-{number:02}")
    assert memory.masked("pass-word-39") == memory.masked("pass-word-30") == "•••"
    assert memory.masked("xpass-word-02") == "xpass-word-02"


@pytest.mark.parametrize(
    ("attributes", "secret"),
    [
        (("type", "text", "autocomplete", "new-password"), True),
        (("type", "text", "autocomplete", "one-time-code"), True),
        (("type", "text", "autocomplete", "new-password", "autofill", "no"), False),  # selectize
        (("autocomplete", "new-password", "aria-autocomplete", "list"), False),
        (("autocomplete", "new-password", "role", "combobox"), False),
        (("type", "password", "autofill", "no", "role", "combobox"), True),
    ],
)
def test_the_search_field_of_a_list_is_no_secret(attributes: tuple[str, ...], secret: bool) -> None:
    assert is_secret("input", attributes) is secret
