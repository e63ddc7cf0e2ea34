"""The markdown of the delta design: scoped refs, dead ones first, every kind of answer."""

from __future__ import annotations

import pytest

from cdp_engine.track import PageTracker, TrackedChange
from cdp_engine.views import FactpackOptions, data, formats, render, render_factpack
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("FP-08")

BARE = FactpackOptions(short_refs=False)


class Caller:
    def __init__(self) -> None:
        words = ["Tea", "Milk", "Bread", "Eggs", "Salt", "Rice", "Oats", "Nuts", "Figs", "Dates"]
        self.cart = E("button", "Cart (1)")
        self.body = E("main", E("nav", self.cart), E("h1", "Shop"), *(E("p", word) for word in words))
        self.pages = Pages(self.body)
        self.tracker = PageTracker(self.pages.refs)

    def reported(self) -> TrackedChange:
        change = self.tracker.observe(self.pages.snapshot())
        _ = [node.ref for node in change.snapshot.interactive()]
        self.tracker.commit(change)
        return change


@pytest.fixture
def caller() -> Caller:
    return Caller()


def test_a_full_view_is_grouped_by_region(caller: Caller) -> None:
    caller.cart.states = ("disabled",)
    text = render_factpack(caller.reported(), BARE)
    assert text.startswith(
        "> Whole page: first look at this page.\n\n# Page: Shop\nURL: https://shop.test/\n"
    )
    assert f'\n## navigation\n- button[L0:{caller.cart.backend}]: "Cart (1)" [disabled]\n\n## main\n' in text
    assert text.endswith("\n\n_v1_")


def test_a_delta_tells_dead_refs_first(caller: Caller) -> None:
    caller.reported()
    gone = caller.body.children[0]
    caller.body.children[0] = E("nav", E("a", "Log in"))
    text = render_factpack(caller.reported(), BARE)
    assert isinstance(gone, E)
    assert text.startswith(
        "## Page Updated\n\n### ⚠️ Invalidated References\nThese are no longer valid. Do NOT use them:\n"
        f"`L0:{caller.cart.backend}`\n\n### + Added\n- link["
    )
    assert text.endswith("### - Removed\n1 element(s) removed from page.\n\n_v2_")


def test_a_modification_tells_both_sides(caller: Caller) -> None:
    caller.reported()
    caller.cart.text, caller.cart.states = 'Cart "2"', ("disabled",)
    text = render_factpack(caller.reported(), BARE)
    assert f'### ~ Modified\n- [L0:{caller.cart.backend}]: "Cart (1)" → "Cart \\"2\\"", +disabled\n' in text


def test_an_overlay_opens_updates_and_closes(caller: Caller) -> None:
    caller.reported()
    yes = E("button", "Yes")
    caller.body.children.append(E("div", yes, role="dialog", aria_modal="true", name="Sure?"))
    opened = render_factpack(caller.reported(), BARE)
    assert opened.startswith(
        f'## Modal "Sure?" Opened\n\n### Overlay Content\n- button[L0:{yes.backend}]: "Yes"\n'
    )
    yes.text = "Yes!"
    assert render_factpack(caller.reported(), BARE).startswith("## Overlay Updated\n")
    caller.cart.text = "Cart (2)"
    waiting = render_factpack(caller.reported(), BARE)
    assert waiting.startswith("## Overlay Updated\n")
    assert "> 1 change(s) of the base page wait until the overlay closes." in waiting
    caller.body.children.pop()
    closed = render_factpack(caller.reported(), BARE)
    assert closed.startswith("## ✓ Overlay Closed\n\n### ⚠️ Invalidated References\n")
    assert f"`L0:{yes.backend}`\n\n### Base Page Changes\n" in closed
    assert '"Cart (1)" → "Cart (2)"' in closed


def test_it_is_a_format_like_the_others(caller: Caller) -> None:
    snapshot = caller.pages.snapshot()
    assert "factpack" in formats()
    assert "(e1)" in render(snapshot, "factpack")
    first = data(snapshot, "factpack")[0]
    assert (first.kind, first.label, first.region, first.short) == ("button", "Cart (1)", "navigation", "e1")
