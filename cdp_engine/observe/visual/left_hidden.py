"""Pages that an `aria-hidden` hides as a whole from assistive technology. Pure.

While a dialog is open, pages set it on everything else. Some never take it back: then nothing but what it hides is
there to be seen, and a person uses it as before.
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import ELEMENT, TEXT
from cdp_engine.observe.model.html_vocabulary import NATIVE_CONTROLS
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.visual.hiding import ARIA_HIDDEN, hidden_by_attributes

SHARE = 0.5
"""The least share of the viewport's width and height that the page takes."""
PIXEL = 1.0
S_HIDDEN = int(Style.HIDDEN | Style.TRANSPARENT)
SHOWING = NATIVE_CONTROLS | {"a", "canvas", "embed", "frame", "iframe", "img", "object", "svg", "video"}


def is_left_hidden(table: DocumentTable, viewport: tuple[float, float]) -> bool:
    """Whether all that the document shows is under `aria-hidden`, and takes up most of the viewport."""
    hidden = [row for row in table.rows_with(int(Trait.HIDES)) if _is_hidden(table, row)]
    if not any(_is_large(table.bounds[row], viewport) for row in hidden):
        return False
    row, shows_under = 0, False
    for root in sorted(hidden):
        if root < row:
            continue
        if any(_shows(table, at) for at in range(row, root)):
            return False
        row = end_of(table, root)
        shows_under = shows_under or any(_shows(table, at) for at in range(root, row))
    return shows_under and not any(_shows(table, at) for at in range(row, len(table)))


def _is_hidden(table: DocumentTable, row: int) -> bool:
    return bool(hidden_by_attributes(table.attributes[row]) & ARIA_HIDDEN)


def _is_large(bounds: Bounds | None, viewport: tuple[float, float]) -> bool:
    if bounds is None or min(viewport) <= 0:
        return False
    return bounds[2] >= SHARE * viewport[0] and bounds[3] >= SHARE * viewport[1]


def _shows(table: DocumentTable, row: int) -> bool:
    """Whether a text, a control or a picture of more than a pixel is drawn there."""
    kind = table.kind[row]
    if kind == TEXT:
        if table.text[row].isspace() or not _is_drawn(table.bounds[table.parent[row]]):
            return False
    elif kind != ELEMENT or table.tag[row] not in SHOWING:
        return False
    return _is_drawn(table.bounds[row]) and not table.style[row] & S_HIDDEN


def _is_drawn(bounds: Bounds | None) -> bool:
    if bounds is None or min(bounds[2:]) <= PIXEL:
        return False
    return bounds[0] + bounds[2] > 0 and bounds[1] + bounds[3] > 0
