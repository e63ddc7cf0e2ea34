from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from protocol_gen.__main__ import OVERRIDES, PACKAGE, SCHEMA, differences, generate, main, write
from protocol_gen.emit_package import emit_package
from protocol_gen.overrides import apply_overrides, read_overrides
from protocol_gen.schema import SchemaError, load

pytestmark = pytest.mark.req("EN-01")


@pytest.fixture(scope="module")
def package() -> dict[str, str]:
    return generate(SCHEMA.read_text())


def emit(*domains: dict[str, Any]) -> dict[str, str]:
    return emit_package(load({"domains": domains}))


def test_tree_is_what_the_schema_yields(package: dict[str, str]) -> None:
    assert differences(package, PACKAGE) == []


def test_same_schema_gives_the_same_bytes_in_another_process(package: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "protocol_gen", "--output", str(tmp_path)]
    subprocess.run(command, check=True, cwd=SCHEMA.parent.parent, env={"PYTHONHASHSEED": "7"}, timeout=60)

    assert {path.name: path.read_text() for path in tmp_path.glob("*.py")} == package


def test_check_tells_drift_and_writing_mends_it(
    package: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(package, tmp_path)
    assert main(["--check", "--output", str(tmp_path)]) == 0

    (tmp_path / "dom.py").write_text(package["dom.py"] + "\n")
    (tmp_path / "page.py").unlink()
    (tmp_path / "gone.py").write_text("")
    capsys.readouterr()
    assert main(["--check", "--output", str(tmp_path)]) == 1
    assert capsys.readouterr().out.split() == [
        "differs:",
        "dom.py",
        "differs:",
        "gone.py",
        "differs:",
        "page.py",
    ]

    assert main(["--output", str(tmp_path)]) == 0
    assert main(["--check", "--output", str(tmp_path)]) == 0


def test_bad_source_is_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "--source", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


def test_pinned_schema_holds_facts_only() -> None:
    known = {
        *(
            "domain",
            "types",
            "commands",
            "events",
            "id",
            "name",
            "type",
            "$ref",
            "enum",
            "items",
            "properties",
        ),
        *("parameters", "returns", "optional", "experimental", "deprecated", "redirect", "dependencies"),
    }

    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    document = json.loads(SCHEMA.read_text())
    assert keys(document["domains"]) <= known
    assert document["source"]["product"].startswith("Chrome/")


def test_docstrings_are_links_only(package: dict[str, str]) -> None:
    import ast

    for name, text in package.items():
        if name in ("__init__.py", "_base.py"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                link = str(node.value.value)
                assert link.startswith("https://chromedevtools.github.io/devtools-protocol/tot/"), (
                    name,
                    link,
                )
                assert " " not in link


def test_every_override_meets_an_item() -> None:
    overrides = read_overrides(OVERRIDES.read_text())
    _, stale = apply_overrides(load(json.loads(SCHEMA.read_text())), overrides)
    assert stale == []


@pytest.mark.parametrize(
    "text",
    [
        '[[override]]\nitems = ["A.b"]',
        '[[override]]\nreason = "r"',
        '[[override]]\nitems = ["A.b"]\nreason = "r"\nopional = true',
        '[[override]]\nitems = ["A.b"]\nreason = "r"\ntype = "bytes"',
    ],
)
def test_overrides_with_mistakes_are_refused(text: str) -> None:
    with pytest.raises(SchemaError):
        read_overrides(text)


def test_override_reaches_the_values_of_an_array() -> None:
    protocol = load(
        {
            "domains": [
                {
                    "domain": "A",
                    "events": [
                        {
                            "name": "e",
                            "parameters": [{"name": "p", "type": "array", "items": {"type": "string"}}],
                        }
                    ],
                }
            ]
        }
    )
    overrides = read_overrides(
        '[[override]]\nitems = ["A.e.p"]\nreason = "r"\ntype = "binary"\noptional = true'
    )
    corrected, stale = apply_overrides(protocol, overrides)
    assert stale == []
    assert "p: list[bytes] | None = None" in emit_package(corrected)["a.py"]


def test_two_items_of_one_name_are_refused() -> None:
    with pytest.raises(SchemaError, match="would both be called"):
        emit({"domain": "A", "commands": [{"name": "getURL"}, {"name": "getUrl"}]})


def test_event_named_like_a_type_steps_aside() -> None:
    text = emit(
        {
            "domain": "A",
            "types": [{"id": "Moved", "type": "object", "properties": []}],
            "events": [{"name": "moved"}],
        }
    )["a.py"]
    assert "class Moved(Record" in text
    assert "class MovedEvent(Event" in text
    assert '"A.moved": MovedEvent' in text


def test_what_is_only_sent_must_be_complete_and_what_is_received_need_not() -> None:
    point = {"type": "object", "properties": [{"name": "x", "type": "number"}]}
    text = emit(
        {
            "domain": "A",
            "types": [{"id": "Sent", **point}, {"id": "Received", **point}, {"id": "Both", **point}],
            "commands": [
                {
                    "name": "go",
                    "parameters": [{"name": "a", "$ref": "Sent"}, {"name": "b", "$ref": "Both"}],
                    "returns": [{"name": "c", "$ref": "Received"}, {"name": "d", "$ref": "Both"}],
                }
            ],
        }
    )["a.py"]
    defaults = [line.strip() for line in text.splitlines() if line.startswith("    x: float")]
    assert defaults == ["x: float = blank(float)", "x: float = 0.0", "x: float"]
