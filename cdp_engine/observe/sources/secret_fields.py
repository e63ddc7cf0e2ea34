"""Removes the contents of secret fields while the browser's replies are read (VD-08).

`captureSnapshot` reports typed passwords in clear text and the DOM keeps `value=` attributes; both are dropped here. A
field that was secret once stays so for the life of its element, also after the page's own "show password", and what was
typed into it is masked wherever else the page shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Attributes, NodeColumns
from cdp_engine.observe.model.html_vocabulary import SECRET_AUTOCOMPLETE
from cdp_engine.observe.sources.document_table import DocumentTable

HIDDEN = "•••"
"""The replacement for a secret where the page repeats it."""
VALUE_ATTRIBUTES = frozenset(("value", "data-value", "defaultvalue"))
"""Where a field's own attributes hold its value; frameworks mirror it under names of their own."""
_STRUCTURAL = frozenset(("class", "for", "id", "name", "role", "style", "type"))
_SHORTEST, _SHORTEST_WITHIN = 4, 6
_KEPT = 16
DROPPED_ATTRIBUTES = frozenset(("srcdoc", "nonce"))
"""Attributes that may hold a whole page, secrets included, or a secret themselves."""

SENSITIVE_ATTRIBUTES = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "data-")
    for name in ("password", "creditcard", "credit-card", "ssn", "cvv", "cvc")
)
"""Attributes by whose names a page says that their values are for nobody else."""


def is_secret(tag: str, attributes: Attributes) -> bool:
    """Whether an element is a field with secret contents."""
    if tag != "input":
        return False
    if read_text(attributes, "type").strip().lower() == "password":
        return True
    # Lists keep the browser from filling in anything by calling their search field a new password.
    if read_text(attributes, "role").strip().lower() == "combobox":
        return False
    return not SECRET_AUTOCOMPLETE.isdisjoint(read_text(attributes, "autocomplete").lower().split())


def without(attributes: Attributes, names: frozenset[str]) -> Attributes:
    """The attributes except some."""
    kept: list[str] = []
    for position in range(0, len(attributes), 2):
        if attributes[position] not in names:
            kept += attributes[position : position + 2]
    return tuple(kept)


def cleaned(tag: str, attributes: Attributes) -> tuple[Attributes, bool]:
    """The attributes that may be kept, and whether the element is a secret field."""
    secret = is_secret(tag, attributes)
    if secret:
        attributes = without(attributes, DROPPED_ATTRIBUTES | VALUE_ATTRIBUTES)
    elif tag in ("iframe", "script", "style", "link"):
        attributes = without(attributes, DROPPED_ATTRIBUTES)
    return attributes, secret


def readable_attributes(tag: str, attributes: Attributes) -> tuple[Attributes, bool]:
    """The attributes of an element as `cleaned` leaves them, without those whose names call them sensitive."""
    return cleaned(tag, without(attributes, SENSITIVE_ATTRIBUTES))


class SecretMemory:
    """Which elements of a page were secret fields, and what was typed into them. Never leaves the capture.

    Only the last 16 values are kept. A value of fewer than 4 characters is not looked for elsewhere; one that could be
    an everyday word only where it is all that a text says.
    """

    def __init__(self) -> None:
        self._fields: set[tuple[str, int]] = set()
        self._values: dict[str, None] = {}
        self.knows_any = False
        """Whether anything was typed that must not be shown."""
        self._within: re.Pattern[str] | None = None

    def note(self, tables: Iterable[DocumentTable], loaders: Mapping[str, str]) -> None:
        """Take what is secret out of tables, before anything else reads them, and keep it in mind."""
        for table in tables:
            document = loaders.get(table.frame_id, table.frame_id)
            self._fields.update((document, table.backend[row]) for row in table.secret)
            if self._fields:
                for row in table.rows_among(document, self._fields):
                    table.secret.add(row)
                    table.attributes[row] = without(table.attributes[row], VALUE_ATTRIBUTES)
                    table.typed.add(table.values.pop(row, ""))
            for value in table.typed:
                self._keep(value)
            table.typed.clear()

    def conceal(self, columns: NodeColumns) -> None:
        """Take what is known to be secret out of what a page shows elsewhere; columns without it stay the same."""
        if not self.knows_any:
            return
        texts = {
            row: safe for row, text in enumerate(columns.text) if text and (safe := self.masked(text)) != text
        }
        if texts:
            columns.text = [texts.get(row, text) for row, text in enumerate(columns.text)]
        values = {row: self.masked(value) for row, value in columns.value.items()}
        columns.concealed = columns.concealed or bool(texts) or values != columns.value
        names = {row: self.masked(name) for row, name in columns.name.items()}
        columns.name = columns.name if names == columns.name else names
        columns.value = columns.value if values == columns.value else values
        attributes = {
            row: safe
            for row, given in enumerate(columns.attributes)
            if given and (safe := self._attributes(given))
        }
        if attributes:
            columns.attributes = [attributes.get(row, given) for row, given in enumerate(columns.attributes)]

    def masked(self, text: str) -> str:
        """A text without any of the values."""
        if text.strip() in self._values:
            return HIDDEN
        return text if self._within is None else self._within.sub(HIDDEN, text)

    def _attributes(self, given: Attributes) -> Attributes | None:
        """The attributes where one of them repeats a value; None where none does."""
        safe = tuple(
            [
                part if at % 2 == 0 or given[at - 1] in _STRUCTURAL else self.masked(part)
                for at, part in enumerate(given)
            ]
        )
        return safe if safe != given else None

    def _keep(self, value: str) -> None:
        if len(value.strip()) < _SHORTEST:
            return
        self._values.pop(value, None)
        self._values[value] = None
        self.knows_any = True
        if len(self._values) > _KEPT:
            del self._values[next(iter(self._values))]
        patterns = [re.escape(one) for one in self._values if _is_distinctive(one)]
        patterns.sort(key=len, reverse=True)
        self._within = re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)") if patterns else None


def _is_distinctive(value: str) -> bool:
    """Whether a value can hardly be an everyday word: long enough, and more than small letters."""
    return len(value) >= _SHORTEST_WITHIN and not (value.isalpha() and value.islower())
