"""Finds the wanted options of a list by value, label or index. Pure."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.errors import NotActionable

_SHOWN = 12
_LONGEST = 2.5
"""For how many seconds a missing option is waited for on a page where only something else goes on."""


class Option(msgspec.Struct, frozen=True):
    """One `<option>` of the page, or one choice of a list that the page draws (`drawn`)."""

    index: int
    value: str
    label: str
    disabled: bool = False
    selected: bool = False
    drawn: bool = False
    first: str = ""
    """The first line of its label, where the label may have several."""
    title: str = ""
    """What its label begins with in an element of its own, before a description in the same line."""


class Choice(msgspec.Struct, frozen=True):
    """One wanted option; it must meet every given criterion. A bare string means label or value, a number the index."""

    value: str | None = None
    label: str | None = None
    index: int | None = None

    def __str__(self) -> str:
        given = (("value", self.value), ("label", self.label), ("index", self.index))
        return ", ".join(f"{name} {wanted!r}" for name, wanted in given if wanted is not None) or "any option"


WantedOption = str | int | Choice
"""One wanted option: label or value, index, or several criteria."""


def match_options(
    options: Sequence[Option], wanted: Sequence[WantedOption], *, multiple: bool
) -> list[int] | Refusal:
    """Indices of the wanted options in the order of the request, or why they cannot be chosen.

    A string is tried as exact label, which is what a reader sees, then as exact value, then as label ignoring case and
    white space, then as what one label alone has behind the signs that indent it, in brackets, or before them.
    No wanted options clear the list.
    """
    if not multiple and len(wanted) > 1:
        return takes_one(len(wanted))
    found: list[int] = []
    for choice in wanted:
        option = find_option(options, choice)
        if option is None:
            return Refusal(
                "option_not_found",
                f"no option {option_text(choice)}",
                hint=offer(options, choice),
                longest=_LONGEST,
            )
        if option.disabled:
            return Refusal("disabled", f"option {option.label!r} is disabled")
        if option.index not in found:
            found.append(option.index)
    return found


def takes_one(count: int, *, tried: Sequence[str] = ()) -> Refusal:
    """The refusal of more options than a list takes; `tried` are those it kept of what was chosen to find that out."""
    given = "none" if count == 0 else str(count)
    held = ", ".join(map(repr, tried))
    if len(tried) > 1:
        message = f"this list kept {len(tried)} options of {given}, and dropped the first"
        hint = f"Name {len(tried)} at most. It may hold {held} now, which were tried."
    else:
        message = f"this list takes one option, not {given}"
        hint = f"Name one. It may hold {held} now, which was tried." if tried else "Name one."
    return Refusal("takes_one", message, passing=False, hint=hint)


def opens_branch(label: str, opened: Sequence[str]) -> Refusal:
    """The refusal of a choice that opened a further menu instead of being taken."""
    some = ", ".join(map(repr, opened[:_SHOWN]))
    return Refusal(
        "option_not_found",
        f"{label!r} is no choice: it opened {some}",
        passing=False,
        hint="Open it with click(), observe, and click what is meant there.",
    )


def after_presses(error: NotActionable, pressed: Sequence[str]) -> NotActionable:
    """An error that also says which choices were pressed before it."""
    if pressed:
        error.sent = True
        error.message += f". Pressed before: {', '.join(map(repr, pressed))}"
    return error


_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_SEPARATORS = re.compile(r"\s*[/>›→|]\s*")


def path_of(choice: WantedOption) -> list[str]:
    """The steps of a path through a tree or a cascade: `Europe / France`, `Europe>France`; else the one label.

    It is a path only where the first step is an item that expands: other labels hold such signs, too.
    """
    text = choice if isinstance(choice, str) else choice.label if isinstance(choice, Choice) else None
    return [part for part in _SEPARATORS.split(text) if part] if text else []


_PARTS = re.compile(r"\s*[()\[\]<>{}|·•—–/,;]\s*|[:#]\s+|\s+-\s+")
_PIECES = 2
_SHORTEST_PIECE = 3


def pieces_of(text: str) -> list[str]:
    """The longest parts of a text with signs between them, and the whole text at last; none where it has no parts."""
    parts = [part for part in _PARTS.split(text) if _SHORTEST_PIECE <= len(part) < len(text)]
    longest = sorted(parts, key=len, reverse=True)[:_PIECES]
    return [*longest, text] if longest else []


_CREATING = re.compile(
    r"add|create|new|use|insert|option|tag|item|value|as|press|enter|to|hinzufügen|erstellen|neu|anlegen|ajouter|créer"
    r"|crear|añadir|nuevo|aggiungi|crea|toevoegen|criar|adicionar",
    re.IGNORECASE,
)


def creates(label: str, text: str) -> bool:
    """Whether an option offers to make a new one of the text: `Add "Violet"`, `Create option Violet`, `+ Violet`."""
    whole, part = folded(label), folded(text)
    if not part or part not in whole or whole == part:
        return False
    rest = whole.replace(part, " ", 1)
    return all(_CREATING.fullmatch(word) for word in re.findall(r"\w+", rest))


def find_option(options: Sequence[Option], choice: WantedOption) -> Option | None:
    """The wanted option; the first enabled one where several match."""
    if isinstance(choice, int):
        choice = Choice(index=choice)
    if isinstance(choice, Choice):
        for option in options:
            if (
                (choice.value is None or option.value == choice.value)
                and (choice.label is None or folded(option.label) == folded(choice.label))
                and (choice.index is None or option.index == choice.index)
            ):
                return option
        return None
    return _called(options, choice)


def _called(options: Sequence[Option], choice: str) -> Option | None:
    # The options of a list that a page draws have no value of their own: then an empty text means none of them.
    by_value = [option for option in options if option.value == choice and (choice or not option.drawn)]
    # Values may be places in the list: the option labelled "17" has the value "16", and the next one "17".
    by_label = [option for option in options if choice and option.label == choice]
    by_words = [option for option in options if folded(option.label) == folded(choice)]
    for matching in (by_label, by_value, by_words):
        if matching:
            # Two options may share a label: prefer the one that is enabled.
            return next((option for option in matching if not option.disabled), matching[0])
    return _called_by_part(options, choice)


def _called_by_part(options: Sequence[Option], choice: str) -> Option | None:
    """The only option with this text behind its indent, in or before brackets, in its first line, or as its title."""
    by_bare = [option for option in options if _bare(option.label) == _bare(choice)]
    by_part = [option for option in options if folded(choice) in label_parts(option.label)]
    by_first = [option for option in options if option.first and folded(option.first) == folded(choice)]
    by_title = [option for option in options if option.title and folded(option.title) == folded(choice)]
    return next((found[0] for found in (by_bare, by_part, by_first, by_title) if len(found) == 1), None)


_INDENT = re.compile(r"[^\w(\[]+(?=[^\W\d_])")


def _bare(text: str) -> str:
    """A label without the signs before it, by which a list of levels is indented: `↳ Plans`, `-- Plans`."""
    return folded(_INDENT.sub("", text, count=1) if _INDENT.match(text) else text)


_BRACKETED = re.compile(r"(.+?)\s*[(\[](.+)[)\]]")


def label_parts(label: str) -> list[str]:
    """What a label has before brackets and in them: `Plain text (text/plain)`. A number in them only counts."""
    parts = _BRACKETED.fullmatch(label.strip())
    return [folded(part) for part in parts.groups() if not part.isdecimal()] if parts else []


def folded(text: str) -> str:
    """A text without regard to case, white space and the marks that nobody sees, as those for the direction of text."""
    return " ".join(_UNSEEN.sub("", text).split()).casefold()


_WORD = re.compile(r"\w+")


def is_alternative(shown: str, wanted: str) -> bool:
    """Whether a text may be another choice beside the one shown: it has one other word, as `25 per page` has."""
    words, others = (_WORD.findall(folded(text)) for text in (shown, wanted))
    differing = sum(one != other for one, other in zip(words, others, strict=False))
    return len(words) == len(others) > 1 and differing <= 1


def option_text(choice: WantedOption) -> str:
    """A wanted option as messages name it."""
    return (
        str(choice)
        if isinstance(choice, Choice)
        else f"index {choice}"
        if isinstance(choice, int)
        else repr(choice)
    )


def _near(labels: Sequence[str], text: str) -> list[str]:
    """The labels that hold a text; else those that are written most like it."""
    part = folded(text)
    holding = [label for label in labels if len(part) >= _SHORTEST_PIECE and part in folded(label)]
    return holding or difflib.get_close_matches(text, labels, n=3)


def offer(options: Sequence[Option], choice: WantedOption) -> str:
    """What a list offers instead, the nearest labels first."""
    labels = [option.label or option.value for option in options if not option.disabled]
    if not labels:
        return "The list has no option that can be chosen now."
    near = _near(labels, choice) if isinstance(choice, str) else []
    shown = ", ".join(repr(label) for label in (near or labels)[:_SHOWN])
    return f"Did you mean {shown}?" if near else f"It offers {shown}{', …' if len(labels) > _SHOWN else ''}."


def typed_for(choice: WantedOption) -> str | None:
    """What is typed to find a choice; None for one that is known by its place alone."""
    text = (
        choice
        if isinstance(choice, str)
        else (choice.label or choice.value)
        if isinstance(choice, Choice)
        else None
    )
    return text or None
