"""Hidden controls that a page replaces by a drawing (SX-06). Pure.

Component libraries put a transparent check box over a drawn one, clip a range input away inside the thumb of a slider,
or fade a text field in once it has the focus. A person uses the drawing; here the control becomes visible in its place.
`merged_drawings` takes away what would be a second control beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress

from cdp_engine.observe.drawn.drawn_contents import says_something
from cdp_engine.observe.drawn.field_boxes import (
    FIELD_TAGS,
    TALLEST,
    VALUE_SHARE,
    has_other_fields,
    is_list_field,
)
from cdp_engine.observe.model.action_words import hint_of_attributes
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.column_scans import marked
from cdp_engine.observe.model.columns import GENERATED, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

VISIBLE, RENDERED, INTERACTIVE = int(Flag.VISIBLE), int(Flag.RENDERED), int(Flag.INTERACTIVE)
SHOWN = VISIBLE | INTERACTIVE
NO_POINTER, UNREACHABLE, CLICKABLE = int(Flag.NO_POINTER), int(Flag.UNREACHABLE), int(Flag.CLICKABLE)
TRANSPARENT, CLIPPED = int(Flag.TRANSPARENT), int(Flag.CLIPPED)
SEEN = RENDERED | TRANSPARENT | CLIPPED
BARRED = int(Flag.INERT | Flag.ARIA_HIDDEN | Flag.CLOSED | Flag.UNREACHABLE | Flag.DEFERRED)
S_HIDDEN = int(Style.HIDDEN)
WITH_ROLE = int(Trait.ROLE)

DRAWN_TYPES = words("checkbox radio range")
TEXTLESS_TYPES = words("checkbox radio range button submit reset image file hidden color")
DRAWN_ROLES = words("checkbox radio switch slider")
LEAST, MOST = 6.0, 96.0
"""The largest height of a control's drawing, CSS px; a slider's track may have any width."""
ZONE = 480.0
"""The largest height of a box into which files are dropped, CSS px."""
LEVELS = 3
_IS_GENERATED = bytes(1 if kind == GENERATED else 0 for kind in range(256))
HIDDEN_LEVELS, FIELD_LEVELS = 2, 5
"""How many boxes around a control may be hidden with it; a field waits deeper in the box of its label."""


@dataclass(slots=True, frozen=True)
class MaybeControls:
    """The rows of a document that may be controls, found once for all passes, each in order."""

    inputs: list[int]
    areas: list[int]
    """Text areas."""
    lists: list[int]
    """`<select>`."""
    with_role: list[int]

    @property
    def fields(self) -> Iterator[int]:
        """The rows that may be fields."""
        return chain(self.inputs, self.areas, self.lists, self.with_role)


def maybe_controls(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, tagged: Sequence[int]
) -> MaybeControls:
    """The rows that may be controls, among those with the tag of one and those with a role."""
    tags = [columns.tag[row] for row in tagged]
    inputs, areas, lists = (
        list(compress(tagged, map(tag.__eq__, tags))) if tag in tags else list[int]()
        for tag in ("input", "textarea", "select")
    )
    first = document.first_row
    with_role = [place + first for place in table.rows_with(WITH_ROLE)]
    return MaybeControls(inputs, areas, lists, with_role)


def reveal_controls(
    columns: NodeColumns,
    document: DocumentInfo,
    table: DocumentTable,
    labelled: set[int],
    maybe: MaybeControls,
) -> list[int]:
    """Make hidden controls with a drawing visible, in its place; returns them.

    `labelled` are the controls with a label of their own, which is drawn instead of them.
    """
    found: list[int] = []
    for row in _candidates(columns, maybe):
        lists = is_list_field(columns, row)
        if (row in labelled and not lists) or not _is_hidden_by_itself(columns, document, table, row):
            continue
        own = not lists or columns.tag[row] != "input"
        box = (_field_around(columns, row) if lists else None) or (_drawing(columns, row) if own else None)
        if box is not None:
            _reveal(columns, row, box)
            found.append(row)
    for row in maybe.inputs:
        box = columns.bounds[row]
        if box is not None and row not in labelled and _takes_files(columns, document, table, row, box):
            _reveal(columns, row, box)
            found.append(row)
    _reveal_texts(columns, document, table, maybe)
    return found


def _reveal_texts(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, maybe: MaybeControls
) -> None:
    """Make transparent text fields visible that rest where their value or label is drawn."""
    for row in chain(maybe.inputs, maybe.areas, maybe.lists):
        box = columns.bounds[row]
        if box is None or columns.flags[row] & VISIBLE or not _takes_text(columns, row):
            continue
        if _is_hidden_by_itself(columns, document, table, row, FIELD_LEVELS) and _rests(columns, row, box):
            _reveal(columns, row, box)
            for at in columns.ancestors(row):
                if columns.flags[at] & VISIBLE:
                    break
                columns.flags[at] |= VISIBLE


def _takes_files(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int, box: Bounds
) -> bool:
    """Whether a transparent field of files lies over what is drawn for it, where files are dropped."""
    if columns.flags[row] & (VISIBLE | CLIPPED | NO_POINTER) or not min(box[2:]) >= LEAST or box[3] > ZONE:
        return False
    if read_text(columns.attributes[row], "type").lower() != "file":
        return False
    at = _box_around(columns, row)
    hidden = _is_hidden_by_itself(columns, document, table, row, levels=0)
    says = says_something(columns, at) or _shows_file_names(columns, at, row)
    return hidden and says and touch(columns, row, at)


def _shows_file_names(columns: NodeColumns, box: int, files: int) -> bool:
    """Whether a text field that nobody types into lies under a field of files, and shows what was chosen there."""
    fields = (at for at in columns.rows_within(box) if columns.tag[at] == "input" and at != files)
    return any(
        columns.flags[at] & VISIBLE and not {"disabled", "readonly"}.isdisjoint(columns.attributes[at][::2])
        for at in fields
    )


def reveal_arrows(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make elements without a size visible that take clicks where a style sheet draws an icon for them."""
    first, flags, kinds = document.first_row, columns.flags, table.kinds()
    for place in {table.parent[at] for at in marked(kinds.translate(_IS_GENERATED), 0)}:
        row = place + first
        hidden = flags[row] & (BARRED | TRANSPARENT | CLIPPED | NO_POINTER) or table.style[place] & S_HIDDEN
        if flags[row] & (VISIBLE | RENDERED) != RENDERED or hidden or generated_box(columns, row) is None:
            continue
        acts = flags[row] & CLICKABLE or place in table.handled
        if acts or hint_of_attributes(columns.attributes[row], {}) == "handler":
            flags[row] |= VISIBLE


def _reveal(columns: NodeColumns, row: int, box: Bounds) -> None:
    columns.bounds[row] = box
    columns.flags[row] = columns.flags[row] & ~(TRANSPARENT | CLIPPED | UNREACHABLE) | VISIBLE
    if columns.tag[columns.parent[row]] == "slot":
        columns.flags[columns.parent[row]] |= VISIBLE


def _draws_text(columns: NodeColumns, around: int) -> bool:
    """Whether a person sees a text in a box, hidden from screen readers or not."""
    return any(
        columns.kind[row] == TEXT
        and columns.flags[row] & SEEN == RENDERED
        and not columns.text[row].isspace()
        for row in columns.rows_within(around)
    )


def _takes_text(columns: NodeColumns, row: int) -> bool:
    """Whether a native field takes a text or a choice, and a person can reach it by the keyboard."""
    attributes = columns.attributes[row]
    if columns.tag[row] == "input" and read_text(attributes, "type").lower() in TEXTLESS_TYPES:
        return False
    return columns.tag[row] in FIELD_TAGS and read_text(attributes, "tabindex") != "-1"


def _rests(columns: NodeColumns, row: int, box: Bounds) -> bool:
    """Whether a transparent field lies in a visible box that draws its label or its value, and no other field."""
    at = _shown_above(columns, row, FIELD_LEVELS)
    if columns.flags[row] & (CLIPPED | NO_POINTER) or min(box[2:]) < LEAST:
        return False
    for _ in range(LEVELS):
        outer = columns.bounds[at]
        if outer is None or outer[3] > TALLEST or box[2] < VALUE_SHARE * outer[2]:
            return False
        if not touch(columns, row, at):
            return False
        if _draws_text(columns, at):
            return not has_other_fields(columns, at, row)
        at = columns.parent[at]
    return False


def touch(columns: NodeColumns, one: int, other: int) -> bool:
    """Whether the boxes of two elements overlap or meet."""
    first, second = columns.bounds[one], columns.bounds[other]
    return (
        first is not None
        and second is not None
        and first[0] <= second[0] + second[2]
        and second[0] <= first[0] + first[2]
        and first[1] <= second[1] + second[3]
        and second[1] <= first[1] + first[3]
    )


def _candidates(columns: NodeColumns, maybe: MaybeControls) -> list[int]:
    flags = columns.flags
    found = [
        row
        for row in maybe.inputs
        if not flags[row] & VISIBLE and read_text(columns.attributes[row], "type").lower() in DRAWN_TYPES
    ]
    for row in maybe.with_role:
        if not flags[row] & VISIBLE:
            role = read_text(columns.attributes[row], "role")
            if role == "combobox" or (columns.tag[row] != "input" and role in DRAWN_ROLES):
                found.append(row)
    return found


def _is_hidden_by_itself(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int, levels: int = HIDDEN_LEVELS
) -> bool:
    """Whether only its own opacity or clipping, or that of a box close around, hides an element that has a box."""
    found, above = columns.flags[row], columns.flags[_shown_above(columns, row, levels)]
    # What is clipped may be out of the clip's reach, too.
    barred = BARRED & ~UNREACHABLE if found & CLIPPED else BARRED
    if not found & RENDERED or found & barred or above & (TRANSPARENT | CLIPPED):
        return False
    if not above & VISIBLE and generated_box(columns, columns.parent[row]) is None:
        return False
    if table.style[row - document.first_row] & S_HIDDEN or columns.bounds[row] is None:
        return False
    return bool(found & (TRANSPARENT | CLIPPED))


def _shown_above(columns: NodeColumns, row: int, levels: int = HIDDEN_LEVELS) -> int:
    """The nearest ancestor that is not hidden with a control."""
    at = _box_around(columns, row)
    for _ in range(levels):
        if not columns.flags[at] & (TRANSPARENT | CLIPPED):
            break
        at = _box_around(columns, at)
    return at


def _box_around(columns: NodeColumns, row: int) -> int:
    """The element around, past a slot, which has no box."""
    at = columns.parent[row]
    return columns.parent[at] if at >= 0 and columns.tag[at] == "slot" else at


def _field_around(columns: NodeColumns, row: int) -> Bounds | None:
    """The box of a list's field, where something of it is drawn."""
    at = _shown_above(columns, row)
    for _ in range(LEVELS):
        box = columns.bounds[at]
        if box is not None and (box[3] > MOST or columns.flags[at] & NO_POINTER):
            return None
        if box is not None and _fits(box) and says_something(columns, at):
            return box
        at = columns.parent[at]
    return None


def _drawing(columns: NodeColumns, row: int) -> Bounds | None:
    """The box in which a person sees the control: its own, or the nearest around it with the size of a control."""
    own = columns.bounds[row]
    if own is not None and not columns.flags[row] & CLIPPED and _fits(own):
        return own
    at = columns.parent[row]
    for _ in range(LEVELS):
        box = columns.bounds[at]
        if box is not None and _fits(box):
            return box if columns.flags[at] & VISIBLE and _is_alone(columns, at, row) else None
        generated = generated_box(columns, at)
        if generated is not None:
            return generated if _is_alone(columns, at, row) else None
        if box is not None and box[3] > MOST:
            return None
        at = columns.parent[at]
        if at < 0:
            return None
    return None


def generated_box(columns: NodeColumns, at: int) -> Bounds | None:
    """The box of what a style sheet adds to an element without a size, as to the thumb of a slider."""
    box = columns.bounds[at]
    if box is None or (box[2] and box[3]):
        return None
    row = at + 1
    while row < len(columns.kind) and columns.kind[row] == GENERATED and columns.parent[row] == at:
        drawn = columns.bounds[row]
        if drawn is not None and _fits(drawn) and columns.flags[row] & SEEN == RENDERED:
            return drawn
        row += 1
    return None


def _is_alone(columns: NodeColumns, around: int, control: int) -> bool:
    """Whether a box has no other input."""
    return not any(row != control and columns.tag[row] == "input" for row in columns.rows_within(around))


def _fits(box: Bounds) -> bool:
    return box[2] >= LEAST and LEAST <= box[3] <= MOST
