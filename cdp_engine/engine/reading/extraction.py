"""The result of `Page.extract`, and the place where the room of the models puts in how it is done (AG-06)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, Literal, Required, TypedDict, TypeVar

import msgspec

from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.track import Target

T = TypeVar("T")
FieldStatus = Literal["grounded", "derived", "ungrounded", "missing"]
"""`grounded`: the value is in the text as written; `derived`: the text exists and the value is a reading of it (a truth
value, a choice, a date in another form); `ungrounded`: it was refused, and is null in the data; `missing`: the page has
none."""


class ExtractedField(msgspec.Struct, frozen=True, kw_only=True):
    """One value with its evidence: the text it was taken from, and the ref of the element with that text."""

    value: Any
    status: FieldStatus
    ref: str | None = None
    text: str = ""
    url: str = ""
    """The address of the document that has the text."""
    reason: str = ""
    """Why a value was refused."""
    claimed: Any = None
    """The refused value, as the model gave it."""


class Extraction(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """Data of a page, each value with its evidence.

    `value` is an instance of the schema that was given; None where required fields have no grounded value (`problem`
    says which). `data` is the same as JSON, refused values as null. `fields` has the evidence by path (`price`,
    `items.0.name`). `success` means that `value` is there and nothing was refused.
    """

    value: T | None
    data: Any
    fields: dict[str, ExtractedField]
    success: bool
    problem: str = ""
    pages: int = 1
    calls: int = 0
    """Requests to the model."""
    tokens_read: int = 0
    tokens_written: int = 0
    ended: str = "end"
    """Why reading ended: `end`, `pages`, `scrolls`, `enough`, `budget`, `failed`."""

    @property
    def ungrounded(self) -> tuple[str, ...]:
        """The paths of the values that were refused."""
        return tuple(path for path, field in self.fields.items() if field.status == "ungrounded")

    def raise_for_error(self) -> Extraction[T]:
        """Return self, or raise `EngineError` with the problem."""
        if not self.success:
            raise EngineError(f"extract: {self.problem}", hint="See `fields` for the reason of each.")
        return self


class ExtractionOptions(TypedDict, total=False):
    """The options of `Page.extract`. The defaults are those of `ExtractionPlan`."""

    model: Required[Any]
    instruction: str
    pages: int
    scrolls: int
    next: Target | None
    within: Target | None
    limit: int | None
    max_tokens: int
    attempts: int


class ExtractionPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked of `Page.extract`: its options, each with a value."""

    model: Any
    instruction: str = ""
    pages: int = 1
    scrolls: int = 0
    next: Target | None = None
    within: Target | None = None
    limit: int | None = None
    max_tokens: int = 60_000
    attempts: int = 2


Extractor = Callable[[Any, type[Any] | Mapping[str, Any], ExtractionPlan], Awaitable[Extraction[Any]]]
"""A page, a schema and options."""
_extractors: list[Callable[[], Extractor]] = []


def use_extractor(load: Callable[[], Extractor]) -> None:
    """Register how data is extracted. The package does this when the engine is first used."""
    _extractors[:] = [load]


def extractor() -> Extractor:
    """How data is extracted. Raises `InvalidInput` where the package was not imported by its public name."""
    if not _extractors:
        raise InvalidInput("nothing is registered that extracts data", hint="import cdp_engine.agent")
    return _extractors[0]()
