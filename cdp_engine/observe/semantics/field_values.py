"""The values of form fields, without secret ones (VD-08). Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from cdp_engine.observe.drawn.field_boxes import POPUPS
from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.document_table import DocumentTable

VISIBLE = int(Flag.VISIBLE)
CROSSES = frozenset("×✕✖✗⨯")
HINT = re.compile(r"(?<!\S)(?:\w+[-_]+)*placeholder(?!\S)")
"""A class such as `select__placeholder`: not `has-placeholder-text`, nor a rule for `placeholder:`."""
HINT_MARKS = ("data-placeholder", "data-placeholder-shown")
"""Attributes that say so on the field itself, as Radix and Ark UI write them."""
ARROW = re.compile(
    r"(chevron|caret|arrow|triangle|angle)([-_ ]\w+)*|down|drop[-_ ]?down|unfold[-_ ]more", re.I
)
"""What components call the arrow of a list's field."""
FIELDS = words("input textarea")
VALUELESS_INPUTS = words("checkbox radio submit reset button image hidden")
_FILES = "C:\\fakepath\\"
"""The folder that browsers name in place of the one in which a file lies."""


def clean_values(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Keep the meaningful values, and none of a secret field (VD-08)."""
    first = document.first_row
    for row in table.secret:
        columns.flags[row + first] |= Flag.REDACTED
        columns.value.pop(row + first, None)
    for row in list(table.values):
        row += first
        if columns.tag[row] == "input" and row in columns.value:
            write_input_value(columns, row, columns.value[row])
    for row in sorted(table.selected):  # in the order of the page
        select = columns.parent[row + first]
        while select >= first and columns.tag[select] != "select":
            select = columns.parent[select]
        if select >= first:
            text = _option_text(columns, row + first)
            columns.value[select] = f"{columns.value[select]}, {text}" if select in columns.value else text


def write_input_value(columns: NodeColumns, row: int, value: str) -> None:
    """Write the value of an input, none where it is none for a reader; of a field of files its first file."""
    kind = (read(columns.attributes[row], "type") or "text").lower()
    if kind in VALUELESS_INPUTS:
        columns.value.pop(row, None)
    else:
        columns.value[row] = value.removeprefix(_FILES) if kind == "file" else value


def drawn_value(columns: NodeColumns, row: int, text: str) -> str:
    """The value in the text of a drawn field: without the label that a custom element draws in it, as its attribute
    or the field's name says. That of a list's field is also without the hint that it draws while nothing is chosen, the
    buttons that clear it or take a choice away, the crosses drawn for them, and what only measures its text (a dot)."""
    label = read_text(columns.attributes[row], "label").strip()
    if not label and columns.role[row] == "combobox":
        label = _label_within(columns, row)
    if label:
        return text.removeprefix(label).lstrip("* ")
    if columns.role[row] != "combobox":
        return text
    if any(_is_popup(columns, at, row) and columns.flags[at] & VISIBLE for at in columns.rows_within(row)):
        return _drawn_within(columns, row, "")
    value = "" if is_hint(columns.attributes[row]) else _value_of_list(columns, row, text)
    # What shows the value may have the name of the field, too.
    return _drawn_within(columns, row, value) if value and value == columns.name.get(row) else value


def _is_popup(columns: NodeColumns, row: int, field: int) -> bool:
    """Whether an element is a list that opens in its field, and not one of what is chosen there."""
    attributes = columns.attributes[row]
    if not attributes or read_text(attributes, "role") not in POPUPS:
        return False
    named = (read_text(columns.attributes[field], name).split() for name in ("aria-controls", "aria-owns"))
    if any(read_text(attributes, "id") in ids for ids in named):
        return True
    inside = (columns.attributes[at] for at in columns.rows_within(row))
    options = [read_text(one, "aria-selected") for one in inside if read_text(one, "role") == "option"]
    return not options or set(options) != {"true"}


def _drawn_within(columns: NodeColumns, row: int, otherwise: str) -> str:
    """What is drawn in a field beside its buttons and its hint, piece by piece; `otherwise` where it draws no text."""
    seen = [at for at in columns.rows_within(row) if columns.kind[at] == TEXT and columns.flags[at] & VISIBLE]
    beside = {
        inner
        for at in columns.rows_within(row)
        if at != row
        and (columns.tag[at] == "button" or _is_popup(columns, at, row) or is_hint(columns.attributes[at]))
        for inner in columns.rows_within(at)
    }
    texts = (columns.text[at] for at in seen if at not in beside and columns.text[at].strip() not in CROSSES)
    return " ".join(" ".join(texts).split()) if seen else otherwise


def _value_of_list(columns: NodeColumns, row: int, text: str) -> str:
    """The value in the text of a list's field."""
    inside = list(columns.rows_within(row))
    seen = {at for at in inside if columns.flags[at] & VISIBLE}
    if not any(columns.kind[at] == TEXT for at in seen):
        fields = [at for at in inside if at in seen and columns.tag[at] == "input"]
        if fields:  # a field in it shows the value; the text is its name
            return " ".join(filter(None, (columns.value.get(at, "") for at in fields)))
    for part in _parts_beside(columns, inside):
        text = text.replace(part, " ", 1) if part else text
    return " ".join(_without_unseen(columns, inside, seen, text).split()).removesuffix(" .").removeprefix(".")


def _parts_beside(columns: NodeColumns, inside: Sequence[int]) -> Iterator[str]:
    """What a list's field says that is not its value: its hint, its buttons, crosses and arrow, the name of a field."""
    in_buttons: set[int] = set()
    for row in inside:
        attributes, said = columns.attributes[row], columns.text[row].strip()
        if is_hint(attributes):
            yield _called(columns, row)
        elif columns.tag[row] == "button" or (attributes and read_text(attributes, "role") == "button"):
            yield _called(columns, row)
            in_buttons.update(columns.rows_within(row))
        elif columns.tag[row] in FIELDS:
            yield read_text(attributes, "aria-label").strip() or _label_of(columns, row)
        elif attributes and ARROW.fullmatch(label := read_text(attributes, "aria-label").strip()):
            yield label
        elif row not in in_buttons and said in CROSSES:
            yield said


def _without_unseen(columns: NodeColumns, inside: Sequence[int], seen: Container[int], text: str) -> str:
    """The text without what nobody sees of it, as a copy that measures it; the same words that are seen stay."""
    texts = [row for row in inside if columns.kind[row] == TEXT]
    drawn = " ".join(columns.text[row] for row in texts if row in seen)
    for row in texts:
        said = " ".join(columns.text[row].split())
        if row in seen or not said:
            continue
        whole = re.compile(rf"(?<!\w){re.escape(said)}(?!\w)")
        found = list(whole.finditer(text))
        if len(found) > len(whole.findall(drawn)):
            text = f"{text[: found[-1].start()]} {text[found[-1].end() :]}"
    return text


def is_hint(attributes: Attributes) -> bool:
    """Whether a page draws a hint in an element, as its class or its mark says, while a field is empty."""
    if not attributes:
        return False
    if any(name in attributes[::2] and read_text(attributes, name) in ("", "true") for name in HINT_MARKS):
        return True
    said = read_text(attributes, "class")
    return "placeholder" in said and HINT.search(said) is not None


def says_hint(columns: NodeColumns, around: int, text: str) -> bool:
    """Whether a text is the hint that is drawn in a box."""
    return any(
        is_hint(columns.attributes[row]) and _called(columns, row) == " ".join(text.split())
        for row in columns.rows_within(around)
    )


def _label_within(columns: NodeColumns, row: int) -> str:
    """The label that floats within the field that it names; what shows the value may name the field, too."""
    ids = read_text(columns.attributes[row], "aria-labelledby").split()
    for inner in columns.rows_within(row) if ids else ():
        attributes = columns.attributes[inner]
        is_named = inner != row and attributes and read_text(attributes, "id") in ids
        if is_named and "label" in read_text(attributes, "class").lower():
            return _text_of(columns, inner)
    return ""


def _label_of(columns: NodeColumns, field: int) -> str:
    """The text of the label of a field, which is its name in the text of what holds it."""
    if name := columns.name.get(field, ""):
        return name
    own = read_text(columns.attributes[field], "id")
    labels = (
        row for row in columns.rows_of("label") if own and read_text(columns.attributes[row], "for") == own
    )
    return next((_text_of(columns, row) for row in labels), "")


def _called(columns: NodeColumns, button: int) -> str:
    said = read_text(columns.attributes[button], "aria-label").strip()
    return said or _text_of(columns, button, drawn=True)


def _option_text(columns: NodeColumns, option: int) -> str:
    label = read_text(columns.attributes[option], "label")
    if label:
        return label
    return _text_of(columns, option, drawn=True)


def _text_of(columns: NodeColumns, row: int, *, drawn: bool = False) -> str:
    """The text in an element, without comments, which components leave in it; `drawn`: with what its styles add."""
    parts = (
        columns.text[part]
        for part in columns.rows_within(row)
        if columns.kind[part] == TEXT or (drawn and columns.tag[part].startswith("::"))
    )
    return " ".join("".join(parts).split())
