"""The actions as words of the shell: written as the method of `Page` takes them, unless they have their own grammar.

`hover e12`, `fill e3 some text`, `scroll e7 down 400`: the elements come first, a text is the rest of the line, and
what can be left out comes in any order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import Parameter, signature
from types import NoneType
from typing import Any, Literal, NamedTuple, cast, get_args, get_origin, get_type_hints

from cdp_engine.act import ACTIONS, Action, Button
from cdp_engine.engine import Page
from cdp_engine.errors import InvalidInput
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
from cdp_engine.serve.shell.session import ShellSession
from cdp_engine.track import ElementRef, read_name


class Command(NamedTuple):
    """One command: how it is written, what it does, and the function that does it."""

    usage: str
    summary: str
    run: Callable[[ShellSession, str], Awaitable[None]]

    @property
    def verb(self) -> str:
        """The word that calls it."""
        return self.usage.partition(" ")[0]


class _Place(NamedTuple):
    """One parameter of an action, as a line gives it."""

    name: str
    kind: Literal["ref", "word", "number", "text", "position"]
    choices: tuple[str, ...] = ()
    needed: bool = False
    leads: bool = False
    """Whether it comes first where it is given at all."""

    @property
    def usage(self) -> str:
        shown = {"ref": "REF", "text": "TEXT", "position": "X,Y"}.get(self.kind, self.name.upper())
        return shown if self.needed else f"[{shown}]"

    def takes(self, word: str) -> bool:
        """Whether a word can be its value."""
        if self.kind == "ref":
            return is_ref(word)
        if self.kind == "position":
            return is_position(word)
        return word.lower() in self.choices if self.kind == "word" else _is_number(word)

    def value(self, word: str) -> Any:
        """What the word says."""
        return float(word) if self.kind == "number" else word.lower() if self.kind == "word" else word


def action_command(action: Action) -> Command:
    """The command of an action that has no grammar of its own."""
    places = _places(action)

    async def run(session: ShellSession, rest: str) -> None:
        given = _read(places, rest)
        await session.act(lambda page, since: getattr(page, action.name)(**given, since=since))

    return Command(" ".join([action.name, *(place.usage for place in places)]), action.says, run)


def _places(action: Action) -> list[_Place]:
    """The parameters that a line can give: those that are not only known by name."""
    method = getattr(Page, action.name)
    hints = get_type_hints(method)
    places: list[_Place] = []
    for one in signature(method).parameters.values():
        kind, needed = hints.get(one.name), one.default is Parameter.empty
        if one.name == "position":
            places.append(_Place(one.name, "position"))
        if one.name == "self" or one.kind is not Parameter.POSITIONAL_OR_KEYWORD:
            continue
        if ElementRef in get_args(kind):
            leads = needed and NoneType in get_args(kind)
            places.append(_Place(one.name, "ref", needed=needed and not leads, leads=leads))
        elif get_origin(kind) is Literal:
            places.append(_Place(one.name, "word", get_args(kind), needed))
        elif kind is str:
            places.append(_Place(one.name, "text", needed=needed))
        else:
            places.append(_Place(one.name, "number", needed=needed))
    return places


def _read(places: list[_Place], rest: str) -> dict[str, Any]:
    """What a line gives for each. Raises `InvalidInput`."""
    given: dict[str, Any] = {}
    for place in places:
        if place.needed or place.leads:
            given[place.name], rest = _taken(place, rest)
    free = [place for place in places if not place.needed and not place.leads]
    named = next((place for place in free if place.kind == "ref"), None)
    if named is not None:
        name, rest = name_within(rest)
        given |= {named.name: name} if name is not None else {}
    for word in rest.split():
        place = next((one for one in free if one.name not in given and one.takes(word)), None)
        if place is None:
            known = [", ".join(one.choices) or one.usage.strip("[]") for one in free]
            raise InvalidInput(f"unexpected {word!r}", hint=f"It takes {'; '.join(known) or 'nothing more'}.")
        given[place.name] = place.value(word)
    return given


def _taken(place: _Place, rest: str) -> tuple[Any, str]:
    """What the beginning of a line gives for a place, and the rest of the line."""
    if place.kind == "text":
        return text_of(rest), ""
    if place.leads:
        word, more = first_ref(rest, "the text")
        meant = is_ref(word) or (bool(more) and read_name(word) is not None)
        return (word, more) if meant else (None, rest)
    if place.kind == "ref":
        return first_ref(rest, "the ref")
    word, more = first_word(rest, f"the {place.name}")
    return place.value(word), more


def _is_number(word: str) -> bool:
    return word.isascii() and word.replace(".", "", 1).isdigit()


async def click(session: ShellSession, rest: str) -> None:
    """`click e12`, `click e12 right`, `click e12 double Shift`, `click e12 30,12`, `click e12 50%,20%`."""
    ref, more = first_ref(rest, "the ref of an element")
    button: Button = "left"
    count = 1
    modifiers: list[str] = []
    position: str | None = None
    for word in more.split():
        if word.lower() in get_args(Button):
            button = cast("Button", word.lower())
        elif word.lower() == "double":
            count = 2
        elif is_position(word):
            position = word
        else:
            modifiers += word.split("+")
    await session.act(
        lambda page, since: page.click(
            ref, button=button, count=count, modifiers=modifiers, position=position, since=since
        )
    )


async def drag(session: ShellSession, rest: str) -> None:
    """`drag e4 e9`, `drag e4 e9 50%,90%` (where to drop), `drag e4 e4 10,10 90,60` (from and to)."""
    source, rest = first_ref(rest, "the ref of what to drag")
    destination, rest = first_ref(rest, "the ref of where to drop it")
    grip, place = (None, None, *rest.split())[-2:]
    await session.act(
        lambda page, since: page.drag(source, destination, source_position=grip, position=place, since=since)
    )


async def press(session: ShellSession, rest: str) -> None:
    """`press Enter`, `press Control+A Delete e3`."""
    first_word(rest, "the key")
    place, rest = name_within(rest)
    keys = rest.split()
    if place is None and len(keys) > 1 and is_ref(keys[-1]):
        place = keys.pop()
    await session.act(lambda page, since: page.press(keys, place, since=since))


async def select(session: ShellSession, rest: str) -> None:
    """`select e4 Large`, `select e4 "one" "two"`."""
    ref, more = first_ref(rest, "the ref of a list")
    first_word(more, "what to choose")
    chosen = choices_of(more)
    await session.act(lambda page, since: page.select(ref, *chosen, since=since))


async def fill_form(session: ShellSession, rest: str) -> None:
    """`fill_form e3 Ada e5 true textbox "City" "New York"`."""
    given: dict[str, str] = {}
    first_word(rest, "the ref of a field")
    while rest:
        ref, rest = first_ref(rest, "the ref of a field")
        given[ref], rest = first_value(rest, f"the value of {ref}")
    await session.act(lambda page, since: page.fill_form(given, since=since))


async def upload(session: ShellSession, rest: str) -> None:
    """`upload e6 FILE…`."""
    ref, more = first_ref(rest, "the ref of a file input")
    first_word(more, "a file")
    files = words(more)
    await session.act(lambda page, since: page.upload(ref, *files, since=since))


_WRITTEN = {
    "drag": ("drag REF REF [[X,Y] X,Y]", drag),
    "fill_form": ("fill_form REF VALUE…", fill_form),
    "click": ("click REF [right|middle|double] [Shift…] [X,Y]", click),
    "press": ("press KEY… [REF]", press),
    "select": ("select REF VALUE", select),
    "upload": ("upload REF FILE…", upload),
}
"""Actions with a grammar of their own."""

ACTION_COMMANDS = tuple(
    Command(_WRITTEN[action.name][0], action.says, _WRITTEN[action.name][1])
    if action.name in _WRITTEN
    else action_command(action)
    for action in ACTIONS.values()
)
"""One for each action, in the order of the help."""
