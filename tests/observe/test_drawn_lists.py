"""The fields of lists that a page draws itself: their value, their hint, what searches them. Without a browser."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, snapshot_of

HAND = {"cursor": "pointer"}


def field(*parts: N | str, **attributes: str) -> N:
    made = N("div", *parts, role="combobox", tabindex="0")
    made.attributes |= {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return made


@pytest.mark.req("VD-08")
@pytest.mark.parametrize(
    ("drawn", "value"),
    [
        (field(N("span", "Eva Klein", class_="select-value")), "Eva Klein"),
        (field(N("span", "Select", class_="rs-picker-toggle-placeholder")), ""),
        (field("Select", class_="p-select-label p-placeholder"), ""),
        (field(N("span", "Select", data_placeholder="")), ""),
        # classes that only speak of a hint
        (field(N("span", "Eva Klein", class_="has-placeholder-text data-[placeholder]:grey")), "Eva Klein"),
        (field(N("span", "Eva Klein", class_="placeholder:text-grey")), "Eva Klein"),
        # what measures the text, and what was chosen before
        (field(N("span", "Eva Klein"), N("span", "Select", css={"opacity": "0"})), "Eva Klein"),
        (field(N("span", "11 of 1"), N("span", "1", css={"opacity": "0"})), "11 of 1"),
        (field("Red", N("ul", N("li", "Red"), N("li", "Blue"), css={"opacity": "0"})), "Red"),
        (field(N("span", "Eva Klein"), N("button", "×")), "Eva Klein"),
        (field(N("input", typed="Eva Klein", readonly="")), "Eva Klein"),
        # the name of what searches it
        (field(N("span", "Eva Klein"), N("input", aria_label="team-searchbox")), "Eva Klein"),
        (field(N("span", "Any", class_="my-placeholder"), N("input", aria_label="team-searchbox")), ""),
        (field(N("span", "Eva Klein"), N("textarea", aria_label="Search")), "Eva Klein"),
    ],
)
def test_the_value_of_a_drawn_list_is_what_a_person_reads_as_chosen(drawn: N, value: str) -> None:
    (shown,) = [node for node in snapshot_of(N("div", drawn)).interactive() if node.role == "combobox"]
    assert (shown.value or "") == value


@pytest.mark.req("VD-08")
@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ([N("span", "------", class_="select__placeholder")], ""),
        ([N("button", N("span", "×"), aria_label="Remove all"), "Europe/Warsaw"], "Europe/Warsaw"),
        ([N("ul", N("li", N("button", "×"), "Red"), N("li", N("button", "×"), "Blue"))], "Red Blue"),
        (["Zone"], "Zone"),
    ],
)
def test_what_shows_the_value_may_have_the_name_of_the_field(shown: list[N | str], value: str) -> None:
    """As the fields of select2: a text box within, with the label of the field."""
    box = N("span", *shown, role="textbox", aria_readonly="true", aria_labelledby="l")
    page = N("div", N("label", "Zone", id="l"), field(box, aria_labelledby="l", aria_haspopup="true"))
    (node,) = [one for one in snapshot_of(page).interactive() if one.role == "combobox"]
    assert (node.name, node.value or "") == ("Zone", value)


@pytest.mark.req("VD-05")
@pytest.mark.parametrize(
    ("page", "controls"),
    [
        (N("div", field(N("input", placeholder="Select"))), ["combobox"]),
        (N("div", field("Red"), N("div", N("input", tabindex="-1"))), ["combobox"]),
        # fields of their own
        (
            N("div", field("Red"), N("div", N("input", tabindex="-1", placeholder="Note"))),
            ["combobox", "textbox"],
        ),
        (N("div", field("Red"), N("div", N("input"))), ["combobox", "textbox"]),
        (N("div", N("div", N("input", placeholder="City"), role="combobox")), ["textbox"]),
    ],
)
def test_what_searches_a_list_is_not_a_second_field(page: N, controls: list[str]) -> None:
    assert [node.role for node in snapshot_of(page).interactive()] == controls


def test_a_value_is_written_once_beside_what_clears_it() -> None:
    cleared = field(N("span", "Eva Klein"), N("button", "×", aria_label="Clear"))
    assert snapshot_of(N("div", cleared)).render().count("Eva Klein") == 1
    tags = field(N("span", "Red"), N("button", "×"), N("span", "Blue"), N("button", "×"))
    text = snapshot_of(N("div", tags)).render()
    assert (text.count("Red"), text.count("Blue")) == (2, 2), "it says what each button takes away"


def test_the_label_of_the_field_in_a_list_s_field_is_no_value() -> None:
    drawn = field(N("span", "200-299"), N("input", box=(40, 0, 9, 20), id="q"))
    nodes = snapshot_of(N("div", N("label", "Codes", for_="q"), drawn)).interactive()
    assert [node.value for node in nodes if node.role == "combobox"] == ["200-299"]


@pytest.mark.req("SX-07")
def test_an_icon_is_not_named_after_its_family() -> None:
    drawn = N("div", N("svg", class_="arco-icon arco-icon-minus"), listens=True, css=HAND)
    (button,) = snapshot_of(N("div", drawn)).interactive()
    assert button.name == "minus"
    plain = N("button", N("svg"), class_="mdc-icon-button mdc-icon-button--display-flex", aria_label="")
    assert snapshot_of(plain).interactive()[0].name == ""
    toned = N("span", N("svg"), class_="Polaris-Icon Polaris-Icon--toneInherit")
    closing = N("button", toned, class_="Polaris-Frame-Toast__CloseButton")
    assert snapshot_of(closing).interactive()[0].name == "close"


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(("word", "name"), [("subtle", "ellipsis vertical"), ("delete", "delete")])
def test_a_class_that_says_no_job_yields_to_the_icon_within(word: str, name: str) -> None:
    """`subtle` says how Piccolo draws its menus, which have three dots."""
    menu = N("a", N("svg", data_icon="ellipsis-vertical"), href="#", class_=word)
    assert snapshot_of(N("div", menu)).interactive()[0].name == name


@pytest.mark.req("VD-05")
def test_the_arrow_and_the_hint_in_a_list_s_field_are_parts_of_it() -> None:
    """vue-multiselect: several fields in one box, each drawn around a hint and an arrow with listeners of their own."""

    def drawn(hint: str) -> N:
        arrow = N("div", class_="multiselect__select", css=HAND, listens=True, box=(80, 0, 20, 20))
        return field(
            arrow,
            N("div", N("span", hint, class_="x-placeholder", css=HAND, listens=True, box=(0, 0, 60, 20))),
        )

    page = N("div", drawn("Pick a city"), drawn("Pick a team"))
    assert [node.role for node in snapshot_of(page).interactive()] == ["combobox", "combobox"]
    crossed = field(N("div", N("svg"), class_="x-clear", css=HAND, listens=True, box=(60, 0, 20, 20)), "Red")
    assert len(snapshot_of(N("div", crossed, drawn("Pick a city"))).interactive()) == 3


@pytest.mark.req("VD-05")
def test_a_cell_and_the_box_in_it_that_shows_the_hand_are_one() -> None:
    def cell(day: str, stop: str, **more: str) -> N:
        made = N("div", N("div", day, css=HAND), role="gridcell", tabindex=stop, class_="day", listens=True)
        made.attributes |= {"aria-label": f"{day} November 2026", **more}
        return made

    grid = N("div", N("div", cell("3", "-1"), cell("4", "0"), cell("5", "-1"), role="row"), role="grid")
    named = [node.name for node in snapshot_of(grid).interactive()]
    assert named == ["3 November 2026", "4 November 2026", "5 November 2026"]


def choice(shown: str, *, drawn: bool = False, box: str = "z-select") -> N:
    """A button with the list that it opens, as Zabbix draws it."""
    place = (0, 20, 100, 60) if drawn else None
    items = [
        N("li", "English", value="en", box=place),
        N("li", "German", value="de", box=place, disabled="disabled"),
        N("li", "Greek", value="el", class_="disabled", box=place),
    ]
    button = N("button", shown, type="button", id="lang")
    return N(box, button, N("ul", *items, class_="list", box=place), N("input", type="hidden", box=None))


@pytest.mark.req("VD-08")
@pytest.mark.parametrize("box", ["z-select", "div"])
def test_a_button_that_shows_an_item_of_its_closed_list_is_a_field(box: str) -> None:
    label = N("label", "Language", for_="lang")
    (shown,) = snapshot_of(N("form", label, choice("English", box=box))).interactive()
    assert (shown.role, shown.name, shown.value) == ("combobox", "Language", "English")
    before = N("form", N("div", "Language"), N("div", choice("English", box=box)))
    (shown,) = snapshot_of(before).interactive()
    assert (shown.role, shown.name, shown.value) == ("combobox", "Language", "English")
    (other,) = snapshot_of(N("form", choice("Choose a file", box=box))).interactive()
    assert (other.role, other.name) == ("button", "Choose a file")


@pytest.mark.req("VD-08")
def test_the_items_of_such_a_list_are_offered_once_it_is_open() -> None:
    page = N("form", N("label", "Language", for_="lang"), choice("English", drawn=True))
    field, *items = snapshot_of(page).interactive()
    assert (field.role, field.value, field.states) == ("combobox", "English", ("expanded",))
    assert [(one.role, one.name, one.states) for one in items] == [
        ("option", "English", ("selected",)),
        ("option", "German", ("disabled",)),
        ("option", "Greek", ("disabled",)),
    ]
