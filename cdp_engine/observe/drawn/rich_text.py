"""The text of an editing host as lines: paragraphs, lists and tables. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns

INLINE, CELL = int(Flag.INLINE), int(Flag.CELL)
ODD_SPACES = {0xA0: " ", 0x200B: None, 0xFEFF: None, 0x200C: None}


def rich_lines(columns: NodeColumns, document: DocumentInfo, host: int) -> str:
    """The text of an editing host: a line for each block, `- ` before list items, `|` between cells.

    A block without text is an empty line; a break at the end of a line of text ends it and adds none.
    """
    lines: list[str] = []
    line: str | None = None
    counts: dict[int, int] = {}
    beside = _uneditable(columns, document, host)
    cell = -1
    for row in columns.rows_within(host, document.end_row):
        if _leaves_line(columns, row, cell):
            lines, line, cell = [*lines, line or ""], None, -1
        if columns.kind[row] == TEXT:
            if columns.bounds[row] is not None and row not in beside:
                line = (line or "") + columns.text[row].translate(ODD_SPACES)
        elif columns.kind[row] != ELEMENT or (columns.tag[row] == "br" and _fills_cell(columns, row, line)):
            continue
        elif _is_cell(columns, row):
            line, cell = _before_cell(line, cell), row
        elif _ends_line(columns, row, line):
            lines += [line or ""] if columns.tag[row] == "br" or line is not None else []
            line = _bullet(columns, row, counts)
    whole = "\n".join(piece.rstrip() for text in (*lines, line or "") for piece in text.split("\n"))
    return whole.rstrip("\n")


def _uneditable(columns: NodeColumns, document: DocumentInfo, host: int) -> set[int]:
    """The rows of texts that an editor draws within its own, where nobody can edit: its hint, and those of buttons."""
    said, found = read_text(columns.attributes[host], "aria-placeholder").strip(), set[int]()
    for row in columns.rows_within(host, document.end_row):
        if read_text(columns.attributes[row], "contenteditable").lower() == "false":
            inside = [row, *columns.rows_within(row, document.end_row)]
            roles = [read_text(columns.attributes[at], "role") or columns.tag[at] for at in inside]
            buttons = {at for at, role in zip(inside, roles, strict=True) if role == "button"}
            texts = [at for at in inside if columns.kind[at] == TEXT]
            hint = said and "".join(columns.text[at] for at in texts).strip() == said
            found.update(at for at in texts if hint or not buttons.isdisjoint(columns.ancestors(at)))
    return found


def _ends_line(columns: NodeColumns, row: int, line: str | None) -> bool:
    """Whether an element ends the line before it: breaks, list items and blocks, except the first one of an item."""
    tag = columns.tag[row]
    return tag in ("br", "li") or not (columns.flags[row] & INLINE or _begins_with_a_mark(line))


def _leaves_line(columns: NodeColumns, row: int, cell: int) -> bool:
    """Whether the line of a table that has the cell is over; no line has the cell -1."""
    return columns.parent[row] < cell and columns.parent[row] != columns.parent[cell]


def _before_cell(line: str | None, cell: int) -> str:
    """The text of a line before its next cell; -1 is the cell before the first one."""
    return "" if cell < 0 else f"{line or ''} | "


def _is_cell(columns: NodeColumns, row: int) -> bool:
    return bool(columns.flags[row] & CELL) or columns.tag[row] in ("td", "th")


def _fills_cell(columns: NodeColumns, row: int, line: str | None) -> bool:
    """Whether a break is all that an empty cell or list item has."""
    return _begins_with_a_mark(line) or (line is None and _is_cell(columns, columns.parent[row]))


def _bullet(columns: NodeColumns, row: int, counts: dict[int, int]) -> str | None:
    """What a line begins with: the mark of an item of a list, nothing for anything else."""
    if columns.tag[row] != "li":
        return None
    above = columns.parent[row]
    if columns.tag[above] != "ol" or read_text(columns.attributes[row], "data-list") == "bullet":
        return "- "
    counts[above] = counts.get(above, 0) + 1
    return f"{counts[above]}. "


def _begins_with_a_mark(line: str | None) -> bool:
    """Whether a line has only the mark of a list item, or nothing before a cell's own paragraph."""
    if not line:
        return line == ""
    return line.endswith((" | ", "- ")) or line.rstrip().rstrip(".").isdigit()
