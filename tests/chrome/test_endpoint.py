from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.chrome import (
    GridEndpoint,
    HttpEndpoint,
    ProfileEndpoint,
    WebSocketEndpoint,
    parse_endpoint,
)
from cdp_engine.chrome.endpoints.endpoint import read_port_file, websocket_beside
from cdp_engine.errors import InvalidEndpoint

pytestmark = pytest.mark.req("EN-06")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("http://127.0.0.1:9222", HttpEndpoint("http://127.0.0.1:9222")),
        ("http://127.0.0.1:9222/", HttpEndpoint("http://127.0.0.1:9222")),
        (" https://chrome.example/behind/proxy/ ", HttpEndpoint("https://chrome.example/behind/proxy")),
        ("localhost:9222", HttpEndpoint("http://localhost:9222")),
        (":9222", HttpEndpoint("http://127.0.0.1:9222")),
        ("[::1]:9222", HttpEndpoint("http://[::1]:9222")),
        ("ws://h:1/devtools/browser/x", WebSocketEndpoint("ws://h:1/devtools/browser/x")),
        ("wss://h/chrome?token=a", WebSocketEndpoint("wss://h/chrome?token=a")),
        ("wss://h?token=a", WebSocketEndpoint("wss://h?token=a")),
        ("ws://h:1/devtools/browser/x#frag", WebSocketEndpoint("ws://h:1/devtools/browser/x")),
        ("ws://127.0.0.1:9222", HttpEndpoint("http://127.0.0.1:9222")),
        ("wss://h:1/", HttpEndpoint("https://h:1")),
        ("grid+http://grid:4444", GridEndpoint("http://grid:4444")),
        ("grid+https://grid/wd/hub/", GridEndpoint("https://grid/wd/hub")),
        ("/home/me/profile", ProfileEndpoint(Path("/home/me/profile"))),
        ("profile", ProfileEndpoint(Path("profile"))),
        ("~/profile", ProfileEndpoint(Path("~/profile").expanduser())),
        (Path("/p"), ProfileEndpoint(Path("/p"))),
    ],
)
def test_every_kind_of_endpoint(text: str | Path, meaning: object) -> None:
    assert parse_endpoint(text) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "ftp://h:1",
        "http://",
        "http://:9222",
        "http://h:99999",
        "http://h:0",
        "ws://",
        "http://[::1",
        "~\0",
    ],
)
def test_what_can_never_be_reached_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(InvalidEndpoint) as caught:
        parse_endpoint(text)
    assert "9222" in caught.value.hint


@given(st.text())
def test_any_text_is_an_endpoint_or_a_clear_error(text: str) -> None:
    with contextlib.suppress(InvalidEndpoint):
        assert parse_endpoint(text)


@pytest.mark.parametrize(
    ("reached", "named", "seen"),
    [
        (
            "http://127.0.0.1:9222",
            "ws://127.0.0.1:9222/devtools/browser/1",
            "ws://127.0.0.1:9222/devtools/browser/1",
        ),
        ("http://gateway:80", "ws://0.0.0.0:9222/devtools/browser/1", "ws://gateway:80/devtools/browser/1"),
        ("https://front", "ws://10.1.1.1:9222/devtools/browser/1", "wss://front/devtools/browser/1"),
        ("http://grid:4444", "ws://172.17.0.2:4444/session/s/se/cdp", "ws://grid:4444/session/s/se/cdp"),
    ],
)
def test_the_websocket_is_reached_by_the_way_that_the_endpoint_was(
    reached: str, named: str, seen: str
) -> None:
    assert websocket_beside(reached, named) == seen


def test_the_port_file_of_a_profile() -> None:
    assert read_port_file("39215\n/devtools/browser/4c05") == (39215, "/devtools/browser/4c05")
    assert read_port_file("9222\n") == (9222, None)
    assert read_port_file("9222") == (9222, None)


@pytest.mark.parametrize("text", ["", "x\n/devtools", "0\n/a", "70000\n/a", "-1"])
def test_a_damaged_port_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_port_file(text)
