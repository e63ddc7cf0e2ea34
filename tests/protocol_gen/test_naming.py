from __future__ import annotations

import pytest

from protocol_gen import naming

pytestmark = pytest.mark.req("EN-01")


@pytest.mark.parametrize(
    ("wire", "python"),
    [
        ("getDocument", "get_document"),
        ("backendDOMNodeId", "backend_dom_node_id"),
        ("DOMSnapshot", "dom_snapshot"),
        ("WebAuthn", "web_authn"),
        ("WebMCP", "web_mcp"),
        ("IndexedDB", "indexed_db"),
        ("CSS", "css"),
        ("IO", "io"),
        ("getFullAXTree", "get_full_ax_tree"),
        ("printToPDF", "print_to_pdf"),
        ("setBlockedURLs", "set_blocked_urls"),
        ("getBackendIDs", "get_backend_ids"),
        ("URLsSeen", "urls_seen"),
        ("certificateHasSha1Signature", "certificate_has_sha1_signature"),
        ("t0", "t0"),
        ("some-thing", "some_thing"),
    ],
)
def test_snake_case(wire: str, python: str) -> None:
    assert naming.snake(wire) == python


@pytest.mark.parametrize("word", ["from", "not", "bytes", "object", "list", "cdp"])
def test_words_that_are_taken_get_an_underscore(word: str) -> None:
    assert naming.attribute(word) == f"{word}_"


@pytest.mark.parametrize("word", ["type", "id", "format", "frameId"])
def test_other_words_are_left_alone(word: str) -> None:
    assert not naming.attribute(word).endswith("_")


def test_class_names_keep_their_capitals() -> None:
    assert naming.class_name("frameNavigated") == "FrameNavigated"
    assert naming.class_name("AXNode") == "AXNode"
