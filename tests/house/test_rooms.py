"""The import rule of CONTRIBUTING.md holds, and its checker sees every way of breaking it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.rooms import PACKAGE, ROOT, breaches, rooms


def test_every_import_of_the_package_keeps_the_rule() -> None:
    assert [str(breach) for breach in breaches(ROOT / PACKAGE, rooms())] == []


def test_contributing_shows_the_same_rooms_in_the_same_order() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## The rooms")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == rooms()


def test_every_room_introduces_itself() -> None:
    for room in (ROOT / PACKAGE).iterdir():
        if room.is_dir() and room.name in rooms():
            door = room / "__init__.py"
            assert door.is_file(), f"{room.name} has no __init__.py"
            assert door.read_text(encoding="utf-8").startswith('"""'), (
                f"{room.name} does not introduce itself"
            )
            said = " ".join(door.read_text(encoding="utf-8").split('"""')[1].split())
            for part in ("In:", "Out:", "Never done here:"):
                assert part in said, f"{room.name} does not say {part}"


@pytest.mark.req("EN-02")
def test_no_event_loop_is_named_anywhere_in_the_package() -> None:
    named = re.compile(
        r"^\s*(?:import|from)\s+(?:asyncio|trio)\b|import_module\(\s*[\"'](?:asyncio|trio)", re.MULTILINE
    )
    naming = [
        file for file in (ROOT / PACKAGE).rglob("*.py") if named.search(file.read_text(encoding="utf-8"))
    ]
    assert naming == []


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("low/a.py", "from house.high import thing", "low imports high, which is below it"),
        ("low/a.py", "import house.high", "low imports high, which is below it"),
        ("low/a.py", "from house import high", "low imports high, which is below it"),
        ("low/a.py", "from ..high import thing", "low imports high, which is below it"),
        (
            "low/a.py",
            "def late():\n    from house.high import thing",
            "low imports high, which is below it",
        ),
        (
            "high/a.py",
            "from house.low.inner import thing",
            "reaches into low.inner; import from the room's __init__",
        ),
        ("high/a.py", "import house.low.inner", "reaches into low.inner; import from the room's __init__"),
        ("high/a.py", "from house.low import _secret", "takes the private name _secret of low"),
        ("high/a.py", "import asyncio", "asyncio is imported; only anyio may know which loop runs"),
        (
            "high/a.py",
            "from trio.lowlevel import Task",
            "trio is imported; only anyio may know which loop runs",
        ),
        ("high/a.py", "import house", "house itself is imported; name the room"),
        ("high/a.py", "from house.cellar import thing", "cellar is not in the table of rooms"),
        ("cellar/a.py", "", "cellar is not in the table of rooms"),
        (
            "__init__.py",
            "from house.low.inner import thing",
            "reaches into low.inner; import from the room's __init__",
        ),
    ],
)
def test_a_breach_is_seen(tmp_path: Path, file: str, source: str, complaint: str) -> None:
    place = tmp_path / "house" / file
    place.parent.mkdir(parents=True)
    place.write_text(source)
    assert [breach.what for breach in breaches(tmp_path / "house", ("low", "high"))] == [complaint]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("high/a.py", "from house.low import thing"),
        ("high/a.py", "from house import low"),
        ("high/a.py", "from house.high.inner import _own"),
        ("high/a.py", "from .inner import _own"),
        ("high/__init__.py", "from .inner import thing"),
        ("high/__init__.py", "from ..low import thing"),
        ("high/deep/a.py", "from ..inner import thing"),
        ("high/a.py", "import anyio, asyncio_like"),
        ("__init__.py", "from house.high import thing"),
        ("__main__.py", "from house.high import thing"),
    ],
)
def test_what_the_rule_allows_passes(tmp_path: Path, file: str, source: str) -> None:
    place = tmp_path / "house" / file
    place.parent.mkdir(parents=True)
    place.write_text(source)
    assert breaches(tmp_path / "house", ("low", "high")) == []
