"""What was secret stays secret: which elements were fields for a secret, and what was typed into them (VD-08).

A field that was secret once stays so for the life of its element, also after the page's own "show password", and what
was typed into it is masked wherever a page of the same context shows it: in its text, title and address, in its
console, requests and dialogs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from cdp_engine.observe.model.columns import Attributes, DocumentInfo, NodeColumns
from cdp_engine.observe.model.page_tree import PageContext
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.secret_fields import VALUE_ATTRIBUTES, without
from cdp_engine.observe.sources.secret_words import SHORTEST, SecretWords

_NAMING = frozenset(("class", "for", "id", "name", "style"))
"""Attributes that selectors and scripts refer to; only what is surely a secret is taken out of them."""
_NEVER = frozenset(("role", "type"))
_VALUES_KEPT = 16
_DOCUMENTS_KEPT = 256

Property = str | int | float | bool


class SecretMemory:
    """Which elements of the pages of a context were secret fields, and what was typed into them.

    Only the last 16 values are kept. A value of fewer than 4 characters is not looked for elsewhere; one that could be
    an everyday word only where it is all that a text says.
    """

    def __init__(self) -> None:
        self._fields: dict[str, set[int]] = {}
        self._values: dict[str, None] = {}
        self._words = SecretWords(())
        self.knows_any = False
        """Whether anything was typed that must not be shown."""

    def note(self, tables: Iterable[DocumentTable], loaders: Mapping[str, str]) -> None:
        """Take what is secret out of tables, before anything else reads them, and keep it in mind."""
        for table in tables:
            document = loaders.get(table.frame_id, table.frame_id)
            if table.secret or document in self._fields:
                known = self._known_of(document)
                known.update(table.backend[row] for row in table.secret)
                for row in table.rows_among(known):
                    table.secret.add(row)
                    table.attributes[row] = without(table.attributes[row], VALUE_ATTRIBUTES)
                    table.typed.add(table.values.pop(row, ""))
            for value in table.typed:
                self.learn(value)
            table.typed.clear()

    def holds(self, loader_id: str, backend: int) -> bool:
        """Whether an element was seen to be a secret field."""
        return backend in self._fields.get(loader_id, ())

    def has_fields_of(self, loader_ids: Iterable[str]) -> bool:
        """Whether one of some documents was seen to have secret fields."""
        return any(map(self._fields.__contains__, loader_ids))

    def learn(self, value: str) -> None:
        """Mask a value from now on: it is typed into a secret field."""
        if len(value.strip()) < SHORTEST:
            return
        newest = next(reversed(self._values), None)
        if value == newest:
            return
        self._values.pop(value, None)
        self._values[value] = None
        if len(self._values) > _VALUES_KEPT:
            del self._values[next(iter(self._values))]
        self.knows_any = True
        self._words = SecretWords(self._values)

    def conceal(self, columns: NodeColumns) -> None:
        """Take what is known to be secret out of what a page shows elsewhere; columns without it stay the same."""
        if not self.knows_any:
            return
        masked, may_be_in = self.masked, self._words.may_be_in
        if may_be_in("\n".join(columns.text)):
            texts = [masked(text) if text else text for text in columns.text]
            if texts != columns.text:
                columns.text, columns.concealed = texts, True
        if may_be_in("\n".join(columns.value.values())):
            columns.value = {row: masked(value) for row, value in columns.value.items()}
            columns.concealed = True
        if may_be_in("\n".join(columns.name.values())):
            columns.name = {row: masked(name) for row, name in columns.name.items()}
        if any(map(self._has_secret, columns.properties.values())):
            columns.properties = {row: self._properties(given) for row, given in columns.properties.items()}
        if may_be_in("\n".join(chain.from_iterable(columns.attributes))):
            columns.attributes = [self._attributes(given) for given in columns.attributes]

    def concealed_page(self, context: PageContext) -> PageContext:
        """The page as a whole, title and addresses without what is secret; the same one where it has none of it."""
        if not self.knows_any:
            return context
        left_out = tuple(replace(one, url=self.masked(one.url)) for one in context.left_out)
        url, title, notes = self.masked(context.url), self.masked(context.title), context.notes
        return replace(context, url=url, title=title, left_out=left_out, notes=tuple(map(self.masked, notes)))

    def concealed_document(self, document: DocumentInfo) -> DocumentInfo:
        """The same for one document."""
        if not self.knows_any:
            return document
        return replace(document, url=self.masked(document.url), title=self.masked(document.title))

    def masked(self, text: str) -> str:
        """A text without any of the values."""
        return self._words.masked(text) if self.knows_any else text

    def _has_secret(self, properties: Mapping[str, object]) -> bool:
        return any(isinstance(value, str) and self._words.may_be_in(value) for value in properties.values())

    def _properties(self, given: Mapping[str, Property]) -> dict[str, Property]:
        return {
            name: self.masked(value) if isinstance(value, str) else value for name, value in given.items()
        }

    def _attributes(self, given: Attributes) -> Attributes:
        return tuple(
            [part if at % 2 == 0 else self._attribute(given[at - 1], part) for at, part in enumerate(given)]
        )

    def _attribute(self, name: str, value: str) -> str:
        if name in _NEVER:
            return value
        return self._words.masked_name(value) if name in _NAMING else self._words.masked(value)

    def _known_of(self, document: str) -> set[int]:
        """The fields of a document; nothing is kept of those that were captured longest ago."""
        known = self._fields[document] = self._fields.pop(document, set())
        if len(self._fields) > _DOCUMENTS_KEPT:
            del self._fields[next(iter(self._fields))]
        return known
