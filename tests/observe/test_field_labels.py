"""Labels that name no field in HTML, and the fields that a person reads them for."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, snapshot_of

pytestmark = pytest.mark.req("SX-07")

HIDDEN = {"visibility": "hidden"}


def group(*parts: N | str) -> N:
    return N("div", *parts)


def deep(*parts: N) -> N:
    return group(group(group(group(group(*parts)))))


def label(text: str, for_: str = "") -> N:
    return N("label", text, for_=for_) if for_ else N("label", text)


def combobox(shown: str, **attributes: str) -> N:
    made = N("div", shown, role="combobox", tabindex="0")
    made.attributes |= {name.replace("_", "-"): value for name, value in attributes.items()}
    return made


def drawn_list(shown: str, **attributes: str) -> N:
    """A list that a library draws without a role."""
    made = N("div", shown, tabindex="0")
    made.attributes |= attributes
    return made


def drawn_select(*options: str, button: N | None = None, offered: tuple[str, ...] | None = None) -> list[N]:
    """A hidden list, and what a library draws beside it."""
    offers = [N("li", text, css=HIDDEN) for text in (options if offered is None else offered)]
    choices = [N("option", text) for text in options]
    drawn = N("div", button or N("button", N("i", class_="caret"), type="button"), N("ul", *offers))
    return [N("select", *choices, id="s", multiple="", css=HIDDEN), drawn]


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        (group(label("Size:", for_="s"), combobox("Small", id="s")), [("Size", "")]),
        (
            # jQuery UI names the list by the choice at which it was opened last
            group(
                label("Size", for_="s"),
                combobox("Small", id="s", aria_labelledby="o"),
                N("p", "Medium", id="o", role="option"),
            ),
            [("Size", "")],
        ),
        (group(label("Room", for_="r"), N("div", combobox("1", aria_label="Options list"), id="r")), [("Room", "")]),
        (group(label("Room"), combobox("1", aria_label="Options list")), [("Options list", "Room")]),
        (group(label("Room"), combobox("1", aria_label="Room, required")), [("Room, required", "Room")]),
        (group(N("div", N("input", readonly="")), label("City")), [("City", "")]),
        (group(label("City"), N("input", aria_label="City")), [("City", "")]),
        # Arco's labels refer to nothing, Naive's fields lie deep in their groups
        (group(group(label("Due", for_="x")), group(group(N("input", placeholder="Pick")))), [("Pick", "Due")]),
        (group(label("Due"), deep(N("i"), N("input", placeholder="Pick"))), [("Pick", "Due")]),
        (group(label("Born"), N("div", N("div", N("input", placeholder="Date")))), [("Date", "Born")]),
        (group(label("Born"), N("b", "*"), N("input", placeholder="Date")), [("Date", "Born")]),
        (group(N("p", label("Born")), N("div", N("input", placeholder="Date"))), [("Date", "Born")]),
        # a hint that has the word of the label does not replace it
        (group(label("name"), N("input", placeholder="tag name...")), [("name", "")]),
        (group(label("City"), N("input", placeholder="City")), [("City", "")]),
        (N("label", "Notes ", N("div", contenteditable="true", role="textbox")), [("Notes", "")]),
        (
            # two fields say the same of themselves: their labels are what distinguishes them
            N(
                "form",
                *(N("p", label("Room")), N("div", combobox("1", aria_label="Options list"))),
                *(N("p", label("Tags")), N("div", combobox("2", aria_label="Options list"))),
            ),
            [("Room", ""), ("Tags", "")],
        ),
        (group(label("Guests", for_="s"), *drawn_select("Ada", "Bo")), [("Guests", "")]),
        (group(label("Country"), N("div", N("p", "Norway"), tabindex="0")), [("Norway", "Country")]),
        (group(label("Country"), drawn_list("Country")), [("Country", "Country")]),
        (group(label("Country", for_="c"), N("p", "Home"), drawn_list("Norway", id="c")), [("Norway", "Country")]),
    ],
)  # fmt: skip
def test_labels_are_read_for_the_fields_beside_them(page: N, fields: list[tuple[str, str]]) -> None:
    found = [node for node in snapshot_of(page).interactive() if node.role != "option"]
    assert [(node.name, node.label) for node in found] == fields


@pytest.mark.parametrize(
    ("page", "names"),
    [
        (group(label("Born"), N("input", placeholder="Day"), N("input", placeholder="Month")), ["Day", "Month"]),
        (group(label("Born"), label("City"), N("input", placeholder="Day")), ["Day"]),
        (group(label("Born", for_="b"), N("input", placeholder="Day"), N("i", id="b")), ["Day"]),
        (group(label("Born", for_="b"), N("input", placeholder="Day"), N("input", id="b")), ["Day", "Born"]),
        (
            N("form", N("p", N("input", placeholder="A")), N("p", label("One")), N("p", N("input", placeholder="B"))),
            ["A", "B"],
        ),
        (
            N("form", N("div", label("Rating"), N("canvas")), N("div", N("input", placeholder="Zip"))),
            ["Zip"],
        ),
        (
            N("form", N("p", label("Filters")), N("div", N("p", "All of them"), N("input", placeholder="Find"))),
            ["Find"],
        ),
        (group(label("Country"), N("div", tabindex="0"), N("p", "Norway")), [""]),
        (group(label("Country"), N("button", "Add")), ["Add"]),
        (group(label("Country"), drawn_list("Norway"), N("button", "Add")), ["Norway", "Add"]),
        (group(label("Filters"), N("button", "Add"), N("div", N("input", placeholder="Find"))), ["Add", "Find"]),
        (
            N(
                "table",
                N("tr", N("th", "Item"), N("th", "Count")),
                N("tr", N("th", "Apples"), N("td", label("Number"), N("input"))),
            ),
            ["Apples Count"],
        ),
    ],
)  # fmt: skip
def test_a_label_is_not_read_for_another_field(page: N, names: list[str]) -> None:
    fields = snapshot_of(page).interactive()
    assert [node.name for node in fields] == names
    if names != ["Apples Count"]:
        assert not any(node.label for node in fields)


def test_a_button_is_no_list_unless_it_stands_beside_all_options() -> None:
    (drawn,) = snapshot_of(group(label("Guests", for_="s"), *drawn_select("Ada", "Bo"))).interactive()
    assert (drawn.tag, drawn.role, drawn.name) == ("button", "combobox", "Guests")
    for other in (
        drawn_select("Ada", "Bo", offered=("Ada",)),
        drawn_select("Ada", "Bo", button=N("button", N("i"), aria_label="Add")),
    ):
        (button,) = snapshot_of(group(label("Guests", for_="s"), *other)).interactive()
        assert button.role == "button"


def test_a_label_that_the_line_of_its_field_says_is_not_repeated() -> None:
    page = group(label("Room"), N("div", "Room 25", N("button", "Clear"), role="combobox", tabindex="0"))
    lines = snapshot_of(page).render().splitlines()
    assert sum("Room" in line.replace("Room 25", "") for line in lines) == 1, lines


def test_labels_are_found() -> None:
    snapshot = snapshot_of(group(label("Born"), N("div", N("input", placeholder="Date"))))
    assert [node.name for node in snapshot.find("born date")] == ["Date"]


HAND = {"cursor": "pointer"}


@pytest.mark.req("SX-06")
@pytest.mark.parametrize(
    ("page", "controls"),
    [
        (N("label", N("input", type="checkbox"), N("span", "Seat", css=HAND)), [("input", "Seat")]),
        (N("p", N("input", type="radio", id="a"), N("label", N("b", "Seat", css=HAND), for_="a")), [("input", "Seat")]),
        (
            N("p", N("input", type="radio", id="a", box=None), N("label", N("b", "Seat", css=HAND), for_="a")),
            [("label", "Seat")],
        ),
        (
            N("label", N("input", type="checkbox"), N("span", "Seat", css=HAND, listens=True)),
            [("input", "Seat"), ("span", "Seat")],
        ),
        (
            N("label", N("input", type="checkbox"), "I accept the ", N("a", "terms", css=HAND)),
            [("input", "I accept the terms"), ("a", "terms")],
        ),
    ],
)  # fmt: skip
def test_the_text_of_a_label_is_no_second_control(page: N, controls: list[tuple[str, str]]) -> None:
    assert [(node.tag, node.name) for node in snapshot_of(page).interactive()] == controls


def part(tag: str, *inside: N | str) -> N:
    """A field in a component in a row of components."""
    return N(tag, N("div", N("slot", N(f"{tag}-field", N("label", *inside)))))


@pytest.mark.parametrize(
    ("page", "named"),
    [
        (group(N("b", "Warmth"), part("x-row", N("input", type="number", value="22"), "°C")), "Warmth"),
        (group(N("b", "Share"), group(N("label", N("input", type="number"), N("i", "%")))), "Share"),
        (group(N("b", "Range"), N("input", type="range", aria_label="128", typed="128")), "Range"),
        (group(N("b", "Range"), N("input", type="range", aria_label="Level 2", typed="2")), "Level 2"),
        (group(N("b", "Name", css={"cursor": "pointer"}, listens=True), part("x-row", N("input"))), "Name"),
        (group(N("button", "Add"), part("x-row", N("input"))), ""),
    ],
)  # fmt: skip
def test_a_unit_or_the_number_itself_names_no_field(page: N, named: str) -> None:
    (field,) = [node for node in snapshot_of(page).interactive() if node.tag == "input"]
    assert field.name == named


@pytest.mark.parametrize(("drawn", "tags"), [("slider", ["span"]), ("", ["label"])])
def test_the_label_of_a_range_is_no_slider_beside_the_handle_that_is_drawn(
    drawn: str, tags: list[str]
) -> None:
    """As Kobalte: an input that nobody sees lies in the handle."""
    field = N("input", id="s", type="range", css=HIDDEN)
    handle = N("span", field, role="slider", tabindex="0", aria_label="Volume") if drawn else N("span", field)
    page = group(label("Volume", for_="s"), group(handle))
    assert [node.tag for node in snapshot_of(page).interactive()] == tags


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("page", "said"),
    [
        (N("div", N("div", N("textarea")), role="textbox", aria_label="Notes"), ["Notes"]),
        (N("div", N("div", contenteditable="true", role="textbox"), role="textbox", aria_label="Notes"), ["Notes"]),
        (N("div", N("input", aria_label="Own"), role="textbox", aria_label="Notes"), ["Own"]),
        (N("div", N("input"), N("input", aria_label="B"), role="textbox", aria_label="A"), ["A", "A", "B"]),
    ],
)  # fmt: skip
def test_a_box_that_says_it_is_the_field_it_holds_names_that_only(page: N, said: list[str]) -> None:
    assert [node.name for node in snapshot_of(page).interactive()] == said


@pytest.mark.req("SX-07")
def test_a_heading_that_is_edited_in_place_is_a_field() -> None:
    page = N("div", N("h4", contenteditable="true"), N("h4", "Plan", contenteditable="true"), N("h4", "Rest"))
    assert [(node.role, node.name) for node in snapshot_of(page).interactive()] == [
        ("textbox", ""),
        ("textbox", ""),
    ]
