"""Which elements are interactive (VD-05, SX-06), with one element per action. Pure.

Strong hints (native controls, roles, tab stops, editing hosts) are sufficient. Weak hints (a listener, a handler
attribute, the hand cursor, a class name) count only where no stronger element around or inside represents the action.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, compress

from cdp_engine.observe.drawn.click_targets import (
    PAGE_TAGS,
    adds_something,
    is_grid_cell,
    looks_pressable,
    merge_edges,
    merge_headers,
    only_holds,
    only_shows,
    sorts,
)
from cdp_engine.observe.drawn.code_editors import merge_editor_boxes, reveal_editors
from cdp_engine.observe.drawn.drawn_contents import PICTURES
from cdp_engine.observe.drawn.field_boxes import merge_field_boxes, merge_text_boxes
from cdp_engine.observe.drawn.hovered_controls import reveal_hovered
from cdp_engine.observe.drawn.merged_drawings import (
    mark_grabbed,
    merge_buttons_beneath,
    merge_drawings,
    merge_tracks,
)
from cdp_engine.observe.drawn.nested_controls import merge_nested
from cdp_engine.observe.drawn.picture_contents import offer_pictures, reveal_canvas_contents
from cdp_engine.observe.drawn.revealed_controls import maybe_controls, reveal_arrows, reveal_controls
from cdp_engine.observe.drawn.single_controls import SINGLE, is_in_single
from cdp_engine.observe.labels.button_lists import offer_items
from cdp_engine.observe.labels.field_labels import controls_of_labels, settle_labels
from cdp_engine.observe.labels.label_targets import LABELABLE
from cdp_engine.observe.labels.tree_arrows import mark_tree_arrows
from cdp_engine.observe.model.action_words import AttributeHint, hint_of_attributes, implies_action
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.column_scans import marked
from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import INTERACTIVE_ROLES, SINGLE_ROLES, words
from cdp_engine.observe.semantics.calendar_days import offer_days
from cdp_engine.observe.semantics.undecided import merge_hosts
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.drawn_slots import mark_slots
from cdp_engine.observe.sources.roving_stops import waiting_for_stop
from cdp_engine.observe.sources.row_changes import FoundRows
from cdp_engine.observe.visual.hiding import reveal_pressable

VISIBLE, INTERACTIVE, EDITABLE = int(Flag.VISIBLE), int(Flag.INTERACTIVE), int(Flag.EDITABLE)
POINTER, NO_POINTER, CLICKABLE = int(Flag.POINTER), int(Flag.NO_POINTER), int(Flag.CLICKABLE)

STRONG, WEAK, HANDLER, LABEL = 1, 4, 8, 16
HOLDER = 32
"""A role whose element often only contains the interactive ones."""
TAB_STOP = 64
"""Nothing but a tab stop: several controls inside are the interactive ones then."""

PRESENTATIONAL = words("presentation none")
STRONG_ROLES = INTERACTIVE_ROLES - {"gridcell", "scrollbar"}
CONTROL_TAGS = words("button input select textarea")
SHAPES = words("g path circle ellipse rect line polyline polygon use")
ATTRIBUTE_HINTS: dict[AttributeHint, int] = {"": 0, "class": WEAK, "handler": WEAK | HANDLER}


def mark_interactivity(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, found: FoundRows
) -> dict[int, int]:
    """Write the flags for one document with known visibility. Returns label row -> row of its control."""
    first = document.first_row
    flags = columns.flags
    for row in table.clickable:
        flags[row + first] |= CLICKABLE
    reveal_pressable(columns, document, table)
    reveal_hovered(columns, document, table)
    reveal_arrows(columns, document, table)
    mark_grabbed(columns, document, table)
    of_tags = found.rows("tags of controls", lambda rows: [row for row in rows if table.tag[row] in TAGS])
    tagged = [first + place for place in of_tags]
    maybe = maybe_controls(columns, document, table, tagged)
    hints, labels = _hints(columns, document, table, _hinted_rows(columns, document, table, found, tagged))
    controls = controls_of_labels(columns, labels, document, table, tagged)
    drawn = {control for label, control in controls.items() if flags[label] & VISIBLE}
    revealed = reveal_controls(columns, document, table, drawn, maybe)
    reveal_editors(columns, document, table, maybe.areas, maybe.with_role)
    _settle(columns, hints, controls, document)
    weak = set(marked(hints.translate(IS_WEAK), first))
    revealed += [control for control in drawn if not flags[control] & VISIBLE]
    merge_drawings(columns, document, weak, set(revealed))
    merge_buttons_beneath(columns, document, table, maybe.lists)
    merge_tracks(columns, document, weak, maybe)
    merge_hosts(columns, document, marked(hints.translate(MAY_HOLD), first), weak)
    merge_field_boxes(columns, document, weak, maybe.fields)
    merge_text_boxes(columns, document, maybe.with_role, maybe.inputs, weak)
    merge_editor_boxes(columns, document, weak)
    merge_headers(columns, document, table, weak)
    merge_edges(columns, document, table, weak)
    merge_nested(columns, document, table, weak)
    settle_labels(columns, document, table, controls, weak)
    offer_items(columns, document)
    mark_tree_arrows(columns, document, table)
    mark_slots(columns, document, table, weak)
    offer_days(columns, document, table, found)
    reveal_canvas_contents(columns, document, table)
    offer_pictures(columns, document, table)
    return controls


def _hints(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, hinted: list[int]
) -> tuple[bytearray, list[int]]:
    """The hints found on each row that may have one, and the label rows."""
    first, end = document.first_row, document.end_row
    flags, tags, kinds, traits = columns.flags, columns.tag, columns.kind, table.traits
    all_attributes = columns.attributes
    hints = bytearray(end - first)
    labels: list[int] = []
    known: dict[tuple[str, str], bool] = {}
    in_single = partial(is_in_single, columns, hints, table, first, dict[int, bool]())
    anchors = compress(hinted, map("a".__eq__, map(tags.__getitem__, hinted)))
    links = {row for row in anchors if not traits[row - first] & S_TRAITS and "href" in all_attributes[row]}
    for row in links:
        hints[row - first] = STRONG | SINGLE
    for row in hinted:
        if kinds[row] != ELEMENT or row in links:
            continue
        tag, trait, found = tags[row], traits[row - first], flags[row]
        hint = 0
        if tag == "label":
            labels.append(row)
            hint = LABEL
        elif tag in STRONG_TAGS or trait & S_TRAITS:
            given = all_attributes[row]
            hint = (_strong if trait & S_TRAITS else _strong_tag)(tag, given, trait, columns, row)
        if not (hint & (STRONG | DOUBTFUL) == STRONG or found & (NO_POINTER | EDITABLE) or in_single(row)):
            hint |= _weak_hints(columns, row, document, table, known)
        hints[row - first] = hint
    for row in waiting_for_stop(columns, document, table):
        if not (hints[row - first] & STRONG or in_single(row)):
            hints[row - first] |= STRONG | TAB_STOP
    return hints, labels


def _hinted_rows(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, found: FoundRows, tagged: list[int]
) -> list[int]:
    """The rows that may have a hint, in order."""
    first, traits = document.first_row, table.traits
    by_traits = found.rows("hints", lambda rows: [row for row in rows if traits[row] & HINTING_TRAITS])
    hinted = {*tagged, *map(first.__add__, chain(by_traits, table.handled))}
    return sorted(hinted.union(columns.rows_with_any(CLICKABLE | POINTER, first, document.end_row)))


ROLE, TABINDEX, CONTENT_EDITABLE = int(Trait.ROLE), int(Trait.TABINDEX), int(Trait.EDITABLE)
S_TRAITS = ROLE | TABINDEX | CONTENT_EDITABLE
W_TRAITS = int(Trait.CLASS | Trait.HANDLER)
NAMING = int(Trait.CLASS | Trait.TEST_ID)
HINTING_TRAITS = S_TRAITS | W_TRAITS | NAMING
STRONG_TAGS = words("a area audio button details input label select summary textarea video")
"""Tags that may be controls by themselves."""
TAGS = STRONG_TAGS | LABELABLE


def _strong(tag: str, attributes: Attributes, traits: int, columns: NodeColumns, row: int) -> int:
    """The strong hints of an element: its tag, its role, a tab stop, an editing host."""
    hint = _strong_tag(tag, attributes, traits, columns, row)
    role = read_text(attributes, "role").lower().split() if traits & ROLE else []
    if role == ["option"] and read_text(columns.attributes[columns.parent[row]], "role") == "option":
        return 0  # what is in an option only draws it
    if role:
        hint |= _strong_role(role[0], tag, attributes)
    # presentational separators are tab stops only for a roving focus
    stops = traits & TABINDEX and (not role or role[0] not in PRESENTATIONAL)
    if stops and read_text(attributes, "tabindex").strip().isdigit():
        hint |= STRONG if hint or role not in ([], ["gridcell"]) else STRONG | TAB_STOP
    if traits & CONTENT_EDITABLE and read_text(attributes, "contenteditable").lower() != "false":
        parent = columns.parent[row]
        if parent < 0 or not columns.flags[parent] & EDITABLE:
            hint |= STRONG | SINGLE
    return hint


def _strong_tag(tag: str, attributes: Attributes, _: int, columns: NodeColumns, row: int) -> int:
    """The strong hints of an element without a role, a tab stop or an editing host."""
    if tag in ("button", "select", "textarea"):
        return STRONG | SINGLE
    if tag == "input":
        return 0 if "hidden" in attributes and read_text(attributes, "type") == "hidden" else STRONG | SINGLE
    if tag in ("a", "area"):
        return STRONG | SINGLE if "href" in attributes or "xlink:href" in attributes else 0
    if tag == "summary":
        return STRONG | SINGLE if columns.tag[columns.parent[row]] == "details" else 0
    if tag == "details":
        inner = (at for at in columns.rows_within(row) if columns.parent[at] == row)
        return 0 if any(columns.tag[at] == "summary" for at in inner) else STRONG
    return STRONG if tag in ("video", "audio") and "controls" in attributes else 0


def _strong_role(role: str, tag: str, attributes: Attributes) -> int:
    if role not in STRONG_ROLES or only_shows(role, tag, attributes):
        return 0
    hint = STRONG | (SINGLE if role in SINGLE_ROLES else 0)
    if role in ("listbox", "combobox") and tag not in CONTROL_TAGS and "tabindex" not in attributes:
        hint |= HOLDER
    return hint


def _weak_hints(
    columns: NodeColumns,
    row: int,
    document: DocumentInfo,
    table: DocumentTable,
    known: dict[tuple[str, str], bool],
) -> int:
    """The weak hints of an element; `known` remembers which values of attributes are hints."""
    flags, parent, place = columns.flags, columns.parent[row], row - document.first_row
    found, trait, hint = flags[row], table.traits[place], 0
    if found & CLICKABLE:
        hint |= WEAK
    if found & POINTER and columns.tag[row] != "label" and not (parent >= 0 and flags[parent] & POINTER):
        hint |= 0 if columns.tag[row] in SHAPES and _is_of_icon(columns, row) else WEAK
    if trait & ROLE and (sorts(columns, row) or is_grid_cell(columns, row)):
        hint |= WEAK
    if trait & W_TRAITS:
        hint |= ATTRIBUTE_HINTS[hint_of_attributes(columns.attributes[row], known)]
    if place in table.handled:
        hint |= WEAK | HANDLER
    if trait & NAMING and not hint and (found & POINTER or looks_pressable(columns, row, document, table)):
        hint |= WEAK if implies_action(columns.attributes[row], known) else 0
    return hint


def _is_of_icon(columns: NodeColumns, row: int) -> bool:
    """Whether a shape lies in a picture that shows the hand itself."""
    while columns.tag[row] in SHAPES:
        row = columns.parent[row]
    return columns.tag[row] == "svg" and bool(columns.flags[row] & POINTER)


def _settle(
    columns: NodeColumns,
    hints: bytearray,
    controls: dict[int, int],
    document: DocumentInfo,
) -> None:
    """From the leaves up: strong elements count; weak ones where they add an action of their own."""
    first, end = document.first_row, document.end_row
    flags = columns.flags
    doubtful = [row for row in marked(hints.translate(IS_DOUBTFUL), first) if flags[row] & VISIBLE]
    open_ones = [row for row in doubtful if _may_count(columns, row, hints[row - first])]
    start = first
    for top in open_ones:
        if top >= start:
            _settle_strong(flags, hints, first, start, top)
            start = columns.end_of(top, end)
            _settle_in(columns, hints, controls, document, top, start)
    _settle_strong(flags, hints, first, start, end)


DOUBTFUL = WEAK | HOLDER | TAB_STOP
IS_WEAK = bytes(1 if hint & WEAK and not hint & STRONG else 0 for hint in range(256))
IS_DOUBTFUL = bytes(1 if hint & DOUBTFUL else 0 for hint in range(256))
MAY_HOLD = bytes(1 if hint & (TAB_STOP | WEAK) else 0 for hint in range(256))
LOOSE = (0, HOLDER, HOLDER | TAB_STOP)  # by the number of controls inside: hints that leave it open
IS_STRONG = bytes(1 if hint & STRONG else 0 for hint in range(256))


def _may_count(columns: NodeColumns, row: int, hint: int) -> bool:
    """Whether an element with weak hints may count at all, whatever its contents."""
    tag = columns.tag[row]
    if hint & STRONG:
        return True
    listens_only = tag in PAGE_TAGS and not columns.flags[row] & POINTER and not hint & HANDLER
    return not listens_only and tag not in ("html", "body")


def _settle_strong(flags: list[int], hints: bytearray, first: int, start: int, end: int) -> None:
    """The strong elements of a subtree in which no other element can count."""
    for row in marked(hints[start - first : end - first].translate(IS_STRONG), start):
        if flags[row] & VISIBLE:
            flags[row] |= INTERACTIVE


def _settle_in(
    columns: NodeColumns,
    hints: bytearray,
    controls: dict[int, int],
    document: DocumentInfo,
    top: int,
    end: int,
) -> None:
    """An element with weak hints, and its contents."""
    first = document.first_row
    flags, parents, kinds, tags = columns.flags, columns.parent, columns.kind, columns.tag
    inner = [0] * (end - top)  # interactive elements below
    loose = [0] * (end - top)  # texts and images below that are in no interactive element
    for row in range(end - 1, top - 1, -1):
        found, hint, parent = flags[row], hints[row - first], parents[row] - top
        below, free = inner[row - top], loose[row - top]
        if kinds[row] == TEXT:
            if found & VISIBLE and not columns.text[row].isspace():
                free = 1
        elif found & VISIBLE:
            if tags[row] in PICTURES:
                free = 1
            if hint & STRONG and not hint & LOOSE[min(below, 2)]:
                taken = True
            elif row in controls or (hint & HOLDER and only_holds(columns, row, end)):
                taken, free = False, 0 if row in controls else free
            else:
                taken = bool(hint & WEAK) and adds_something(
                    columns, row, document, below, free, handler=bool(hint & HANDLER)
                )
            if below == 1 and _takes_over(columns, row, hints, document, taken):
                taken, below = True, 0
            if taken:
                flags[row] = found | INTERACTIVE
                below += 1
                free = 0
        if parent >= 0:
            inner[parent] += below
            loose[parent] += free


def _is_cell(columns: NodeColumns, row: int, hint: int, *, taken: bool) -> bool:
    """Whether an element is a cell that may be the control instead of what is in it: it takes the focus, or listens."""
    if hint & STRONG:
        return bool(hint & TAB_STOP) and is_grid_cell(columns, row)
    return not taken and columns.tag[row] == "td" and bool(columns.flags[row] & CLICKABLE)


def _takes_over(
    columns: NodeColumns, cell: int, hints: bytearray, document: DocumentInfo, taken: bool
) -> bool:
    """Let a cell be the control instead of the one element in it that only shows the hand (hovered)."""
    flags = columns.flags
    if not _is_cell(columns, cell, hints[cell - document.first_row], taken=taken):
        return False
    for row in columns.rows_within(cell, document.end_row):
        if flags[row] & INTERACTIVE:
            if hints[row - document.first_row] != WEAK or flags[row] & CLICKABLE:
                return False
            flags[row] &= ~INTERACTIVE
            return True
    return False
