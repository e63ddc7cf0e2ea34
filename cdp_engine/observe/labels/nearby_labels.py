"""Names for interactive elements that have none, from the contents and the surroundings (SX-07). Pure.

Chrome's own name (labels, `aria-…`, title, placeholder) takes precedence. Where there is none, the text next to a
field, the header of its table column or the title of an icon is used, as a person would. An icon without text gets its
name from its class names, and what has no name at all from its developer's words, see `icon_names`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cdp_engine.observe.drawn.drawn_contents import has_text
from cdp_engine.observe.drawn.picture_contents import is_drawing, is_map, part_of_drawing
from cdp_engine.observe.labels.table_headers import (
    CELL_ROLES,
    cell_of,
    first_words,
    headers_of,
    is_alone,
    is_head,
    link_beside,
    only_link,
    shown_text,
)
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import MARK_ROLES, words
from cdp_engine.observe.model.states import repeats_number
from cdp_engine.observe.semantics.accessible_name import drawn_once, said_once
from cdp_engine.observe.semantics.icon_names import (
    DRAWN_WORD,
    icon_in,
    job_in,
    last_resort,
    ligatures_in,
    moment_of,
    title_around,
    title_of,
    tooltip_of_signs,
    without_glyphs,
    without_ligatures,
    word_of_family,
    wordless_rows,
)

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
VISIBLE, INLINE = int(Flag.VISIBLE), int(Flag.INLINE)
COLLECTIONS = words("table ul ol dl select nav")
FIELDS = words("input select textarea")
FIELD_ROLES = words("textbox searchbox combobox listbox checkbox radio switch spinbutton slider")
HELPS = words("a button")
ENTRIES = words("body form tr td th li dt dd fieldset")
"""Tags of parts of a page that each speak for themselves."""
ENDING = re.compile(r"[\s\d.,:%+\-\u2212]+$")
"""The value of a slider after its name (`Size: 10`), or a mark of its scale alone, which does not name it."""
LIMIT = 80
REACH = 200
"""The number of rows that are checked on each side."""
LEVELS = 3
BOX_LEVELS = 8
SLIDER_LEVELS = 5
"""The thumb of a slider lies in boxes of its own (noUiSlider)."""
BARE_ROLES = frozenset(("", "generic"))
TYPED_ROLES = words("textbox spinbutton slider")
SHORT = 8
UNIT = re.compile(r"[\W_]*(?:°\s?[CFK])?[\W_]*")
"""What is written beside a number and says no word: `:`, `%`, `°C`."""
NUMBER = re.compile(rf"-?\d+(?:[.,]\d+)*{UNIT.pattern}")


def add_nearby_labels(
    columns: NodeColumns, document: DocumentInfo, shown: Sequence[int], plain: set[str]
) -> None:
    """Name the unnamed ones of the interactive elements that one document shows; the property `name_from` is the
    source of the name. `plain` are names known to stay as they are, whatever they name; others are added.
    """
    for row in _to_name(columns, document, shown, plain):
        role = columns.role[row]
        is_field = columns.tag[row] in FIELDS or role in FIELD_ROLES
        found = _candidates(columns, document, row, role) if is_field else _pictured(columns, document, row)
        for source, name in found:
            name = " ".join(name.split()).rstrip(":*").strip()
            if len(name) <= LIMIT and not UNIT.fullmatch(name):
                head = "" if is_field else _head_around(columns, document, row)
                columns.name[row] = f"{name} {head}" if head and len(head) <= LIMIT else name
                columns.properties.setdefault(row, {})["name_from"] = source
                break


def _to_name(
    columns: NodeColumns, document: DocumentInfo, rows: Sequence[int], plain: set[str]
) -> Iterator[int]:
    """The elements among some rows that have no name, or none but glyphs."""
    names = columns.name
    ligatures: frozenset[str] | None = None
    for row, name in zip(rows, map(names.get, rows), strict=True):
        if name in plain:
            continue
        if name is not None and DRAWN_WORD.search(name):
            ligatures = ligatures_in(columns, document) if ligatures is None else ligatures
            names[row] = name = without_ligatures(name, ligatures)
        if name is not None and _is_plain(name):
            plain.add(name)
            continue
        if name is not None and not name.isascii():  # no icon font has glyphs among those
            drop_glyphs(columns, row)
            name = names.get(row)
            if name and (tooltip := tooltip_of_signs(columns, row, name)):
                names[row] = name = tooltip
        if name is not None and len(name) <= SHORT and _says_nothing(columns, row, name):
            name = names.pop(row, None) and None
        if name is not None and said_once(name) is not name:
            names[row] = drawn_once(columns, document, row, name)
        if name is None and columns.kind[row] == ELEMENT:
            yield row


def _is_plain(name: str) -> bool:
    """Whether a name has no glyphs and no repetition, and says more than a number."""
    if not name.isascii() or said_once(name) is not name or DRAWN_WORD.search(name):
        return False
    return len(name) > SHORT or not (UNIT.fullmatch(name) or NUMBER.fullmatch(name))


def _says_nothing(columns: NodeColumns, row: int, name: str) -> bool:
    """Whether the name of a field is only the unit of its number, or that number itself."""
    if columns.role[row] not in TYPED_ROLES:
        return False
    if columns.role[row] == "slider" and NUMBER.fullmatch(name):
        return repeats_number(name, columns.value.get(row, ""))
    return UNIT.fullmatch(name) is not None


def drop_glyphs(columns: NodeColumns, row: int) -> None:
    """Remove the glyphs of icon fonts from a name; a name without other characters is dropped."""
    name = columns.name[row]
    kept = without_glyphs(name)
    if kept is not name:
        if kept:
            columns.name[row] = kept
        else:
            del columns.name[row]


def _candidates(columns: NodeColumns, document: DocumentInfo, row: int, role: str) -> list[tuple[str, str]]:
    written = read_text(columns.attributes[row], "data-label")
    found = [("data-label", " ".join(written.split())), ("box around", _of_box(columns, document, row, role))]
    cell = cell_of(columns, document, row)
    if cell >= 0:
        found.append(("table header", headers_of(columns, document, cell)))
    if role in MARK_ROLES:
        found.append(("text after", _after_box(columns, document, row)))
    found.append(("text before", _before(columns, document, row)))
    if cell >= 0:
        found.append(("data-label", read_text(columns.attributes[cell], "data-label")))
        if role in MARK_ROLES:
            found.append(("link", only_link(columns, document, columns.parent[cell])))
            found.append(("row", first_words(columns, document, cell)))
    if role in MARK_ROLES and cell < 0:
        found.append(("link", link_beside(columns, document, row)))
    if role not in MARK_ROLES:
        found.append(("text below", _below(columns, document, row)))
    return [*found, *last_resort(columns, row)]


def _of_box(columns: NodeColumns, document: DocumentInfo, row: int, role: str) -> str:
    """The name of the box around a text field that says it is one itself."""
    for _ in range(BOX_LEVELS if role == "textbox" else 0):
        row = columns.parent[row]
        if row < document.first_row:
            break
        if columns.role[row] == "textbox":
            return columns.name.get(row, "") or read_text(columns.attributes[row], "aria-label")
    return ""


def _pictured(columns: NodeColumns, document: DocumentInfo, row: int) -> list[tuple[str, str]]:
    """The tooltip of an image in a control, or else the image's name."""
    inside = wordless_rows(columns, document, row)
    title = next(filter(None, (title_of(columns, inner) for inner in inside)), "")
    found = [("title inside", title), ("title around", title_around(columns, document, row))]
    found += [("moment", moment_of(columns, row)), ("icon", icon_in(columns, inside))]
    if is_drawing(columns, row):
        return [*found, ("drawing", "drawing")]
    if is_map(columns, row):
        return [*found, *last_resort(columns, row), ("map", "map")]
    if not inside:
        return found
    found.append(("drawing", part_of_drawing(columns, document, row)))
    found.append(("class", job_in(columns, document, row)))
    return [*found, *last_resort(columns, row, inside), ("class", word_of_family(columns, row))]


def _before(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The text directly before a control, or before a box that contains only the control."""
    slides, marks = columns.role[row] == "slider", columns.role[row] in MARK_ROLES
    levels = SLIDER_LEVELS if slides else LEVELS
    components = levels + 1
    while levels and components:
        line = line_before(columns, document, row, slides=slides)
        if slides and line:
            line = ENDING.sub("", line)
        if line is None or line.strip():
            return " ".join((line or "").split())
        parent = columns.parent[row]
        ends = columns.tag[parent] in ("body", "form", "tr") or columns.role[parent] == "row"
        # What is before a box that holds more is not about a check box in it.
        if parent <= document.first_row or ends or (marks and not is_alone(columns, document, row)):
            return ""
        row = parent
        if columns.tag[row] == "slot" or "-" in columns.tag[row]:
            components -= 1  # no box of the page
        else:
            levels -= 1
    return ""


def line_before(
    columns: NodeColumns, document: DocumentInfo, row: int, *, slides: bool = False
) -> str | None:
    """The text before a row in the same element, on its line or the one above; None where something else is there.

    A link or button may be between a label and its field, as "Help"; before what `slides`, its track and its other end.
    """
    line = ""  # read from its end
    passed = False
    for other, text in _written_before(columns, document, row, slides):
        if text is None and not passed and not line.strip() and columns.tag[other] in HELPS:
            passed = True
            continue
        if passed and (text is None or (text.strip() and not _is_free_label(columns, other))):
            return None
        if text is None or (line.strip() and not _is_inline(columns, other)):
            return line if line.strip() else None
        line = text + line
        if line.strip() and not _is_inline(columns, other):
            break
    return line if line.strip() or not passed else None


def _written_before(
    columns: NodeColumns, document: DocumentInfo, row: int, slides: bool
) -> Iterator[tuple[int, str | None]]:
    """The rows before a row in the same element, the nearest first, with their `_written` text; see `line_before`."""
    parents, parent = columns.parent, columns.parent[row]
    for other in range(row - 1, max(parent, row - REACH), -1):
        if parents[other] == parent:
            text = _written(columns, document, other)
            if text is not None or not slides or has_text(columns, other, document.end_row):
                yield other, text


def _written(columns: NodeColumns, document: DocumentInfo, row: int) -> str | None:
    """The text in a row as `_own_text`, also of one that takes a press without the role of a control, as the name in a
    row of settings."""
    text = _own_text(columns, document, row)
    if text is not None or columns.role[row] not in BARE_ROLES or columns.tag[row] in COLLECTIONS:
        return text
    within = (at for at in columns.rows_within(row, document.end_row) if at != row)
    if any(columns.flags[at] & SHOWN == SHOWN or columns.tag[at] in COLLECTIONS for at in within):
        return None
    return shown_text(columns, document, row)


def _is_free_label(columns: NodeColumns, row: int) -> bool:
    """Whether it is a label that does not say which field it is for."""
    return columns.tag[row] == "label" and not read_text(columns.attributes[row], "for")


def _after_box(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The text directly after a check box, or after a box that contains only that."""
    for _ in range(LEVELS):
        text = _after(columns, document, row)
        parent = columns.parent[row]
        if text or parent <= document.first_row or columns.tag[parent] in ENTRIES:
            return text
        if columns.role[parent] in CELL_ROLES or not is_alone(columns, document, row):
            return ""
        row = parent
    return ""


def _after(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    parents, parent = columns.parent, columns.parent[row]
    for other in range(row + 1, min(row + REACH, document.end_row)):
        if parents[other] < parent:
            break
        if parents[other] == parent:
            text = _own_text(columns, document, other)
            if text is None or text.strip():
                return text or ""
    return ""


def _below(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The caption under a field, where both are alone in a box."""
    parent = columns.parent[row]
    for other in range(parent + 1, min(parent + REACH, document.end_row)):
        if columns.parent[other] < parent:
            break
        if other != row and columns.flags[other] & SHOWN == SHOWN:
            return ""
    return _after(columns, document, row) if columns.tag[parent] not in ("body", "form", "tr") else ""


def _is_inline(columns: NodeColumns, row: int) -> bool:
    """Whether a node continues the line it is in."""
    return columns.kind[row] == TEXT or bool(columns.flags[row] & INLINE and columns.tag[row] != "br")


def _own_text(columns: NodeColumns, document: DocumentInfo, row: int) -> str | None:
    """The visible text in a row as written; None for that of an interactive element, a table or a list."""
    if columns.kind[row] == TEXT:
        return columns.text[row] if columns.flags[row] & VISIBLE else ""
    parts: list[str] = []
    current = row
    while current < document.end_row and (current == row or columns.parent[current] >= row):
        if columns.flags[current] & SHOWN == SHOWN or columns.tag[current] in COLLECTIONS:
            return None
        if not _is_inline(columns, current):
            parts.append(" ")
        elif columns.kind[current] == TEXT and columns.flags[current] & VISIBLE:
            parts.append(columns.text[current])
        current += 1
        if len(parts) > 40:
            return ""
    return "".join(parts)


def _head_around(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The text of the column or row in whose header cell a control is: each of them has a filter."""
    cell = cell_of(columns, document, row)
    return shown_text(columns, document, cell) if cell >= 0 and is_head(columns, cell) else ""
