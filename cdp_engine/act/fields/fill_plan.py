"""How a field is filled, and the value in the format that the field accepts. Pure."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dates.spelled_dates import iso_of, moment_iso_of, month_of, time_of

Way = Literal["insert", "assign", "keys"]
"""`insert`: select the contents and insert text like an input method. `assign`: set the value as a picker would.
`keys`: press the keys that the control reacts to."""

TYPED = frozenset(
    {"text", "search", "email", "url", "tel", "password", "number", "textarea", "contenteditable"}
)
"""Kinds of fields whose value is the text typed into them."""

_PATTERNS: dict[str, tuple[str, str]] = {
    "date": (r"\d{4,6}-\d{2}-\d{2}", "YYYY-MM-DD"),
    "time": (r"\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?", "HH:MM or HH:MM:SS"),
    "datetime-local": (r"\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?", "YYYY-MM-DDTHH:MM"),
    "month": (r"\d{4,6}-\d{2}", "YYYY-MM"),
    "week": (r"\d{4,6}-W\d{2}", "YYYY-Www, e.g. 2026-W07"),
    "color": (r"#[0-9a-f]{6}", "#rrggbb"),
    "range": (r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", "a number"),
}

_SPELLED = {"date": iso_of, "time": time_of, "datetime-local": moment_iso_of, "month": month_of}
"""How a value is read that spells its month, or is a time of twelve hours."""

_ELSEWHERE = {
    "checkbox": "Use check() or uncheck().",
    "radio": "Use check().",
    "file": "Use upload().",
    "select": "Use select().",
    "submit": "Use click().",
    "button": "Use click().",
    "reset": "Use click().",
    "image": "Use click().",
    "hidden": "A hidden field is not for people; find the visible control that sets it.",
}


class FillPlan(msgspec.Struct, frozen=True):
    """How to fill one field: the method, and the value in the field's own format."""

    way: Way
    value: str


_DATE_OR_TIME = re.compile(r"\s*(?:\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{1,2}:\d{2})(?!\w)")


def begins_with_date(text: str) -> bool:
    """Whether a text is a date or a time in numbers, or begins with one, or is a date that spells its month."""
    return _DATE_OR_TIME.match(text) is not None or iso_of(text) != text


def is_dated(text: str) -> bool:
    """Whether a text is such a date or time, or a month of a year."""
    return begins_with_date(text) or bool(month_of(text))


def is_field(kind: str) -> bool:
    """Whether a kind is a form control of HTML or editable text, not any element that may open a list."""
    return kind in TYPED or kind in _PATTERNS or kind in _ELSEWHERE


def plan_fill(kind: str, text: str) -> FillPlan | Refusal:
    """The plan for a field of `kind` (an input type, textarea, contenteditable, or a tag name), or the refusal.

    Dates and times are ISO 8601 as HTML writes them; a date or a month that is spelled, a time with AM or PM, a space
    before the time and `#abc` for a colour are accepted.
    """
    if kind in _ELSEWHERE:
        return Refusal(
            "not_editable",
            f"{'an' if kind == 'image' else 'a'} {kind} field does not take text",
            passing=False,
            hint=_ELSEWHERE[kind],
        )
    if kind in _PATTERNS:
        value = _in_form(kind, text)
        pattern, form = _PATTERNS[kind]
        if value != "" and not re.fullmatch(pattern, value):
            return Refusal(
                "not_editable",
                f"{text!r} is not a valid value for a {kind} field",
                passing=False,
                hint=f"Give {form}.",
            )
        if value == "" and kind in ("color", "range"):
            return Refusal(
                "not_editable", f"a {kind} field cannot be empty", passing=False, hint=f"Give {form}."
            )
        return FillPlan("assign", value)
    if kind in ("editor", "sections"):
        return FillPlan("keys", text.replace("\r\n", "\n"))
    if kind == "slider":
        value = text.strip()
        if not re.fullmatch(_PATTERNS["range"][0], value):
            return Refusal(
                "not_editable",
                f"{text!r} is not a valid value for a slider",
                passing=False,
                hint="Give a number.",
            )
        return FillPlan("keys", value)
    if kind == "number":
        value = text.strip()
        if value != "" and not re.fullmatch(_PATTERNS["range"][0], value):
            return Refusal(
                "not_editable",
                f"{text!r} is not a valid value for a number field",
                passing=False,
                hint="Give a number.",
            )
        return FillPlan("insert", value)
    if kind in TYPED:
        one_line = kind not in ("textarea", "contenteditable")
        return FillPlan("insert", re.sub(r"[\r\n]+", " ", text) if one_line else text.replace("\r\n", "\n"))
    return Refusal(
        "not_editable",
        f"a <{kind}> is not a field that takes text",
        passing=False,
        hint="Fill an input, a textarea or an editable region. A text edited in place wants click(), then type().",
    )


def _in_form(kind: str, text: str) -> str:
    value = text.strip()
    if kind in _SPELLED:
        value = _SPELLED[kind](value) or value
    if kind in ("time", "datetime-local"):
        # Browsers drop zero seconds, and milliseconds where there are none.
        value = re.sub(r"(:\d{2}):00(\.0+)?$", r"\1", value) if value.count(":") == 2 else value
    if kind == "color":
        value = value.lower()
        if re.fullmatch(r"#[0-9a-f]{3}", value):
            value = "#" + "".join(digit * 2 for digit in value[1:])
    return value
