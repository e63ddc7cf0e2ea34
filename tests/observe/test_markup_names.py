"""Names that a page wrote as HTML are read as text, and those that only say that there is none are not read."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, snapshot_of

pytestmark = pytest.mark.req("SX-07")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("<span class='a b'><b>Size</b></span>", "Size"),
        ("Increase <span>Size</span>", "Increase Size"),
        ("a < b </ c", "a < b </ c"),
        ("Insert <b>", "Insert <b>"),
    ],
)
def test_a_label_in_html(label: str, name: str) -> None:
    (node,) = snapshot_of(N("button", "x", aria_label=label)).interactive()
    assert node.name == name


@pytest.mark.parametrize("written", ["null", "undefined", "[object Object]"])
def test_a_label_that_a_script_did_not_have_is_none(written: str) -> None:
    page = N("div", N("label", "City", for_="f"), N("input", id="f", aria_label=written), N("button", "null"))
    field, button = snapshot_of(page).interactive()
    assert (field.name, button.name) == ("City", "null")


def test_a_label_that_says_the_kind_of_a_field_gives_way_to_the_one_on_the_page() -> None:
    labelled = N(
        "div", N("label", "City", for_="f"), N("input", id="f", role="combobox", aria_label="autocomplete")
    )
    alone = N("div", N("input", type="text", aria_label="maskedtextbox"))
    button = N("button", "Pick", aria_label="Select")
    fields = snapshot_of(N("div", labelled, alone, button)).interactive()
    assert [field.name for field in fields] == ["City", "maskedtextbox", "Select"]


@pytest.mark.parametrize("written", ["false", "true"])
def test_a_state_in_place_of_a_label_gives_way_to_the_one_on_the_page(written: str) -> None:
    labelled = N(
        "div", N("label", "Colours", for_="f"), N("input", id="f", role="textbox", aria_label=written)
    )
    box = N("div", N("label", N("input", type="checkbox", aria_label=written), "Urgent"))
    alone = N("div", N("input", type="text", aria_label=written))
    icon = N("button", "Yes", aria_label=written)
    fields = snapshot_of(N("div", labelled, box, alone, icon)).interactive()
    assert [field.name for field in fields] == ["Colours", "Urgent", written, written]
