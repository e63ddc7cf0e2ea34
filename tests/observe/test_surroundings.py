"""What a snapshot says about the places around an element: labels, scrolled boxes, covers and their way out."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, snapshot_of

SCROLLS = {"overflow-x": "auto", "overflow-y": "auto"}
COVER = {"position": "fixed"}
INLINE = {"display": "inline"}
ALL = (0, 0, 800, 600)
HAND = {"cursor": "pointer"}


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("page", "name"),
    [
        (N("div", N("label", "Mail", for_="m"), N("input", id="m")), "Mail"),
        (N("label", "Mail", N("input")), "Mail"),
        (N("div", N("b", "Mail", id="x"), N("input", aria_labelledby="x")), "Mail"),
        (N("input", placeholder="Mail"), "Mail"),
        (N("input", data_label="Mail"), "Mail"),
        (N("div", N("span", "Mail: "), N("input")), "Mail"),
        (N("div", "Mail *", N("input")), "Mail"),
        (N("div", N("span", ".."), N("input", name="latest")), "latest"),
        (N("div", N("div", "Mail"), N("div", N("div", N("input")))), "Mail"),
        (N("div", N("input", type="radio"), N("span", "By post")), "By post"),
        (
            N("div", N("p", "Size: 10"), N("div", N("div", N("div", N("div", N("input", type="range")))))),
            "Size",
        ),
        (
            N(
                "section",
                N("p", "Size"),
                N("div", N("i", "0"), N("i", "20"), N("b", role="slider", tabindex="0")),
            ),
            "Size",
        ),
        (
            N(
                "table",
                N("thead", N("tr", N("td", "Item"), N("td", "In stock"))),
                N("tbody", N("tr", N("td", "Apples"), N("td", N("input", type="checkbox")))),
            ),
            "In stock",
        ),
        (
            N(
                "table",
                N("tr", N("th", "Item"), N("th", "Quantity")),
                N("tr", N("td", "Apples"), N("td", N("input"))),
            ),
            "Quantity",
        ),
        (
            N(
                "table",
                N("tr", N("th", "Item"), N("th", "Quantity")),
                N("tr", N("th", "Apples"), N("td", N("input"))),
            ),
            "Apples Quantity",
        ),
        (
            N(
                "div",
                N(
                    "div",
                    N("div", "Item", role="columnheader"),
                    N("div", "Count", role="columnheader"),
                    role="row",
                ),
                N(
                    "div",
                    N("div", "Apples", role="gridcell"),
                    N("div", N("input"), role="gridcell"),
                    role="row",
                ),
                role="grid",
            ),
            "Count",
        ),
        (
            N(
                "table",
                N("tr", N("th", "Item"), N("th", "Count")),
                N("tr", N("th"), N("th", N("div", N("input")))),
            ),
            "Count",
        ),
        (N("table", N("tr", N("th", "Costs")), N("tr", N("th", "Tax", N("div", N("input"))))), "Tax"),
        (N("table", N("tr", N("td", "Street"), N("td", N("input")))), "Street"),
        (N("div", N("div", N("b", "Mail")), N("div", " ", N("i"), N("div", N("input")))), "Mail"),
        (N("table", N("tr", N("td", N("input"), data_label="Street"))), "Street"),
        (
            N("p", "Type ", N("span", N("b", "Jerald", css=INLINE), css=INLINE), " here", N("input")),
            "Type Jerald here",
        ),
        (N("p", N("i", "a", css=INLINE), N("i", "G", css=INLINE), N("input")), "aG"),
        (N("div", N("p", "Above"), N("i", "Mail", css=INLINE), N("input")), "Mail"),
        (N("div", N("input"), N("div", "Mail")), "Mail"),
        (N("div", N("table", N("tr", N("td", "Total"), N("td", "12"))), N("input")), ""),
    ],
)
def test_labels_are_hunted(page: N, name: str) -> None:
    (field,) = snapshot_of(page).interactive()
    assert field.name == name


@pytest.mark.parametrize(
    "page",
    [
        N("div", N("div", N("label", N("input", type="checkbox"))), N("div", N("a", "Clay", href="/clay"))),
        N(
            "table",
            N(
                "tr",
                N("td", N("input", type="checkbox", name="sel")),
                N("td", N("a", "Clay", href="/clay")),
                N("td", N("a", "12", href="/clay/all")),
            ),
        ),
    ],
)
def test_a_box_is_named_after_the_link_that_its_row_is_about(page: N) -> None:
    box = next(node for node in snapshot_of(page).interactive() if node.role == "checkbox")
    assert box.name == "Clay"


def test_both_ends_of_a_slider_have_its_label() -> None:
    """The track between them can be dragged, too."""
    ends = [N("b", role="slider", tabindex="0") for _ in range(2)]
    track = N("u", N("i", class_="connect", onclick="x()", css=HAND))
    page = N("section", N("p", "Size: 2 .. 5"), N("div", track, *ends))
    assert [node.name for node in snapshot_of(page).interactive()] == ["connect", "Size", "Size"]


def test_the_steps_of_a_number_are_called_by_their_classes() -> None:
    steps = [N("button", class_=f"bk-spin-btn bk-spin-btn-{way}") for way in ("up", "down")]
    page = N("div", N("input", aria_label="Count"), *steps, N("button", class_="bar up"))
    assert [node.name for node in snapshot_of(page).interactive()] == ["Count", "up", "down", ""]


@pytest.mark.req("SX-07", "VD-05")
@pytest.mark.parametrize(
    ("page", "names"),
    [
        (
            N(
                "div",
                N("span", role="checkbox", tabindex="0", aria_labelledby="eu"),
                N("b", "Europe"),
                id="eu",
                role="treeitem",
                tabindex="0",
            ),
            ["Europe", "Europe"],
        ),
        (
            N(
                "p",
                N("button", "One", N("b", "x", aria_labelledby="f"), id="e"),
                N("button", "Two", N("b", "y", aria_labelledby="e"), id="f"),
            ),
            ["One Two y", "Two One x"],
        ),
        (
            N(
                "p",
                N("label", "Size", N("input", id="b"), for_="a"),
                N("label", "Unit", N("input", id="a"), for_="b"),
            ),
            ["Unit Size", "Size Unit"],
        ),
    ],
)
def test_names_in_circles_end(page: N, names: list[str]) -> None:
    """Ant Design's tree names the checkbox of an item by the item that it is in."""
    assert [node.name for node in snapshot_of(page).interactive()] == names


def tree_item(*parts: N | str, opened: str = "false") -> N:
    return N("div", *parts, role="treeitem", tabindex="0", aria_expanded=opened)


ARROW = (0, 0, 16, 16)


@pytest.mark.req("SX-07", "VD-05")
@pytest.mark.parametrize(
    ("item", "names"),
    [
        (
            tree_item(
                N(
                    "i",
                    N("b", role="img", aria_label="caret-down", box=ARROW),
                    class_="tree-switcher",
                    box=ARROW,
                    listens=True,
                ),
                "Europe",
            ),
            ["Europe", "expand Europe"],
        ),
        (
            tree_item(
                N("button", class_="node-toggle", box=ARROW, aria_hidden="true"), "Europe", opened="true"
            ),
            ["Europe", "collapse Europe"],
        ),
        (
            tree_item(
                N("button", class_="toggle", box=ARROW, aria_label="Open"), N("i", "Europe"), opened="true"
            ),
            ["Open Europe", "Open"],
        ),
        (tree_item(N("i", class_="expand-icon is-leaf", box=ARROW, listens=True), "Bern"), ["Bern"]),
        (tree_item(N("i", class_="drag-handle", box=ARROW, listens=True), "Bern"), ["Bern"]),
        (tree_item(N("i", class_="expand-icon", box=ARROW), "Bern"), ["Bern"]),
        (tree_item(N("p", "Bern", class_="toggle", listens=True)), ["Bern"]),
        (tree_item(N("i", class_="toggle", box=ARROW, css={"opacity": "0"}, listens=True), "Bern"), ["Bern"]),
    ],
)
def test_arrows_of_trees_are_named_after_what_they_expand(item: N, names: list[str]) -> None:
    assert [node.name for node in snapshot_of(N("div", item, role="tree")).interactive()] == names


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("before", "opened", "names"),
    [
        (N("i", class_="jstree-icon jstree-ocl", box=ARROW, css=HAND), "false", ["expand Docs", "Docs"]),
        (N("i", class_="jstree-icon jstree-ocl", box=ARROW, css=HAND), "true", ["collapse Docs", "Docs"]),
        (N("i", class_="tree-checkbox", box=ARROW, css=HAND), "false", ["", "Docs"]),
        (N("i", class_="tree-opener is-leaf", box=ARROW, css=HAND), "false", ["", "Docs"]),
        (N("i", class_="tree-opener", box=ALL, css=HAND), "false", ["", "Docs"]),
        (N("i", class_="tree-opener", box=ARROW, css=HAND), "", ["", "Docs"]),
        (N("i", "New", class_="tree-opener", box=ARROW, css=HAND), "false", ["New", "Docs"]),
        (N("p", N("i", class_="tree-opener", box=ARROW, css=HAND)), "false", ["", "Docs"]),
    ],
)
def test_arrows_before_the_items_of_trees(before: N, opened: str, names: list[str]) -> None:
    """jsTree has no word for them, and puts them outside of the items."""
    item = N("a", "Docs", href="#", role="treeitem", aria_expanded=opened)
    tree = N("ul", N("li", before, item, role="none"), role="tree")
    assert [node.name for node in snapshot_of(tree).interactive()] == names


@pytest.mark.req("SX-07", "VD-05")
def test_the_empty_places_of_arrows_before_leaves_are_no_controls() -> None:
    def item(text: str, **opened: str) -> N:
        made = N("a", text, href="#", role="treeitem")
        made.attributes |= opened
        return N("li", N("i", class_="jstree-icon jstree-ocl", box=ARROW, css=HAND), made)

    tree = N("ul", item("Docs", **{"aria-expanded": "true"}), item("a.txt"), role="tree")
    assert [node.name for node in snapshot_of(tree).interactive()] == ["collapse Docs", "Docs", "a.txt"]


@pytest.mark.req("SX-07")
def test_a_header_that_is_a_link_names_the_fields_of_its_column() -> None:
    table = N("table", N("tr", N("th", N("a", "Price", href="/"))), N("tr", N("td", N("input"))))
    assert [node.name for node in snapshot_of(table).interactive()] == ["Price", "Price"]


@pytest.mark.req("SX-07")
def test_the_icons_in_a_header_cell_are_named_after_their_column() -> None:
    def head(text: str) -> N:
        icons = [N("i", class_=f"ag-header-{job}", onclick="x()") for job in ("resize", "filter")]
        own = N("button", N("i", class_="fa fa-sort"), aria_label="Order")
        return N("div", *icons, N("div", N("b", text, onclick="x()")), own, role="columnheader")

    grid = N("div", N("div", head("Maker"), head("Stock"), role="row"), role="grid")
    names = [node.name or node.text for node in snapshot_of(grid).interactive()]
    assert names == [
        *("resize Maker", "filter Maker", "Maker", "Order"),
        *("resize Stock", "filter Stock", "Stock", "Order"),
    ]


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("inside", "name"),
    [
        (N("i", class_="fa fa-lg fa-trash-can"), "trash can"),
        (N("svg", N("use", href="/sprite.svg#icon-close")), "close"),
        (N("svg", class_="lucide lucide-bell"), "bell"),
        (N("svg", data_testid="DeleteOutlinedIcon"), "delete"),
        (N("svg", data_testid="MoreVertIcon"), "more vert"),
        (N("i", class_="icon-only icon-toggle-plus"), "toggle plus"),
        (N("i", data_icon="star"), "star"),
        (N("span", class_="ag-icon ag-icon-filter"), "filter"),
        (N("span", class_="mantine-ActionIcon-icon"), ""),
        (N("span", class_="oo-ui-iconelement-icon"), ""),
        (N("span", class_="kFuwaP adminjs_Icon"), ""),
        (N("span", class_="lsf-icon"), ""),
        (N("span", class_="shop-cart-icon"), "shop cart"),
        (N("i", "edit_calendar", class_="q-icon material-icons", aria_hidden="true"), "edit calendar"),
        (N("i", "Two words", class_="material-icons", aria_hidden="true"), ""),
        (N("i", class_="css-1x2y3z"), ""),
        (N("i", class_="fa-solid fa-spin"), ""),
        (N("i", data_tooltip="Only readers see it"), "Only readers see it"),
        (N("i", data_tooltip="nNQSJrMoBbUl8SQvMmN2e", class_="fa fa-key"), "key"),
        ("Delete", "Delete"),
    ],
)
def test_an_icon_without_words_is_called_as_its_style_sheet_calls_it(inside: N | str, name: str) -> None:
    (button,) = snapshot_of(N("div", inside, onclick="x()")).interactive()
    assert button.name == name


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("written", "name"), [("trash", "trash"), ("wrapper", ""), ("wreck red", ""), ("a1", "")]
)
def test_a_class_of_one_plain_word_names_an_empty_element(written: str, name: str) -> None:
    (icon,) = snapshot_of(N("span", class_=written, onclick="x()")).interactive()
    assert icon.name == name


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("around", "written", "name"),
    [
        ("", "recharts-layer recharts-bar", "bar"),
        ("recharts-layer", "recharts-bar-rectangle", "bar rectangle"),
        ("", "recharts-layer recharts-group", ""),
        ("", "flow-edge flow-edge-default", "edge default"),
        ("node", "node-port port-input", "node port input"),
        ("", "start layer", "start layer"),
    ],
)
def test_a_shape_is_not_called_by_what_its_library_begins_all_names_with(
    around: str, written: str, name: str
) -> None:
    shape = N("path", class_=written, onclick="x()")
    (shown,) = snapshot_of(N("svg", N("g", shape, N("rect"), class_=around))).interactive()
    assert shown.name == name


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("drawn", "name"),
    [
        (N("i", onclick="x()", class_="ag-header-cell-resize"), "resize"),
        (N("i", onclick="x()", class_="tool-bar-item close", title="Leave"), "Leave"),
        (N("i", onclick="x()", class_="el-icon el-range__close-icon"), "close"),
        (N("i", onclick="x()", class_="el-icon el-input__icon"), ""),
        (N("i", onclick="x()", class_="menu-header__hotkeys"), ""),
        (N("i", onclick="x()", class_="search__button"), "search"),
        (N("i", onclick="x()", class_="calendarHeaderControl", data_direction="previous"), "previous"),
    ],
)
def test_words_in_class_names_come_last(drawn: N, name: str) -> None:
    (icon,) = snapshot_of(drawn).interactive()
    assert icon.name == name


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("control", "name"),
    [
        (N("input", name="billing_zip"), "billing zip"),
        (N("input", name="user[firstName]", id="x1"), "user first name"),
        (N("select", N("option", "-"), id="countrySelect"), "country"),
        (N("button", N("svg"), data_testid="add-to-cart", id="radix-:r1:"), "add to cart"),
        (N("button", id="btn-close-panel"), "close panel"),
        (N("a", N("svg"), href="/account/orders?page=2#top"), "orders"),
        (N("a", N("svg"), href="javascript:void(0)"), ""),
        (N("button", N("img", src="/img/trash-can.svg")), "trash can"),
        (N("img", src="/logos/trash-can.png", role="button"), "trash can"),
        (N("img", src="/logos/fr.png", role="button"), "fr"),
        (N("button", N("img", src="/flags/pt_BR.svg")), "pt_BR"),
        (N("img", src="data:image/png;base64,iVBORw0KGgo/ab", role="button"), ""),
        (N("canvas", id="chart", onclick="x()"), "chart"),
        (N("canvas", id="canvas", onclick="x()"), ""),
        (N("input", name="q", id="mat-input-0"), ""),
        (N("input", id="ember345"), ""),
        (N("button", id="bXkqrt"), ""),
        (N("input", name="email", placeholder="Your mail"), "Your mail"),
        (N("button", "Buy", data_testid="add-to-cart"), "Buy"),
    ],
)
def test_a_developer_s_words_are_the_last_resort(control: N, name: str) -> None:
    (found,) = snapshot_of(N("div", control)).interactive()
    assert found.name == name


@pytest.mark.req("SX-07")
@pytest.mark.parametrize(
    ("beside", "name"), [((), "Select Time"), ((N("span", "12:00"),), "clock o")], ids=["alone", "not alone"]
)
def test_a_glyph_alone_in_a_box_is_called_by_the_tooltip_of_the_box(beside: tuple[N, ...], name: str) -> None:
    glyph = N("span", class_="fa fa-clock-o", onclick="x()")
    (found,) = snapshot_of(N("div", N("a", glyph, *beside, title="Select Time"))).interactive()
    assert found.name == name


@pytest.mark.req("SX-07")
def test_a_button_alone_in_a_box_is_called_as_the_box() -> None:
    page = N(
        "div",
        N("div", N("button"), class_="copy-to-clipboard"),
        N("div", N("button"), N("button"), class_="menu"),
    )
    assert [node.name for node in snapshot_of(page).interactive()] == ["copy", "", ""]


@pytest.mark.req("SX-07")
def test_members_of_a_set_with_one_name_are_numbered() -> None:
    stars = [
        N(
            "div",
            N("i", aria_label="star"),
            N("i", aria_label="star"),
            role="radio",
            aria_posinset=str(at),
            aria_setsize="3",
            tabindex="0",
        )
        for at in (1, 2, 3)
    ]
    names = [node.name for node in snapshot_of(N("div", *stars)).interactive()]
    assert names == ["star 1 of 3", "star 2 of 3", "star 3 of 3"]


@pytest.mark.req("SX-06")
def test_a_button_and_the_label_that_draws_a_radio_button_are_one() -> None:
    drawn = N("label", N("button", aria_label="Good"), for_="good")
    hidden = N("input", type="radio", id="good", box=(0, 0, 0, 0), css={"opacity": "0"})
    (control,) = snapshot_of(N("div", drawn, hidden)).interactive()
    assert (control.tag, control.role, control.name) == ("label", "radio", "Good")


@pytest.mark.req("SX-06")
def test_a_sign_between_controls_makes_their_box_no_control() -> None:
    date = N("span", N("input", aria_label="Month"), " / ", N("input", aria_label="Day"), onclick="x()")
    assert [node.name for node in snapshot_of(N("div", date)).interactive()] == ["Month", "Day"]


@pytest.mark.req("SX-07")
def test_the_text_of_another_control_is_no_label() -> None:
    page = N("form", N("button", "Search"), N("input"), N("p", "x" * 200), N("div", N("textarea")))
    assert [node.name for node in snapshot_of(page).interactive()] == ["Search", "", ""]


@pytest.mark.req("SX-10")
def test_scrolled_boxes_tell_how_deep_and_whether_there_is_more() -> None:
    rows = [N("p", str(at), box=(0, 40 + 20 * at - 100, 300, 20)) for at in range(30)]
    snapshot = snapshot_of(
        N("div", *rows, id="list", box=(0, 40, 300, 200), css=SCROLLS), N("div", id="still")
    )
    (box,) = [node for node in snapshot.nodes() if node.html_id == "list"]
    scroll = box.scroll
    assert scroll is not None
    assert (scroll.above, scroll.below, scroll.has_more) == (100, 300, True)
    assert scroll.depth == pytest.approx(100 / 600)
    assert [node.html_id for node in snapshot.nodes() if node.scroll is not None] == ["list"]


@pytest.mark.req("SX-10")
def test_a_fixed_side_bar_scrolls_too() -> None:
    links = [N("a", str(at), href="/", box=(0, 20 * at, 200, 20)) for at in range(50)]
    snapshot = snapshot_of(N("div", *links, id="bar", box=(0, 0, 200, 600), css=SCROLLS | COVER, order=1))
    assert [node.html_id for node in snapshot.nodes() if node.scroll is not None] == ["bar"]


@pytest.mark.req("SX-10")
def test_what_a_box_cuts_off_does_not_count_as_more_of_the_box_around_it() -> None:
    inner = N(
        "div",
        N("p", "far", box=(0, 900, 300, 20)),
        box=(0, 0, 300, 100),
        css={"overflow-x": "hidden", "overflow-y": "hidden"},
    )
    snapshot = snapshot_of(N("div", inner, id="list", box=(0, 0, 300, 120), css=SCROLLS))
    assert [node.html_id for node in snapshot.nodes() if node.scroll is not None] == []


@pytest.mark.req("EX-03")
@pytest.mark.parametrize(
    ("inside", "closer"),
    [
        ([N("button", "Buy now"), N("button", "×", aria_label="Close")], "Close"),
        ([N("button", "More"), N("button", "", class_="modal-close"), N("button", "OK")], "close"),
        ([N("button", "Settings"), N("button", "Reject all"), N("button", "Accept all")], "Reject all"),
        ([N("button", "Yes, enable notifications"), N("button", "No, do not enable notifications")], "No, do"),
        ([N("button", "Accept all"), N("button", "Continue without accepting")], "Continue without accepting"),
        ([N("a", "Terms", href="/"), N("button", "Verstanden")], "Verstanden"),
        ([N("button", "Fine by me"), N("a", "Terms", href="/")], "Fine by me"),
    ],
)  # fmt: skip
def test_the_control_that_closes_a_cover_is_offered(inside: list[N | str], closer: str) -> None:
    banner = N("div", *inside, box=ALL, css=COVER, order=3)
    snapshot = snapshot_of(N("button", "Buy", box=(100, 300, 80, 20)), banner)
    (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
    assert covered.closer is not None
    assert covered.closer.name.startswith(closer)
    assert covered.closer in snapshot.interactive()


@pytest.mark.req("EX-03")
@pytest.mark.parametrize(
    "inside",
    [
        [N("button", "Yes, enable notifications")],
        [N("a", "Terms", href="/"), N("button", "Accept all")],
        [N("button", "Accept and close")],
        [N("button", "Delete")],
        [N("p", "Delete all files?", box=(0, 0, 200, 20)), N("button", "OK")],
        [N("input", type="text", aria_label="Name"), N("button", "Done")],
        [N("a", "As CSV", role="menuitem", class_="popover-dismiss", tabindex="0")],
    ],
)
def test_a_control_that_agrees_to_something_closes_nothing(inside: list[N | str]) -> None:
    banner = N("div", *inside, box=ALL, css=COVER, order=3)
    snapshot = snapshot_of(N("button", "Buy", box=(100, 300, 80, 20)), banner)
    (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
    assert covered.closer is None


@pytest.mark.req("EX-03")
def test_a_button_over_another_does_not_close_itself() -> None:
    """As MediaWiki's "Go", which lies over its "Search"."""
    for name, closes in (("Go", False), ("Close", True)):
        over = N("button", name, box=(100, 100, 80, 20), css=COVER, order=3)
        snapshot = snapshot_of(N("button", "Search", box=(100, 100, 80, 20)), over)
        (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
        assert (covered.closer is not None) == closes, name


@pytest.mark.req("EX-03")
def test_the_only_button_of_a_box_with_other_controls_closes_nothing() -> None:
    links = [N("a", str(at), href="/", box=(20 * at, 40, 20, 20)) for at in range(3)]
    form = N("div", *links, N("button", "Book"), box=ALL, css=COVER, order=3)
    snapshot = snapshot_of(N("button", "Buy", box=(100, 300, 80, 20)), form)
    (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
    assert covered.closer is None


@pytest.mark.req("EX-03")
def test_the_menu_of_a_bar_and_the_head_of_a_panel_close_nothing() -> None:
    """What is scrolled under them is reached by scrolling; closing a panel takes away what is in it."""
    bar = N("header", N("button", "More", aria_expanded="false"), box=ALL, css=COVER, order=3)
    plain = N("header", N("button", "More"), box=ALL, css=COVER, order=3)
    menu = N("div", N("button", "More", aria_haspopup="menu"), box=ALL, css=COVER, order=3)
    head = N("div", N("button", "Close"), box=ALL, css={**COVER, "position": "sticky"}, order=3)
    for over in (bar, plain, menu, head):
        snapshot = snapshot_of(N("button", "Buy", box=(100, 300, 80, 20)), over)
        (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
        assert covered.closer is None


@pytest.mark.req("EX-03")
def test_a_control_beneath_what_is_covered_does_not_close_the_cover() -> None:
    """As the crosses of tags in a page from which a menu hangs over a bar that stays in view (Wagtail)."""
    cross = N("button", "close", box=(20, 20, 20, 20), order=1)
    menu = N("div", N("p", "One", box=(0, 300, 200, 20)), box=(0, 290, 200, 200), css=COVER, order=5)
    bar = N("footer", N("button", "Save", box=(50, 310, 80, 20), order=3), box=(0, 300, 800, 60), order=3)
    snapshot = snapshot_of(N("main", cross, menu, box=ALL, order=1), bar)
    (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
    assert covered.closer is None


@pytest.mark.req("EX-03")
def test_a_bare_backdrop_is_closed_in_the_dialog_over_it() -> None:
    backdrop = N("div", box=ALL, css=COVER, order=3)
    dialog = N(
        "div", N("button", "Cancel", box=(300, 300, 60, 20)), box=(200, 200, 400, 200), css=COVER, order=4
    )
    snapshot = snapshot_of(N("button", "Buy", box=(10, 10, 80, 20)), backdrop, dialog)
    (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
    assert covered.closer is not None
    assert covered.closer.name == "Cancel"


@pytest.mark.req("EX-03")
@pytest.mark.parametrize("loading", [[], [N("p", "Loading", box=(20, 120, 200, 20))]])
def test_a_cover_is_not_closed_by_a_control_that_lies_elsewhere(loading: list[N | str]) -> None:
    """As the drawn check box of a form, or a grid that is loading beside a side bar."""
    cover = N("div", *loading, box=(0, 100, 500, 300), css=COVER, order=3)
    bar = N("div", N("button", "Close", box=(620, 10, 60, 20)), box=(600, 0, 200, 600), css=COVER, order=4)
    snapshot = snapshot_of(N("button", "Sort", box=(100, 200, 80, 20)), cover, bar)
    (covered,) = [node for node in snapshot.interactive() if node.covered_by is not None]
    assert covered.closer is None


@pytest.mark.req("VD-04")
def test_what_a_carousel_cuts_off_is_not_visible() -> None:
    window = {"overflow-x": "hidden", "overflow-y": "hidden"}
    slides = [N("button", f"Slide {at}", box=(200 * at, 0, 200, 100)) for at in range(3)]
    track = N("div", *slides, box=(0, 0, 600, 100))
    assert [n.name for n in snapshot_of(N("div", track, box=(0, 0, 200, 100), css=window)).interactive()] == [
        "Slide 0"
    ]
    scrolling = N("div", track, box=(0, 0, 200, 100), css=SCROLLS)
    assert len(snapshot_of(scrolling).interactive()) == 3
    framed = N("div", scrolling, box=(0, 0, 300, 120), css=window)
    assert len(snapshot_of(framed).interactive()) == 3, "what scrolls brings its content into any window"


@pytest.mark.req("EX-04", "VD-02", "CD-02")
def test_counts() -> None:
    page = [
        N("button", "Here", box=(10, 10, 80, 20)),
        N("div", "There", listens=True, box=(10, 4000, 80, 20)),
        N("div", N("p", "Text"), box=(10, 500, 80, 20)),
        N("button", "Gone", box=None),
    ]
    stats = snapshot_of(*page).stats
    assert (stats.interactive, stats.offscreen, stats.below_fold, stats.hidden_interactive) == (2, 1, 1, 1)
    assert stats.elements == stats.semantic + stats.bare_interactive + stats.structural
    assert stats.bare_interactive == 1


def test_flex_items_are_words_of_their_own() -> None:
    row = N("button", N("span", "1 × Enamel mug"), N("span", "€14.00"), css={"display": "flex"})
    assert snapshot_of(row).interactive()[0].text == "1 × Enamel mug €14.00"
    inline = N("p", N("b", "bold", css={"display": "inline"}), "ly said")
    assert snapshot_of(inline).find(text="bold")[-1].text
    assert snapshot_of(inline).root.text == "boldly said"
