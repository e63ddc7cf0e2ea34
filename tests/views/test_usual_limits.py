"""Formats that have a limit of tokens by themselves, and limits that work together."""

from __future__ import annotations

import pytest

from cdp_engine.observe import Snapshot
from tests.observe.drawn import N, snapshot_of
from tests.support.tokens import exact_tokens


def stall(rows: int) -> Snapshot:
    """A page of many alike rows, one below the other: a link, a text and a button each."""

    def row(at: int) -> N:
        name, box = f"{('Pear', 'Plum', 'Fig', 'Lemon')[at % 4]} {at}", (0, 20 * at, 300, 20)
        link = N("h3", N("a", name, href="/f", box=box), box=box)
        return N("li", link, N("p", f"{name} of today", box=box), N("button", "Buy", box=box), box=box)

    return snapshot_of(N("ul", *map(row, range(rows)), box=(0, 0, 300, 20 * rows)))


@pytest.mark.req("VD-13")
@pytest.mark.parametrize("format", ["tree", "controls"])
def test_the_formats_of_the_source_fit_into_a_models_context_unless_more_is_asked_for(format: str) -> None:
    snapshot = stall(900)
    usual = exact_tokens().count(snapshot.render(format))
    assert 0.9 * 20_000 < usual <= 20_000
    assert exact_tokens().count(snapshot.render(format, max_tokens=10**6)) > 30_000
    assert exact_tokens().count(snapshot.render(format, query="Fig 7")) <= 2000
    assert "elided" not in stall(5).render(format)
    assert exact_tokens().count(snapshot.render("tree", flatten=False)) > 30_000, (
        "the complete tree is for programs"
    )


@pytest.mark.req("EX-05", "EX-04")
@pytest.mark.parametrize("format", ["tree", "full"])
def test_what_another_limit_dropped_takes_no_tokens_and_does_not_come_back(format: str) -> None:
    """The texts of controls beyond `max_interactive` came back with the body and left room for seven rows."""
    text = stall(900).render(format, max_interactive=1000, max_tokens=8000)
    assert 0.9 * 8000 < exact_tokens().count(text) <= 8000
    assert "Lemon 899" not in text
