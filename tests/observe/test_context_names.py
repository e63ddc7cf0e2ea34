"""Names from headings, and those of the parts of drawn fields."""

from __future__ import annotations

import pytest

from cdp_engine.track.names.whereabouts import whereabouts
from tests.observe.drawn import N, snapshot_of

pytestmark = pytest.mark.req("SX-07")

HAND = {"cursor": "pointer"}
BOLD = N("button", "Bold")


def h2(text: str) -> N:
    return N("h2", text)


def editor() -> N:
    return N("div", contenteditable="true", role="textbox")


def part(word: str) -> N:
    return N("i", class_=f"ui-{word}", css=HAND)


def names(*page: N) -> list[str]:
    return [node.name for node in snapshot_of(*page).interactive()]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ((h2("Body"), N("div", BOLD), editor()), ["Bold", "Body"]),
        ((h2("Body"), N("p", BOLD), N("div", N("textarea"))), ["Bold", "Body"]),
        ((N("h1", "Write"), h2("Body"), N("hr"), editor(), h2("Notes"), N("hr"), editor()), ["Body", "Notes"]),
        ((h2("Body"), N("div", BOLD), editor(), N("button", "Add"), editor()), ["Bold", "", "Add", ""]),
        ((h2("Body"), BOLD, editor(), N("p", "x" * 200), N("input")), ["Bold", "", ""]),
        ((h2("Body"), BOLD, N("input")), ["Bold", ""]),
        ((h2("Mail"), N("input", aria_label="To"), N("p", "x" * 200), editor()), ["To", ""]),
        ((h2("Body"), N("select", aria_label="Style"), BOLD, editor()), ["Style", "Bold", "Body"]),
        ((h2("Body"), N("footer", BOLD, editor())), ["Bold", ""]),
        ((N("div", h2("Body")), BOLD, editor()), ["Bold", ""]),
        ((h2("Body"), BOLD, N("textarea", name="message")), ["Bold", "message"]),
    ],
)  # fmt: skip
def test_an_editor_is_called_as_the_heading_above_it(page: tuple[N, ...], said: list[str]) -> None:
    assert names(*page) == said


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (N("div", N("p", "Budget:"), N("div", part("handle"))), ["Budget handle"]),
        (N("div", N("label", "Rate"), N("div", part("star"), part("star"))), ["Rate star 1 of 2", "Rate star 2 of 2"]),
        (N("div", N("label", "Loud"), N("div", N("p", part("thumb"), part("star")))), ["Loud thumb", "Loud star"]),
        (N("li", part("handle"), "Alpha"), ["handle"]),
        (N("ul", N("li", "Alpha"), N("li", part("handle"), "Beta")), ["handle"]),
        (N("div", N("p", "Buy it now."), N("div", part("star"))), ["star"]),
        (N("div", N("p", "Budget"), N("button", "Reset"), N("div", part("handle"))), ["Reset", "handle"]),
        (N("div", N("p", "Budget"), N("i", class_="ui-close", css=HAND)), ["close"]),
        (N("div", N("p", "Budget"), N("i", aria_label="star", css=HAND)), ["star"]),
    ],
)  # fmt: skip
def test_parts_of_drawn_fields_bear_the_label_of_the_field(page: N, said: list[str]) -> None:
    assert names(page) == said


def star(drawn: str = "") -> N:
    """One star; a chosen one holds a tick."""
    return N("div", N("svg", class_=drawn), class_="rate-item", css=HAND)


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (N("div", N("label", "Rate"), N("div", star(), star(), star())), ["Rate 1 of 3", "Rate 2 of 3", "Rate 3 of 3"]),
        (
            N("div", N("label", "Rate"), N("div", star(), star("lucide lucide-check"), star(), star())),
            ["Rate 1 of 4", "Rate 2 of 4 check", "Rate 3 of 4", "Rate 4 of 4"],
        ),
        (N("div", N("label", "Rate"), N("div", star(), star())), ["", ""]),
        (N("div", N("p", "Rate it now."), N("div", star(), star(), star())), ["", "", ""]),
        (N("div", N("div", star(), star(), star()), N("p", "Rate")), ["", "", ""]),
    ],
)  # fmt: skip
def test_what_is_drawn_several_times_without_a_word_is_numbered(page: N, said: list[str]) -> None:
    assert names(page) == said


def box() -> N:
    return N("div", N("span", role="checkbox", css=HAND))


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (N("div", box(), N("span", "Ann")), ["Ann"]),
        (N("div", N("div", box()), N("div", N("span", "Ann"))), ["Ann"]),
        (N("div", N("div", box(), "New"), N("div", "Ann")), ["New"]),
        (N("div", N("div", "All", box()), N("div", "Ann")), ["All"]),
        (N("ul", N("li", box()), N("li", "Ann")), [""]),
        (N("div", N("div", box(), box()), N("div", "Ann")), ["", ""]),
    ],
)  # fmt: skip
def test_a_check_box_alone_in_its_box_is_named_by_the_text_after_that(page: N, said: list[str]) -> None:
    assert names(page) == said


def _line(*parts: N | str) -> N:
    return N("tr", N("td", N("input", type="checkbox")), *(N("td", part) for part in parts))


@pytest.mark.req("SX-07")
def test_a_check_box_is_called_as_the_only_link_in_its_row() -> None:
    table = N("table", _line(N("a", "Linux", href="/1"), "2"), _line(N("a", "Hypervisors", href="/2"), "3"))
    boxes = [node.name for node in snapshot_of(table).interactive() if node.role == "checkbox"]
    assert boxes == ["Linux", "Hypervisors"]


@pytest.mark.req("SX-07")
def test_a_check_box_is_not_called_as_what_a_link_does_with_its_row() -> None:
    """The last cell of a grid of DevExtreme; its box of "yes" or "no" was called Delete."""
    line = N("tr", N("td", "Rye"), N("td", N("input", type="checkbox")), N("td", N("a", "Delete", href="#")))
    lines = [line, _line("Oat", N("a", "Delete", href="#")), _line(N("a", "Spelt", href="#"), "2")]
    boxes = [node.name for node in snapshot_of(N("table", *lines)).interactive() if node.role == "checkbox"]
    assert "Delete" not in boxes
    assert boxes[2] == "Spelt"


@pytest.mark.req("SX-07")
def test_a_check_box_is_called_as_its_row_begins() -> None:
    head = N("tr", N("th", N("input", type="checkbox")), N("th", "Id"), N("th", ""))
    table = N(
        "table", head, _line("12", "Ada"), _line("13", "Bob"), _line("x" * 50, "No"), _line("Eve", "Yes")
    )
    boxes = [node.name for node in snapshot_of(table).interactive() if node.role == "checkbox"]
    assert boxes == ["", "12 Ada", "13 Bob", "", "Eve"]


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("words", "value", "around", "name"),
    [
        ("ql-bold", "", "ql-formats", "bold"),
        ("ql-list ql-active", "ordered", "ql-formats", "list ordered"),
        ("ql-picker-label", "", "ql-align ql-picker", "align"),
        ("el-button", "", "el-form", ""),
        ("css-fcnpod", "", "css-1k2d9x", ""),
        ("ql-bold wide", "", "ql-formats", ""),
        ("ql-bold", "", "bar", ""),
    ],
)
def test_a_button_is_called_by_its_class_where_nothing_else_names_it(
    words: str, value: str, around: str, name: str
) -> None:
    page = N("div", N("button", N("svg"), class_=words, value=value), class_=around)
    assert [node.name for node in snapshot_of(page).interactive()] == [name]


@pytest.mark.req("SX-07")
def test_rows_differ_by_their_first_link_before_all_other_words() -> None:
    """Hosts of a table have the same numbers and addresses; links that all rows have distinguish none."""

    def links(first: str) -> N:
        cells = [N("a", first, href="/1"), N("a", "Items", href="/2"), "127.0.0.1 ZBX"]
        return _line(*cells)

    nodes = list(snapshot_of(N("table", links("Web 01"), links("Web 02"))).interactive())
    places = whereabouts(nodes)
    boxes = [str(places[node.index]) for node in nodes if node.role == "checkbox"]
    assert boxes == ["in “Web 01 127.0.0.1 ZBX”", "in “Web 02 127.0.0.1 ZBX”"]
    nodes = list(snapshot_of(N("table", links("Edit"), links("Edit"))).interactive())
    assert whereabouts(nodes) == {}
