"""Finds the control that closes a cover: the close button of a dialog, the button of a cookie banner (EX-03). Pure."""

from __future__ import annotations

import re
from collections.abc import Set
from itertools import islice

from cdp_engine.observe.model.attributes import read
from cdp_engine.observe.model.columns import Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import TREE_ITEM

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
BUTTONS = frozenset(("button", "link", "", "menuitem", "generic", "image"))

CLOSES = re.compile(r"\b(?:close|dismiss|schlie(?:ß|ss)en|fermer|cerrar|chiudi|sluiten|fechar|zamknij)\b"
                    r"|^\s*[×✕✖✗⨯xX]\s*$", re.I)  # fmt: skip
DECLINES = re.compile(
    r"\b(?:no,? thanks|not now|maybe later|(?<!for )later|skip|cancel|reject|decline|refuse|deny|necessary only|"
    r"only (?:the )?(?:necessary|essential|required)|(?:don['’]t|do not) (?:accept|agree|allow|enable)|"
    r"without (?:accepting|agreeing)|ablehnen|abbrechen|nicht jetzt|refuser|sans accepter|annuler|rechazar|"
    r"cancelar|rifiuta|annulla|weigeren)\b|^\s*(?:no|nein|non|nee|não|nie)\s*(?:[,.!–—-]|$)",
    re.I,
)
ACKNOWLEDGES = re.compile(
    r"^\s*(?:got it|ok(?:ay)?|(?:i )?underst(?:an|oo)d|done|continue|verstanden|compris|entendido|ho capito|"
    r"begrepen)\W*$",
    re.I,
)
"""Taken only where the cover asks nothing: there, it would answer a question or send a form."""
AGREES = re.compile(
    r"\b(?:yes|accept|agree|allow|enable|confirm|delete|remove|save|submit|send|create|buy|pay|order|book|subscribe|"
    r"install|download|sign|log ?in|ja|oui|sí|sim|akzeptieren|zustimmen|erlauben|löschen|speichern|accepter|autoriser|"
    r"supprimer|aceptar|permitir|eliminar|accetta|consenti|elimina|accepteren|toestaan|verwijderen|aceitar)\b",
    re.I,
)
"""What does more than close: never the way out, unless it declines."""
FIELDS = frozenset(
    ("textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton")
)
HINTING_ATTRIBUTES = frozenset(("class", "id", "title", "data-testid", "data-action"))
OPENS = frozenset(("expanded", "collapsed"))
BARS = frozenset(("banner", "navigation", "toolbar", "menubar", "tablist"))
FIELD_LEVELS, FIELD_CONTROLS = 3, 2
"""How many boxes around a control may be that of a field, and how many controls such a box has."""
FEW = 3
"""The most controls of a notice whose only button closes it."""
HINTS = re.compile(r"close|dismiss", re.I)


def find_dismiss_controls(columns: NodeColumns, sticky: Set[int]) -> dict[int, int]:
    """Row of each cover -> row of the control that closes it, where one is found.

    None of a cover in `sticky`: what is scrolled under it is in the same box, which a control in it closes.
    """
    covers = set(columns.covered_by.values()).difference(sticky)
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
        inside = _painted_over(columns, inside, cover)
        # A cover that is a control itself says so: a button that lies over another closes nothing.
        controls = [row for row in inside if row != cover or CLOSES.search(columns.name.get(row, ""))]
        boxes = {cover}
        if not inside and not _shows_text(columns, cover):
            order = columns.paint_order[cover]
            later = (row for row in reachable if columns.paint_order[row] > order)
            over = {row: box for row in later if (box := _box_over(columns, row, cover)) >= 0}
            controls, boxes = list(over), set(over.values())
        closer = _best(columns, controls, boxes)
        if closer >= 0:
            found[cover] = closer
    return found


def _painted_over(columns: NodeColumns, rows: list[int], cover: int) -> list[int]:
    """Those controls in a cover that are painted over what it covers: those of the page from which a menu hangs, say,
    are beneath it themselves."""
    under = [covered for covered, over in columns.covered_by.items() if over == cover]
    orders = {
        columns.document[row]: columns.paint_order[row]
        for row in sorted(under, key=columns.paint_order.__getitem__)
    }
    return [row for row in rows if columns.paint_order[row] >= orders.get(columns.document[row], 0)]


def _box_over(columns: NodeColumns, row: int, backdrop: int) -> int:
    """The row of the box, such as a dialog, that holds a control and lies over a backdrop; -1 for none."""
    area, order = columns.bounds[backdrop], columns.paint_order[backdrop]
    if area is None or columns.document[row] != columns.document[backdrop]:
        return -1
    around = set(columns.upwards(backdrop))
    box = -1
    for above in columns.upwards(row):
        if above in around:
            break
        bounds = columns.bounds[above]
        if bounds is not None and bounds[2] * bounds[3] and columns.paint_order[above] > order:
            box = above
    bounds = columns.bounds[box] if box >= 0 else None
    if bounds is None:
        return -1
    (x, y, width, height), (left, top, wide, high) = bounds, area
    within = left - 1 <= x and top - 1 <= y and x + width <= left + wide + 1 and y + height <= top + high + 1
    return box if within else -1


def _best(columns: NodeColumns, rows: list[int], boxes: set[int]) -> int:
    """The row of the control that closes a cover, of those in its boxes; -1 where each does something else."""
    names = {row: columns.name.get(row, "") for row in rows if columns.role[row] in BUTTONS}
    names = {row: name for row, name in names.items() if DECLINES.search(name) or not AGREES.search(name)}
    for row, name in names.items():
        if CLOSES.search(name):
            return row
    apart = {row: name for row, name in names.items() if not _clears_field(columns, row)}
    for row in apart:
        if _hinted(columns, row):
            return row
    for row, name in apart.items():
        if DECLINES.search(name):
            return row
    if _asks(columns, rows, boxes):
        return -1
    for row, name in names.items():
        if ACKNOWLEDGES.search(name):
            return row
    only = _only_button(columns, rows)
    return only if only in names else -1


def _clears_field(columns: NodeColumns, row: int) -> bool:
    """Whether a control lies in the box of a text field, whose contents it takes away."""
    for around in islice(columns.ancestors(row), FIELD_LEVELS):
        inside = [one for one in columns.rows_within(around) if columns.flags[one] & SHOWN == SHOWN]
        if len(inside) > FIELD_CONTROLS:
            return False
        if any(columns.tag[one] == "input" and columns.role[one] in FIELDS for one in inside):
            return True
    return False


def _only_button(columns: NodeColumns, rows: list[int]) -> int:
    """The only button among the few controls of a notice; -1 where there is another, or it belongs to the page."""
    buttons = [row for row in rows if columns.role[row] == "button"]
    if len(buttons) != 1 or len(rows) > FEW or _opens(columns, buttons[0]) or _is_in_bar(columns, buttons[0]):
        return -1
    return buttons[0]


def _opens(columns: NodeColumns, row: int) -> bool:
    """Whether a control says that it opens or closes something else."""
    return not OPENS.isdisjoint(columns.states.get(row, ())) or "haspopup" in columns.properties.get(row, {})


def _is_in_bar(columns: NodeColumns, row: int) -> bool:
    """Whether a control is in the bar of a page, which stays."""
    return any(columns.role[above] in BARS for above in columns.upwards(row))


def _asks(columns: NodeColumns, rows: list[int], boxes: set[int]) -> bool:
    """Whether boxes ask a question or have fields."""
    return any(columns.role[row] in FIELDS for row in rows) or any(
        _shows_text(columns, box, "?") for box in boxes
    )


def _shows_text(columns: NodeColumns, row: int, part: str = "") -> bool:
    """Whether a text in a row is shown, or one that has a part."""
    shown = int(Flag.VISIBLE)
    return any(
        part in columns.text[inner] and columns.flags[inner] & shown and columns.text[inner].strip()
        for inner in columns.rows_within(row)
    )


def _hinted(columns: NodeColumns, row: int) -> bool:
    """Whether the class, title or a data attribute of a control says that it closes something."""
    attributes = columns.attributes[row]
    # An item of a menu closes it, too, and does what it is for.
    if columns.role[row] not in BUTTONS or columns.role[row] == "menuitem" or not attributes:
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
