"""What hides an element and its contents: its own box, its attributes, a closed `details`, its frame. Pure.

`aria-hidden` hides from assistive technology only: the controls under it that a person sees and can press are
revealed again, icons with the hand and a listener of their own among them, and set aside where something covers them,
as the page under a dialog.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import show_drawn
from cdp_engine.observe.model.action_words import hint_of_attributes
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import (
    ELEMENT,
    GENERATED,
    TEXT,
    Attributes,
    DocumentInfo,
    Flag,
    NodeColumns,
)
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.model.html_vocabulary import (
    CHECKED_TYPES,
    INTERACTIVE_ROLES,
    NATIVE_CONTROLS,
    SINGLE_ROLES,
    words,
)
from cdp_engine.observe.semantics.icon_names import name_of_icon, without_glyphs
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.replies import Bounds

VISIBLE, FIXED, SCROLLER = int(Flag.VISIBLE), int(Flag.FIXED), int(Flag.SCROLLER)
CLIPPED, CLOSED, TRANSPARENT = int(Flag.CLIPPED), int(Flag.CLOSED), int(Flag.TRANSPARENT)
INERT, ARIA_HIDDEN, DEFERRED = int(Flag.INERT), int(Flag.ARIA_HIDDEN), int(Flag.DEFERRED)
UNREACHABLE, EDITABLE = int(Flag.UNREACHABLE), int(Flag.EDITABLE)

# Used only while visibility is computed; above every public flag.
IN_SCROLLER = 1 << 24
LOOSE_CLIP = 1 << 25
"""Clipped away by a box that is not the containing block of absolutely positioned contents."""
STYLE_HIDDEN = 1 << 26
PUBLIC = (1 << 24) - 1

INHERITED = (
    TRANSPARENT
    | INERT
    | ARIA_HIDDEN
    | CLOSED
    | CLIPPED
    | FIXED
    | EDITABLE
    | DEFERRED
    | IN_SCROLLER
    | LOOSE_CLIP
)
"""Flags that an element passes on to its contents."""
BLOCKING = TRANSPARENT | INERT | CLOSED | CLIPPED | UNREACHABLE | STYLE_HIDDEN
"""Flags that make a node invisible whatever its box."""

S_CLIPS = int(Style.CLIPS_X | Style.CLIPS_Y)
S_LEAVES_NOTHING = int(Style.CLIPPED_AWAY)
S_TRANSPARENT, S_SCROLLS = int(Style.TRANSPARENT), int(Style.SCROLLS)
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)
S_CONTENT_HIDDEN, S_CONTENT_AUTO = int(Style.CONTENT_HIDDEN), int(Style.CONTENT_AUTO)
S_AFFECTS_CONTENT = (
    S_CLIPS | S_LEAVES_NOTHING | S_TRANSPARENT | S_SCROLLS | S_POSITIONED | S_CONTENT_HIDDEN | S_CONTENT_AUTO
)
"""Styles that `hidden_by_box` handles."""
S_HIDDEN, S_GRABS = int(Style.HIDDEN), int(Style.GRABS)
RENDERED, INTERACTIVE = int(Flag.RENDERED), int(Flag.INTERACTIVE)
CLICKABLE, NO_POINTER, REDACTED = int(Flag.CLICKABLE), int(Flag.NO_POINTER), int(Flag.REDACTED)
POINTER = int(Flag.POINTER)
UNPRESSABLE = VISIBLE | BLOCKING | DEFERRED | NO_POINTER | EDITABLE | REDACTED
SMALLEST, LARGEST = 6.0, 0.5
"""The least width and height of a control under `aria-hidden`, CSS px, and its largest share of the viewport."""
SLOT_ATTRIBUTES = words("aria-label title data-date data-time datetime")
"""Attributes that say what an empty box with a listener is for: the slots of calendars."""
SINGLE_TAGS = words("a button label option summary")
FIELDS = words("input select summary textarea")
CELL_TAGS, CELL_ROLES = words("td th"), words("cell columnheader gridcell rowheader")
DRAWN_TAGS = words("canvas img svg")
PARTS_OF_FIELDS = words("angle arrow calendar caret chevron clock down eye search sort up")
"""Words in the names of icons that fields show as parts of them."""
TALLEST_FIELD, LARGEST_ICON = 96.0, 48.0
AROUND = 6
"""How many elements around a button may listen for it."""
TINY_FRAME = 2.0
"""Width and height in CSS px up to which a frame shows nothing."""
PAGE_TAGS = ("html", "body")
NOT_DISPLAYED = re.compile(r"(?:^|[;\s])display\s*:\s*none\b", re.IGNORECASE)


def blocking(*, aria_hidden_counts: bool) -> int:
    """The flags that make a node invisible; with `aria_hidden_counts` including that of `aria-hidden`."""
    return BLOCKING | (ARIA_HIDDEN if aria_hidden_counts else 0)


def hidden_by_box(found: int, style: int, bounds: Bounds, tag: str) -> int:
    """The flags `found` of an element, extended by the effects of its own box on itself and its contents."""
    if style & S_ABSOLUTE and found & LOOSE_CLIP:
        found &= ~(CLIPPED | LOOSE_CLIP)  # its containing block is outside the clipping box
    if style & S_POSITIONED:
        found &= ~LOOSE_CLIP
    if style & S_FIXED:
        found |= FIXED
    if style & S_TRANSPARENT:
        found |= TRANSPARENT
    if style & S_LEAVES_NOTHING:
        found |= CLIPPED
    elif style & S_CLIPS and (bounds[2] <= 1 or bounds[3] <= 1) and tag not in PAGE_TAGS:
        if not found & CLIPPED and not style & S_POSITIONED:
            found |= LOOSE_CLIP
        found |= CLIPPED
    if style & S_SCROLLS and tag not in PAGE_TAGS:
        found |= IN_SCROLLER | SCROLLER
    if style & S_CONTENT_HIDDEN:
        found |= CLOSED
    return found


def hidden_by_attributes(attributes: Attributes) -> int:
    """The flags of `inert`, `aria-hidden` and `contenteditable`."""
    found = 0
    if "inert" in attributes and "inert" in attributes[::2]:
        found |= INERT
    if "aria-hidden" in attributes:
        position = attributes.index("aria-hidden")
        if position % 2 == 0 and attributes[position + 1].lower() == "true":
            found |= ARIA_HIDDEN
    if "contenteditable" in attributes:
        position = attributes.index("contenteditable")
        if position % 2 == 0 and attributes[position + 1].lower() != "false":
            found |= EDITABLE
    return found


def hidden_with_owner(columns: NodeColumns, owner: int) -> int:
    """The flags of a frame's document: whatever hides its frame element hides it."""
    found = columns.flags[owner]
    bounds = columns.bounds[owner]
    too_small = bounds is not None and (bounds[2] <= TINY_FRAME or bounds[3] <= TINY_FRAME)
    inherited = found & (TRANSPARENT | INERT | ARIA_HIDDEN | CLOSED | CLIPPED)
    return inherited | (CLOSED if too_small or not found & VISIBLE else 0)


def is_deferred(columns: NodeColumns, row: int, end: int, viewport: Box) -> bool:
    """Whether nothing in a `content-visibility: auto` box has been laid out yet: what lies in the viewport has."""
    x, y, width, height = columns.bounds[row] or (0.0, 0.0, 0.0, 0.0)
    if viewport.x - width <= x <= viewport.right and viewport.y - height <= y <= viewport.bottom:
        return False
    for inner in range(row + 1, end):
        if columns.parent[inner] < row:
            break
        bounds = columns.bounds[inner]
        if bounds is not None and bounds[2] > 0 and bounds[3] > 0:
            return False
    return True


def hidden_by_markup(tag: str, attributes: Attributes) -> bool:
    """Whether an element without a style yet is not rendered, as far as its attributes say so."""
    names = attributes[::2]
    if is_closed(tag, names) or "popover" in names:
        return True
    return "style" in names and NOT_DISPLAYED.search(read_text(attributes, "style")) is not None


def is_closed(tag: str, names: Sequence[str]) -> bool:
    """Whether an element with attributes of some names is hidden by one, or is a dialog that was not opened."""
    return "hidden" in names or (tag == "dialog" and "open" not in names)


def is_folded(columns: NodeColumns, details: int, row: int) -> bool:
    """Whether `row`, a child of a `details`, is hidden: the `details` is closed and `row` is not its first summary."""
    if columns.kind[row] == GENERATED or "open" in columns.attributes[details][::2]:
        return False
    if columns.tag[row] != "summary":
        return True
    return any(columns.parent[r] == details and columns.tag[r] == "summary" for r in range(details + 1, row))


def hides_overflowing_text(tag: str, attributes: Attributes) -> bool:
    """Whether an element of no size hides its text: controls do, other boxes let it overflow."""
    return tag in NATIVE_CONTROLS or tag == "a" or "role" in attributes or "tabindex" in attributes


def reveal_pressable(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make the controls under `aria-hidden` visible that a person sees: native ones, and what listens and says why.

    Backdrops, sentinels and traps of the focus, pictures in controls and copies of other links stay hidden.
    """
    first, flags = document.first_row, columns.flags
    links: set[str] | None = None
    for row in columns.rows_with(ARIA_HIDDEN | RENDERED, first, document.end_row):
        if columns.kind[row] != ELEMENT or flags[row] & UNPRESSABLE or table.style[row - first] & S_HIDDEN:
            continue
        if not _is_pressable(columns, document, table, row):
            continue
        if columns.tag[row] == "a" and not _runs_a_script(
            address := read_text(columns.attributes[row], "href")
        ):
            links = _shown_links(columns, document) if links is None else links
            if address.startswith("#") or address in links:
                continue
        flags[row] |= VISIBLE
        show_drawn(columns, table, first, columns.rows_within(row, document.end_row), BLOCKING)


def set_covered_aside(columns: NodeColumns) -> None:
    """Hide what was revealed under `aria-hidden` and is covered, with its labels: nobody can press it."""
    covered, flags = columns.covered_by, columns.flags
    if not covered:
        return
    aside = {row for row in columns.rows_with(ARIA_HIDDEN | VISIBLE | INTERACTIVE) if row in covered}
    aside |= {label for label, row in columns.labels.items() if row in aside and flags[label] & ARIA_HIDDEN}
    for row in sorted(aside):
        covered.pop(row, None)
        for inner in (row, *columns.rows_within(row)):
            flags[inner] &= ~(VISIBLE | INTERACTIVE)


def _is_pressable(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int) -> bool:
    """Whether an element is a control that is seen: a field, a button that something listens for, or what listens and
    says why.
    """
    attributes, tag, box = columns.attributes[row], columns.tag[row], columns.bounds[row]
    if box is None or min(box[2], box[3]) < SMALLEST:
        return False
    if box[2] * box[3] >= LARGEST * document.viewport[0] * document.viewport[1] > 0:
        return False
    role = read_text(attributes, "role").lower()
    if tag in FIELDS or (tag == "a" and "href" in attributes[::2]):
        return True
    if tag == "button" or role in INTERACTIVE_ROLES:
        around = islice(columns.upwards(row), AROUND)
        if "aria-hidden" not in attributes[::2] and not any(
            _listens(columns, document, table, at) for at in around
        ):
            return False
        return _says_something(columns, document, row) or not _is_in_field(columns, document, row)
    if not _listens(columns, document, table, row):
        return bool(table.style[row - document.first_row] & S_GRABS) and _is_icon(
            columns, document, table, row
        )
    if role in ("presentation", "none") or _is_in_control(columns, row):
        return False
    return _says_something(columns, document, row) or _is_icon(columns, document, table, row)


def _is_icon(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int) -> bool:
    """Whether an element without words is a drawn icon that shows the hand or has a name, and no part of a field."""
    box, first = columns.bounds[row], document.first_row
    if box is None or max(box[2:]) > LARGEST_ICON:
        return False
    named = name_of_icon(columns, row) if columns.tag[row] == "svg" else ""
    if not (columns.flags[row] & POINTER or named):
        return False
    for at in (row, *columns.rows_within(row, document.end_row)):
        drawn = columns.kind[at] != ELEMENT or columns.tag[at] in DRAWN_TAGS
        if columns.flags[at] & RENDERED and (drawn or table.has_ground(at - first)):
            tells = bool(named) and PARTS_OF_FIELDS.isdisjoint(named.split())
            return tells or not _is_in_field(columns, document, row)
    return False


def _says_something(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether a control has a text, or an attribute that names it."""
    if not SLOT_ATTRIBUTES.isdisjoint(columns.attributes[row][::2]):
        return True
    return any(
        columns.kind[inner] == TEXT
        and columns.flags[inner] & RENDERED
        and without_glyphs(columns.text[inner]).strip()
        for inner in columns.rows_within(row, document.end_row)
    )


def _is_in_field(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether a box as low as a field, and no larger than a cell, holds a control and a field: the arrow of a list, the
    steps of a number.
    """
    for at in islice(columns.ancestors(row), AROUND):
        box = columns.bounds[at]
        if box is not None and box[3] > TALLEST_FIELD:
            return False
        for inner in columns.rows_within(at, document.end_row):
            attributes = columns.attributes[inner]
            field = columns.tag[inner] in FIELDS and read_text(attributes, "type") not in CHECKED_TYPES
            if columns.flags[inner] & VISIBLE and (field or read_text(attributes, "role") == "combobox"):
                return True
        if columns.tag[at] in CELL_TAGS or read_text(columns.attributes[at], "role") in CELL_ROLES:
            return False
    return False


def _listens(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int) -> bool:
    """Whether an element has a listener or a handler; those of the page itself say nothing about its contents."""
    if row < document.first_row or columns.tag[row] in PAGE_TAGS:
        return False
    if columns.flags[row] & CLICKABLE or row - document.first_row in table.handled:
        return True
    return hint_of_attributes(columns.attributes[row], {}) == "handler"


def _is_in_control(columns: NodeColumns, row: int) -> bool:
    """Whether an element is a part of a control that is seen, which takes the press."""
    at = columns.parent[row]
    for _ in range(AROUND):
        if at < 0:
            return False
        role = read_text(columns.attributes[at], "role")
        folds = role == "listbox" and "aria-expanded" in columns.attributes[at][::2]
        single = columns.tag[at] in SINGLE_TAGS and not _labels_nothing(columns, at)
        if columns.flags[at] & VISIBLE and (single or role in SINGLE_ROLES or folds):
            return True
        at = columns.parent[at]
    return False


def _labels_nothing(columns: NodeColumns, row: int) -> bool:
    """Whether an element is a label of no field, as a heading over several is."""
    if columns.tag[row] != "label" or "for" in columns.attributes[row][::2]:
        return False
    return not any(columns.tag[inner] in FIELDS for inner in columns.rows_within(row))


def _runs_a_script(address: str) -> bool:
    """Whether a link leads nowhere by itself: what one does says nothing of another with the same address."""
    return address == "#" or address.lower().startswith("javascript:")


def _shown_links(columns: NodeColumns, document: DocumentInfo) -> set[str]:
    """The addresses of the links that are seen without it."""
    links = columns.rows_of("a", document.first_row, document.end_row)
    return {
        read_text(columns.attributes[row], "href")
        for row in links
        if columns.flags[row] & VISIBLE and not columns.flags[row] & ARIA_HIDDEN
    }
