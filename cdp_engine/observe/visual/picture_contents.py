"""What lies in a picture without a layout of its own (SX-06). Pure.

An `<area>` of an image map has no box: its image and coordinates define one. Data grids that draw themselves keep a
table or a list inside their canvas, in step with the picture: it is what the person sees. A sentence for browsers
without canvas is not such a description. A canvas is an element to act on, at a point of it, whether it listens itself
or something around it does.
"""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

SEEN = int(Flag.VISIBLE | Flag.RENDERED)
VISIBLE, CELL, INTERACTIVE = int(Flag.VISIBLE), int(Flag.CELL), int(Flag.INTERACTIVE)
NO_POINTER = int(Flag.NO_POINTER)
DESCRIBING_TAGS = words("table ul ol dl")
CELL_TAGS = words("td th")
SMALLEST_CANVAS = 24.0
"""Width and height in CSS px below which a canvas counts as decoration."""
SILENT_TAGS = words("script style template noscript")
WITH_ROLE = int(Trait.ROLE)


def place_areas(columns: NodeColumns, document: DocumentInfo) -> None:
    """Give the areas of one document a box, and the layer and visibility of their image."""
    if "area" not in columns.tag:
        return
    rows = range(document.first_row, document.end_row)
    areas = [row for row in rows if columns.tag[row] == "area"]
    if not areas:
        return
    pictures: dict[str, int] = {}
    for row in rows:
        if columns.tag[row] in ("img", "object", "input"):
            name = read_text(columns.attributes[row], "usemap").lstrip("#")
            if name and columns.flags[row] & Flag.VISIBLE:
                pictures.setdefault(name, row)
    for area in areas:
        around = columns.parent[area]
        while around >= document.first_row and columns.tag[around] != "map":
            around = columns.parent[around]
        if around < document.first_row:
            continue
        attributes = columns.attributes[around]
        picture = pictures.get(read_text(attributes, "name")) or pictures.get(read_text(attributes, "id"))
        bounds = None if picture is None else columns.bounds[picture]
        box = None if bounds is None else _box(columns.attributes[area], bounds)
        if picture is not None and box is not None:
            columns.bounds[area] = box
            columns.paint_order[area] = columns.paint_order[picture]
            columns.flags[area] |= SEEN


def _box(attributes: Attributes, picture: Bounds) -> Bounds | None:
    """The rectangle around an area's shape, in document coordinates."""
    shape = read_text(attributes, "shape").lower()
    x, y, width, height = picture
    if shape == "default":
        return picture
    try:
        numbers = [float(part) for part in read_text(attributes, "coords").replace(",", " ").split()]
    except ValueError:
        return None
    if shape.startswith("circ") and len(numbers) >= 3:
        across, down, radius = numbers[:3]
        numbers = [across - radius, down - radius, across + radius, down + radius]
    if len(numbers) < 4:
        return None
    left, right = max(min(numbers[::2]), 0.0), min(max(numbers[::2]), width)
    top, bottom = max(min(numbers[1::2]), 0.0), min(max(numbers[1::2]), height)
    return (x + left, y + top, right - left, bottom - top) if right > left and bottom > top else None


def reveal_canvas_contents(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make what describes the drawing of a visible canvas readable, at the place of the canvas. Never a control."""
    first, end = document.first_row, document.end_row
    for canvas in columns.rows_of("canvas", first, end):
        if not columns.flags[canvas] & VISIBLE:
            continue
        inside = list(columns.rows_within(canvas, end))
        if any(_describes(columns, table, first, row) for row in inside):
            _reveal(columns, canvas, inside)


def offer_canvases(columns: NodeColumns, document: DocumentInfo) -> None:
    """Make the visible canvases elements to act on, apart from those in other such elements and from decorations.

    Of canvases that lie in layers in one box only the upper one counts, since the pointer meets it.
    """
    first, end = document.first_row, document.end_row
    flags, bounds = columns.flags, columns.bounds
    layers: dict[tuple[int, Bounds], int] = {}
    for row in columns.rows_of("canvas", first, end):
        box = bounds[row]
        if box is None or not flags[row] & VISIBLE or min(box[2:]) < SMALLEST_CANVAS:
            continue
        if flags[row] & NO_POINTER or _in_control(columns, row, first):
            continue
        place = columns.parent[row], box
        below = layers.get(place)
        if below is None or columns.paint_order[row] >= columns.paint_order[below]:
            layers[place] = row
    for row in layers.values():
        flags[row] |= INTERACTIVE


def _in_control(columns: NodeColumns, row: int, first: int) -> bool:
    return any(above >= first and columns.flags[above] & INTERACTIVE for above in columns.ancestors(row))


def _describes(columns: NodeColumns, table: DocumentTable, first: int, row: int) -> bool:
    return columns.tag[row] in DESCRIBING_TAGS or bool(table.traits[row - first] & WITH_ROLE)


def _reveal(columns: NodeColumns, canvas: int, inside: list[int]) -> None:
    hidden: set[int] = set()
    for row in inside:
        if columns.parent[row] in hidden or (columns.kind[row] == ELEMENT and _is_hidden(columns, row)):
            hidden.add(row)
            continue
        shown = SEEN | (CELL if columns.tag[row] in CELL_TAGS else 0)
        columns.flags[row] |= shown
        columns.bounds[row] = columns.bounds[canvas]


def _is_hidden(columns: NodeColumns, row: int) -> bool:
    attributes = columns.attributes[row]
    if columns.tag[row] in SILENT_TAGS or "hidden" in attributes:
        return True
    return read_text(attributes, "aria-hidden") == "true"
