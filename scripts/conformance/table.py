"""Rows and test outcomes -> verdicts and a printed table (pure)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOOPS = ("asyncio", "trio")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing that the source of a row says, in our words, and the tests that prove it: `folder/file.py::test`."""

    text: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One requirement row; `done` means that it is claimed to hold."""

    id: str
    group: str
    title: str
    done: bool
    sentences: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """One test that was run for some rows, on one loop or (a plain function) on none."""

    test: str
    rows: tuple[str, ...]
    outcome: str
    loop: str | None = None
    live: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the run says of one row."""

    row: Row
    proofs: tuple[Proof, ...]

    @property
    def passed(self) -> int:
        """How many of the row's tests passed."""
        return sum(proof.outcome == "passed" for proof in self.proofs)

    @property
    def failed(self) -> tuple[Proof, ...]:
        """The row's tests that did not pass."""
        return tuple(proof for proof in self.proofs if proof.outcome != "passed")

    @property
    def loops(self) -> tuple[str, ...]:
        """The loops on which a test of the row passed."""
        ran = {proof.loop for proof in self.proofs if proof.outcome == "passed"}
        return tuple(loop for loop in LOOPS if loop in ran)

    @property
    def unproven(self) -> tuple[Sentence, ...]:
        """The sentences of the source that no passed test proves."""
        passed = {_function(proof.test) for proof in self.proofs if proof.outcome == "passed"}
        return tuple(one for one in self.row.sentences if not passed.intersection(one.tests))

    @property
    def problem(self) -> str | None:
        """Why a row that claims to be done is not; `None` where the claim holds or none is made."""
        if not self.row.done:
            return None
        if self.failed:
            return f"{len(self.failed)} of its tests did not pass"
        if not self.passed:
            return "no test proves it"
        if self.loops and self.loops != LOOPS:
            return f"proven on {self.loops[0]} only"
        if self.unproven:
            return f"{len(self.unproven)} of its sentences are not proven: {self.unproven[0].text}"
        return None

    @property
    def state(self) -> str:
        """One word for the table."""
        if self.problem:
            return "BROKEN"
        if self.row.done:
            return "done"
        return "failing" if self.failed else "open"


def read_sentences(file: Path) -> dict[str, tuple[Sentence, ...]]:
    """The sentences of the sources, by row."""
    return {
        row: tuple(
            Sentence(text, (tests,) if isinstance(tests, str) else tuple(tests))
            for text, tests in entries.items()
        )
        for row, entries in tomllib.loads(file.read_text(encoding="utf-8")).items()
    }


def read_rows(file: Path, sentences: Mapping[str, tuple[Sentence, ...]] | None = None) -> list[Row]:
    """The rows of the data file, in its order. Raises `ValueError` for a status that is none, and for sentences of a
    row that is none."""
    rows: list[Row] = []
    said = dict(sentences or {})
    for group, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
        for key, entry in entries.items():
            if key == "title":
                continue
            if entry["status"] not in ("open", "done"):
                raise ValueError(f"{key}: no status {entry['status']!r}")
            of = said.pop(key, ())
            rows.append(
                Row(key, f"{group} · {entries['title']}", entry["title"], entry["status"] == "done", of)
            )
    if said:
        raise ValueError(f"sentences of {next(iter(said))}, which is not in the table")
    return rows


def read_proofs(outcomes: Mapping[str, Mapping[str, Any]]) -> list[Proof]:
    """What the plugin wrote, as proofs."""
    return [
        Proof(test, tuple(seen["rows"]), seen["outcome"], seen.get("loop"), seen.get("live", False))
        for test, seen in sorted(outcomes.items())
    ]


def judge(rows: Sequence[Row], proofs: Iterable[Proof]) -> list[Verdict]:
    """A verdict per row. Raises `ValueError` for a test that names a row that is none."""
    by_row: dict[str, list[Proof]] = {row.id: [] for row in rows}
    for proof in proofs:
        for row in proof.rows:
            if row not in by_row:
                raise ValueError(f"{proof.test} claims to prove {row}, which is not in the table")
            by_row[row].append(proof)
    return [Verdict(row, tuple(by_row[row.id])) for row in rows]


def print_table(verdicts: Sequence[Verdict]) -> str:
    """The table as text: row, state, tests passed of run, live ones, sentences, loops; then what is wrong."""
    lines: list[str] = []
    group = ""
    for verdict in verdicts:
        if verdict.row.group != group:
            group = verdict.row.group
            lines += ["", group]
        lines.append(_line(verdict))
    done = [verdict for verdict in verdicts if verdict.state == "done"]
    tested = [verdict for verdict in verdicts if verdict.passed]
    sentences = sum(len(verdict.row.sentences) for verdict in verdicts)
    proven = sentences - sum(len(verdict.unproven) for verdict in verdicts)
    lines += [
        "",
        f"{len(done)} of {len(verdicts)} rows done, {len(tested)} with passing tests, "
        f"{proven} of {sentences} sentences of the sources proven",
    ]
    lines += [f"BROKEN {verdict.row.id}: {verdict.problem}" for verdict in verdicts if verdict.problem]
    for verdict in verdicts:
        lines += [f"  {proof.outcome}: {verdict.row.id} {proof.test}" for proof in verdict.failed]
    return "\n".join(lines).lstrip("\n")


def list_sentences(verdicts: Sequence[Verdict]) -> str:
    """Every row with the sentences of its source, and whether a test proves each."""
    lines: list[str] = []
    for verdict in verdicts:
        lines.append(f"{verdict.row.id} {verdict.row.title}")
        unproven = verdict.unproven
        lines += [
            f"    {'MISSING' if one in unproven else 'proven '} {one.text}" for one in verdict.row.sentences
        ]
    return "\n".join(lines)


def list_tests(verdicts: Sequence[Verdict]) -> str:
    """Every row with the names of its tests."""
    lines: list[str] = []
    for verdict in verdicts:
        lines.append(f"{verdict.row.id} {verdict.row.title}")
        lines += [f"    {proof.outcome:7} {proof.test}" for proof in verdict.proofs]
    return "\n".join(lines)


def _function(test: str) -> str:
    """A test without its folder `tests` and its parameters: `views/test_css.py::test_selects`."""
    return test.removeprefix("tests/").partition("[")[0]


def _line(verdict: Verdict) -> str:
    tests = f"{verdict.passed}/{len(verdict.proofs)}" if verdict.proofs else "–"
    live = sum(proof.live for proof in verdict.proofs)
    loops = "+".join(verdict.loops) or "–"
    row = verdict.row
    known = len(row.sentences)
    said = f"{known - len(verdict.unproven)}/{known}" if known else "–"
    return f"  {row.id}  {verdict.state:8} {tests:>8} tests {live:>4} live {said:>6} said  {loops:13} {row.title}"
