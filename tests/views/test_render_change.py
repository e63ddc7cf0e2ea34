"""A format that can show differences says so in its `View`; what reports to callers knows no format by name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdp_engine.engine.observing.reporter import Reporter
from cdp_engine.observe import Snapshot
from cdp_engine.track import TrackedChange
from cdp_engine.views import View, registry
from cdp_engine.views.rendered_answer import FullMaker, RenderedAnswer
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("FP-07")


class Options(msgspec.Struct, frozen=True):
    """None of its own."""


def _change(change: TrackedChange, _full: FullMaker, _options: Any) -> RenderedAnswer:
    return RenderedAnswer(change.kind, f"changed: {change.kind}", change)


def _text(_snapshot: Snapshot, _options: Any) -> str:
    return "whole"


@pytest.fixture(params=[True, False], ids=["differences", "always whole"])
def named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a format of the test's own shows differences."""
    view = View("own", "for tests", Options, _text, _text, render_change=_change if request.param else None)
    monkeypatch.setitem(registry._views, "own", view)
    return request.param


def test_a_format_of_another_makes_its_own_differences(named: bool) -> None:
    button = E("button", "Cart (1)")
    pages = Pages(E("main", E("h1", "Shop"), E("p", "Three for two until Sunday."), button))
    reporter = Reporter()
    first = reporter.answer(pages.snapshot(), format="own", full=True)
    assert first.kind == "full"
    button.text = "Cart (2)"
    second = reporter.answer(pages.snapshot(), format="own")
    assert (second.kind, second.text) == (("delta", "changed: delta") if named else ("full", "whole"))
    assert reporter.view[0] == ("own" if named else "outline")
