"""Masks card and social security numbers in form fields before any view is rendered (VD-08). Pure."""

from __future__ import annotations

import re

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Attributes, NodeColumns
from cdp_engine.observe.semantics.sensitive_fields import concealed

NUMBER = re.compile(r"(?<![\d.])\d(?:[ \-.\u00a0\u2009]?\d){12,18}(?!\d)")
FRACTION = re.compile(r"\d+\.\d{7,}")
"""A number between two whole ones, such as the position of a slider; groups of a card number are shorter."""
SOCIAL = re.compile(r"(?<!\d)(?!000|666|9\d\d)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?!\d)")
BARE_SOCIAL = re.compile(r"(?<!\d)(?!000|666|9\d\d)\d{9}(?!\d)")
SOCIAL_FIELD = re.compile(r"ssn|social.?sec", re.IGNORECASE)
CARD_FIELDS = frozenset(("cc-number", "cc-csc"))
_CHOICES = frozenset(("button", "checkbox", "image", "radio", "reset", "submit"))
"""Kinds of `<input>` whose value is the page's own, not typed."""
KEPT = 4
"""The number of last digits of a card number that stay readable, as on a receipt."""


def masked(text: str) -> str:
    """The text with card numbers (13–19 digits that pass the Luhn check) and social security numbers masked."""
    if sum(map(str.isdigit, text)) < 9:
        return text
    text = NUMBER.sub(lambda found: _starred(found[0], KEPT) if _is_card(found[0]) else found[0], text)
    return SOCIAL.sub(lambda found: _starred(found[0], 0), text)


def _is_card(text: str) -> bool:
    return passes_luhn(text) and not FRACTION.fullmatch(text)


def passes_luhn(text: str) -> bool:
    """Whether the digits of a text form a number with a valid check digit."""
    digits = [int(character) for character in text if character.isascii() and character.isdigit()]
    if len(set(digits)) < 2:
        return False
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return (sum(digits[::-2]) + sum(doubled)) % 10 == 0


def mask_values(columns: NodeColumns) -> None:
    """Mask the contents of a snapshot's form fields, in values, attributes and the text of text areas."""
    for row, value in columns.value.items():
        safe = _of_field(value, columns.attributes[row], columns.name.get(row, ""))
        if safe is not value:
            columns.value[row] = safe
    tags = columns.tag
    for row in columns.rows_of("input"):
        columns.attributes[row] = _attributes(columns.attributes[row], columns.name.get(row, ""))
    for area in columns.rows_of("textarea"):
        row = area + 1
        while row < len(tags) and columns.parent[row] >= area:
            if columns.parent[row] == area and tags[row] == "#text":
                columns.text[row] = _of_field(
                    columns.text[row], columns.attributes[area], columns.name.get(area, "")
                )
            row += 1


def mask_field(columns: NodeColumns, row: int) -> None:
    """The same for the value and the attributes of one element."""
    name = columns.name.get(row, "")
    if row in columns.value:
        columns.value[row] = _of_field(columns.value[row], columns.attributes[row], name)
    if columns.tag[row] == "input":
        columns.attributes[row] = _attributes(columns.attributes[row], name)


def _attributes(attributes: Attributes, label: str) -> Attributes:
    if read_text(attributes, "type") in _CHOICES:
        return attributes
    for position in range(0, len(attributes), 2):
        if attributes[position] in ("value", "data-value"):
            safe = _of_field(attributes[position + 1], attributes, label)
            if safe is not attributes[position + 1]:
                attributes = (*attributes[: position + 1], safe, *attributes[position + 2 :])
    return attributes


def _of_field(value: str, attributes: Attributes, label: str) -> str:
    """A field's masked value; the field's purpose counts even where the number itself is not recognised."""
    if not value:
        return value
    safe = _numbers(value, attributes) if any(map(str.isdigit, value)) else value
    return safe if safe != value else concealed(value, attributes, label)


def _numbers(value: str, attributes: Attributes) -> str:
    for word in read_text(attributes, "autocomplete").lower().split():
        if word in CARD_FIELDS:
            return _starred(value, KEPT if word == "cc-number" and len(value) > 2 * KEPT else 0)
    safe = masked(value)
    if BARE_SOCIAL.search(safe):
        names = (read_text(attributes, name) for name in ("name", "id", "aria-label", "placeholder"))
        if any(SOCIAL_FIELD.search(name) for name in names):
            return BARE_SOCIAL.sub(lambda found: _starred(found[0], 0), safe)
    return safe


def _starred(text: str, kept: int) -> str:
    digits = sum(map(str.isdigit, text))
    place = 0
    parts: list[str] = []
    for character in text:
        if character.isdigit():
            place += 1
            parts.append(character if place > digits - kept else "*")
        else:
            parts.append(character)
    return "".join(parts)
