"""The house rules hold, and their checker sees every way of breaking them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from scripts.house import (
    MOST_LINES,
    MOST_MODULES,
    Breach,
    breaches,
    circles,
    complexities,
    cyclomatic_complexity,
    facts,
    meanings,
    names,
    phrases,
    sizes,
    words,
)


def test_every_house_rule_holds() -> None:
    assert [str(breach) for breach in breaches()] == []


def test_a_full_folder_is_seen_and_its_init_is_not_counted(tmp_path: Path) -> None:
    package = house(
        tmp_path, {f"low/m{number}.py": "" for number in range(MOST_MODULES)} | {"low/__init__.py": ""}
    )
    assert list(sizes(package)) == []
    (package / "low/one_more.py").write_text("")
    assert [breach.place for breach in sizes(package)] == ["house/low"]


@pytest.mark.parametrize("name", ["low/long.py", "low/long.js"])
def test_a_long_module_is_seen(tmp_path: Path, name: str) -> None:
    package = house(tmp_path, {name: "\n" * MOST_LINES})
    assert list(sizes(package)) == []
    (package / name).write_text("\n" * (MOST_LINES + 1))
    assert [breach.place for breach in sizes(package)] == [f"house/{name}"]


def test_generated_code_may_be_as_it_comes(tmp_path: Path) -> None:
    files = {f"protocol/m{number}.py": "\n" * 400 for number in range(MOST_MODULES + 1)}
    assert list(sizes(house(tmp_path, files))) == []


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("return 1", 1),
        ("if a:\n  return 1\nelif b:\n  return 2\nelse:\n  return 3", 3),
        ("return a and b or c", 3),
        ("return [x for x in a if x if b]", 4),
        ("for x in a:\n  pass\nelse:\n  pass", 3),
        ("while a:\n  pass", 2),
        ("try:\n  pass\nexcept ValueError:\n  pass\nexcept KeyError:\n  pass\nelse:\n  pass", 4),
        ("match a:\n  case 1:\n    pass\n  case 2 if b:\n    pass\n  case _:\n    pass", 3),
        ("return 1 if a else 2", 2),
        ("return lambda: a", 2),
        ("def inner():\n  return a and b\nreturn inner", 1),
    ],
)
def test_paths_are_counted(body: str, paths: int) -> None:
    source = "def f(a, b, c):\n" + "\n".join(f"  {line}" for line in body.splitlines())
    assert cyclomatic_complexity(ast.parse(source).body[0]) == paths


def test_a_complex_function_is_seen(tmp_path: Path) -> None:
    branches = "\n".join(f"    if a == {number}:\n        return a" for number in range(20))
    package = house(tmp_path, {"low/a.py": f"class A:\n  def f(self, a):\n{branches}\n"})
    assert [(breach.place, breach.subject) for breach in complexities(package)] == [("house/low/a.py", "f")]


@pytest.mark.parametrize(
    "files",
    [
        {"low/a.py": "from house.low import b", "low/b.py": "import house.low.a"},
        {"low/a.py": "from .b import thing", "low/b.py": "def late():\n    from .a import other"},
        {
            "low/a.py": "from .b import thing",
            "low/b.py": "from .c import thing",
            "low/c.py": "if TYPE_CHECKING:\n    from .a import thing",
        },
    ],
)
def test_a_circle_is_seen(tmp_path: Path, files: Mapping[str, str]) -> None:
    assert [breach.place for breach in circles(house(tmp_path, files))] == ["house.low.a"]


def test_a_room_that_imports_its_own_modules_is_no_circle(tmp_path: Path) -> None:
    files = {"low/__init__.py": "from .a import a", "low/a.py": "from .b import b", "low/b.py": ""}
    assert list(circles(house(tmp_path, files))) == []


def test_one_name_for_two_things_is_seen() -> None:
    low, high = ModuleType("low"), ModuleType("high")
    for room, mark in ((low, object()), (high, object())):
        vars(room).update(__all__=["Mark", "Shared"], Mark=mark, Shared=int)
    assert [str(breach) for breach in meanings([low, high])] == [
        "meaning: Mark: exported for different objects by low, high"
    ]


def test_a_fact_without_an_entry_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text('"""Frames (fact 3; facts 4, 5 and 61)."""\n')
    found = facts([file], "## Fact 3 · one\n\n## Fact 5 · another\n", tmp_path)
    assert [breach.subject for breach in found] == ["4", "61"]


def test_an_old_name_is_seen(tmp_path: Path) -> None:
    package = house(
        tmp_path, {"low/test_desk.py": "from a import b as told, desk", "low/desk.js": "", "low/x.py": ""}
    )
    found = names(
        sorted(package.rglob("*.*s*")) + sorted(package.rglob("*.py")), frozenset({"desk", "told"}), tmp_path
    )
    assert {(breach.place, breach.subject) for breach in found} == {
        ("house/low/desk.js", ""),
        ("house/low/test_desk.py", ""),
        ("house/low/test_desk.py", "told"),
    }


@pytest.mark.parametrize(
    "source",
    [
        "desk = 1",
        "class MyDesk: ...",
        "DESK_SIZE = 1",
        "# the desk",
        'def f():\n    """At the desk."""',
        "f(open_desk=1)",
    ],
)
def test_an_old_word_is_seen(tmp_path: Path, source: str) -> None:
    assert [breach.subject for breach in old_words(tmp_path, "a.py", source)] == ["desk"]


@pytest.mark.parametrize("source", ['a = "desk"', "desktop = 1", "class Desktop: ..."])
def test_other_words_are_let_be(tmp_path: Path, source: str) -> None:
    assert old_words(tmp_path, "a.py", source) == []


def test_pages_and_scripts_are_read_whole(tmp_path: Path) -> None:
    assert [breach.what for breach in old_words(tmp_path, "a.md", "one\nA desk.\n")] == ["desk in a.md:2"]
    assert [breach.what for breach in old_words(tmp_path, "a.js", "const openDesk = 1")] == ["desk in a.js:1"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", '"""One.\n\nWhat it is told.\n"""\n'),
        ("a.py", "# told\n"),
        ("a.py", 'a = 1\n"""Told, below an attribute."""\n'),
        ("a.py", 'raise ValueError(f"{a} was told", hint="x")\n'),
        ("a.js", "const a = 1; // told\n"),
        ("a.md", "one\n\nIt is told so.\n"),
    ],
)
def test_an_old_phrase_is_seen(tmp_path: Path, name: str, text: str) -> None:
    [breach] = old_phrases(tmp_path, name, text)
    assert breach.subject.casefold() == "told"
    assert breach.what.endswith("write reports")
    line = next(number for number, one in enumerate(text.splitlines(), 1) if "told" in one.casefold())
    assert breach.place == f"{name}:{line}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'shown = "what is told"\n'),
        ("a.py", "told = 1\n"),
        ("a.py", '# the command `told`, and "told"\n'),
        ("a.js", 'const told = "told";\n'),
        ("a.md", "one\n\n```\nit is told\n```\n"),
        ("a.py", '"""One that retold is part of."""\n'),
    ],
)
def test_code_and_quotes_may_have_the_phrase(tmp_path: Path, name: str, text: str) -> None:
    assert old_phrases(tmp_path, name, text) == []


def house(place: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        file = place / "house" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return place / "house"


def old_words(place: Path, name: str, text: str) -> list[Breach]:
    file = place / name
    file.write_text(text)
    return list(words([file], frozenset({"desk"}), place))


def old_phrases(place: Path, name: str, text: str) -> list[Breach]:
    file = place / name
    file.write_text(text)
    return list(phrases([file], {r"\btold\b": "reports"}, place))
