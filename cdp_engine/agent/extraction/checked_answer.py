"""A model's answer compared with the page, value by value (pure)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from cdp_engine.agent.extraction.grounding import judge
from cdp_engine.agent.extraction.passages import Passage
from cdp_engine.agent.extraction.schema_shape import AT, VALUE, Leaf, Listing, Record, Shape
from cdp_engine.engine import ExtractedField

Fields = dict[str, ExtractedField]
_SHOWN = 500
MISSING = ExtractedField(value=None, status="missing")


def checked(shape: Shape, answer: Any, passages: Mapping[int, Passage]) -> tuple[Any, Fields]:
    """The data with refused values as null, and the evidence of each value by path.

    Entries of lists in which the page says nothing are left out.
    """
    fields: Fields = {}
    return _checked(shape, answer, passages, "", fields), fields


def _checked(shape: Shape, answer: Any, passages: Mapping[int, Passage], path: str, fields: Fields) -> Any:
    if isinstance(shape, Leaf):
        fields[path] = _field(shape, answer, passages)
        return fields[path].value
    if isinstance(shape, Record):
        given = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        return {
            name: _checked(part, given.get(name), passages, joined_path(path, name), fields)
            for name, part in shape.parts.items()
        }
    entries: list[Any] = []
    for entry in cast("list[Any]", answer) if isinstance(answer, list) else []:
        inner: Fields = {}
        data = _checked(shape.entry, entry, passages, joined_path(path, str(len(entries))), inner)
        if any(field.status != "missing" for field in inner.values()):
            fields |= inner
            entries.append(data)
    return entries


def joined_path(path: str, name: str) -> str:
    """`items` and `0` as `items.0`."""
    return f"{path}.{name}" if path else name


def _field(leaf: Leaf, answer: Any, passages: Mapping[int, Passage]) -> ExtractedField:
    value, named = answer, []
    if isinstance(answer, dict):
        claim = cast("dict[str, Any]", answer)
        value, at = claim.get(VALUE), claim.get(AT)
        named = cast("list[Any]", at) if isinstance(at, list) else [at]
    found = [passages[number] for number in named if isinstance(number, int) and number in passages]
    verdict = judge(value, leaf, found)
    if verdict.status == "missing":
        return MISSING
    if not found:
        return ExtractedField(value=None, status="ungrounded", reason=verdict.reason, claimed=value)
    text = " ".join(passage.text for passage in found)
    refused = verdict.status == "ungrounded"
    return ExtractedField(
        value=verdict.value,
        status=verdict.status,
        ref=found[0].node.ref,
        text=text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…",
        url=found[0].url,
        reason=verdict.reason,
        claimed=value if refused else None,
    )


def faults(fields: Fields) -> list[str]:
    """One line for each value that was refused, for the model to put right."""
    return [
        f"{path or 'the value'}: {field.claimed!r}: {field.reason}"
        for path, field in fields.items()
        if field.status == "ungrounded"
    ]


def added(shape: Shape, known: Any, fields: Fields, new: Any, new_fields: Fields, *, overlap: bool) -> Any:
    """The data of two parts of a page: lists go on, of single values the first that was found counts.

    With `overlap` the entries that both have at the joint are there once. `fields` gets the evidence.
    """
    return _added(shape, known, fields, new, new_fields, "", overlap)


def _added(
    shape: Shape, known: Any, fields: Fields, new: Any, new_fields: Fields, path: str, overlap: bool
) -> Any:
    if isinstance(shape, Leaf):
        before, now = fields.get(path, MISSING), new_fields.get(path, MISSING)
        better = before.value is None and (now.value is not None or before.status == "missing")
        fields[path] = now if better else before
        return fields[path].value
    if isinstance(shape, Record):
        old: Mapping[str, Any] = known or {}
        more: Mapping[str, Any] = new or {}
        return {
            name: _added(
                part, old.get(name), fields, more.get(name), new_fields, joined_path(path, name), overlap
            )
            for name, part in shape.parts.items()
        }
    first: list[Any] = list(known or [])
    entries: list[Any] = list(new or [])
    skip = common_at_joint(first, entries) if overlap else 0
    for number, _entry in enumerate(entries[skip:], skip):
        begin, to = joined_path(path, str(number)), joined_path(path, str(len(first) + number - skip))
        for name, field in new_fields.items():
            if name == begin or name.startswith(f"{begin}."):
                fields[to + name[len(begin) :]] = field
    return [*first, *entries[skip:]]


def common_at_joint(first: Sequence[Any], second: Sequence[Any]) -> int:
    """How many entries at the end of one list are those at the beginning of another."""
    for size in range(min(len(first), len(second)), 0, -1):
        if list(first[-size:]) == list(second[:size]):
            return size
    return 0


def without_gaps(shape: Shape, data: Any) -> tuple[Any, list[str]]:
    """The data without entries of lists that lack a required value; the required values that are lacking."""
    gaps: list[str] = []
    return _without_gaps(shape, data, "", gaps), gaps


def _without_gaps(shape: Shape, data: Any, path: str, gaps: list[str]) -> Any:
    if isinstance(shape, Record) and isinstance(data, dict):
        given = cast("dict[str, Any]", data)
        kept: dict[str, Any] = {}
        for name, part in shape.parts.items():
            value = _without_gaps(part, given.get(name), joined_path(path, name), gaps)
            if value is None and name in shape.required - shape.nullable:
                gaps.append(joined_path(path, name))
            if value is not None or name in shape.required:
                kept[name] = value
        return kept
    if isinstance(shape, Listing) and isinstance(data, list):
        entries: list[Any] = []
        for number, entry in enumerate(cast("list[Any]", data)):
            inner: list[str] = []
            value = _without_gaps(shape.entry, entry, joined_path(path, str(number)), inner)
            gaps += inner
            if not inner and value is not None:
                entries.append(value)
        return entries
    return data
