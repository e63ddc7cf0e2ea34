"""Drawings of a control that would be a second one beside it: the box around a thumb, a track. Pure."""

from __future__ import annotations

from collections.abc import Container
from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import DRAWN_TAGS, has_text, says_all
from cdp_engine.observe.drawn.revealed_controls import LEVELS, MaybeControls, touch
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import CHECKED_TYPES, MARK_ROLES
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable

INTERACTIVE, EDITABLE = int(Flag.INTERACTIVE), int(Flag.EDITABLE)
SHOWN = int(Flag.VISIBLE) | INTERACTIVE
GRABBED = 480.0, 240.0
"""The largest box that is dragged as a whole, such as a card, CSS px."""
LEAST_MARKS = 3
S_GRABS, S_CLEAR, POINTER = int(Style.GRABS), int(Style.TRANSPARENT), int(Flag.POINTER)


def merge_drawings(columns: NodeColumns, document: DocumentInfo, weak: set[int], controls: set[int]) -> None:
    """Remove the drawings of controls from the interactive elements: boxes without their own text.

    `weak` are the elements that only behave like controls, `controls` those that are drawn by something else.
    """
    flags, parents = columns.flags, columns.parent
    for control in controls:
        row = parents[control]
        for _ in range(LEVELS + 1):
            if row <= document.first_row:
                break
            if flags[row] & INTERACTIVE:
                if row not in weak and not _says_same(columns, row):
                    break
                if _is_mute(columns, document, row) or _is_labelled(columns, document, row):
                    flags[row] &= ~INTERACTIVE
            row = parents[row]
        if read_text(columns.attributes[control], "type").lower() == "file":
            around = islice(columns.ancestors(control), LEVELS)
            if any(flags[at] & INTERACTIVE for at in around):  # the box with the words is pressed
                flags[control] &= ~SHOWN
    _merge_beside(columns, document, weak, controls)


def _says_same(columns: NodeColumns, row: int) -> bool:
    """Whether a box says that it is the check box or switch that is in it; one with a tab stop is a control itself."""
    attributes = columns.attributes[row]
    return read_text(attributes, "role") in MARK_ROLES and "tabindex" not in attributes[::2]


def _is_labelled(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether all that a box says is the label of the control in it."""
    inside = columns.rows_within(row, document.end_row)
    return any(columns.tag[at] == "label" and says_all(columns, document, at, row) for at in inside)


def _merge_beside(columns: NodeColumns, document: DocumentInfo, weak: set[int], controls: set[int]) -> None:
    """The tracks and boxes that are drawn beside a hidden control, in the same small box, or over it to be touched."""
    parents = columns.parent
    boxes = {parents[parents[control]]: control for control in controls}
    boxes.update((parents[control], control) for control in controls)
    for row in weak if boxes else ():
        control = boxes.get(columns.parent[row], -1)
        if control < 0 or not columns.flags[row] & INTERACTIVE or columns.tag[row] in DRAWN_TAGS:
            continue
        if _is_mute(columns, document, row) and touch(columns, row, control):
            columns.flags[row] &= ~INTERACTIVE


def merge_buttons_beneath(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, lists: list[int]
) -> None:
    """Remove the buttons that no key reaches, and that draw the choice of the unseen `<select>` over them (UIkit)."""
    for list_ in lists:
        if not table.style[list_ - document.first_row] & S_CLEAR:
            continue
        for row in columns.rows_within(columns.parent[list_], document.end_row):
            if columns.tag[row] != "button" or columns.parent[row] != columns.parent[list_]:
                continue
            if read_text(columns.attributes[row], "tabindex") == "-1" and touch(columns, row, list_):
                columns.flags[row] &= ~INTERACTIVE


def merge_tracks(columns: NodeColumns, document: DocumentInfo, weak: set[int], maybe: MaybeControls) -> None:
    """Remove the tracks of sliders from the interactive elements: empty boxes beside a thumb, or in a slider."""
    sliders: list[int] = []
    for row in maybe.with_role:
        role = read_text(columns.attributes[row], "role")
        if role == "slider":
            sliders.append(row)
        elif role == "spinbutton" and columns.flags[row] & EDITABLE:
            _merge_around_part(columns, row)
    beside: dict[int, list[int]] = {}
    for row in sliders:
        beside.setdefault(columns.parent[row], []).append(row)
        for inner in columns.rows_within(row, document.end_row):  # the tab stop that takes its keys
            if columns.flags[inner] & SHOWN == SHOWN and _is_mute(columns, document, inner):
                columns.flags[inner] &= ~INTERACTIVE
    for row in weak if sliders else ():
        thumbs = beside.get(columns.parent[row], ())
        if not thumbs or not columns.flags[row] & INTERACTIVE or columns.tag[row] in DRAWN_TAGS:
            continue
        if _is_mute(columns, document, row) and any(touch(columns, row, thumb) for thumb in thumbs):
            columns.flags[row] &= ~INTERACTIVE
    if sliders:
        _merge_scales(columns, document, weak, sliders)


def _merge_scales(columns: NodeColumns, document: DocumentInfo, weak: set[int], sliders: list[int]) -> None:
    """Remove the marks of a scale that lies over the track of a slider: `fill` sets the slider to any of them."""
    around = {at: thumb for thumb in sliders for at in islice(columns.ancestors(thumb), LEVELS)}
    scales: dict[int, list[int]] = {}
    for row in weak:
        scale = columns.parent[row]
        thumb = around.get(scale, around.get(columns.parent[scale], -1))
        if columns.flags[row] & INTERACTIVE and thumb >= 0 and _holds_centre(columns, scale, thumb):
            scales.setdefault(scale, []).append(row)
    for marks in scales.values():
        if len(marks) >= LEAST_MARKS and all(_says_number(columns, document, row) for row in marks):
            for row in marks:
                columns.flags[row] &= ~INTERACTIVE


def _holds_centre(columns: NodeColumns, box: int, thumb: int) -> bool:
    """Whether the centre of a thumb lies in the box of an element."""
    outer, inner = columns.bounds[box], columns.bounds[thumb]
    if outer is None or inner is None:
        return False
    across, down = (inner[at] + inner[at + 2] / 2 - outer[at] for at in (0, 1))
    return 0 <= across <= outer[2] and 0 <= down <= outer[3]


def _says_number(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether no letter is in what an element says."""
    attributes = columns.attributes[row]
    said = [read_text(attributes, "aria-label"), read_text(attributes, "title")]
    said += [
        columns.text[at] for at in columns.rows_within(row, document.end_row) if columns.kind[at] == TEXT
    ]
    return not any(map(str.isalpha, "".join(said)))


def merge_drawn_button(columns: NodeColumns, document: DocumentInfo, label: int, control: int) -> None:
    """A button is one control with the label around it that is drawn in place of a check box or radio button."""
    if read_text(columns.attributes[control], "type") not in CHECKED_TYPES:
        return
    inside = columns.rows_within(label, document.end_row)
    controls = [row for row in inside if row != control and columns.flags[row] & SHOWN == SHOWN]
    if len(controls) == 1 and columns.tag[controls[0]] == "button" and not has_text(columns, label):
        columns.flags[controls[0]] &= ~INTERACTIVE


def merge_label_box(
    columns: NodeColumns, document: DocumentInfo, label: int, control: int, weak: Container[int]
) -> None:
    """A box that only listens is one control with the label in it that is drawn in place of a check box."""
    if read_text(columns.attributes[control], "type") not in CHECKED_TYPES:
        return
    for at in islice(columns.ancestors(label), LEVELS):
        if at not in weak or not columns.flags[at] & INTERACTIVE:
            continue
        inside = columns.rows_within(at, document.end_row)
        alone = not any(row != label and columns.flags[row] & SHOWN == SHOWN for row in inside)
        if alone and says_all(columns, document, label, at):
            columns.flags[at] &= ~INTERACTIVE


def _merge_around_part(columns: NodeColumns, part: int) -> None:
    """A tab stop around the parts of a date is not a control beside them."""
    at = columns.parent[part]
    for _ in range(LEVELS):
        if at < 0 or read_text(columns.attributes[at], "role"):
            return
        if "tabindex" in columns.attributes[at]:
            columns.flags[at] &= ~INTERACTIVE
        at = columns.parent[at]


def mark_grabbed(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Count the open hand over a small box, such as a card or its grip, as the hand over a control."""
    grabbing = {style for style in table.styles() if style > 0 and style & S_GRABS}
    if not grabbing:
        return
    first, parents, styles = document.first_row, columns.parent, table.style
    for place, style in enumerate(styles):
        if style not in grabbing or styles[max(parents[place + first] - first, 0)] in grabbing:
            continue
        box = columns.bounds[place + first]
        if box is not None and box[2] <= GRABBED[0] and box[3] <= GRABBED[1]:
            columns.flags[place + first] |= POINTER


def _is_mute(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether an element has no name and no text that a person reads."""
    attributes = columns.attributes[row]
    if read_text(attributes, "aria-label") or read_text(attributes, "title"):
        return False
    return not has_text(columns, row, document.end_row)
