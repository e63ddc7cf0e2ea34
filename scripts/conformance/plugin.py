"""A pytest plugin: runs only tests that carry `req` marks and writes the result of each to a file.

Loaded with `-p scripts.conformance.plugin`; works under xdist, where the marks travel with the reports.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

OUTCOMES: dict[str, dict[str, object]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the outcomes go."""
    parser.addoption("--conformance-output", type=Path, required=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that prove a row, and note in their reports which row and which loop."""
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        rows = sorted({str(row) for mark in item.iter_markers("req") for row in mark.args})
        if not rows:
            dropped.append(item)
            continue
        kept.append(item)
        item.user_properties.append(("rows", rows))
        item.user_properties.append(("loop", _loop(item)))
        item.user_properties.append(("live", item.get_closest_marker("live") is not None))
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember the worst of set-up, call and tear-down."""
    known = OUTCOMES.setdefault(report.nodeid, {**dict(report.user_properties), "outcome": "passed"})
    if report.outcome != "passed":
        known["outcome"] = report.outcome


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the file, once, from the process that sees all reports."""
    if not hasattr(session.config, "workerinput"):
        output = session.config.getoption("--conformance-output")
        Path(str(output)).write_text(json.dumps(OUTCOMES), encoding="utf-8")


def _loop(item: pytest.Item) -> str | None:
    callspec = getattr(item, "callspec", None)
    return None if callspec is None else callspec.params.get("anyio_backend")
