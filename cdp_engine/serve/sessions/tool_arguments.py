"""The words of a command as arguments of a tool (pure): made from the tool's schema, whatever tool it is.

Words fill what the tool needs, in its order, then what it may be given; a list at the end takes all that follow. Every
parameter is an option, too: `--button right`, `--enter`, `--expect navigation`; `--` ends the options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from cdp_engine.agent import GROUP_TOOLS, Tool
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.sessions.verbs import CLOSE, HELP, LIST, OPEN, SAVE
from cdp_engine.serve.shell.parser import is_ref
from cdp_engine.track import read_name

_PAIR = re.compile(r"([a-z]*\s*\"[^\"]*\"|[^=]+)=(.*)", re.IGNORECASE | re.DOTALL)
_VERSION = re.compile(r"v(\d+)")
"""A version as views write it."""
SHORT = {"open": "navigate", "view": "observe"}
"""Commands that have another name than their tool."""
OTHER_WORDS = {
    "goto": ("open",),
    "navigate": ("open",),
    "snapshot": ("view",),
    "reload": ("back", "--go", "reload"),
    "forward": ("back", "--go", "forward"),
    "go-back": ("back",),
    "go-forward": ("back", "--go", "forward"),
    "dblclick": ("click", "--count", "2"),
    "eval": ("evaluate",),
}
"""Commands that other tools of this kind have, in our words."""
_STATES = {"check": "true", "uncheck": "false"}
"""Commands of other tools that set a box, and what `fill-form` calls the state."""
OWN = (OPEN, CLOSE, LIST, SAVE, HELP)
"""Commands of the session itself."""


def command_names(tools: Iterable[Tool[Any]] = GROUP_TOOLS) -> list[str]:
    """What can be typed."""
    long = [name_of(tool) for tool in tools]
    return [*dict.fromkeys((*OWN, *long))]


def in_our_words(words: Sequence[str]) -> list[str]:
    """A command line as `command_names` has it: other tools' words, and names of tools with underscores, count too."""
    verb, *rest = words
    if verb in _STATES and rest:
        return ["fill-form", f"{rest[0]}={_STATES[verb]}", *rest[1:]]
    return [*OTHER_WORDS.get(verb, (verb.replace("_", "-"),)), *rest]


def help_text(verb: str, tools: Iterable[Tool[Any]] = GROUP_TOOLS) -> str:
    """How a command is written and what it does; of `help`: all of them."""
    shown = [tool for tool in tools if verb in (HELP, name_of(tool))]
    lines = [f"{usage(tool)}\n    {tool.description}" for tool in shown]
    if verb == HELP or (verb in OWN and not lines):
        lines.append(f"{CLOSE}\n    End the session.\n{SAVE} [FILE]\n    Save cookies and storage.")
        lines.append("All take -s NAME (which session) and --json; screenshot takes -o FILE.")
    return "\n".join(lines)


def name_of(tool: Tool[Any]) -> str:
    """The command of a tool."""
    short = next((short for short, long in SHORT.items() if long == tool.name), tool.name)
    return short.replace("_", "-")


def tool_name(verb: str) -> str:
    """The tool of a command."""
    return SHORT.get(verb, verb.replace("-", "_"))


def arguments(tool: Tool[Any], words: Sequence[str]) -> dict[str, Any]:
    """The arguments for the words of a command. Raises `InvalidInput` for an unknown option and for words too many."""
    fields: Mapping[str, Mapping[str, Any]] = tool.schema["properties"]
    given: dict[str, Any] = {}
    plain: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            plain += rest
            break
        if not word.startswith("--"):
            plain.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        name, no = (name[3:], True) if name.startswith("no-") else (name, False)
        name = name.replace("-", "_")
        if name not in fields:
            raise _unknown(tool, word, fields)
        if kind_of(fields[name]) == "boolean" and not equals:
            given[name] = not no
            continue
        if not equals and not rest:
            raise InvalidInput(f"{word} needs a value", hint=usage(tool))
        _put(given, name, fields[name], value if equals else rest.pop(0))
    _fill(tool, given, fields, plain)
    return given


def usage(tool: Tool[Any]) -> str:
    """How a command is written."""
    fields: Mapping[str, Mapping[str, Any]] = tool.schema["properties"]
    needed = tool.schema.get("required", [])
    parts = [name_of(tool)]
    for name in needed:
        shown = "|".join(map(str, fields[name].get("enum", ()))) or name.upper()
        shown = "yes|no" if kind_of(fields[name]) == "boolean" else shown
        parts.append(f"{shown}…" if takes_list(fields[name]) else shown)
    for name, field in fields.items():
        if name not in needed:
            value = (
                ""
                if kind_of(field) == "boolean"
                else " " + ("|".join(map(str, field.get("enum", ()))) or name.upper())
            )
            parts.append(f"[--{name.replace('_', '-')}{value}]")
    return " ".join(parts)


def _fill(tool: Tool[Any], given: dict[str, Any], fields: Mapping[str, Any], plain: list[str]) -> None:
    required = tool.schema.get("required", [])
    needed = [name for name in required if name not in given]
    if "ref" not in (*given, *required) and len(plain) > len(needed) and _leads(fields, plain[0]):
        given["ref"] = plain.pop(0)
    if needed and len(plain) > len(needed) and (name := _choice(fields, plain[0], {*given, *required})):
        given[name] = plain.pop(0)
    for number, name in enumerate(needed, 1):
        if plain and number == len(needed) and takes_list(fields[name]):
            given[name] = plain if len(plain) > 1 else plain[0]
            plain = []
        elif plain:
            _put(given, name, fields[name], plain.pop(0))
    while plain:
        name = _next(needed, required, given, fields, plain[0])
        if name is None:
            break
        _put(given, name, fields[name], plain.pop(0))
    if plain:
        raise InvalidInput(
            f"{name_of(tool)} takes no further argument {plain[0]!r}",
            hint=f"Put text of several words in quotes. {usage(tool)}",
        )


def _choice(fields: Mapping[str, Any], word: str, taken: set[str]) -> str | None:
    """The parameter that may be left out and has the word as one of its values, as in `mouse click 10 20`."""
    return next((name for name in fields if name not in taken and word in fields[name].get("enum", ())), None)


def _leads(fields: Mapping[str, Any], word: str) -> bool:
    """Whether a word names an element, for a tool that can do without one."""
    name = read_name(word)
    return "ref" in fields and (is_ref(word) or (name is not None and not name.is_bare))


def _next(
    needed: Sequence[str],
    required: Sequence[str],
    given: dict[str, Any],
    fields: Mapping[str, Any],
    word: str,
) -> str | None:
    """The parameter that a further word is for."""
    if needed and fields[needed[-1]].get("type") == "object":
        return needed[-1]
    free = (name for name in fields if name not in (*given, *required))
    return next((name for name in free if _fits(fields[name], word)), None)


def _put(given: dict[str, Any], name: str, field: Mapping[str, Any], text: str) -> None:
    value: Any = text
    if _takes_object(field) and text.lstrip().startswith("{"):
        try:
            value = msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise InvalidInput(
                f"--{name} is not JSON: {error}", hint="Put the JSON in single quotes."
            ) from error
    elif field.get("type") == "object":
        pair = _PAIR.fullmatch(text)
        if pair is None:
            raise InvalidInput(f"{name} needs a ref and its value", hint="Write them with = between: e3=Ada.")
        before = given.get(name, {})
        value = {**before, pair[1]: _joined(before.get(pair[1]), pair[2])}
    elif kind_of(field) == "boolean":
        value = {name: "true", "yes": "true", "dismiss": "false", "no": "false"}.get(text, text)
    elif kind_of(field) == "integer" and (version := _VERSION.fullmatch(text)):
        value = version[1]
    if takes_list(field) and name in given:
        before = given[name]
        value = [*(before if isinstance(before, list) else [before]), value]
    elif kind_of(field) == "array":
        value = [value]
    given[name] = value


def _joined(before: str | list[str] | None, text: str) -> str | list[str]:
    """The value of a field; one that is named again holds several."""
    if before is None:
        return text
    return [*(before if isinstance(before, list) else [before]), text]


def _unknown(tool: Tool[Any], word: str, fields: Mapping[str, Any]) -> InvalidInput:
    near = get_close_matches(word.lstrip("-").replace("-", "_"), fields, n=1)
    hint = (
        f"Did you mean --{near[0].replace('_', '-')}?"
        if near
        else f"Write -- before text like that. {usage(tool)}"
    )
    return InvalidInput(f"{name_of(tool)} has no option {word}", hint=hint)


def kind_of(field: Mapping[str, Any]) -> str:
    """The JSON type of a parameter; of several, that of text where it may be text, and `object` where it may be one."""
    kinds = [one.get("type") for one in field.get("anyOf", ())]
    if "object" in kinds:
        return "object"
    if "enum" in field:
        return "string"
    return str(field.get("type") or ("string" if "string" in kinds else next(iter(kinds), "string")))


def _fits(field: Mapping[str, Any], word: str) -> bool:
    """Whether a word may be an optional parameter without its name."""
    if "enum" in field:
        return word in field["enum"]
    if kind_of(field) in ("integer", "number"):
        return word.replace(".", "", 1).isdigit()
    return kind_of(field) == "string"


def takes_list(field: Mapping[str, Any]) -> bool:
    """Whether a parameter takes a list."""
    return field.get("type") == "array" or any(one.get("type") == "array" for one in field.get("anyOf", ()))


def _takes_object(field: Mapping[str, Any]) -> bool:
    return kind_of(field) == "object"
