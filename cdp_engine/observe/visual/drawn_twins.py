"""Texts under `aria-hidden` that are drawn in place of a text which only assistive technology reads. Pure.

Prices, chips and dates are often written twice: once for a screen reader, clipped or moved away, and beside it as a
person reads them, under `aria-hidden`. The first is not visible, so without the second the view would have neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.visual.hiding import BLOCKING

VISIBLE, RENDERED, ARIA_HIDDEN = int(Flag.VISIBLE), int(Flag.RENDERED), int(Flag.ARIA_HIDDEN)
HIDDEN = int(Style.HIDDEN)
NAMED_TAGS = words("a button input label option select summary textarea")
NAMED_ROLES = words(
    "button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem img"
)
"""Controls, whose name says what the text for assistive technology says."""
HEADINGS = words("h1 h2 h3 h4 h5 h6")
"""Titles, whose twin may be far away: the month of a calendar, which its grid has as a label."""
LEVELS = 6
"""How many boxes around a text may be its control."""
LONGEST_ITEM = 120
"""How many rows an item has at most in which the same words may be written twice."""


def show_drawn_twins(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Make such texts of a document visible, after `mark_visibility`."""
    first, flags = document.first_row, columns.flags
    for place in table.rows_with(int(Trait.HIDES)):
        row = place + first
        if flags[row] & (ARIA_HIDDEN | RENDERED | VISIBLE | BLOCKING) != ARIA_HIDDEN | RENDERED:
            continue
        parent = columns.parent[row]
        if flags[parent] & ARIA_HIDDEN or _is_named(columns, row):
            continue
        if columns.tag[row] not in HEADINGS and not (
            _has_twin(columns, document, row) or _is_said_unseen(columns, document, row)
        ):
            continue
        for inner in (row, *columns.rows_within(row, document.end_row)):
            box = columns.bounds[inner]
            hidden = table.style[inner - first] & HIDDEN
            if box is not None and box[2] > 0 and box[3] > 0 and not (hidden or flags[inner] & BLOCKING):
                flags[inner] = flags[inner] & ~ARIA_HIDDEN | VISIBLE


def _is_named(columns: NodeColumns, row: int) -> bool:
    """Whether a text belongs to a control or holds one, or says nothing in letters or digits."""
    for level, above in enumerate(columns.ancestors(row)):
        if level == LEVELS:
            break
        if columns.tag[above] in NAMED_TAGS or read_text(columns.attributes[above], "role") in NAMED_ROLES:
            return True
    says = False
    for inner in columns.rows_within(row):
        if columns.kind[inner] == TEXT:
            says = says or any(map(str.isalnum, columns.text[inner]))
        elif columns.tag[inner] in NAMED_TAGS:
            return True
    return not says


def _has_twin(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether an element or text beside a row has text, all of it out of sight."""
    parent = columns.parent[row]
    said = False
    for beside in columns.rows_within(parent, document.end_row):
        if columns.kind[beside] != TEXT or not columns.text[beside].strip():
            continue
        found = columns.flags[beside]
        if found & ARIA_HIDDEN:
            continue
        if found & VISIBLE:
            return False
        said = said or bool(found & RENDERED)
    return said


def _is_said_unseen(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether all words of a row are a text out of sight, in the same item: the name of a file, and its legend."""
    words_of_row = _words(columns, (row, *columns.rows_within(row, document.end_row)))
    item = row
    for above in islice(columns.ancestors(row), LEVELS):
        longest = above + 1 + LONGEST_ITEM
        if columns.end_of(above, min(longest + 1, document.end_row)) > longest:
            break
        item = above
    return any(
        columns.kind[at] == TEXT
        and columns.flags[at] & (ARIA_HIDDEN | RENDERED | VISIBLE) == RENDERED
        and _words(columns, (at,)) == words_of_row
        for at in columns.rows_within(item, document.end_row)
    )


def _words(columns: NodeColumns, rows: Iterable[int]) -> list[str]:
    return [word for row in rows if columns.kind[row] == TEXT for word in columns.text[row].split()]
