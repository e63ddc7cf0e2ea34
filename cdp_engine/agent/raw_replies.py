"""Removes the values of password fields from replies to raw CDP commands for a model (pure; CD-13, VD-08)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

HIDDEN = ""
_INPUT = re.compile(r"<input\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.IGNORECASE)
_PASSWORD = re.compile(r"\btype\s*=\s*[\"']?password\b", re.IGNORECASE)
_VALUE = re.compile(r"(\svalue\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.IGNORECASE)


def without_passwords(reply: Any) -> Any:
    """A reply whose password fields have no value: in lists of attributes, in HTML, and in what the browser draws.

    A field's own shadow root holds what was typed as a text. It is emptied in every `<input>`: one whose password is
    shown is not of that type any more.
    """
    if isinstance(reply, list):
        return [without_passwords(item) for item in cast("list[Any]", reply)]
    if isinstance(reply, Mapping):
        named = cast("Mapping[str, Any]", reply)
        if str(named.get("nodeName", "")).lower() == "input":
            named = {
                name: _untexted(value) if name == "shadowRoots" else value for name, value in named.items()
            }
        return {name: _part(name, value) for name, value in named.items()}
    return reply


def _part(name: str, value: Any) -> Any:
    if name == "attributes" and isinstance(value, list):
        return _attributes(cast("list[Any]", value))
    if name == "outerHTML" and isinstance(value, str):
        return _INPUT.sub(lambda tag: _tag(tag[0]), value)
    return without_passwords(value)


def _untexted(nodes: Any) -> Any:
    """DOM nodes without the contents of their texts."""
    if isinstance(nodes, list):
        return [_untexted(node) for node in cast("list[Any]", nodes)]
    if isinstance(nodes, Mapping):
        named = cast("Mapping[str, Any]", nodes)
        return {name: HIDDEN if name == "nodeValue" else _untexted(value) for name, value in named.items()}
    return nodes


def _attributes(pairs: list[Any]) -> list[Any]:
    """Names and values in turn, as the DOM domain lists them."""
    known = dict(zip((str(name).lower() for name in pairs[::2]), pairs[1::2], strict=False))
    if str(known.get("type", "")).strip().lower() != "password":
        return pairs
    return [
        HIDDEN if at % 2 and str(pairs[at - 1]).lower() == "value" else part for at, part in enumerate(pairs)
    ]


def _tag(tag: str) -> str:
    return _VALUE.sub(rf'\1"{HIDDEN}"', tag) if _PASSWORD.search(tag) else tag
