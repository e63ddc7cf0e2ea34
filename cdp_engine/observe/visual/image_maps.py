"""The boxes of image map areas: an `<area>` has none of its own, its image and coordinates define one. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.sources.replies import Bounds

SEEN = int(Flag.VISIBLE | Flag.RENDERED)


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
