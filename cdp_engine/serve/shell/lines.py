"""Lines of the shell as arguments of tools, by the tools' own schemas (pure).

`click e12 right`, `fill e3 some text`, `scroll e7 down 400`: what a tool needs comes first, a text is the rest of the
line, and what can be left out comes in any order. With `--name value` a line is written as a one-shot command is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cdp_engine.agent import Tool
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.sessions.tool_arguments import arguments, kind_of, takes_list
from cdp_engine.serve.shell.parser import (
    choices_of,
    first_ref,
    first_value,
    first_word,
    is_position,
    is_ref,
    name_within,
    text_of,
    words,
)
from cdp_engine.track import read_name

Fields = Mapping[str, Mapping[str, Any]]
_ELEMENTS = ("ref", "to")
_LEFT_OUT = ("expect",)
_TIMES = {"double": "2", "triple": "3"}
_SHOWN = {"integer": "N", "number": "N", "boolean": "true|false", "object": "REF VALUE…"}


def line_arguments(tool: Tool[Any], rest: str, preset: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a line without its first word; `preset` are those that the word itself says.

    Raises `InvalidInput` for what is missing, and for what no parameter takes.
    """
    fields: Fields = tool.schema["properties"]
    if any(
        word.startswith("--") and word[2:].partition("=")[0].replace("-", "_") in fields
        for word in rest.split()
    ):
        return {**preset, **arguments(tool, words(rest))}
    given = dict(preset)
    needed = [name for name in tool.schema.get("required", ()) if name not in given]
    for name in needed:
        value, rest = _needed(name, name == needed[-1], fields, rest, given)
        given[name] = value
    return _with_addresses(_further(tool, fields, given, rest))


def line_usage(tool: Tool[Any], verb: str, preset: Mapping[str, Any]) -> str:
    """How a line is written."""
    fields: Fields = tool.schema["properties"]
    needed = [name for name in tool.schema.get("required", ()) if name not in preset]
    free = [name for name in fields if name not in (*needed, *preset, *_LEFT_OUT)]
    return " ".join(
        [verb, *(_shown(name, fields) for name in needed), *(f"[{_shown(name, fields)}]" for name in free)]
    )


def _shown(name: str, fields: Fields) -> str:
    field = fields[name]
    if name in _ELEMENTS:
        return "REF"
    if "position" in name:
        return "X,Y"
    if name == "count":
        return "|".join(_TIMES)
    if choices := _choices(field):
        return "|".join(choices)
    kind = kind_of(field)
    if kind == "boolean" and field.get("default") is False:
        return f"--{name.replace('_', '-')}"
    return f"{name.upper()}…" if takes_list(field) else _SHOWN.get(kind, name.upper())


def _needed(name: str, last: bool, fields: Fields, rest: str, given: dict[str, Any]) -> tuple[Any, str]:
    """What a line gives for a parameter that a tool cannot do without, and the rest of the line."""
    field = fields[name]
    if name in _ELEMENTS:
        return first_ref(rest, "the ref of an element")
    if kind_of(field) == "object" and last:
        return _pairs(rest), ""
    if takes_list(field) and last:
        first_word(rest, f"the {name}")
        return _list(name, fields, rest, given)
    if kind_of(field) == "string" and not _choices(field) and last:
        if "ref" not in fields:
            first_word(rest, f"the {name}")
        elif "ref" not in given:
            rest = _leading_ref(rest, given)
        return text_of(rest), ""
    return first_word(rest, f"the {name}")


def _pairs(rest: str) -> dict[str, str]:
    """`e3 Ada e5 true textbox "City" "New York"`."""
    found: dict[str, str] = {}
    first_word(rest, "the ref of a field")
    while rest:
        ref, rest = first_ref(rest, "the ref of a field")
        found[ref], rest = first_value(rest, f"the value of {ref}")
    return found


def _list(name: str, fields: Fields, rest: str, given: dict[str, Any]) -> tuple[list[str], str]:
    """Several values; an element that a tool can do without is before or behind them."""
    if name == "values":
        return choices_of(rest), ""  # the label of an option has spaces
    if "ref" not in fields or "ref" in given:
        return words(rest), ""
    place, rest = name_within(rest)
    listed = rest.split()
    if place is None and len(listed) > 1 and is_ref(listed[-1]):
        place = listed.pop()
    if place is not None:
        given["ref"] = place
    return listed, ""


def _leading_ref(rest: str, given: dict[str, Any]) -> str:
    """The line without the element that it begins with."""
    word, more = first_ref(rest, "the text")
    if is_ref(word) or (more and (name := read_name(word)) is not None and not name.is_bare):
        given["ref"] = word
        return more
    return rest


def _further(tool: Tool[Any], fields: Fields, given: dict[str, Any], rest: str) -> dict[str, Any]:
    """The arguments with those that may be left out."""
    free = [name for name in fields if name not in given and name not in _LEFT_OUT]
    if rest and not tool.schema.get("required") and free and _is_text(free[0], fields):
        return {**given, free[0]: text_of(rest)}
    if "ref" in free:
        name, rest = name_within(rest)
        given |= {"ref": name} if name is not None else {}
    for word in _without_points(free, given, words(rest)):
        name = next((one for one in free if _takes(one, fields[one], word, given)), None)
        if name is None:
            raise InvalidInput(f"unexpected {word!r}", hint=f"Write {line_usage(tool, tool.name, {})}")
        _put(given, name, fields[name], word)
    return given


def _without_points(free: list[str], given: dict[str, Any], left: list[str]) -> list[str]:
    """The words without points of elements; one alone is the last that a tool takes: where to drop."""
    places = [name for name in free if "position" in name]
    points = [word for word in left if is_position(word)]
    if len(points) > len(places):
        return left
    given |= zip(places[len(places) - len(points) :], points, strict=True)
    return [word for word in left if not is_position(word)]


def _takes(name: str, field: Mapping[str, Any], word: str, given: Mapping[str, Any]) -> bool:
    """Whether a word can be the value of a parameter."""
    if name in given and kind_of(field) != "array":
        return False
    if name in _ELEMENTS:
        return is_ref(word)
    if choices := _choices(field):
        return all(_chosen(choices, part) for part in (word.split("+") if takes_list(field) else [word]))
    if kind_of(field) in ("integer", "number"):
        return word.lstrip("-").replace(".", "", 1).isdigit() or (name == "count" and word.lower() in _TIMES)
    return _is_text(name, {name: field})


def _put(given: dict[str, Any], name: str, field: Mapping[str, Any], word: str) -> None:
    choices = _choices(field)
    if choices and takes_list(field):
        given[name] = [*given.get(name, ()), *(_chosen(choices, part) for part in word.split("+"))]
    else:
        given[name] = _chosen(choices, word) or _TIMES.get(word.lower() if name == "count" else "", word)


def _choices(field: Mapping[str, Any]) -> list[str]:
    """The values that a parameter takes, or the members of its list."""
    kinds: list[Mapping[str, Any]] = [field, *field.get("anyOf", ())]
    listed: list[Mapping[str, Any]] = [*kinds, *(one["items"] for one in kinds if "items" in one)]
    found: list[list[str]] = [[str(value) for value in one["enum"]] for one in listed if "enum" in one]
    return found[0] if found else []


def _chosen(choices: list[str], word: str) -> str | None:
    return next((one for one in choices if one.casefold() == word.casefold()), None)


def _is_text(name: str, fields: Fields) -> bool:
    field = fields[name]
    return (
        kind_of(field) == "string"
        and name not in _ELEMENTS
        and "position" not in name
        and not _choices(field)
    )


def _with_addresses(given: dict[str, Any]) -> dict[str, Any]:
    """An address may be a file of this machine."""
    return {**given, "url": address_of(given["url"])} if given.get("url") else given
