"""Finds the wanted options of a list by value, label or index. Pure."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import msgspec

from cdp_engine.act.actionability import Refusal

_SHOWN = 12


class Option(msgspec.Struct, frozen=True):
    """One `<option>` of the page."""

    index: int
    value: str
    label: str
    disabled: bool = False
    selected: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One wanted option; it must meet every given criterion. A bare string means value or label, a number the index."""

    value: str | None = None
    label: str | None = None
    index: int | None = None

    def __str__(self) -> str:
        given = (("value", self.value), ("label", self.label), ("index", self.index))
        return ", ".join(f"{name} {wanted!r}" for name, wanted in given if wanted is not None) or "any option"


def match_options(
    options: Sequence[Option], wanted: Sequence[str | int | Choice], *, multiple: bool
) -> list[int] | Refusal:
    """Indices of the wanted options in the order of the request, or why they cannot be chosen.

    A string is tried as exact value, then as exact label, then as label ignoring case and white space.
    No wanted options clear the list.
    """
    if not multiple and len(wanted) > 1:
        return Refusal(
            "not_editable",
            f"this list takes one option, not {len(wanted)}",
            passing=False,
            hint="Name one.",
        )
    found: list[int] = []
    for wish in wanted:
        option = _find(options, wish)
        if option is None:
            return Refusal("option_not_found", f"no option {_said(wish)}", hint=_offer(options, wish))
        if option.disabled:
            return Refusal("disabled", f"option {option.label!r} is disabled")
        if option.index not in found:
            found.append(option.index)
    return found


def _find(options: Sequence[Option], wish: str | int | Choice) -> Option | None:
    if isinstance(wish, int):
        wish = Choice(index=wish)
    if isinstance(wish, Choice):
        for option in options:
            if (
                (wish.value is None or option.value == wish.value)
                and (wish.label is None or _folded(option.label) == _folded(wish.label))
                and (wish.index is None or option.index == wish.index)
            ):
                return option
        return None
    by_value = [option for option in options if option.value == wish]
    by_label = [option for option in options if option.label == wish]
    by_words = [option for option in options if _folded(option.label) == _folded(wish)]
    for matching in (by_value, by_label, by_words):
        if matching:
            # Two options may share a label: prefer the one that is enabled.
            return next((option for option in matching if not option.disabled), matching[0])
    return None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _said(wish: str | int | Choice) -> str:
    return str(wish) if isinstance(wish, Choice) else f"index {wish}" if isinstance(wish, int) else repr(wish)


def _offer(options: Sequence[Option], wish: str | int | Choice) -> str:
    labels = [option.label or option.value for option in options if not option.disabled]
    if not labels:
        return "The list has no option that can be chosen now."
    near = difflib.get_close_matches(wish, labels, n=3) if isinstance(wish, str) else []
    shown = ", ".join(repr(label) for label in (near or labels)[:_SHOWN])
    return f"Did you mean {shown}?" if near else f"It offers {shown}{', …' if len(labels) > _SHOWN else ''}."
