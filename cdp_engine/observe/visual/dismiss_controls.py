"""Finds the control that closes a cover: the close button of a dialog, the button of a cookie banner (EX-03). Pure."""

from __future__ import annotations

import re

from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import TREE_ITEM

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
BUTTONS = frozenset(("button", "link", "", "menuitem", "generic", "image"))

WAYS_OUT = (
    re.compile(r"\b(?:close|dismiss|schlie(?:ß|ss)en|fermer|cerrar|chiudi|sluiten|fechar|zamknij)\b"
               r"|^\s*[×✕✖✗⨯xX]\s*$", re.I),
    re.compile(r"\b(?:no,? thanks|not now|maybe later|later|skip|cancel|reject|decline|refuse|deny|necessary only|"
               r"ablehnen|abbrechen|nicht jetzt|refuser|annuler|rechazar|cancelar|rifiuta|annulla|weigeren)\b", re.I),
    re.compile(r"\b(?:got it|ok(?:ay)?|accept|agree|allow|continue|understood|understand|done|yes|"
               r"akzeptieren|zustimmen|verstanden|accepter|aceptar|accetta|accepteren)\b", re.I),
)  # fmt: skip
"""Patterns of such controls' names, the most reliable first."""
HINTING_ATTRIBUTES = frozenset(("class", "id", "title", "data-testid", "data-action"))
FEW = 3
"""The most controls of a notice whose only button closes it."""
HINTS = re.compile(r"close|dismiss", re.I)


def find_dismiss_controls(columns: NodeColumns) -> dict[int, int]:
    """Row of each cover -> row of the control that closes it, where one is found."""
    covers = set(columns.covered_by.values())
    if not covers:
        return {}
    reachable = [
        row
        for row in columns.rows_with(SHOWN)
        if row not in columns.covered_by
        and "disabled" not in columns.states.get(row, ())
        and columns.properties.get(row, {}).get("name_from")
        != TREE_ITEM  # `switcher_close` is the arrow of a tree
    ]
    found: dict[int, int] = {}
    for cover in covers:
        inside = [row for row in reachable if _lies_in(columns, row, cover)]
        if not inside:
            # a bare backdrop: the control is in the dialog that is painted over it
            order = columns.paint_order[cover]
            inside = [
                row
                for row in reachable
                if columns.document[row] == columns.document[cover] and columns.paint_order[row] > order
            ]
        closer = _best(columns, inside)
        if closer >= 0:
            found[cover] = closer
    return found


def _best(columns: NodeColumns, rows: list[int]) -> int:
    for way in WAYS_OUT:
        for row in rows:
            if columns.role[row] in BUTTONS and way.search(columns.name.get(row, "")):
                return row
        if way is WAYS_OUT[0]:
            for row in rows:
                if _hinted(columns, row):
                    return row
    buttons = [row for row in rows if columns.role[row] == "button"]
    return buttons[0] if len(buttons) == 1 and len(rows) <= FEW else -1


def _hinted(columns: NodeColumns, row: int) -> bool:
    """Whether the class, title or a data attribute of a control says that it closes something."""
    attributes = columns.attributes[row]
    if columns.role[row] not in BUTTONS or not attributes:
        return False
    for position in range(0, len(attributes), 2):
        name = attributes[position]
        if name.startswith("data-") and name.endswith("-dismiss"):
            return True
        if name in HINTING_ATTRIBUTES and HINTS.search(attributes[position + 1]):
            return True
    return read(attributes, "formmethod") == "dialog"


def _lies_in(columns: NodeColumns, row: int, cover: int) -> bool:
    while row >= 0:
        if row == cover:
            return True
        row = columns.parent[row]
    return False
