"""What a browser publishes -> the pinned schema: facts only, in one order and format, whatever the source."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

Json = dict[str, Any]

# Everything else (prose above all) is dropped, also keys that nobody has invented yet.
_SCALARS = ("domain", "id", "name", "type", "$ref", "optional", "experimental", "deprecated", "redirect")
_STRING_LISTS = ("dependencies", "enum")
_MEMBER_LISTS = ("properties", "parameters", "returns")
_ITEM_LISTS = ("types", "commands", "events")

# The published JSON of the npm package writes binary values as strings and says so only in prose.
_BINARY_REMARK = "Encoded as a base64 string when passed over JSON"


def pin(documents: Sequence[Mapping[str, Any]], source: Mapping[str, str]) -> str:
    """The text of `schema.json` from one or more protocol documents (browser and JavaScript protocol)."""
    domains: list[Json] = []
    for document in documents:
        domains.extend(_facts(entry) for entry in cast("Sequence[Mapping[str, Any]]", document["domains"]))
    domains.sort(key=lambda entry: str(entry["domain"]))
    return _format(source, domains)


def _facts(entry: Mapping[str, Any]) -> Json:
    facts: Json = {key: entry[key] for key in _SCALARS if entry.get(key) not in (None, False)}
    if facts.get("type") == "string" and _BINARY_REMARK in str(entry.get("description", "")):
        facts["type"] = "binary"
    for key in _STRING_LISTS:
        if entry.get(key):
            facts[key] = [str(value) for value in entry[key]]
    if "items" in entry:
        facts["items"] = _facts(entry["items"])
    for key in _MEMBER_LISTS:
        if key in entry and (entry[key] or key == "properties"):
            facts[key] = [_facts(member) for member in entry[key]]
    for key in _ITEM_LISTS:
        if entry.get(key):
            facts[key] = sorted((_facts(item) for item in entry[key]), key=_item_name)
    return facts


def _item_name(entry: Json) -> str:
    return str(entry.get("id") or entry.get("name"))


def _format(source: Mapping[str, str], domains: Sequence[Json]) -> str:
    """JSON with one line per type, command and event: a re-pin reads as a list of what changed."""
    lines = ["{", f' "source": {json.dumps(dict(sorted(source.items())))},', ' "domains": [']
    for position, domain in enumerate(domains):
        head = {key: value for key, value in domain.items() if key not in _ITEM_LISTS}
        lists = [key for key in _ITEM_LISTS if key in domain]
        lines.append(f"  {json.dumps(head)[:-1]}" + ("," if lists else ""))
        for key in lists:
            lines.append(f'   "{key}": [')
            items: list[Json] = domain[key]
            lines.extend(f"    {json.dumps(item)}," for item in items[:-1])
            lines.append(f"    {json.dumps(items[-1])}")
            lines.append("   ]" + ("," if key != lists[-1] else ""))
        lines.append("  }" + ("," if position < len(domains) - 1 else ""))
    return "\n".join([*lines, " ]", "}"]) + "\n"
