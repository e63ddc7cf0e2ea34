"""Names from what is around an element, where nothing in it or beside it says one (SX-07). Pure.

An editor under a heading is called as the heading, the control in a custom element as that element. The parts of what
a library draws for a field, the handle of a slider or the stars of a rating, are called by a word of their class names:
the label of the field goes before it, and their place behind it where several are called alike.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import compress, islice

from cdp_engine.observe.drawn.drawn_contents import has_text
from cdp_engine.observe.labels.nearby_labels import line_before
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.accessible_name import said_once
from cdp_engine.observe.semantics.rendered_text import visible_text

VISIBLE, EDITABLE = int(Flag.VISIBLE), int(Flag.EDITABLE)
SHOWN = VISIBLE | int(Flag.INTERACTIVE)
SET_ROLES = words("radio button checkbox")
PARTS = words("arrow caret chevron dropdown handle knob rail star thumb track")
"""Words in class names for a part of a field."""
SOURCES = ("icon", "class")
FIELD_ROLES = words("textbox searchbox spinbutton")
"""Roles of fields that a text is typed into; lists and switches may be an editor's own."""
APART = words("aside footer header nav dialog")
"""Tags of parts that a heading before them says nothing of."""
BOXES = words("div span")
PAGE_TAGS = words("html body form")
SENTENCE_ENDS = tuple(".!?…")
LIMIT, REACH, LEVELS = 60, 200, 4
SEVERAL = 3
"""From how many elements without a name on, all drawn alike, they are numbered."""


def name_by_context(columns: NodeColumns, document: DocumentInfo, shown: Sequence[int]) -> None:
    """Name the editors that have no name, and the parts of fields and sets, among the interactive elements that a
    document shows.
    """
    _number_members(columns, shown)
    names, roles = columns.name, columns.role
    fields = list(compress(shown, map(FIELD_ROLES.__contains__, map(roles.__getitem__, shown))))
    unnamed = (row for row in fields if row not in names)
    editors = [row for row in unnamed if columns.tag[row] == "textarea" or _is_host(columns, row)]
    if editors:
        _name_editors(columns, document, editors, fields)
    called = compress(shown, map(PARTS.__contains__, map(names.get, shown)))
    parts = [row for row in called if _source(columns, row) in SOURCES]
    if parts:
        _name_parts(columns, document, parts)
    unnamed = [row for row in shown if row not in names and not _is_named(columns, row)]
    if len(unnamed) >= SEVERAL:
        _number_alike(columns, document, unnamed, shown)


def _number_members(columns: NodeColumns, shown: Sequence[int]) -> None:
    """Add their place to the names of members of a set that are all named alike: five stars are five numbers."""
    members = compress(shown, map(SET_ROLES.__contains__, map(columns.role.__getitem__, shown)))
    rows = [row for row in members if "aria-posinset" in columns.attributes[row]]
    names = Counter(columns.name.get(row, "") for row in rows)
    for row in rows:
        name = columns.name.get(row, "")
        place = read_text(columns.attributes[row], "aria-posinset")
        if names[name] < 2 or not place.isdecimal():
            continue
        size = read_text(columns.attributes[row], "aria-setsize")
        at = f"{place} of {size}" if size.isdecimal() else place
        columns.name[row] = f"{said_once(name)} {at}".strip()
        columns.properties.setdefault(row, {})["name_from"] = "place in its set"


def _is_named(columns: NodeColumns, row: int) -> bool:
    """Whether an element has a name now. The control of a custom element, or alone in a box, gets the label of that."""
    box = _box_of(columns, row)
    if box:
        columns.name[row] = box
        columns.properties.setdefault(row, {})["name_from"] = "box"
        return True
    around = islice(columns.ancestors(row) if columns.tag[row] == "input" else (), LEVELS)
    host = next((at for at in around if "-" in columns.tag[at]), -1)
    label = read_text(columns.attributes[host], "aria-label") if host >= 0 else ""
    if not label or columns.flags[host] & SHOWN != VISIBLE:
        return False
    columns.name[row] = label
    columns.properties.setdefault(row, {})["name_from"] = "host"
    return True


def _box_of(columns: NodeColumns, row: int) -> str:
    """The label of the plain box that holds only this control: `<span aria-label="Remove Ada"><span role=button>`."""
    above = columns.parent[row]
    if above < 0 or columns.tag[above] not in BOXES or columns.flags[above] & SHOWN != VISIBLE:
        return ""
    label = " ".join(read_text(columns.attributes[above], "aria-label").split())
    if not label or len(label) > LIMIT:
        return ""
    beside = (at for at in columns.rows_within(above, len(columns.parent)) if columns.parent[at] == above)
    alone = all(at == row or (columns.kind[at] == TEXT and columns.text[at].isspace()) for at in beside)
    return label if alone else ""


def _is_host(columns: NodeColumns, row: int) -> bool:
    return columns.role[row] == "textbox" and "contenteditable" in columns.attributes[row][::2]


def _source(columns: NodeColumns, row: int) -> object:
    return columns.properties.get(row, {}).get("name_from")


def _name_editors(
    columns: NodeColumns, document: DocumentInfo, editors: Sequence[int], fields: Sequence[int]
) -> None:
    """Call editors as the heading above, where they are the only fields below it."""
    seen = columns.rows_with(VISIBLE, document.first_row, document.end_row)
    headings = [row for row in seen if columns.role[row] == "heading"]
    for row in editors:
        at = bisect_left(headings, row) - 1
        if at < 0 or not _leads_to(columns, headings[at], row):
            continue
        end = headings[at + 1] if at + 1 < len(headings) else document.end_row
        alone = bisect_left(fields, end) - bisect_right(fields, headings[at]) == 1
        name = visible_text(columns, document, headings[at])
        if alone and name and len(name) <= LIMIT:
            columns.name[row] = name
            columns.properties.setdefault(row, {})["name_from"] = "heading"


def _leads_to(columns: NodeColumns, heading: int, row: int) -> bool:
    """Whether a heading is that of the part in which a row lies."""
    around = columns.parent[heading]
    for above in columns.ancestors(row):
        if above == around:
            return True
        if above < around or columns.tag[above] in APART:
            return False
    return False


def _name_parts(columns: NodeColumns, document: DocumentInfo, parts: Sequence[int]) -> None:
    drawn: dict[tuple[int, str], list[int]] = {}
    labels: dict[int, str] = {}
    for row in parts:
        box = _wordless_box(columns, document, row)
        if box not in labels:
            labels[box] = _label_of(columns, document, box)
        drawn.setdefault((box, columns.name[row]), []).append(row)
    for (box, part), rows in drawn.items():
        for place, row in enumerate(rows, 1):
            counted = f"{place} of {len(rows)}" if len(rows) > 1 else ""
            columns.name[row] = " ".join(filter(None, (labels[box], part, counted)))


def _number_alike(
    columns: NodeColumns, document: DocumentInfo, unnamed: Sequence[int], shown: Sequence[int]
) -> None:
    """Call what is drawn several times without a word by the label before it and a number: the stars of a rating.

    One that an icon names counts as well, as the chosen one among colours: the others keep their numbers.
    """
    alike: dict[tuple[int, str, str], list[int]] = {}
    for row in unnamed:
        kind = columns.tag[row], read_text(columns.attributes[row], "class")
        alike.setdefault((columns.parent[row], *kind), []).append(row)
    for rows in alike.values():
        box = _wordless_box(columns, document, rows[0]) if len(rows) >= SEVERAL else -1
        label = _label_of(columns, document, box) if box >= 0 else ""
        counted = _with_named(columns, rows, shown) if label else []
        for place, row in enumerate(counted, 1):
            if row not in columns.name or _source(columns, row) in SOURCES:
                own = columns.name.get(row, "")
                columns.name[row] = f"{label} {place} of {len(counted)} {own}".strip()
                columns.properties.setdefault(row, {})["name_from"] = "place"


def _with_named(columns: NodeColumns, rows: list[int], shown: Sequence[int]) -> list[int]:
    """Rows that are drawn alike, with one beside them of the same tag and at least the same classes."""
    tag, around = columns.tag[rows[0]], columns.parent[rows[0]]
    classes = {*read_text(columns.attributes[rows[0]], "class").split()}
    if not classes:
        return rows
    others = [
        row
        for row in shown[bisect_left(shown, around) : bisect_left(shown, columns.end_of(around))]
        if columns.parent[row] == around
        and columns.tag[row] == tag
        and classes.issubset(read_text(columns.attributes[row], "class").split())
        and row not in rows
    ]
    return sorted([*rows, *others]) if len(others) == 1 else rows


def _wordless_box(columns: NodeColumns, document: DocumentInfo, row: int) -> int:
    """The largest box close around a part in which nothing is said."""
    for around in islice(columns.ancestors(row), LEVELS):
        inside = list(islice(columns.rows_within(around, document.end_row), REACH + 1))
        if around <= document.first_row or columns.tag[around] in PAGE_TAGS or len(inside) > REACH:
            break
        if has_text(columns, around, document.end_row):
            break
        row = around
    return row


def _label_of(columns: NodeColumns, document: DocumentInfo, box: int) -> str:
    """The text directly before the box of a field; empty for a sentence, or where something else is between."""
    if columns.kind[box] != ELEMENT:
        return ""
    text = " ".join((line_before(columns, document, box) or "").split()).rstrip(" :*")
    return text if len(text) <= LIMIT and not text.endswith(SENTENCE_ENDS) else ""
