"""Tools of the group `data`: tables and repeated items of the page as rows, by structure alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.tool_result import ToolResult, failed
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_words
from cdp_engine.agent.workspace import Workspace
from cdp_engine.observe import ItemList, Table

Rows = Annotated[int, Meta(ge=1, le=1000)]
_NOTHING = "nothing"
_LONGEST_CELL = 300


class Tables(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `tables`."""

    ref: Annotated[str | None, Meta(description="look in this element only")] = None
    rows: Annotated[Rows, Meta(description="the most of each table")] = 50


class Items(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `items`."""

    by: Annotated[
        str | None, Meta(description="an item or the element around them: e12; or their role: article")
    ] = None
    rows: Rows = 50
    pages: Annotated[int, Meta(description="follow the control for more", ge=1, le=50)] = 1
    scrolls: Annotated[int, Meta(description="screens to scroll down", ge=0, le=50)] = 0


async def tables(workspace: Workspace, asked: Tables) -> ToolResult:
    """The tables of the page."""
    page = await workspace.page()
    found = await page.tables(within=asked.ref)
    data = [table_data(table) for table in found]
    lines: list[str] = []
    for number, (table, shown) in enumerate(zip(found, data, strict=True), 1):
        named = f" {table.name}" if table.name else ""
        lines.append(f"table {number} {table.node.ref}{named}: {len(table.rows)} rows")
        lines += _written(shown["names"], shown["rows"], asked.rows)
    return _answered(f"{len(found)} tables", lines, data)


async def items(workspace: Workspace, asked: Items) -> ToolResult:
    """The items that repeat."""
    page = await workspace.page()
    found = await page.items(asked.by, pages=asked.pages, scrolls=asked.scrolls)
    if found is None:
        return failed(_NOTHING, "Nothing repeats on this page; name an item by its ref (`by`).")
    data = items_data(found)
    return _answered(f"{len(found.items)} items", _written(data["names"], data["rows"], asked.rows), data)


def table_data(table: Table) -> dict[str, Any]:
    """A table as JSON-ready data: its rows as header → text, the ref of each cell beside them."""
    names = list(dict.fromkeys(cell.header or str(cell.column + 1) for row in table.rows for cell in row))
    rows = [
        {
            "ref": row[0].node.ref,
            "values": {cell.header or str(cell.column + 1): cell.node.text for cell in row},
            "refs": {cell.header or str(cell.column + 1): cell.node.ref for cell in row},
        }
        for row in table.rows
    ]
    return {"ref": table.node.ref, "name": table.name, "names": names, "rows": rows}


def items_data(found: ItemList) -> dict[str, Any]:
    """Items as JSON-ready data: name → text, the ref of each value beside them."""
    rows = [
        {
            "ref": item.node.ref,
            "values": item.record(),
            "refs": {name: cell.node.ref for name, cell in item.cells.items()},
        }
        for item in found.items
    ]
    return {"ref": found.node.ref, "names": list(found.names), "rows": rows}


def _written(names: Sequence[str], rows: Sequence[Mapping[str, Any]], most: int) -> Iterable[str]:
    yield f"ref | {' | '.join(names)}"
    for row in rows[:most]:
        values: Mapping[str, str] = row["values"]
        cells = [values.get(name, "") for name in names]
        short = [cell if len(cell) <= _LONGEST_CELL else f"{cell[:_LONGEST_CELL]}…" for cell in cells]
        yield f"{row['ref']} | {' | '.join(short)}"
    if len(rows) > most:
        yield f"… {len(rows) - most} more rows: ask for more `rows`"


def _answered(head: str, lines: Sequence[str] | Iterable[str], data: Any) -> ToolResult:
    return msgspec.structs.replace(of_words(head, "\n".join(lines)), data=data)


DATA = (
    Tool("tables", "Show the tables of the page as rows.", Tables, tables, changes=False),
    Tool("items", "Show what repeats on the page (cards, results, messages) as rows.", Items, items),
)
"""In the order in which they are listed."""
