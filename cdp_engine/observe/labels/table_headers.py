"""The headers of a table's cell, of its row and its column, by which a person knows the control in it. Pure."""

from __future__ import annotations

from itertools import islice, pairwise

from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import MARK_ROLES, words

VISIBLE, SHOWN = int(Flag.VISIBLE), int(Flag.VISIBLE | Flag.INTERACTIVE)
CELL_TAGS = words("td th")
HEAD_ROLES = words("columnheader rowheader")
CELL_ROLES = HEAD_ROLES | {"cell", "gridcell"}
TABLE_ROLES = words("table grid treegrid")
CELL_LEVELS = 5
"""How many boxes around a control may lie between it and its cell."""
MOST_LINES = 40
"""How many rows above a cell are looked at."""
NOWHERE = {"", "#", "javascript:", "javascript:;", "javascript:void(0)", "javascript:void(0);"}
"""Addresses of links that scripts alone follow."""
ACTIONS = words("edit view open show details delete remove more")
"""What links do with the rows of any list: they say nothing of one."""
LEVELS = 3
SHORT = 40
"""The longest text of a row that names it."""


def cell_of(columns: NodeColumns, document: DocumentInfo, row: int) -> int:
    """The row of the cell that a control is in; -1 for none."""
    for _ in range(CELL_LEVELS):
        row = columns.parent[row]
        if row < document.first_row:
            return -1
        if columns.tag[row] in CELL_TAGS or columns.role[row] in CELL_ROLES:
            return row
    return -1


def headers_of(columns: NodeColumns, document: DocumentInfo, cell: int) -> str:
    """The header of a cell's row, where there is one, and of its column, also of its filters."""
    line = columns.parent[cell]
    cells = _cells(columns, document, line)
    in_head = all(is_head(columns, at) for at in cells)
    if in_head and shown_text(columns, document, cell):
        return ""
    head = next((at for at in cells if is_head(columns, at) and at != cell and not in_head), -1)
    beside = shown_text(columns, document, head) if head >= 0 else ""
    over = _column_head(columns, document, line, cells[: cells.index(cell)]) if cell in cells else ""
    return " ".join(part for part in (beside, over) if part)


def _column_head(columns: NodeColumns, document: DocumentInfo, line: int, before: list[int]) -> str:
    """The text of a table's first row above the column that follows the cells `before` of another row."""
    place = sum(_span(columns, at) for at in before)
    table = line
    while table >= document.first_row and not _is_table(columns, table):
        table = columns.parent[table]
    if table < document.first_row:
        return ""
    lines = (at for at in columns.rows_within(table, document.end_row) if _is_line(columns, at))
    top = next(lines, line)
    for head in _cells(columns, document, top) if top != line else ():
        place -= _span(columns, head)
        if place < 0:
            in_head = is_head(columns, head) or columns.tag[columns.parent[top]] == "thead"
            ends = in_head and _heads_between(columns, document, top, line)
            return shown_text(columns, document, head) if in_head and not ends else ""
    return ""


def _heads_between(columns: NodeColumns, document: DocumentInfo, top: int, line: int) -> bool:
    """Whether a row between the first one and a later one has a header after another cell: a table of names and values,
    where the first row says nothing of the columns below.
    """
    lines = (at for at in range(top + 1, line) if _is_line(columns, at))
    for at in islice(lines, MOST_LINES):
        heads = [is_head(columns, cell) for cell in _cells(columns, document, at)]
        if (False, True) in pairwise(heads):
            return True
    return False


def only_link(columns: NodeColumns, document: DocumentInfo, line: int) -> str:
    """The text of the only link in a row of a table, which is what the row is about; links with numbers do not count.

    One that goes nowhere, behind other words, does something with the row: its text names nothing else.
    """
    inside = list(columns.rows_within(line, document.end_row))
    links = [row for row in inside if columns.role[row] == "link" and columns.flags[row] & VISIBLE]
    if len(links) > 1:
        links = [row for row in links if any(map(str.isalpha, shown_text(columns, document, row)))]
    if len(links) != 1:
        return ""
    address = read(columns.attributes[links[0]], "href") or ""
    before = (columns.text[at] for at in inside if at < links[0] and columns.kind[at] == TEXT)
    if address in NOWHERE and any(any(map(str.isalpha, text)) for text in before):
        return ""
    return shown_text(columns, document, links[0])


def link_beside(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The only link in the box after the one that holds nothing but a check box, as in the rows of a list (Dagster)."""
    box = row
    for _ in range(LEVELS):
        if columns.parent[box] <= document.first_row or not is_alone(columns, document, box):
            break
        box = columns.parent[box]
    after = columns.end_of(box, document.end_row)
    beside = after < document.end_row and columns.parent[after] == columns.parent[box] and box != row
    link = only_link(columns, document, after) if beside else ""
    return "" if link.casefold() in ACTIONS else link


def is_alone(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether the element around a control has no text and no other control to see."""
    end = columns.end_of(row, document.end_row)
    return not any(
        columns.flags[at] & SHOWN == SHOWN or (columns.kind[at] == TEXT and columns.text[at].strip())
        for at in columns.rows_within(columns.parent[row], document.end_row)
        if not row <= at < end and columns.flags[at] & VISIBLE
    )


def first_words(columns: NodeColumns, document: DocumentInfo, cell: int) -> str:
    """What the row of a cell begins with, by which a person knows its only check box: a short text, after a number.

    Empty for a row of headers, or with links: its place says which they are.
    """
    line, found = columns.parent[cell], ""
    roles = [columns.role[at] for at in columns.rows_within(line, document.end_row)]
    if sum(role in MARK_ROLES for role in roles) > 1 or "link" in roles or is_head(columns, cell):
        return ""
    for other in _cells(columns, document, line):
        text = shown_text(columns, document, other) if other != cell else ""
        if len(text) > SHORT:
            break
        found = f"{found} {text}".strip()
        if any(map(str.isalpha, text)):
            break
    return found


def shown_text(columns: NodeColumns, document: DocumentInfo, cell: int) -> str:
    """The visible text in a header cell, also that of a link or button in it."""
    rows = columns.rows_within(cell, document.end_row)
    texts = (columns.text[at] for at in rows if columns.kind[at] == TEXT and columns.flags[at] & VISIBLE)
    return " ".join(" ".join(texts).split())


def _is_table(columns: NodeColumns, row: int) -> bool:
    return columns.tag[row] == "table" or columns.role[row] in TABLE_ROLES


def _is_line(columns: NodeColumns, row: int) -> bool:
    return columns.tag[row] == "tr" or columns.role[row] == "row"


def is_head(columns: NodeColumns, cell: int) -> bool:
    """Whether a cell is the header of its row or column."""
    return columns.tag[cell] == "th" or columns.role[cell] in HEAD_ROLES


def _cells(columns: NodeColumns, document: DocumentInfo, line: int) -> list[int]:
    return [
        row
        for row in columns.rows_within(line, document.end_row)
        if columns.parent[row] == line and (columns.tag[row] in CELL_TAGS or columns.role[row] in CELL_ROLES)
    ]


def _span(columns: NodeColumns, cell: int) -> int:
    written = read(columns.attributes[cell], "colspan") or "1"
    return min(int(written), 1000) if written.isascii() and written.isdigit() and written != "0" else 1
