"""The words of a label, and what of them counts when two are compared (pure)."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"[\s(\[,–-]*(?:optional|required|opcional|obligatorio|facultatif|opzionale|optioneel)[)\]]*\Z"
)
"""What forms write behind a label: `Category (optional)`."""
_UNSEEN: dict[int, None] = dict.fromkeys((0x00AD, 0x200B, 0x2060, 0xFEFF))
"""Characters that only say where a line may break."""


def plain(text: str) -> str:
    """A text without white space around it and unseen characters."""
    return " ".join((text if text.isascii() else text.translate(_UNSEEN)).split())


def bare(text: str) -> str:
    """A label whatever its case, without the marks at its ends."""
    return text.casefold().strip(" *:…")


def unmarked(text: str) -> str:
    """A label without the word that says whether its field must be filled."""
    return bare(_MARK.sub("", bare(text))) or bare(text)
