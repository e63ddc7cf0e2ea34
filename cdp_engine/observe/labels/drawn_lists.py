"""The controls that libraries draw beside a `<select>` which they hide, and the names that their lists give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.accessible_name import Names
from cdp_engine.observe.sources.document_table import DocumentTable

VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
LIST_FIELDS = words("combobox listbox")
LISTS = words("ul ol")
DRAWN_LIST_TAGS = words("a div span")
"""Tags of the controls that libraries draw in place of a list without saying what they are."""


def drawn_lists(columns: NodeColumns, document: DocumentInfo) -> tuple[dict[int, int], dict[int, int]]:
    """The controls that a library draws beside a `<select>` which it hides, and the row of that.

    First those that do not say what they are, but show one of the options, or all of them in a hidden list; then those
    with a role of their own, and the text fields among the chips of several choices.
    """
    nameless, named = dict[int, int](), dict[int, int]()
    for select in columns.rows_of("select", document.first_row, document.end_row):
        if columns.flags[select] & VISIBLE:
            continue
        for beside in _elements_beside(columns, document, select):
            inside = [beside, *columns.rows_within(beside, document.end_row)]
            control = _control_among(columns, select, inside)
            if control < 0 or not columns.flags[control] & VISIBLE:
                continue
            if _has_role(columns, select, control):
                named[control] = select
            elif _shows_options(columns, select, control, inside, document.end_row):
                nameless[control] = select
    return nameless, named


def _control_among(columns: NodeColumns, select: int, rows: Sequence[int]) -> int:
    """The first control of some rows; of a list of several, the text field: buttons of its chips come first."""
    controls = [row for row in rows if columns.flags[row] & INTERACTIVE]
    fields = [row for row in controls if columns.tag[row] == "input"] if _takes_many(columns, select) else []
    return next(iter(fields or controls), -1)


def _takes_many(columns: NodeColumns, select: int) -> bool:
    return "multiple" in columns.attributes[select][::2]


def _has_role(columns: NodeColumns, select: int, control: int) -> bool:
    role = read_text(columns.attributes[control], "role")
    is_field = columns.tag[control] == "input" and not role and _takes_many(columns, select)
    return role in LIST_FIELDS or is_field


def _shows_options(columns: NodeColumns, select: int, control: int, inside: Sequence[int], end: int) -> bool:
    """Whether a control that does not say what it is shows an option of a list, or all of them in a hidden one."""
    if read_text(columns.attributes[control], "role"):
        return False
    text = text_in(columns, control)
    if text and columns.tag[control] in DRAWN_LIST_TAGS and not _takes_many(columns, select):
        options = options_of(columns, select, end)
        return text in options or ("" in options and _lists_only(columns, options, control, inside))
    if columns.tag[control] != "button" or _says_its_name(columns, control):
        return False
    return options_of(columns, select, end) <= {
        columns.text[row].strip() for row in inside if columns.kind[row] == TEXT
    }


def _lists_only(columns: NodeColumns, options: set[str], control: int, rows: Sequence[int]) -> bool:
    """Whether a list of options, or an empty one, is drawn among some rows beside a control that is not a link.

    What the control says may be a hint then, as nothing is chosen (Chosen).
    """
    if not any(columns.tag[row] in LISTS for row in rows) or "href" in columns.attributes[control][::2]:
        return False
    return all(text_in(columns, row) in options for row in rows if columns.tag[row] == "li")


def options_of(columns: NodeColumns, select: int, end: int) -> set[str]:
    """The texts of a list's options."""
    return {text_in(columns, row) for row in columns.rows_within(select, end) if columns.tag[row] == "option"}


def _says_its_name(columns: NodeColumns, row: int) -> bool:
    """Whether an author gave an element a name of its own."""
    return any(name in ("aria-label", "aria-labelledby") for name in columns.attributes[row][::2])


def _elements_beside(columns: NodeColumns, document: DocumentInfo, row: int) -> list[int]:
    """The element before a row, and the one after it."""
    kinds, parents, parent = columns.kind, columns.parent, columns.parent[row]
    above = range(row - 1, max(parent, document.first_row), -1)
    before = next((at for at in above if parents[at] == parent and kinds[at] == ELEMENT), -1)
    below = range(row + 1, document.end_row)
    after = next((at for at in below if parents[at] <= parent and kinds[at] == ELEMENT), -1)
    return [at for at in (before, after) if at >= 0 and parents[at] == parent]


def text_in(columns: NodeColumns, row: int) -> str:
    """The text of the first line of an element: what a drawn list shows, or an option is called."""
    texts = (columns.text[at] for at in columns.rows_within(row) if columns.kind[at] == TEXT)
    return " ".join(next(filter(str.strip, texts), "").split())


def name_drawn_lists(
    columns: NodeColumns,
    document: DocumentInfo,
    table: DocumentTable,
    labels: dict[int, int],
    beside: Mapping[int, int],
) -> None:
    """Name the controls beside hidden lists by the labels of those, where they are only named by what they show.

    `beside` are those controls and the rows of their lists.
    """
    if not beside:
        return
    names = Names(columns, document, table, labels)
    for control, select in beside.items():
        own = columns.name.get(control, "")
        if (not own or own in names.text(control)) and (name := names.name(select, "combobox")):
            columns.name[control] = name
            give_label(columns, select, control)


def give_label(columns: NodeColumns, select: int, control: int) -> None:
    """The label of a hidden list is that of the control drawn for it."""
    for label, named in list(columns.labels.items()):
        if named == select:
            columns.labels[label] = control
