"""What can be acted on, each action once."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, acted_on, snapshot_of

POINTER = {"cursor": "pointer"}


@pytest.mark.req("VD-05", "SX-06")
@pytest.mark.parametrize(
    "element",
    [
        N("a", "It", href="/x"),
        N("button", "It"),
        N("details", N("summary", "It")),
        N("div", "It", role="switch"),
        N("div", "It", tabindex="0"),
        N("div", "It", listens=True),
        N("div", "It", onclick="go()"),
        N("label", N("p", "It"), listens=True),
        N("label", "It", onclick="go()"),
        N("span", "It", data_turbo_method="delete"),
        N("div", N("i", N("b", "It")), css=POINTER),
        N("div", "It", ng_click="go()"),
        N("div", "It", data_action="menu#open"),
        N("div", "It", data_action="saved@document->notice#show click->menu#open"),
        N("span", "It", data_toggle="collapse"),
        N("span", "It", class_="wide btn"),
        N("input", type="submit", value="It"),
    ],
)
def test_counts(element: N) -> None:
    assert acted_on(element) == ["It"]


@pytest.mark.parametrize(
    ("element", "offered"),
    [
        (N("button", N("span", "It", css=POINTER, listens=True)), ["It"]),
        (N("a", N("div", "It", class_="btn", onclick="x"), href="/"), ["It"]),
        (N("label", "It", N("input", type="checkbox"), css=POINTER, listens=True), ["It"]),
        (N("label", "It", css=POINTER), []),
        (N("div", N("label", "It", for_="c", listens=True), N("input", id="c", type="radio")), ["It"]),
        (N("ul", N("li", N("a", "It", href="/")), listens=True), ["It"]),
        (N("div", N("label", "It", for_="c"), N("input", id="c", type="radio"), css=POINTER), ["It"]),
        (N("div", "Card ", N("button", "It"), css=POINTER), ["Card It", "It"]),
        (N("div", N("p", "A"), N("p", "B"), box=(0, 0, 800, 600), listens=True), []),
        (N("div", "It", css=POINTER | {"pointer-events": "none"}), []),
        (N("div", "It", tabindex="-1"), []),
        (N("div", "It", data_action="saved@document->notice#show click@window->menu#close"), []),
        (N("span", "It", data_toggle="tooltip"), []),
        (N("td", "It", role="gridcell", tabindex="-1"), ["It"]),
        (N("td", role="gridcell", tabindex="-1"), ["td"]),
        (N("td", N("button", "It"), role="gridcell", tabindex="-1"), ["It"]),
        (N("td", "It", role="gridcell"), []),
        (N("li", "It", role="presentation", tabindex="0"), []),
        (N("li", "It", role="presentation", tabindex="0", onclick="go()"), ["li"]),
        (N("a", "It"), []),
        (N("input", type="hidden", value="It"), []),
        (N("div", N("b", "It", box=(0, 0, 50, 10), css={"opacity": "0"}), css=POINTER), []),
        (N("div", N("p", "It", listens=True), contenteditable="true"), ["div"]),
    ],
)
@pytest.mark.req("VD-05")
def test_each_action_has_one_element(element: N, offered: list[str]) -> None:
    assert acted_on(element) == offered


@pytest.mark.req("VD-05", "SX-06")
def test_items_that_share_one_tab_stop_are_all_controls() -> None:
    """Only the item that has the stop now can be reached with Tab, but each can be clicked."""
    names = (
        N("span", "a.txt", tabindex="0", class_="item on"),
        N("span", "b.txt", tabindex="-1", class_="item"),
    )
    others = N("div", "c", tabindex="-1", class_="panel"), N("span", "d", tabindex="-1")
    listing = N("ul", *(N("li", name) for name in (*names, *others)))
    assert acted_on(listing) == ["a.txt", "b.txt"]


def test_the_cells_of_a_grid_of_which_one_has_the_tab_stop_can_be_acted_on() -> None:
    cells = [N("div", text, role="gridcell") for text in ("Beta", "1999", "2005")]
    ticked = N("div", N("input", type="checkbox", aria_label="On"), role="gridcell")
    first = N("div", "Alpha", role="gridcell", tabindex="0", class_="marked")
    rows = N("div", first, *cells, ticked, role="row")
    assert acted_on(N("div", rows, role="grid")) == ["Alpha", "Beta", "1999", "2005", "On"]
    two = N("div", N("div", "A", role="gridcell", tabindex="0"), N("div", "B", role="gridcell", tabindex="0"))
    still = N("div", "C", role="gridcell")
    assert acted_on(N("div", two, still, role="grid")) == ["A", "B"]


@pytest.mark.req("VD-05")
def test_a_header_that_sorts_is_the_control_not_its_title() -> None:
    title = N("div", "Age", N("i"), box=(10, 10, 30, 16), listens=True)
    header = N(
        "div", title, id="head", role="columnheader", aria_sort="none", box=(0, 0, 160, 50), listens=True
    )
    (only,) = snapshot_of(header).interactive()
    assert only.html_id == "head"
    beside = N("div", title, "2", role="columnheader", aria_sort="none", box=(0, 0, 160, 50), listens=True)
    assert len(snapshot_of(beside).interactive()) == 2


@pytest.mark.req("VD-05")
@pytest.mark.parametrize(("name", "controls"), [("menu", 2), ("sort-icon", 1)])
def test_a_header_with_a_menu_sorts_itself_though_nothing_listens_in_it(name: str, controls: int) -> None:
    """As Handsontable, which listens around its table; a button that sorts is enough of a control."""
    header = N("th", N("span", "Price"), N("button", class_=name), role="columnheader", aria_sort="none")
    assert len(snapshot_of(N("table", N("tr", header))).interactive()) == controls


@pytest.mark.req("VD-05")
@pytest.mark.parametrize("hovered", [{}, POINTER])
def test_strips_at_the_edges_of_cells_are_no_controls(hovered: dict[str, str]) -> None:
    cells = [
        N("div", name, N("span", box=(x + 94, 0, 6, 30), listens=True, css=hovered), role="gridcell",
          box=(x, 0, 100, 30), listens=True, css=hovered)
        for name, x in (("A", 0), ("B", 100))
    ]  # fmt: skip
    row = N("div", *cells, role="row", box=(0, 0, 200, 30), css=hovered)
    assert not [node for node in snapshot_of(row).interactive() if node.tag == "span"]


@pytest.mark.req("VD-05", "EX-06")
def test_a_cell_that_listens_stays_the_control_under_the_pointer() -> None:
    """Calendars show the hand in the cell while the pointer is over it: its ref must not change."""
    for style in ({}, POINTER):
        (cell,) = snapshot_of(N("tr", N("td", N("div", "12", css=style), listens=True))).interactive()
        assert cell.tag == "td"
    (inner,) = snapshot_of(N("td", N("div", "12", css=POINTER, listens=True), listens=True)).interactive()
    assert inner.tag == "div"


PAINTED = {"background-color": "rgb(13, 110, 253)"}


@pytest.mark.req("VD-05", "CD-02")
@pytest.mark.parametrize(
    "element",
    [
        N("div", "It", class_="btn-primary wide", css=PAINTED),
        N("div", "It", class_="submitButton_x1", css=PAINTED),
        N("a", "It", class_="nav-link"),
        N("div", "It", data_testid="submit-order", css=PAINTED),
        N("div", "It", data_cy="save_btn", css={"background-image": "linear-gradient(red, blue)"}),
        N("div", N("div", "It", class_="page-link"), class_="pages", css=POINTER),
        N("div", N("div", "It", class_="dropdown-link"), N("hr"), class_="pages", css=POINTER),
    ],
)
def test_a_word_for_a_control_counts_with_its_look(element: N) -> None:
    offered = snapshot_of(element).interactive()
    assert [node.name for node in offered] == ["It"]
    assert offered[0].attribute("class") != "pages"


@pytest.mark.req("VD-05")
@pytest.mark.parametrize(
    "element",
    [
        N("div", "It", class_="btn-primary"),
        N("div", "It", class_="button-group", css=PAINTED),
        N("div", "It", class_="button__label", css=PAINTED),
        N("div", "It", class_="debtn linkage", css=PAINTED),
        N("div", "It", data_testid="order-total", css=PAINTED),
        N("div", "It", class_="btn-primary", css=PAINTED, box=(0, 0, 800, 400)),
    ],
)
def test_a_word_alone_does_not_count(element: N) -> None:
    assert acted_on(element) == []


@pytest.mark.req("VD-05")
def test_a_label_stands_for_the_control_it_hides() -> None:
    box = N("input", id="c", type="checkbox", checked="", disabled="", css={"opacity": "0"})
    (label,) = snapshot_of(box, N("label", "Dark mode", for_="c")).interactive()
    assert (label.tag, label.role, label.name, label.states) == (
        "label",
        "checkbox",
        "Dark mode",
        ("disabled",),
    )


HIDDEN = {"display": "none"}


@pytest.mark.req("VD-05", "SX-07")
@pytest.mark.parametrize(
    "page",
    [
        [N("input", id="h", css=HIDDEN), N("div", contenteditable="true", role="textbox")],
        [N("input", id="h", type="hidden"), N("div", N("input", type="text", readonly=""))],
        [N("input", id="h", css={"opacity": "0"}), N("a", "Ann", role="combobox", tabindex="0")],
        [N("div", N("div", N("input", id="h", css=HIDDEN))), N("div", N("p", N("input")))],
        [N("textarea", id="h", css=HIDDEN), N("div", N("i", "B"), N("p", contenteditable="true"))],
    ],
)
def test_a_field_drawn_for_a_hidden_one_has_its_label(page: list[N]) -> None:
    (field,) = snapshot_of(N("div", N("label", "Body", for_="h"), *page)).interactive()
    assert (field.tag == "label", field.name) == (False, "Body")


@pytest.mark.req("VD-05", "SX-07")
def test_a_field_with_a_label_is_not_drawn_for_a_hidden_one() -> None:
    other = N("div", N("label", "Mail", for_="m"), N("input", id="m"))
    hidden = N("div", N("label", "Code", for_="c"), N("input", id="c", tabindex="-1", css={"opacity": "0"}))
    names = [(at.tag, at.name) for at in snapshot_of(N("div", other, hidden)).interactive()]
    assert names == [("input", "Mail"), ("label", "Code")]


@pytest.mark.req("VD-05", "VD-10")
def test_a_label_says_the_value_of_the_slider_it_hides() -> None:
    slider = N("input", id="k", type="range", value="3", typed="7", css={"opacity": "0"})
    (label,) = snapshot_of(slider, N("label", "Level", for_="k")).interactive()
    assert (label.role, label.name, label.value) == ("slider", "Level", "7")


@pytest.mark.req("VD-04", "VD-05", "RA-06")
@pytest.mark.parametrize(
    ("element", "offered"),
    [
        (N("div", "Saved", N("button", "×", aria_hidden="true")), ["×"]),
        (N("div", N("div", "11:00", listens=True), aria_hidden="true"), ["11:00"]),
        (N("div", N("div", data_time="09:00", listens=True), aria_hidden="true"), ["09:00"]),
        (N("div", N("div", N("button", "Next"), listens=True), aria_hidden="true"), ["Next"]),
        (N("div", N("span", "×", data_dismiss="alert"), aria_hidden="true"), ["×"]),
        (N("div", N("a", "More", href="/more"), N("p", "Text"), aria_hidden="true"), ["More"]),
        (N("div", N("input", placeholder="Amount"), aria_hidden="true"), ["Amount"]),
        # decoration, copies, sentinels, traps, backdrops, parts of controls, and what is not seen
        (N("div", N("button", "Dead"), N("i", "*"), aria_hidden="true"), []),
        (N("div", N("a", "It", href="/"), N("a", "Picture", href="/", aria_hidden="true")), ["It"]),
        (
            N("div", N("input", value="It"), N("i", "\U000f035d", role="button", aria_hidden="true")),
            ["input"],
        ),
        (
            N("div", N("i", "\U000f035d", class_="mdi-menu-down", role="button", aria_hidden="true")),
            ["menu down"],
        ),
        (N("h2", "Part", N("a", "#", href="#part", aria_hidden="true")), []),
        (N("div", tabindex="0", aria_hidden="true", box=(0, 0, 1, 1)), []),
        (N("div", tabindex="0", aria_hidden="true", data_trap=""), []),
        (N("div", listens=True, aria_hidden="true", box=(0, 0, 800, 600), title="Close"), []),
        (N("button", "It", N("i", "x", listens=True, aria_hidden="true")), ["It"]),
        (N("div", "It", listens=True, aria_hidden="true", role="presentation"), []),
        (N("div", "It", listens=True, aria_hidden="true", css={"visibility": "hidden"}), []),
        (N("div", "It", listens=True, aria_hidden="true", css={"opacity": "0"}), []),
        (N("div", "It", listens=True, aria_hidden="true", css={"pointer-events": "none"}), []),
        (N("div", "It", listens=True, aria_hidden="true", box=(-300, 0, 100, 20)), []),
    ],
)
def test_what_only_assistive_technology_misses_has_a_ref_where_it_can_be_pressed(
    element: N, offered: list[str]
) -> None:
    assert acted_on(element) == offered


@pytest.mark.req("VD-04", "SX-05")
def test_a_page_that_is_hidden_under_a_dialog_is_set_aside() -> None:
    """Libraries hide the page beneath a dialog from assistive technology; nobody can press it."""
    page = N("div", N("button", "Under", listens=True), aria_hidden="true")
    cover = {"position": "fixed", "background-color": "rgba(0, 0, 0, 0.5)"}
    over = N("div", N("button", "No", box=(300, 300, 50, 20)), box=(0, 0, 800, 600), css=cover, order=9)
    assert acted_on(page) == ["Under"]
    assert acted_on(page, over) == ["No"]


SEEN = POINTER | {"background-image": "url(bin.svg)"}
ICON = (0, 0, 16, 16)


@pytest.mark.req("VD-05", "SX-06")
@pytest.mark.parametrize(
    ("element", "offered"),
    [
        (N("i", box=ICON, listens=True, css=SEEN, aria_hidden="true"), 1),
        (N("b", N("svg", box=ICON), box=ICON, css=POINTER, onclick="go()", aria_hidden="true"), 1),
        (N("svg", box=ICON, listens=True, aria_hidden="true", data_icon="times"), 1),
        (N("label", "Names", N("svg", box=ICON, listens=True, css=SEEN, aria_hidden="true")), 1),
        (N("div", N("input"), N("svg", box=ICON, listens=True, aria_hidden="true", data_icon="times")), 1),
        (N("div", N("input"), N("svg", box=ICON, listens=True, aria_hidden="true", data_icon="angle-down")), 0),
        (N("svg", box=ICON, css={"cursor": "grab"}, aria_hidden="true", data_icon="arrows-alt-v"), 1),
        (N("svg", box=ICON, listens=True, aria_hidden="true"), 0),
        (N("i", box=ICON, css=SEEN, aria_hidden="true"), 0),
        (N("i", box=ICON, listens=True, aria_hidden="true"), 0),
        (N("i", box=ICON, listens=True, css=POINTER, aria_hidden="true"), 0),
        (N("i", box=(0, 0, 300, 200), listens=True, css=SEEN, aria_hidden="true"), 0),
        (N("div", N("input"), N("i", box=ICON, listens=True, css=SEEN, aria_hidden="true")), 0),
    ],
)  # fmt: skip
def test_an_icon_under_aria_hidden_with_a_listener_and_the_hand_or_a_name_is_a_control(
    element: N, offered: int
) -> None:
    found = [node for node in snapshot_of(element).interactive() if node.tag != "input"]
    assert len(found) == offered


@pytest.mark.req("VD-05")
def test_the_icon_of_a_header_is_no_part_of_the_check_box_beside() -> None:
    icon = N("i", box=(120, 0, 16, 16), listens=True, css=SEEN, aria_hidden="true")
    header = N("div", "Age", icon, role="columnheader", box=(20, 0, 100, 30))
    chooser = N("div", N("input"), role="columnheader", box=(0, 0, 20, 30))
    row = N("div", chooser, header, role="row", box=(0, 0, 200, 30))
    assert [node.tag for node in snapshot_of(row).interactive()] == ["input", "i"]


@pytest.mark.req("VD-05")
def test_a_tab_stop_with_text_and_controls_is_not_a_map() -> None:
    """Only where pictures fill it: a card with a picture above its text is read by its contents."""
    buttons = N("button", "Plus"), N("button", "Minus")
    for height, offered in ((300, ["map", "Plus", "Minus"]), (150, ["Plus", "Minus"])):
        picture = N("img", box=(0, 0, 400, height), alt="")
        place = N("div", picture, *buttons, id="map", tabindex="0", listens=True, box=(0, 0, 400, 300))
        assert acted_on(place) == offered


@pytest.mark.req("VD-05")
def test_the_box_that_fills_a_code_editor_is_no_control_beside_its_field() -> None:
    cut = {"overflow-x": "hidden", "overflow-y": "hidden"}
    field = N("div", N("textarea", box=(10, 10, 300, 1)), box=(10, 10, 0, 0), css=cut)
    lines = N("div", N("pre", "one", box=(10, 10, 300, 20)), box=(0, 0, 400, 200), listens=True)
    fold = N("i", box=(380, 180, 10, 10), listens=True)
    editor = N("div", field, lines, fold, box=(0, 0, 400, 200))
    assert [node.tag for node in snapshot_of(editor).interactive()] == ["textarea", "i"]


@pytest.mark.req("VD-05")
def test_a_line_of_a_code_editor_that_is_broken_to_fit_is_one_line() -> None:
    """CodeMirror 5 draws each line in a block of its own: a break within it is none of the text."""
    inline = {"display": "inline"}
    field = N("div", N("textarea", box=(10, 10, 300, 1)), box=(10, 10, 0, 0), css={"overflow-x": "hidden"})
    long = N(
        "pre",
        N("span", "select one", box=(10, 10, 300, 10), css=inline),
        " ",
        N("span", "from two", box=(10, 26, 300, 10), css=inline),
        box=(10, 10, 300, 32),
    )
    # Several lines in one block are distinguished by their breaks.
    both = N(
        "pre",
        "a",
        N("br", css=inline),
        N("span", "b", box=(10, 58, 90, 10), css=inline),
        box=(10, 42, 300, 32),
    )
    editor = N("div", field, N("div", long, both, box=(0, 0, 400, 200)), box=(0, 0, 400, 200))
    (area,) = (node for node in snapshot_of(editor).interactive() if node.tag == "textarea")
    assert area.value == "select one from two\na\nb"


@pytest.mark.req("VD-05")
def test_the_caret_that_a_code_editor_draws_is_none_of_its_text() -> None:
    """CodeMirror 5 draws it by a blank of its own over the line, also where another field has the focus."""
    field = N("div", N("textarea", box=(10, 10, 300, 1)), box=(10, 10, 0, 0), css={"overflow-x": "hidden"})
    inline = {"display": "inline"}
    caret = N("div", N("div", "\xa0", box=(11, 10, 8, 10)), box=(11, 10, 8, 10))
    name = N("span", "print", box=(10, 10, 42, 10), css=inline)
    line = N("pre", name, N("span", "(x)", box=(52, 10, 24, 10), css=inline), box=(10, 10, 300, 10))
    editor = N("div", field, N("div", caret, line, box=(0, 0, 400, 200)), box=(0, 0, 400, 200))
    (area,) = (node for node in snapshot_of(editor).interactive() if node.tag == "textarea")
    assert area.value == "print(x)"


def test_a_hidden_check_box_with_a_drawn_one_and_a_text_is_one_control() -> None:
    """As Dagster's: the box and the text are labels of one input, each a person could press."""
    box = N(
        "label", N("input", type="checkbox", id="news", css={"opacity": "0"}, box=(0, 0, 1, 1)), for_="news"
    )
    assert acted_on(N("div", box, N("label", "Send me news", for_="news"))) == ["Send me news"]


def test_what_clears_a_field_does_not_close_the_dialog_around_it() -> None:
    field = N("div", N("input", box=(20, 20, 200, 20)), N("button", "cancel", box=(220, 20, 20, 20)))
    below = N("button", "Buy", box=(0, 0, 300, 200))
    for inside, closer in (([field], None), ([field, N("button", "Cancel", box=(20, 60, 80, 20))], "Cancel")):
        over = N(
            "div",
            *inside,
            role="dialog",
            box=(0, 0, 300, 200),
            css={"position": "absolute", "z-index": "9"},
            order=5,
        )
        buy = next(node for node in snapshot_of(below, over).interactive() if node.name == "Buy")
        assert (buy.closer.name if buy.closer is not None else None) == closer


def test_an_option_in_an_option_is_no_second_control() -> None:
    """As the items of Polymer, which a page puts into the options of its list."""
    item = N("x-item", N("span", "Overview"), role="option", tabindex="0", listens=True)
    assert acted_on(N("div", N("a", item, role="option", tabindex="0", href="#"), role="listbox")) == [
        "Overview"
    ]
