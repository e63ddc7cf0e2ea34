"""Protocol names -> Python names."""

from __future__ import annotations

import keyword
import re

# An acronym ends where a capitalised word begins (DOMSnapshot), and keeps its plural s (nodeIDs, URLs).
_PLURAL_ACRONYM = re.compile(r"([A-Z]{2,})s(?=[A-Z]|$)")
_ACRONYM_END = re.compile(r"([A-Z]+)([A-Z][a-z])")
_WORD_END = re.compile(r"([a-z0-9])([A-Z])")
_NOT_IDENTIFIER = re.compile(r"\W+")

# Names that generated annotations use: an attribute of the same name would hide them from type checkers.
_USED_IN_ANNOTATIONS = frozenset({"bool", "bytes", "cdp", "dict", "float", "int", "list", "object", "str"})


def snake(name: str) -> str:
    """`backendDOMNodeId` -> `backend_dom_node_id`."""
    words = _NOT_IDENTIFIER.sub("_", name)
    words = _PLURAL_ACRONYM.sub(lambda match: match.group(1).capitalize() + "s", words)
    words = _ACRONYM_END.sub(r"\1_\2", words)
    return _WORD_END.sub(r"\1_\2", words).lower()


def module(domain: str) -> str:
    """The module of a domain: `DOMSnapshot` -> `dom_snapshot`."""
    return snake(domain)


def attribute(name: str) -> str:
    """A field, parameter or function; a trailing underscore where Python already uses the word."""
    name = snake(name)
    return f"{name}_" if keyword.iskeyword(name) or name in _USED_IN_ANNOTATIONS else name


def class_name(name: str) -> str:
    """`frameNavigated` -> `FrameNavigated`; capitals inside stay as they are."""
    name = _NOT_IDENTIFIER.sub("_", name)
    return name[0].upper() + name[1:]


def camel(name: str) -> str:
    """What msgspec's `rename="camel"` makes of a Python name."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)
