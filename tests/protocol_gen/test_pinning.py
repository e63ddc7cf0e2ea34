from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from protocol_gen.pinning import pin
from protocol_gen.schema import SchemaError, load
from protocol_gen.sources import SourceError, read_source

pytestmark = pytest.mark.req("EN-01")

PROSE = "Some sentence about this item."
BROWSER: dict[str, Any] = {
    "version": {"major": "1", "minor": "3"},
    "domains": [
        {
            "domain": "Zoo",
            "description": PROSE,
            "types": [
                {
                    "id": "Animal",
                    "description": PROSE,
                    "type": "object",
                    "properties": [
                        {
                            "name": "picture",
                            "type": "string",
                            "description": f"{PROSE} (Encoded as a base64 string when passed over JSON)",
                        },
                        {"name": "description", "type": "string", "optional": True, "remark": PROSE},
                    ],
                }
            ],
            "commands": [
                {"name": "see", "parameters": [{"name": "animal", "$ref": "Animal"}]},
                {"name": "feed", "description": PROSE, "experimental": True},
            ],
        }
    ],
}
SCRIPT: dict[str, Any] = {"domains": [{"domain": "Aviary", "events": [{"name": "flown"}]}]}


def test_prose_is_dropped_and_names_are_kept() -> None:
    text = pin([BROWSER], {"product": "Zoo/1"})

    assert PROSE not in text
    properties = json.loads(text)["domains"][0]["types"][0]["properties"]
    assert [member["name"] for member in properties] == ["picture", "description"]
    assert properties[0]["type"] == "binary"


def test_order_of_the_source_does_not_matter() -> None:
    shuffled = {"domains": [BROWSER["domains"][0] | {"commands": BROWSER["domains"][0]["commands"][::-1]}]}

    assert pin([BROWSER, SCRIPT], {"b": "1", "a": "2"}) == pin([SCRIPT, shuffled], {"a": "2", "b": "1"})


def test_pinning_a_pinned_schema_changes_nothing(tmp_path: Path) -> None:
    text = pin([BROWSER, SCRIPT], {"product": "Zoo/1"})
    path = tmp_path / "schema.json"
    path.write_text(text)

    assert read_source(str(path)) == text


def test_package_folder_is_joined(tmp_path: Path) -> None:
    (tmp_path / "json").mkdir()
    (tmp_path / "package.json").write_text('{"name": "devtools-protocol", "version": "0.0.7"}')
    (tmp_path / "json" / "browser_protocol.json").write_text(json.dumps(BROWSER))
    (tmp_path / "json" / "js_protocol.json").write_text(json.dumps(SCRIPT))

    pinned = json.loads(read_source(str(tmp_path)))

    assert pinned["source"] == {"product": "devtools-protocol/0.0.7", "protocol": "1.3"}
    assert [domain["domain"] for domain in pinned["domains"]] == ["Aviary", "Zoo"]


@pytest.mark.parametrize("content", ["not json", "[]", '{"domains_": []}'])
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)

    with pytest.raises(SourceError, match=r"other\.json"):
        read_source(str(path))


def test_dangling_reference_is_named() -> None:
    document = {
        "domains": [{"domain": "A", "events": [{"name": "e", "parameters": [{"name": "p", "$ref": "B.C"}]}]}]
    }

    with pytest.raises(SchemaError, match=r"A\.e\.p refers to B\.C"):
        load(document)


@pytest.mark.live
def test_running_browser_is_pinned_with_its_version(chromium_endpoint: str) -> None:
    pinned = json.loads(read_source(chromium_endpoint))

    assert pinned["source"]["product"].startswith("Chrome/")
    assert len(pinned["source"]["revision"]) == 40
    assert {"DOM", "Runtime", "Page"} <= {domain["domain"] for domain in pinned["domains"]}
    load(pinned)


def test_silent_endpoint_is_a_source_error(unused_endpoint: str) -> None:
    with pytest.raises(SourceError, match="no browser answers"):
        read_source(unused_endpoint)


@pytest.fixture
def unused_endpoint() -> str:
    import socket

    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    return f"http://127.0.0.1:{port}"
