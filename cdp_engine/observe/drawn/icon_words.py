"""The words that icon fonts draw as icons: a person sees a cross and not `cancel` (SX-07). Pure.

Such a word is alone in an element of an icon font's class, and drawn no wider than high, which no word is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.semantics.icon_names import may_be_ligature
from cdp_engine.observe.semantics.rendered_text import visible_text
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.row_changes import FoundRows

_VISIBLE, _SHOWN = int(Flag.VISIBLE), int(Flag.INTERACTIVE | Flag.VISIBLE)
_CLASS = int(Trait.CLASS)
_LEAST = 3
"""The letters of the shortest word that is wider than high."""
_WIDEST = 1.25
"""The width of an icon as a multiple of its height."""


def drop_icon_words(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, found: FoundRows
) -> None:
    """Leave the words of icons out of the texts of the controls of one document, and out of names that say more."""
    first = document.first_row
    for place in found.rows("words of icons", partial(_icons, table)):
        icon, text = first + place, first + place + 1
        if not (_is_icon(table, place) and columns.flags[text] & _VISIBLE and _is_square(columns, text)):
            continue
        control = next((row for row in columns.upwards(icon) if columns.flags[row] & _SHOWN == _SHOWN), -1)
        if control < 0:
            continue
        name = columns.name.get(control, "")
        says_word = _bare(name) == _bare(visible_text(columns, document, control))
        columns.flags[text] &= ~_VISIBLE
        if says_word and (left := visible_text(columns, document, control)):
            columns.name[control] = left


def _icons(table: DocumentTable, places: Iterable[int]) -> set[int]:
    """The elements of icons whose rows, or those of their words, are among some places."""
    kinds, parents, traits = table.kind, table.parent, table.traits
    elements = {parents[place] if kinds[place] == TEXT else place for place in places}
    return {place for place in elements if place >= 0 and traits[place] & _CLASS and _is_icon(table, place)}


def _is_icon(table: DocumentTable, place: int) -> bool:
    """Whether an element of an icon font's class holds one such word and nothing else."""
    text, size = place + 1, len(table)
    if text >= size or table.kind[text] != TEXT or table.parent[text] != place:
        return False
    if text + 1 < size and table.parent[text + 1] == place:
        return False
    word = table.text[text].strip()
    return len(word) >= _LEAST and may_be_ligature(table.attributes[place], word)


def _is_square(columns: NodeColumns, row: int) -> bool:
    box = columns.bounds[row]
    return box is not None and 0 < box[2] <= _WIDEST * box[3]


def _bare(words: str) -> str:
    return "".join(words.split()).casefold()
