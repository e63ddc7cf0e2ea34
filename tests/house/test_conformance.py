"""The conformance table judges claims, and every id that a test names is a row."""

from __future__ import annotations

import ast
import json
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from scripts.conformance.__main__ import ROWS, SENTENCES
from scripts.conformance.table import (
    Proof,
    Row,
    Sentence,
    judge,
    list_sentences,
    print_table,
    read_proofs,
    read_rows,
    read_sentences,
)
from scripts.rooms import ROOT
from tests.conftest import halved

pytest_plugins = ["pytester"]

DONE = Row("EN-01", "EN · The engine", "A title", done=True)
OPEN = Row("EN-02", "EN · The engine", "Another", done=False)


def problem(*proofs: Proof) -> str | None:
    return judge([DONE], proofs)[0].problem


def proof(outcome: str = "passed", loop: str | None = None) -> Proof:
    return Proof(f"test_it[{loop}]", ("EN-01",), outcome, loop)


def test_a_done_row_needs_a_test() -> None:
    assert problem() == "no test proves it"
    assert problem(proof()) is None


def test_a_done_row_with_a_failing_test_is_broken() -> None:
    assert problem(proof(), proof("failed")) == "1 of its tests did not pass"
    assert problem(proof("skipped")) == "1 of its tests did not pass"


def test_a_done_row_needs_both_loops() -> None:
    assert problem(proof(loop="trio")) == "proven on trio only"
    assert problem(proof(loop="trio"), proof(loop="asyncio")) is None


def test_a_done_row_needs_all_sentences_of_its_source() -> None:
    said = (
        Sentence("It runs.", ("a/test_a.py::test_it",)),
        Sentence("It stops.", ("a/test_a.py::test_end",)),
    )
    row = Row("EN-01", "EN · The engine", "A title", done=True, sentences=said)
    runs = Proof("tests/a/test_a.py::test_it[trio]", ("EN-01",), "passed")
    verdict = judge([row], [runs])[0]
    assert verdict.problem == "1 of its sentences are not proven: It stops."
    assert "BROKEN" in print_table([verdict])
    assert "1 of 2 sentences" in print_table([verdict])
    assert list_sentences([verdict]).splitlines()[1:] == ["    proven  It runs.", "    MISSING It stops."]
    ends = Proof("tests/a/test_a.py::test_end", ("EN-01",), "passed")
    assert judge([row], [runs, ends])[0].problem is None


def test_every_sentence_names_tests_that_are_there() -> None:
    rows = read_rows(ROWS, read_sentences(SENTENCES))
    for row in rows:
        if row.done or row.id.startswith(("FP", "VD", "CD", "SX", "AL")):
            assert row.sentences, f"{row.id} has no sentence"
        for sentence in row.sentences:
            assert sentence.tests or not row.done, f"{row.id}: no test proves that {sentence.text}"
            for test in sentence.tests:
                file, _, function = test.partition("::")
                marks = marked_rows(file)
                assert function in marks, f"{row.id}: {test} does not exist"
                assert row.id in marks[function], f"{row.id}: {test} is not marked for it"


@cache
def marked_rows(file: str) -> dict[str, set[str]]:
    """The rows of each test function of a file, by its own marks and those of its module."""
    body = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8")).body
    common = {
        row
        for node in body
        if isinstance(node, ast.Assign) and "pytestmark" in [ast.unparse(name) for name in node.targets]
        for row in rows_in(node.value)
    }
    functions = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {
        node.name: common | {row for mark in node.decorator_list for row in rows_in(mark)}
        for node in functions
    }


def rows_in(mark: ast.expr) -> set[str]:
    """The rows that `pytest.mark.req("EN-01", …)` names, wherever it is in an expression."""
    return {
        str(argument.value)
        for call in ast.walk(mark)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "req"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }


def test_an_open_row_claims_nothing() -> None:
    verdict = judge([OPEN], [])[0]
    assert (verdict.problem, verdict.state) == (None, "open")


def test_a_test_for_a_row_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="XX-99, which is not in the table"):
        judge([DONE], [Proof("test_it", ("XX-99",), "passed")])


def test_the_table_names_each_row_its_result_and_what_is_broken() -> None:
    text = print_table(judge([DONE, OPEN], [proof("failed")]))
    assert re.search(r"EN-01  BROKEN +0/1 tests", text)
    assert re.search(r"EN-02  open +– tests", text)
    assert "BROKEN EN-01: 1 of its tests did not pass" in text
    assert "failed: EN-01 test_it[None]" in text


def test_the_rows_of_the_project_can_be_read() -> None:
    rows = read_rows(ROWS)
    assert len({row.id for row in rows}) == len(rows) == 122
    assert all(re.fullmatch(r"(EN|FP|VD|CD|SX|AL|EX|RA|LB|AG)-\d\d", row.id) for row in rows)


def test_every_row_that_a_test_names_exists() -> None:
    known = {row.id for row in read_rows(ROWS)}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for marks in re.findall(r"mark\.req\(([^)]*)\)", file.read_text(encoding="utf-8")):
            named = set(re.findall(r"[A-Z]{2}-\d{2}", marks))
            assert named <= known, f"{file.name} names {named - known}"


def test_the_plugin_collects_marks_outcomes_and_loops(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_rows="""
        import pytest

        @pytest.mark.req("EN-01", "EN-02")
        @pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
        def test_two(anyio_backend):
            assert anyio_backend == "asyncio"

        @pytest.mark.live
        @pytest.mark.req("EN-02")
        def test_three():
            pass

        def test_none():
            raise AssertionError("is not run")
        """
    )
    pytester.makeini("[pytest]\nmarkers =\n    req(*ids): rows\n    live: real")
    output = pytester.path / "out.json"
    plugin = ("-p", "scripts.conformance.plugin", "--conformance-output", str(output))
    result = pytester.run(sys.executable, "-m", "pytest", "-n", "1", *plugin, "-p", "no:cacheprovider")
    assert result.ret == 1
    seen = read_proofs(json.loads(output.read_text()))
    assert [(one.test.partition("::")[2], one.rows, one.outcome, one.loop, one.live) for one in seen] == [
        ("test_three", ("EN-02",), "passed", None, True),
        ("test_two[asyncio]", ("EN-01", "EN-02"), "passed", "asyncio", False),
        ("test_two[trio]", ("EN-01", "EN-02"), "failed", "trio", False),
    ]


def test_each_case_is_run_on_one_loop_and_none_is_lost(pytester: pytest.Pytester) -> None:
    items = pytester.getitems(
        """
        import pytest

        @pytest.mark.parametrize("case", range(7))
        @pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
        def test_many(anyio_backend, case):
            pass

        @pytest.mark.parametrize("case", range(2))
        @pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
        def test_two(anyio_backend, case):
            pass

        @pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
        def test_one(anyio_backend):
            pass

        @pytest.mark.parametrize("case", range(9))
        def test_without_a_loop(case):
            pass
        """
    )
    dropped = {item.name for item in halved(items)}
    kept = {item.name for item in items} - dropped
    assert {name.partition("[")[0] for name in dropped} == {"test_many", "test_two", "test_one"}
    two = {name for name in kept if name.startswith("test_two")}
    assert two in ({"test_two[asyncio-1]", "test_two[trio-0]"}, {"test_two[asyncio-0]", "test_two[trio-1]"})
    assert len([name for name in kept if name.startswith("test_one")]) == 1
    many = sorted(name for name in kept if name.startswith("test_many"))
    cases = sorted(name.removesuffix("]").rpartition("-")[2] for name in many)
    assert cases == ["0", "1", "2", "3", "4", "5", "6"]
    assert {name.partition("[")[2].partition("-")[0] for name in many} == {"asyncio", "trio"}


def test_rooms_that_open_connections_run_every_function_on_both_loops(pytester: pytest.Pytester) -> None:
    folder = pytester.mkpydir("tests") / "rpc"
    folder.mkdir()
    (folder / "test_calls.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('anyio_backend', ['asyncio', 'trio'])\n"
        "def test_one(anyio_backend): pass\n"
        "@pytest.mark.parametrize('case', range(2))\n"
        "@pytest.mark.parametrize('anyio_backend', ['asyncio', 'trio'])\n"
        "def test_two(anyio_backend, case): pass\n"
    )
    items = pytester.inline_genitems("tests")[0]
    assert {item.name.partition("[")[0] for item in halved(items)} == {"test_two"}


@pytest.fixture(autouse=True)
def find_the_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(ROOT)))
