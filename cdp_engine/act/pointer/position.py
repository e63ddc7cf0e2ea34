"""A point of an element: pixels from its top left corner, or shares of its size. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cdp_engine.errors import InvalidInput

Position = str | Sequence[float | str]
"""`(30, 12)`, in CSS px from the top left corner; `("50%", "20%")`, in shares of its size; `"30,12"`, `"50%,20%"`."""

Place = tuple[float | str, float | str]
"""A position that is valid: each a number of px, or a share with its %."""

_SHARE = re.compile(r"\s*-?\d+(\.\d+)?\s*%\s*")
_BETWEEN = re.compile(r"\s*[,;]\s*|\s+")
_BRACKETS = "()[] "
_UNIT_BEFORE = re.compile(r"^\s*px\b[\s:=]*")
"""`px 30,12`: the unit in front of both, as the tools' own description begins."""


def read_position(given: Position | None) -> Place | None:
    """The place that a caller means; None for the best visible point. Raises `InvalidInput`."""
    if given is None:
        return None
    if isinstance(given, str):
        parts = _BETWEEN.split(_UNIT_BEFORE.sub("", given, count=1).strip(_BRACKETS))
    else:
        parts = list(given)
    if len(parts) != 2:
        raise _invalid(given)
    return _read(parts[0], given), _read(parts[1], given)


def offset_of(place: Place, width: float, height: float) -> tuple[float, float]:
    """A place in px of an element of this size."""
    return _px(place[0], width), _px(place[1], height)


def _read(part: float | str, given: Position) -> float | str:
    if isinstance(part, str) and _SHARE.fullmatch(part):
        return part.replace(" ", "")
    try:
        return float(str(part).strip().removesuffix("px"))
    except ValueError:
        raise _invalid(given) from None


def _px(part: float | str, size: float) -> float:
    return float(part.rstrip("%")) / 100 * size if isinstance(part, str) else part


def _invalid(given: Position) -> InvalidInput:
    return InvalidInput(f"{given!r} is not a position", hint='Give px as "30,12" or shares as "50%,20%".')
