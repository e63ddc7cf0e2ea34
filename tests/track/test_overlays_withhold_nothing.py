"""An overlay holds back only what the caller was shown before, and every answer says that something waits."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track import PageTracker, TrackedChange
from cdp_engine.views import lines_of, render_answer
from cdp_engine.views.formats.outline import OutlineOptions
from tests.support.snapshots import E, Pages


class Caller:
    """Somebody who is shown every state of a page."""

    def __init__(self, *children: E) -> None:
        lines = [E("p", f"Some line of the page, number {number}") for number in range(30)]
        self.body = E("main", E("h1", "Shop"), *lines, *children)
        self.pages = Pages(self.body)
        self.tracker = PageTracker(self.pages.refs)

    def snapshot(self) -> Snapshot:
        """The page, each row at a place of its own."""
        snapshot = self.pages.snapshot()
        columns = snapshot.columns.draft()
        columns.bounds = [(0.0, 20.0 * row, 100.0, 10.0) for row in range(len(snapshot))]
        return snapshot.with_columns(columns)

    def shown(self) -> tuple[TrackedChange, str]:
        answer = render_answer(self.tracker.observe(self.snapshot()), self.tracker)
        self.tracker.commit(answer.change)
        return answer.change, answer.text


def dialog(*children: E, **traits: Any) -> E:
    return E("div", *children, role="dialog", aria_modal="true", name="Sure?", **traits)


@pytest.mark.req("FP-05")
def test_a_box_that_comes_with_what_it_covers_is_part_of_the_page() -> None:
    caller = Caller(E("button", "Buy"))
    caller.shown()
    box = E("div", E("button", "Pick"), class_="popup")
    caller.body.children += [E("p", "One"), E("p", "Two"), E("select", name="Size", covered_by=box), box]
    change, text = caller.shown()
    assert change.kind == "delta"
    assert all(word in text for word in ("One", "Two", "Size", "Pick"))
    assert caller.shown()[0].kind == "no_change"


@pytest.mark.req("FP-05", "FP-06")
def test_a_box_of_unknown_kind_never_freezes_the_page() -> None:
    box = E("div", E("button", "Pick"))
    buy = E("button", "Buy")
    caller = Caller(buy)
    caller.shown()
    buy.covered_by = box
    caller.body.children += [box, E("p", "News")]
    change, text = caller.shown()
    assert (change.kind, caller.tracker.in_overlay) == ("delta", False)
    assert "Pick" in text
    assert "News" in text


@pytest.mark.req("FP-06")
@pytest.mark.parametrize(
    "traits", [{}, {"class_": "modal", "role": "", "aria_modal": "", "style": "z-index: 1500"}]
)
def test_what_calls_itself_modal_beside_a_page_that_can_be_reached_is_part_of_it(
    traits: dict[str, Any],
) -> None:
    """Colours in a panel that stays, a message over a corner: neither keeps a person from the page."""
    cart, size, buy = E("button", "Cart (1)"), E("input", name="Size"), E("button", "Buy")
    colours = E(
        "div", E("button", "Red"), **{"role": "dialog", "aria_modal": "true", "beside": True, **traits}
    )
    caller = Caller(cart, size, buy, hiding := E("section", colours, hidden=True))
    caller.shown()
    hiding.hidden, cart.text, buy.covered_by = False, "Cart (2)", colours
    change, text = caller.shown()
    assert (change.kind, "Red" in text, "Cart (2)" in text) == ("delta", True, True)
    cart.text = "Cart (3)"
    assert "Cart (3)" in caller.shown()[1]
    hiding.hidden = True
    change, text = caller.shown()
    assert (change.kind, len(text.split("\n")) < 5) == ("overlay_closed", True)


@pytest.mark.req("FP-06")
@pytest.mark.parametrize("flag", [Flag.BEHIND_MODAL, Flag.INERT, Flag.ARIA_HIDDEN, Flag.NO_POINTER])
def test_a_page_that_is_set_aside_waits_for_its_dialog(flag: Flag) -> None:
    buttons = [E("button", f"Buy {number}") for number in range(4)]
    caller = Caller(*buttons)
    caller.shown()
    for button in buttons[:2]:
        button.flags = int(flag)
    caller.body.children.append(dialog(E("button", "Yes"), beside=True))
    assert caller.shown()[0].kind == "overlay_opened"


@pytest.mark.req("FP-06")
def test_a_dialog_within_another_that_opens_with_it_is_told_once() -> None:
    caller = Caller(E("button", "Buy"))
    caller.shown()
    caller.body.children.append(dialog(E("button", "Yes"), dialog(E("button", "Red"))))
    change, text = caller.shown()
    assert (len(change.opened), text.count("Red")) == (1, 1)
    caller.body.children.pop()
    assert caller.shown()[0].kind == "overlay_closed"


@pytest.mark.req("FP-06")
def test_what_opens_in_a_dialog_beside_its_contents_is_part_of_it() -> None:
    colours = dialog(E("button", "Red"), hidden=True, beside=True)
    name = E("input", name="Name", value="")
    caller = Caller(E("button", "Buy"))
    caller.shown()
    caller.body.children.append(dialog(name, E("button", "Save"), colours))
    assert caller.shown()[0].kind == "overlay_opened"
    colours.hidden, name.value = False, "Ada"
    change, text = caller.shown()
    assert (change.kind, "Red" in text, "Ada" in text) == ("overlay_updated", True, True)


@pytest.mark.req("FP-06")
def test_an_opened_overlay_counts_what_changed_beneath_and_nothing_says_no_change() -> None:
    cart = E("button", "Cart (1)")
    caller = Caller(cart)
    caller.shown()
    cart.text = "Cart (2)"
    caller.body.children.append(dialog(E("button", "Yes")))
    change, text = caller.shown()
    assert (change.kind, change.beneath) == ("overlay_opened", 1)
    assert "! 1 change of the page beneath" in text
    for _ in range(2):
        change, text = caller.shown()
        assert (change.kind, change.beneath) == ("overlay_updated", 1)
    caller.body.children.pop()
    change, text = caller.shown()
    assert (change.kind, "Cart (2)" in text) == ("overlay_closed", True)
    assert caller.shown()[0].kind == "no_change"


@pytest.mark.req("FP-08")
def test_the_first_close_of_an_overlay_that_hides_lists_its_refs() -> None:
    hiding = dialog(E("button", "Yes"), E("button", "No"))
    caller = Caller(E("button", "Buy"), *(E("p", f"Line {number}") for number in range(20)), hiding)
    hiding.hidden = True
    caller.shown()
    for _ in range(2):
        hiding.hidden = False
        caller.shown()
        refs = tuple(caller.pages.ref(button) for button in hiding.children if isinstance(button, E))
        hiding.hidden = True
        change, text = caller.shown()
        assert (change.kind, set(refs) <= set(change.dead_refs)) == ("overlay_closed", True)
        assert text.split("\n")[1].startswith("gone ")
        assert len(text.split("\n")) == 2


@pytest.mark.req("FP-05")
def test_a_menu_is_reported_with_the_buttons_beside_it() -> None:
    buy = E("button", "Buy")
    caller = Caller(buy)
    caller.shown()
    popup = E("div", E("ul", E("a", "Profile"), role="menu"), E("button", "Apply"), E("button", "Cancel"))
    caller.body.children.append(popup)
    buy.covered_by = popup
    change, text = caller.shown()
    assert [overlay.kind for overlay in change.opened] == ["dropdown"]
    assert all(word in text for word in ("Profile", "Apply", "Cancel"))


@pytest.mark.req("FP-05")
@pytest.mark.parametrize(("written", "kinds"), [("modal", ["modal"]), ("Dialog-footer", [])])
def test_a_z_index_counts_from_any_style_sheet(written: str, kinds: list[str]) -> None:
    box = E("div", E("button", "Yes"), class_=written)
    buy = E("button", "Buy")
    caller = Caller(buy)
    caller.shown()
    buy.covered_by = box
    caller.body.children.append(box)
    snapshot = caller.snapshot()
    row = snapshot.get(caller.pages.scoped(box)).index
    columns = snapshot.columns.draft()
    columns.z_index = {row: 1300}
    columns.bounds = [
        (0.0, 0.0, 100.0, 1000.0) if at == row else box for at, box in enumerate(columns.bounds)
    ]
    snapshot = snapshot.with_columns(columns)
    assert [overlay.kind for overlay in caller.tracker.observe(snapshot).opened] == kinds


@pytest.mark.req("FP-05")
def test_what_is_fullscreen_is_an_overlay() -> None:
    video = E("div", E("button", "Pause"))
    caller = Caller(E("button", "Buy"), video)
    caller.shown()
    video.states = ("modal",)
    change, _ = caller.shown()
    assert [(overlay.kind, overlay.modal) for overlay in change.opened] == [("modal", True)]


@pytest.mark.req("FP-07")
def test_a_close_after_which_nothing_is_as_it_was_shows_the_page() -> None:
    caller = Caller()
    caller.shown()
    caller.body.children.append(dialog(E("button", "Yes")))
    caller.shown()
    caller.body.children[1:] = [E("p", f"Row {number}") for number in range(30)]
    change, text = caller.shown()
    page = [line.text for line in lines_of(change.seen, OutlineOptions())]
    assert change.kind == "overlay_closed"
    assert text.split("\n")[-len(page) - 1 :] == [f"page: {len(page)} lines", *page]
