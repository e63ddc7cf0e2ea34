"""What an element shows beside its name. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from cdp_engine.observe import Flag, NodeColumns, Snapshot
from cdp_engine.views.text.page_text import squeezed

VISIBLE, SHOWN = int(Flag.VISIBLE), int(Flag.VISIBLE | Flag.INTERACTIVE)
TEXT = 3
LONGEST = 40
"""The most characters of the words of a row on the line of its ref."""
PICTURES = frozenset(("img", "canvas", "svg"))
CELLS = frozenset(("cell", "gridcell", "rowheader"))
_CUT = ("…", "...")
_SPACED_SCRIPTS_END = 0x2E80
"""The scripts before this character part their words."""


def child_text(snapshot: Snapshot, row: int) -> bool:
    """Whether anything in a row has text of its own."""
    columns = snapshot.columns
    return any(columns.kind[r] == TEXT and columns.flags[r] & VISIBLE for r in snapshot.rows_below(row))


def texts_said(snapshot: Snapshot, row: int, said: str) -> list[int]:
    """The texts in a row that the name or the value of its control contains."""
    columns = snapshot.columns
    if not squeezed(said):
        return []
    texts = (r for r in snapshot.rows_below(row) if columns.kind[r] == TEXT)
    return [r for r in texts if contains_words(said, columns.text[r])]


def texts_of_value(snapshot: Snapshot, row: int, text: str) -> list[int]:
    """The texts in a list's field, with this text in all, that its value repeats."""
    columns = snapshot.columns
    if columns.role[row] != "combobox" or not holds_text(columns, row, text):
        return []
    return texts_said(snapshot, row, columns.value.get(row, ""))


def texts_of_label(snapshot: Snapshot, row: int) -> list[int]:
    """The texts in a label that its control's line repeats."""
    columns = snapshot.columns
    control = columns.labels[row]
    shown = columns.flags[control] & SHOWN == SHOWN
    return texts_said(snapshot, row, columns.name.get(control, "")) if shown else []


def holds_text(columns: NodeColumns, row: int, text: str) -> bool:
    """Whether the value of a field, or the options of a list, which its line shows, is its text."""
    if columns.tag[row] == "select":  # its open picker is drawn in it where style sheets say so
        return True
    match columns.role[row]:
        case "textbox":
            return True
        case "spinbutton":
            return row in columns.value
        case "combobox":
            value = columns.value.get(row, "")
            label = columns.name.get(row, "")  # may be drawn in the same box
            return squeezed(text) in (squeezed(value), squeezed(label + value))
        case _:
            return False


def repeats_text(columns: NodeColumns, row: int, text: str, inner: int = 0) -> bool:
    """Whether an element's text says its name, ignoring white space, case and punctuation: not that of a label.

    Nor does what a list shows as chosen, which may have the words of its name: "Choose size" of a "Size".
    `inner` is the number of controls in it: what these are called need not be in the text.
    """
    name = columns.name.get(row, "")
    if columns.properties.get(row, {}).get("name_from") == "label":
        return False
    if (
        columns.role[row] == "combobox"
        and name != text
        and squeezed(text) == squeezed(columns.value.get(row, ""))
    ):
        return False
    if name == text:
        return True
    bare = squeezed(text)
    if squeezed(name) in bare or contains_words(name, text):
        return True
    own = squeezed(without_inner(columns, row, name)) if inner else ""
    return bool(own) and own in bare


def contains_words(said: str, text: str) -> bool:
    """Whether a text is part of another, ignoring white space, case and punctuation, and no part of a word of it."""
    bare, drawn = squeezed(said), squeezed(text)
    at = bare.find(drawn)
    if at < 0 or not drawn or bare == drawn:
        return at == 0
    if text.rstrip().endswith(_CUT) or ord(max(drawn)) >= _SPACED_SCRIPTS_END:
        return True
    spaced = "".join(char if char.isalnum() else " " for char in said.casefold())
    words = spaced.split()
    if len(words) == 1 and at == 0 and drawn.isalpha():
        return True  # short for it: the S of Small
    ends = [0, *accumulate(map(len, words))]
    while at >= 0:
        if at in ends and at + len(drawn) in ends:
            return True
        at = bare.find(drawn, at + 1)
    return False


def name_and_rest(name: str, text: str) -> tuple[str, str]:
    """The name of a control, and its visible text that the name does not contain."""
    if not name or not text or text == name:
        return name or text, ""
    if contains_words(name, text):
        return name, ""
    return (text, "") if squeezed(name) in squeezed(text) else (name, text)


def without_inner(columns: NodeColumns, row: int, name: str) -> str:
    """The name of an element without those of the controls in it, which are on lines of their own."""
    for at in _parts_of(columns, row):
        inner = columns.name.get(at, "") if columns.flags[at] & SHOWN == SHOWN else ""
        name = name.replace(inner, " ") if inner else name
    return " ".join(name.split())


def _parts_of(columns: NodeColumns, row: int) -> Iterator[int]:
    """The rows in an element, of the controls in it none but their own."""
    at, end = row + 1, columns.end_of(row)
    while at < end:
        yield at
        at = columns.end_of(at) if columns.flags[at] & SHOWN == SHOWN else at + 1


def _is_seen_text(columns: NodeColumns, row: int) -> bool:
    return bool(columns.kind[row] == TEXT and columns.flags[row] & VISIBLE)


def words_within(columns: NodeColumns, row: int) -> str:
    """The first words of an element that begins with a control, which follow on a line of their own."""
    at = _text_after_control(columns, row)
    words = "" if at < 0 else " ".join(columns.text[at].split())
    return words if len(words) <= LONGEST else words[:LONGEST].rsplit(" ", 1)[0] + "…"


def _text_after_control(columns: NodeColumns, row: int) -> int:
    """The first text of an element in which a control comes before anything else; -1 for none."""
    after = False
    for at in _parts_of(columns, row):
        if columns.flags[at] & SHOWN == SHOWN:
            if columns.role[at] in CELLS:
                return -1  # it names its row itself
            after = True
        elif _is_seen_text(columns, at) and squeezed(columns.text[at]):
            return at if after else -1
        elif columns.flags[at] & VISIBLE and columns.tag[at] in PICTURES and not after:
            return -1
    return -1


def is_inner(columns: NodeColumns, row: int, inner: int) -> bool:
    """Whether the only interactive element in another contains all of its text, so that the outer line omits it.

    `inner` is the number of interactive elements in it.
    """
    if inner > 1:
        return False
    return not any(
        _is_seen_text(columns, at) and not columns.text[at].isspace() for at in _parts_of(columns, row)
    )
