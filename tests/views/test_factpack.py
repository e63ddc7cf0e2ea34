"""The markdown of the delta design: scoped refs, dead ones first, every kind of answer."""

from __future__ import annotations

import pytest

from cdp_engine.observe import LeftOut
from cdp_engine.protocol import page
from cdp_engine.track import PageTracker, TrackedChange
from cdp_engine.views import (
    ExactTokens,
    FactpackOptions,
    data,
    formats,
    render,
    render_factpack,
    view_of,
)
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
        _ = [node.ref for node in change.seen.snapshot.interactive()]
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


def test_refs_of_re_created_elements_are_listed_with_the_new_ones(caller: Caller) -> None:
    """A framework renders the page again: the text is the same, every scoped ref is another."""
    caller.reported()
    heading = next(child for child in caller.body.walk() if child.tag == "h1").backend
    was = caller.cart.backend
    again = caller.body.clone()
    caller.pages.body = again
    cart = next(child for child in again.walk() if child.tag == "button")
    text = render_factpack(caller.reported(), BARE)
    assert f"L0:{was} → L0:{cart.backend}" in text
    assert text.index("Re-created References") < text.index(f"L0:{was} →")
    assert f"L0:{heading}" in text.split("### + Added")[0], "never shown by a short ref: a dead ref"


def test_a_replaced_text_is_named_by_its_old_and_its_new_ref(caller: Caller) -> None:
    caller.reported()
    tea = caller.body.children[2]
    assert isinstance(tea, E)
    before = tea.text_backends[0]
    tea.text_backends.clear()
    tea.text = "Coffee"
    text = render_factpack(caller.reported(), BARE)
    now = tea.text_backends[0]
    assert f'- [L0:{now}]: "Tea" → "Coffee"' in text
    assert f"L0:{before} → L0:{now}" in text


def test_title_and_address_that_change_in_place_are_reported(caller: Caller) -> None:
    caller.reported()
    caller.pages.title, caller.pages.url = "Shop (1)", "https://shop.test/#cart"
    text = render_factpack(caller.reported(), BARE)
    assert 'Title: "Shop" → "Shop (1)"\n' in text
    assert "URL: https://shop.test/ → https://shop.test/#cart" in text


def test_an_attribute_without_a_value_is_reported_in_words(caller: Caller) -> None:
    caller.reported()
    caller.cart.attributes["multiple"] = ""
    assert f"- [L0:{caller.cart.backend}]: attribute multiple set" in render_factpack(caller.reported(), BARE)
    caller.cart.attributes.pop("multiple")
    caller.cart.attributes["title"] = "Your cart"
    text = render_factpack(caller.reported(), BARE)
    assert 'attribute title set ("Your cart")' in text
    assert "attribute multiple removed" in text


def test_a_difference_keeps_to_the_budget(caller: Caller) -> None:
    """A difference that is longer than `max_tokens` is answered with as much of the page as fits."""
    for number in range(60):
        caller.body.children.append(E("p", f"Old and long text number {number}"))
    caller.reported()
    for number in range(40):
        caller.body.children.append(E("p", f"Line number {number} that is new"))
    change = caller.tracker.observe(caller.pages.snapshot())
    options = FactpackOptions(max_tokens=300)
    answer = view_of("factpack").render_change
    assert answer is not None
    reported = answer(change, caller.tracker, options)
    assert reported.kind == "full"
    assert ExactTokens("o200k_base").count(reported.text) <= 300
    assert "more: expand e" in reported.text


def test_what_was_left_out_is_reported(caller: Caller) -> None:
    caller.pages.left_out = (LeftOut(page.FrameId("F9"), "https://ads.test/", "it did not answer"),)
    text = render(caller.pages.snapshot(), "factpack")
    assert "> left out: frame https://ads.test/ (it did not answer)" in text
