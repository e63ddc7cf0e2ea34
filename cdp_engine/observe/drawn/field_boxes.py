"""The box around a field: its label and its value may be drawn over the input without covering it. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import has_text, says_something
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import DocumentInfo, Flag, NodeColumns, is_editing_host
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.replies import Bounds

INTERACTIVE, VISIBLE, EDITABLE = int(Flag.INTERACTIVE), int(Flag.VISIBLE), int(Flag.EDITABLE)
SHOWN = INTERACTIVE | VISIBLE
FIELD_TAGS = words("input textarea select")
TEXT_ROLES = words("textbox searchbox")
FIELD_ROLES = words("combobox textbox searchbox spinbutton")
BORDER_TAGS = words("body form fieldset dialog table tr td th main nav header footer section article")
BORDER_ROLES = words("dialog alertdialog form group main row gridcell tabpanel")
NAMING = words("id name placeholder title aria-label aria-labelledby")
OTHER_TYPES = words(
    "button checkbox color date datetime-local email file hidden image month number password radio range reset submit"
    " tel time url week"
)
LIST_POPUPS = words("true listbox tree menu grid")
POPUPS = words("dialog grid listbox menu tree")
TALLEST = 240.0
ARROW = re.compile(r"(?:^|[-_\s])(?:arrow|caret|chevron|dropdown|indicator)(?:[-_\s]|$)")
VALUE_SHARE = 0.4
"""The least share of a field's width that its value takes."""
TYPED_TYPES = words("date datetime-local email month number password tel time url week")
LEVELS = 6
FRAMES, FRAME_EDGE, FRAME_SHARE = 3, 32.0, 0.4
"""How many boxes around a text field may be its frame, how much higher, CSS px, and the least share of their width."""
EDGE = 4.0
"""How far from its end the arrow of a field may be, CSS px."""


def is_decoration(columns: NodeColumns, field: int, around: int, cover: Sequence[int]) -> bool:
    """Whether an element over a field is part of the field's own box.

    `around` is the nearest common ancestor, `cover` the element over the field with its ancestors below `around`. A box
    has one field, and no control over it; a press there arrives at the box, which passes it to the field.
    """
    controls = (row for row in cover if columns.flags[row] & INTERACTIVE)
    if not _is_field(columns, field) or any(not _searches(columns, row, field) for row in controls):
        return False
    if not is_list_field(columns, field) and not (cover and says_something(columns, cover[-1])):
        return False
    bounds = columns.bounds[around]
    if bounds is None or bounds[3] > TALLEST or _is_border(columns, around):
        return False
    at = columns.parent[field]
    for _ in range(LEVELS):
        if at == around:
            return not has_other_fields(columns, around, field)
        if at < 0 or _is_border(columns, at):
            return False
        at = columns.parent[at]
    return False


def merge_field_boxes(
    columns: NodeColumns, document: DocumentInfo, weak: set[int], candidates: Iterable[int]
) -> None:
    """Remove the boxes drawn around lists, their values and what finds a choice in them from the interactive elements:
    one control per field.

    `weak` are the elements that only behave like controls, `candidates` the rows that may be fields.
    """
    flags = columns.flags
    for field in _list_fields(columns, candidates):
        around = _box_of(columns, document, field) if weak or columns.tag[field] not in FIELD_TAGS else -1
        if around < 0:
            continue
        inside = columns.rows_within(field, document.end_row)
        if sum(flags[row] & SHOWN == SHOWN and _searches(columns, row, field) for row in inside) > 1:
            # As the two ends of a range, each is typed into by itself.
            flags[field] &= ~INTERACTIVE
            continue
        for row in (around, *columns.rows_within(around, document.end_row)):
            if not flags[row] & INTERACTIVE:
                continue
            if _searches(columns, row, field) or (row in weak and _is_part(columns, row, field, around)):
                flags[row] &= ~INTERACTIVE


def merge_text_boxes(
    columns: NodeColumns,
    document: DocumentInfo,
    with_role: Iterable[int],
    inputs: Iterable[int],
    weak: Container[int],
) -> None:
    """Remove the boxes from the interactive elements that say they are a text field, and only hold the one that is, and
    the frames of others, which only listen or show the hand.
    """
    flags = columns.flags
    for field in inputs:
        if flags[field] & SHOWN == SHOWN and _is_typed_in(columns, field):
            _merge_frames(columns, document, field, weak)
    for row in with_role:
        role = read_text(columns.attributes[row], "role")
        if (
            role not in TEXT_ROLES
            or columns.tag[row] in FIELD_TAGS
            or flags[row] & (SHOWN | EDITABLE) != SHOWN
        ):
            continue
        inside = (at for at in columns.rows_within(row, document.end_row) if flags[at] & SHOWN == SHOWN)
        if sum(_takes_text(columns, at) for at in inside) == 1:
            flags[row] &= ~INTERACTIVE


def _merge_frames(columns: NodeColumns, document: DocumentInfo, field: int, weak: Container[int]) -> None:
    """Remove the boxes without a text, hardly larger than the field, that have no other control (TDesign)."""
    inner = columns.bounds[field]
    for around in islice(columns.ancestors(field), FRAMES):
        box = columns.bounds[around]
        if inner is None or box is None or _is_border(columns, around) or has_text(columns, around):
            return
        if box[3] > inner[3] + FRAME_EDGE or inner[2] < FRAME_SHARE * box[2]:
            return
        inside = columns.rows_within(around, document.end_row)
        if any(columns.flags[at] & SHOWN == SHOWN and at not in (field, around) for at in inside):
            return
        if around in weak:
            columns.flags[around] &= ~INTERACTIVE


def _is_typed_in(columns: NodeColumns, row: int) -> bool:
    kind = read_text(columns.attributes[row], "type").lower()
    return (columns.tag[row] == "input" and kind not in OTHER_TYPES) or kind in TYPED_TYPES


def _takes_text(columns: NodeColumns, row: int) -> bool:
    return is_editing_host(columns, row) or columns.tag[row] in ("input", "textarea")


def _list_fields(columns: NodeColumns, candidates: Iterable[int]) -> list[int]:
    rows = sorted({row for row in candidates if columns.flags[row] & SHOWN == SHOWN})
    return [row for row in rows if is_list_field(columns, row) and _is_field(columns, row)]


def is_list_field(columns: NodeColumns, row: int) -> bool:
    """Whether a field opens a list, as far as its attributes say."""
    attributes = columns.attributes[row]
    return (
        read_text(attributes, "role") == "combobox" or read_text(attributes, "aria-haspopup") in LIST_POPUPS
    )


def _searches(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether a text field takes only what is typed to find a choice: it is in a list's field that takes the focus
    itself, or beside one without a tab stop and a name."""
    if columns.tag[row] != "input" or columns.tag[field] in FIELD_TAGS or not is_list_field(columns, field):
        return False
    attributes = columns.attributes[row]
    if read_text(attributes, "type").lower() in OTHER_TYPES:
        return False
    if row > field and field in columns.ancestors(row):
        return "tabindex" in columns.attributes[field][::2] and not is_in_popup(columns, row, field)
    return read_text(attributes, "tabindex") == "-1" and not any(name in NAMING for name in attributes[::2])


def is_in_popup(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether something in a list's field is in the list that opens in it, rather than in its box."""
    for at in columns.ancestors(row):
        if at == field:
            break
        if read_text(columns.attributes[at], "role") in POPUPS:
            return True
    return False


def _box_of(columns: NodeColumns, document: DocumentInfo, field: int) -> int:
    """The largest box around a field that has no other one, else the field where it is a box itself; -1 for none."""
    found, at = -1 if columns.tag[field] in FIELD_TAGS else field, columns.parent[field]
    for _ in range(LEVELS):
        if at <= document.first_row or _is_border(columns, at):
            break
        bounds = columns.bounds[at]
        if (bounds is not None and bounds[3] > TALLEST) or has_other_fields(columns, at, field):
            break
        found, at = at, columns.parent[at]
    return found


def _is_part(columns: NodeColumns, row: int, field: int, around: int) -> bool:
    """Whether an element is the box of a field, or draws its value."""
    at = field
    while at > row:
        at = columns.parent[at]
    if at == row:
        return row != field
    box, whole = columns.bounds[row], columns.bounds[around]
    if box is None or whole is None:
        return False
    if not has_text(columns, row):
        return _is_arrow(columns, row) or _leads(columns, row, field) or _ends(columns, row, field)
    return box[2] >= VALUE_SHARE * whole[2] or overlap(box, columns.bounds[field])


def _is_arrow(columns: NodeColumns, row: int) -> bool:
    """Whether a box without text is the arrow of a list, as its class names and those in it say."""
    return any(
        ARROW.search(read_text(columns.attributes[at], "class")) for at in (row, *columns.rows_within(row))
    )


def _leads(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether a box without text and name is a picture before the field, such as the calendar of a date, or lies over
    all of it, as an area to touch does.
    """
    box, inner = columns.bounds[row], columns.bounds[field]
    if box is None or inner is None:
        return False
    attributes = columns.attributes[row]
    named = read_text(attributes, "aria-label") or read_text(attributes, "title")
    over = overlap(box, inner) and box[2] >= inner[2] and box[3] >= inner[3]
    before = box[0] + box[2] <= inner[0] + 1 and not _is_of_value(columns, row, field)
    return not named and (over or before)


def _is_of_value(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether a box without text lies beside one in a box of their own, as the cross of a chip before the field."""
    around = {*columns.ancestors(field)}
    chip = columns.parent[row]
    return chip not in around and has_text(columns, chip)


def _ends(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether a box without text, name and contents is at the end of a field that is drawn around it: its arrow."""
    box, outer = columns.bounds[row], columns.bounds[field]
    if box is None or outer is None or field not in columns.ancestors(row):
        return False
    is_empty = all(columns.tag[at].startswith("::") for at in columns.rows_within(row) if at != row)
    return is_empty and overlap(box, outer) and abs(box[0] + box[2] - outer[0] - outer[2]) <= EDGE


def overlap(one: Bounds, other: Bounds | None) -> bool:
    """Whether two boxes share more than an edge."""
    return other is not None and (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _is_field(columns: NodeColumns, row: int) -> bool:
    tag, attributes = columns.tag[row], columns.attributes[row]
    if tag == "input":
        return read_text(attributes, "type").lower() not in ("checkbox", "radio", "button", "submit", "image")
    return tag in FIELD_TAGS or read_text(attributes, "role") in FIELD_ROLES


def _is_border(columns: NodeColumns, row: int) -> bool:
    return columns.tag[row] in BORDER_TAGS or read_text(columns.attributes[row], "role") in BORDER_ROLES


def has_other_fields(columns: NodeColumns, around: int, field: int) -> bool:
    """Whether a box shows a field that neither holds another one nor lies in it."""
    for row in columns.rows_within(around):
        if row == field or not columns.flags[row] & VISIBLE:
            continue
        if _is_field(columns, row) and not _searches(columns, row, field):
            inside = row
            while inside > field:
                inside = columns.parent[inside]
            holds = field
            while holds > row:
                holds = columns.parent[holds]
            if inside != field and holds != row:
                return True
    return False
