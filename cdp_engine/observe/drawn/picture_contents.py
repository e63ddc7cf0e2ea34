"""What lies in a picture without a layout of its own (SX-06). Pure.

An `<area>` of an image map has no box: its image and coordinates define one. Data grids that draw themselves keep a
table or a list inside their canvas, in step with the picture: it is what the person sees. A sentence for browsers
without canvas is not such a description. A canvas is an element to act on, at a point of it, whether it listens itself
or something around it does; a large drawing that listens stays one when shapes are put on it, as a map with controls
in it does. The shapes of a drawing are named after the text beside them and the words of their class names: `function 1
port output`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from cdp_engine.observe.model.action_words import GENERATED_CLASS
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
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
CLICKABLE = int(Flag.CLICKABLE)
PRESSED_AT = VISIBLE | CLICKABLE | NO_POINTER
SMALLEST_DRAWING = 200.0, 150.0
"""The least size in CSS px of a drawing or a map that is worked at its points."""
TABINDEX = int(Trait.TABINDEX)
TILE_TAGS = words("canvas img svg")
COVERED = 0.9
"""The least share of a map that its pictures cover."""
SHAPES = words("circle ellipse g image line path polygon polyline rect text use")
PRESSED = words("a button label summary")
"""Tags of controls in which a drawing is only their picture."""
KIND = re.compile(r"[A-Za-z]{3,}")
GROUP_LEVELS = 4
DRAWN = words("g svg")
LONGEST_TEXT = 40
MOST_PARTS = 3
LAYERS = words("container group inner layer outer surface wrapper")
"""Words of a library's class names for what only holds shapes."""
BETWEEN = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")
WORD = re.compile(r"(?=[a-z]*[aeiouy])[a-z]{3,12}")
STATES = words(
    "active changed disabled draggable enabled focus hide hidden hover hovered selected selectable shown"
)


def place_areas(columns: NodeColumns, document: DocumentInfo) -> None:
    """Give the areas of one document a box, and the layer and visibility of their image."""
    if not columns.has_tag("area"):
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


def offer_pictures(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make visible canvases, drawings and maps elements to act on."""
    _offer_canvases(columns, document)
    _offer_drawings(columns, document)
    for place in table.rows_with(TABINDEX):
        row = place + document.first_row
        if is_map(columns, row):
            columns.flags[row] |= INTERACTIVE


def _offer_canvases(columns: NodeColumns, document: DocumentInfo) -> None:
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


def _offer_drawings(columns: NodeColumns, document: DocumentInfo) -> None:
    """Make the large SVG drawings with a listener elements to act on, also where shapes in them are such elements."""
    end = document.end_row
    for row in columns.rows_of("svg", document.first_row, end):
        if is_drawing(columns, row) and PRESSED.isdisjoint(columns.tag[at] for at in columns.ancestors(row)):
            columns.flags[row] |= INTERACTIVE


def is_drawing(columns: NodeColumns, row: int) -> bool:
    """Whether an element is a visible SVG drawing with a listener, large enough to be worked at its points."""
    return columns.tag[row] == "svg" and _is_worked_at(columns, row)


def is_map(columns: NodeColumns, row: int) -> bool:
    """Whether an element is a tab stop with a listener that is worked at its points: pictures fill it, and controls lie
    on them. A canvas or a drawing in it that is an element to act on takes its place.
    """
    box = columns.bounds[row]
    if (
        box is None
        or not _is_worked_at(columns, row)
        or read_text(columns.attributes[row], "tabindex") != "0"
    ):
        return False
    covered, controls = 0.0, 0
    for at in columns.rows_within(row):
        picture, acted_on = columns.tag[at] in TILE_TAGS, columns.flags[at] & INTERACTIVE
        if acted_on and columns.tag[at] in ("canvas", "svg"):
            return False
        covered += _shared(columns.bounds[at], box) if picture and not acted_on else 0.0
        controls += acted_on > 0
    return controls > 1 and covered >= COVERED * box[2] * box[3]


def _is_worked_at(columns: NodeColumns, row: int) -> bool:
    box, found = columns.bounds[row], columns.flags[row]
    if box is None or found & PRESSED_AT != VISIBLE | CLICKABLE:
        return False
    return box[2] >= SMALLEST_DRAWING[0] and box[3] >= SMALLEST_DRAWING[1]


def _shared(one: Bounds | None, other: Bounds) -> float:
    """The area that two boxes share."""
    if one is None:
        return 0.0
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


def part_of_drawing(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The name of a shape: the text of its group, and what its class names say more than those of the group."""
    if columns.tag[row] not in SHAPES:
        return ""
    group, said = _group_with_text(columns, document, row)
    around = columns.parent[row]
    # a group around one shape is named for it
    alone = around != group and columns.tag[around] == "g"
    alone = alone and sum(columns.parent[at] == around for at in columns.rows_within(around)) == 1
    known = set(_class_words(columns, group)) if group >= 0 else set[str]()
    class_words = [*_telling_words(columns, row), *(_telling_words(columns, around) if alone else ())]
    parts = [word for word in dict.fromkeys(class_words) if word not in known and word not in STATES]
    return " ".join(filter(None, (said or _kind_of(columns, row), *parts[:MOST_PARTS])))


def _kind_of(columns: NodeColumns, row: int) -> str:
    """What the editor of a diagram calls the group of a shape: `Gateway` for `data-element-id="Gateway_1ve14v2"`."""
    for _ in range(GROUP_LEVELS):
        row = columns.parent[row]
        if columns.tag[row] != "g":
            break
        found = _says_kind(columns, row)
        if found is not None:
            return found[0]
    return ""


def _group_with_text(columns: NodeColumns, document: DocumentInfo, row: int) -> tuple[int, str]:
    """The nearest group with a short visible text, with that text; -1 for none, or where those of other shapes are in
    it."""
    shape = row
    for _ in range(GROUP_LEVELS):
        row = columns.parent[row]
        if row < document.first_row or columns.tag[row] != "g":
            break
        texts = [
            " ".join(columns.text[at].split())
            for at in columns.rows_within(row, document.end_row)
            if columns.kind[at] == TEXT and columns.flags[at] & VISIBLE and not columns.text[at].isspace()
        ]
        if texts:
            said = " ".join(texts)
            others = len(texts) > 1 and any(
                at != shape and columns.flags[at] & CLICKABLE
                for at in columns.rows_within(row, document.end_row)
            )
            return (row, said) if len(said) <= LONGEST_TEXT and not others else (-1, "")
        if _says_kind(columns, row):
            break  # what a diagram has further out are its other elements
    return -1, ""


def _says_kind(columns: NodeColumns, row: int) -> re.Match[str] | None:
    """The kind at the start of what the editor of a diagram calls a group."""
    return KIND.match(read_text(columns.attributes[row], "data-element-id"))


def _class_words(columns: NodeColumns, row: int) -> Iterator[str]:
    """The words of the class names that a person chose, in lower case."""
    for name in read_text(columns.attributes[row], "class").split():
        yield from filter(WORD.fullmatch, _parts_of(name))


def _telling_words(columns: NodeColumns, row: int) -> Iterator[str]:
    """The same without what a library begins all its class names with: `bar` of `charts-layer charts-bar`."""
    own = [_parts_of(name) for name in read_text(columns.attributes[row], "class").split()]
    around = takewhile(lambda at: columns.tag[at] in DRAWN, columns.ancestors(row))
    others = [_parts_of(name) for at in around for name in read_text(columns.attributes[at], "class").split()]
    known = [list(parts) for parts in {tuple(parts) for parts in (*own, *others) if parts}]
    for parts in filter(None, own):
        alike = [other for other in known if other[0] == parts[0]]
        shared = sum(1 for _ in takewhile(lambda at: len(set(at)) == 1, zip(*alike, strict=False)))
        begun = min(shared, min(map(len, alike)) - 1) if len(alike) > 1 else 0
        telling = parts[begun:]
        if not begun or not LAYERS.issuperset(telling):
            yield from filter(WORD.fullmatch, telling)


def _parts_of(name: str) -> list[str]:
    """The parts of a class name that a person chose, in lower case; none of a generated one."""
    return [] if GENERATED_CLASS.match(name) else [part.lower() for part in BETWEEN.split(name) if part]


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
