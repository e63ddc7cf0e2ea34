"""Overlays: four rules in order, the top layer, menus that come over the page."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.observe import Flag
from cdp_engine.track import Seen, find_overlays
from tests.support.snapshots import E, Pages


def found(*overlays: E, before: tuple[E, ...] | None = None) -> list[tuple[str, float, bool]]:
    pages = Pages(E("main", E("h1", "Shop"), *overlays))
    base = None
    if before is not None:
        base = Seen(Pages(E("main", E("h1", "Shop"), *before)).snapshot())
    return [(o.kind, o.confidence, o.modal) for o in find_overlays(Seen(pages.snapshot()), base)]


@pytest.mark.req("FP-05")
@pytest.mark.parametrize(
    ("traits", "verdict"),
    [
        ({"role": "dialog", "aria_modal": "true", "class_": "modal"}, ("modal", 1.0, True)),
        ({"role": "alertdialog", "aria_modal": "true"}, ("modal", 1.0, True)),
        ({"role": "dialog", "data_modal": ""}, ("dialog", 0.9, False)),
        ({"data_overlay": "", "class_": "modal", "style": "z-index: 2000"}, ("modal", 0.85, False)),
        ({"data_dialog": "x"}, ("modal", 0.85, False)),
        ({"class_": "my modal", "style": "z-index:1000"}, ("modal", 0.7, False)),
        (
            {"class_": "MuiModal-root css-1x", "role": "presentation", "style": "z-index:1300"},
            ("modal", 0.7, False),
        ),
        ({"class_": "dropdown-menu show", "style": "z-index: 1050"}, ("dropdown", 0.7, False)),
        ({"popover": "auto", "role": "menu"}, ("dropdown", 0.9, False)),
        ({"role": "dialog", "aria_live": "polite"}, ("dialog", 0.9, False)),
    ],
)
def test_the_first_rule_that_fits_decides(traits: dict[str, Any], verdict: tuple[str, float, bool]) -> None:
    assert found(E("div", E("button", "Yes"), **traits)) == [verdict]


@pytest.mark.req("FP-05")
def test_a_list_that_counts_its_results_in_a_live_region_is_an_overlay() -> None:
    results = E("div", E("p", "2 results", role="status"), E("button", "Berlin"), popover="manual")
    assert found(results) == [("dropdown", 0.9, False)]


@pytest.mark.req("FP-05")
@pytest.mark.parametrize(
    "element",
    [
        E("div", E("button", "Yes"), class_="modal", style="z-index: 999"),
        E("div", E("button", "Yes"), class_="multimodal", style="z-index: 5000"),
        E("div", E("button", "Yes"), role="dialog", aria_modal="true", hidden=True),
        E("div", class_="modal-backdrop overlay", style="z-index: 5000"),
        E("div", E("button", "Yes"), role="menu"),
        E("div", E("button", "Undo"), class_="popup", style="z-index: 5000", flags=int(Flag.NO_POINTER)),
        E("div", E("div", E("p", "Saved"), E("button", "Undo"), aria_live="polite"), popover="manual"),
        E("div", E("p", "Saved"), E("button", "Undo"), role="status", class_="popup", style="z-index: 5000"),
    ],
)
def test_what_is_no_overlay(element: E) -> None:
    assert found(element) == []


@pytest.mark.req("FP-05")
def test_a_backdrop_beside_it_or_covering_the_page_stands_for_a_z_index() -> None:
    assert found(E("div", class_="backdrop"), E("div", E("button", "Yes"), class_="popup")) == [
        ("modal", 0.7, False)
    ]
    box = E("div", E("button", "Yes"), class_="popup")
    assert found(E("button", "Buy", covered_by=box), box) == [("modal", 0.7, False)]


@pytest.mark.req("FP-05")
def test_a_native_dialog_is_modal_where_it_blocks_the_page() -> None:
    dialog = E("dialog", E("button", "Yes"), open="")
    assert found(dialog) == [("dialog", 0.9, False)]
    assert found(E("button", "Buy", flags=int(Flag.BEHIND_MODAL)), dialog) == [("modal", 1.0, True)]


@pytest.mark.req("FP-05")
def test_the_top_layer_needs_no_other_mark() -> None:
    video = E("div", E("button", "Pause"))
    pages = Pages(E("main", E("h1", "Shop"), video))
    seen = Seen(pages.snapshot())
    assert find_overlays(seen) == ()
    assert [o.kind for o in find_overlays(seen, top_layer={pages.scoped(video)})] == ["modal"]


@pytest.mark.req("FP-05")
def test_a_menu_without_roles_is_known_by_coming_over_the_page() -> None:
    menu = E("div", E("a", "Profile"), E("a", "Log out"))
    buy = E("button", "Buy", covered_by=menu)
    assert found(buy, menu) == []
    assert found(buy, menu, before=(buy,)) == [("unknown", 0.7, False)]
    assert found(E("ul", E("a", "Profile"), role="menu"), before=()) == [("dropdown", 0.7, False)]


@pytest.mark.req("FP-05")
def test_what_takes_the_place_of_its_like_is_no_overlay() -> None:
    coming = E("div", E("button", "1 June"), class_="month slide-enter")
    leaving = E("div", E("button", "1 May", covered_by=coming), class_="month slide-leave")
    calendar = E("section", leaving, coming)
    before = (E("section", leaving),)
    assert found(calendar, before=before) == []
    beneath = E("button", "Buy", covered_by=coming)
    assert found(calendar, beneath, before=(*before, beneath)) == [("unknown", 0.7, False)]
    leaving.attributes["class"] = "note"
    assert found(calendar, before=before) == [("unknown", 0.7, False)]


@pytest.mark.req("FP-05")
def test_wrappers_are_one_overlay_and_a_dialog_in_a_dialog_is_a_second_one() -> None:
    inner = E("div", E("div", E("button", "Yes"), class_="modal-dialog"), role="dialog", aria_modal="true")
    assert found(E("div", inner, class_="modal", style="z-index: 1050")) == [("modal", 1.0, True)]
    nested = E("div", E("p", "Sure?"), inner, role="dialog", aria_modal="true")
    assert found(nested) == [("modal", 1.0, True), ("modal", 1.0, True)]


@pytest.mark.req("FP-05")
def test_the_container_of_a_portal_is_of_the_kind_that_is_named_in_it() -> None:
    named = E("div", E("a", "Profile"), class_="dropdown-menu", style="z-index: 1000")
    portal = E("div", named, E("button", "Apply"))
    buy = E("button", "Buy", covered_by=named)
    assert found(buy, portal, before=(buy,)) == [("dropdown", 0.7, False)]
    pages = Pages(E("main", buy, portal))
    seen = Seen(pages.snapshot())
    (overlay,) = find_overlays(seen, Seen(Pages(E("main", buy)).snapshot()))
    assert seen.scoped(overlay.row) == pages.scoped(portal), "what lies beside it belongs to it"


@pytest.mark.req("FP-05")
def test_the_stack_follows_the_z_index() -> None:
    high = E("div", E("button", "A"), role="dialog", name="high", style="z-index: 20")
    low = E("div", E("button", "B"), role="dialog", name="low", style="z-index: 10")
    seen = Seen(Pages(E("main", high, low)).snapshot())
    assert [overlay.name for overlay in find_overlays(seen)] == ["low", "high"]


@pytest.mark.req("FP-05")
def test_a_new_section_with_a_select_of_several_choices_is_no_overlay() -> None:
    options = E("option", "Alpha"), E("option", "Beta")
    section = E("section", E("h2", "Colours"), E("select", *options, role="listbox", multiple=""))
    assert found(section, before=()) == []
    assert found(E("div", E("ul", E("li", "Alpha", role="option"), role="listbox")), before=()) != []
