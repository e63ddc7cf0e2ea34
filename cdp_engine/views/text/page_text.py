"""Page text made safe for a line of a view: it cannot look like the marks of a view."""

from __future__ import annotations

import re
from itertools import islice

from cdp_engine.observe import NodeColumns

REF_LOOKALIKE = re.compile(r"\[(?=@?[eE][0-9])")
NEEDS_QUOTES = re.compile(r"[\[\]\"=]|(?:^|\s)\+")
INVISIBLE: dict[int, None] = dict.fromkeys(
    (
        *range(0x20),
        *range(0x7F, 0xA0),
        0xAD,
        0x34F,
        0x61C,
        *range(0x115F, 0x1161),
        *range(0x180B, 0x1810),
        0x200B,
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        *range(0xFE00, 0xFE0E),  # variants of glyphs, in which whole texts can be hidden; those of emoji stay
        0x3164,
        0xFFA0,
        *range(0xFFF0, 0xFFFC),
        *range(0x1D173, 0x1D17B),
        *range(0xE0000, 0xE1000),
        *range(0xD800, 0xF900),  # lone surrogates, and the private glyphs of icon fonts
    )
)

_UNDRAWN = re.compile("[\u034f\u115f\u1160\u180b-\u180f\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef]")
"""Characters that Python counts as printable and that draw nothing."""

CONTROL_SIGNS: dict[int, str | None] = {
    **{code: None for code in INVISIBLE if chr(code) not in "\t\n\r" and not 0xE000 <= code < 0xF900},
    **dict.fromkeys(range(0xD800, 0xE000)),
    **dict.fromkeys((0x2028, 0x2029), " "),
}
"""Control, direction and invisible characters go; separators of lines and paragraphs become spaces."""


def harmless(text: str) -> str:
    """Text as it is, over several lines, without the signs that steer or forge what a reader sees."""
    return text.translate(CONTROL_SIGNS) if _has_signs(text) else text


def _has_signs(text: str) -> bool:
    return not text.isprintable() or (not text.isascii() and _UNDRAWN.search(text) is not None)


def plain(text: str, limit: int = 0) -> str:
    """Text on one line: white space normalised, control, direction and invisible characters removed.

    With a `limit`, a longer text is cut and ends with the number of characters left out.
    """
    over = len(text) - limit if limit else 0
    if over > 0:
        text = text[:limit]
    text = " ".join(text.split())
    if not (text.isascii() and text.isprintable()) and _has_signs(text):
        # joiners between letters belong to the script (Persian, emoji): remove only direction and control marks
        text = text.translate(INVISIBLE).strip()
    return f"{text}… ({over} more characters)" if over > 0 else text


def body(text: str, limit: int = 0) -> str:
    """Text between the elements of a line, with any `[e12` of its own escaped."""
    text = plain(text, limit)
    return REF_LOOKALIKE.sub("[\\\\", text) if "[" in text else text


def first(text: str) -> str:
    """Text at the start of a line, with marks of headings and sections escaped."""
    return "\\" + text if text.startswith(("#", "--", "![")) else text


def label(text: str, limit: int = 0) -> str:
    """A name inside an element's brackets; quoted where it contains special characters."""
    text = plain(text, limit)
    return quoted(text) if NEEDS_QUOTES.search(text) else text


def quoted(text: str, limit: int = 0) -> str:
    """Text in double quotes."""
    text = plain(text, limit).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{REF_LOOKALIKE.sub("[" + chr(92) * 2, text)}"'


def quoted_lines(text: str, limit: int = 0) -> str:
    """A value of several lines in double quotes, with `\\n` between them; the indentation of lines is kept."""
    if "\n" not in text.strip("\n"):
        return quoted(text, limit)
    over = len(text) - limit if limit else 0
    lines = (text[:limit] if over > 0 else text).rstrip().split("\n")
    kept = [" " * (len(line) - len(line.lstrip(" "))) + quoted(line)[1:-1] for line in lines]
    rest = f"… ({over} more characters)" if over > 0 else ""
    joined = "\\n".join(kept)
    return f'"{joined}{rest}"'


def squeezed(text: str) -> str:
    """Only the letters and digits, in lower case, for comparisons that ignore spacing."""
    return "".join(filter(str.isalnum, text.casefold()))


def is_preformatted(columns: NodeColumns, row: int) -> bool:
    """Whether a text keeps its lines and their indentation."""
    return any(columns.tag[above] in ("pre", "textarea") for above in islice(columns.ancestors(row), 4))
