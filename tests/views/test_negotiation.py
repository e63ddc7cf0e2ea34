"""What a backend asks for it gets, and nothing else; what fails is replaced by the next heavier mode."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.views import Wanted, agent_request, first_that_works
from tests.observe.drawn import N, snapshot_of

PAGE = snapshot_of(N("h1", "Shop"), N("button", "Buy"))
PICTURE = b"\x89PNG"


@pytest.mark.req("SX-02")
@pytest.mark.parametrize(
    ("answer", "mode", "parts"),
    [
        ({"status": "needs_context", "requestedDomMode": "skeleton"}, "skeleton", {"skeleton_dom"}),
        ({"status": "needs_context", "needsSkeletonDom": True}, "skeleton", {"skeleton_dom"}),
        ({"status": "needs_context", "needsScreenshot": True}, "hybrid", {"interactive_tree", "screenshot"}),
        (
            {"requestedDomMode": "hybrid"},
            "hybrid",
            {"interactive_tree", "skeleton_dom", "screenshot"},
        ),
        (
            {"requestedDomMode": "semantic", "needsSkeletonDom": True},
            "semantic",
            {"interactive_tree", "skeleton_dom"},
        ),
        ({"status": "needs_full_dom", "needsFullDomReason": "not found"}, "full", {"dom"}),
        ({"status": "needs_full_dom", "needsScreenshot": True}, "full", {"dom", "screenshot"}),
    ],
)
def test_gets_exactly_what_it_asked_for(answer: dict[str, Any], mode: str, parts: set[str]) -> None:
    wanted = Wanted.read(answer)
    assert wanted is not None
    request = agent_request(PAGE, "buy", wanted=wanted, screenshot=PICTURE)
    assert request.dom_mode == mode
    carried = {
        name for name in ("dom", "interactive_tree", "skeleton_dom", "screenshot") if getattr(request, name)
    }
    assert carried == parts


@pytest.mark.req("SX-02")
def test_an_action_asks_for_nothing() -> None:
    assert Wanted.read({"status": "ok", "action": "click(e2)"}) is None
    assert agent_request(PAGE, "buy", screenshot=PICTURE).screenshot is None


def test_wrong_requests_are_reported() -> None:
    with pytest.raises(InvalidInput, match="unknown mode 'xml'"):
        Wanted.read({"requestedDomMode": "xml"})
    with pytest.raises(InvalidInput, match="screenshot"):
        agent_request(PAGE, "buy", wanted=Wanted(mode="hybrid", screenshot=True))


@pytest.mark.req("SX-02")
def test_falls_back_where_nothing_is_shown() -> None:
    assert first_that_works(PAGE).mode == "semantic"
    bare = snapshot_of(N("p", "Only text"))
    chosen = first_that_works(bare)
    assert chosen.mode == "full"
    assert "Only text" in chosen.text
    assert [reason.split(":")[0] for reason in chosen.failed] == ["semantic", "skeleton", "hybrid"]
