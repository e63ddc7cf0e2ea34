"""Tables with their headers."""

from __future__ import annotations

import pytest

from cdp_engine.observe import Table, read_table
from tests.observe.drawn import N, snapshot_of


def table_of(element: N) -> Table:
    snapshot = snapshot_of(element)
    return read_table(next(node for node in snapshot.nodes() if node.role in ("table", "grid")))


@pytest.mark.req("VD-01")
def test_cells_know_their_heads() -> None:
    table = table_of(
        N(
            "table",
            N("caption", "Prices"),
            N("thead", N("tr", N("th", "Fruit"), N("th", "Price"), N("th", "Left"))),
            N("tbody", N("tr", N("th", "Apple"), N("td", "1.20"), N("td", N("button", "Buy")))),
            N("tbody", N("tr", N("td", "Pear"), N("td", "2.00", colspan="2"))),
        )
    )
    assert (table.name, table.headers) == ("Prices", ("Fruit", "Price", "Left"))
    assert table.records() == [
        {"Fruit": "Apple", "Price": "1.20", "Left": "Buy"},
        {"Fruit": "Pear", "Price": "2.00"},
    ]
    assert [cell.row_header for cell in table.rows[0]] == ["", "Apple", "Apple"]


@pytest.mark.req("VD-01")
def test_spans_of_heads_and_rows() -> None:
    table = table_of(
        N(
            "table",
            N("tr", N("th", "Name", rowspan="2"), N("th", "Size", colspan="2")),
            N("tr", N("th", "cm"), N("th", "in")),
            N("tr", N("td", "Box", rowspan="2"), N("td", "10"), N("td", "4")),
            N("tr", N("td", "20"), N("td", "8")),
        )
    )
    assert table.headers == ("Name", "Size cm", "Size in")
    assert table.records()[1] == {"Size cm": "20", "Size in": "8"}


def test_a_grid_of_roles_and_no_heads() -> None:
    cells = [N("div", str(at), role="gridcell") for at in range(2)]
    table = table_of(N("div", N("div", *cells, role="row"), role="grid", aria_label="Board"))
    assert (table.name, table.headers) == ("Board", ())
    assert table.records() == [{"1": "0", "2": "1"}]


@pytest.mark.req("SX-07")
def test_the_first_row_of_names_and_values_names_no_field_below() -> None:
    def name_below(*between: N) -> str:
        head = N("tr", N("th", "ID"), N("th", "Project"))
        last = N("tr", N("td", N("input", name="handler")), N("td", "x"))
        (field,) = snapshot_of(
            N("table", head, N("tr", N("td", "7"), N("td", "Shop")), *between, last)
        ).interactive()
        return field.name

    assert name_below() == "ID"
    assert name_below(N("tr", N("th", "Owner"), N("td", "eve"))) == "ID"
    assert "ID" not in name_below(
        N("tr", N("th", "Owner"), N("td", "eve"), N("th", "State"), N("td", "open"))
    )
