"""The states and properties of elements, by the names that every view uses."""

from __future__ import annotations

import re
from collections.abc import Set

from cdp_engine.observe.model.columns import NodeColumns
from cdp_engine.observe.model.html_vocabulary import words

STATES = (
    "checked", "unchecked", "mixed", "selected", "current", "expanded", "collapsed", "pressed", "disabled", "readonly",
    "required", "invalid", "focused", "busy", "modal", "ascending", "descending",
)  # fmt: skip
"""All states, in the order in which a node lists them."""
EDITABLE_ROLES = words("textbox searchbox combobox spinbutton")

Properties = dict[str, str | int | float | bool]

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")


def repeats_number(said: str, value: str) -> bool:
    """Whether the words that a slider says for its number only repeat it, with a unit perhaps."""
    numbers = {found.replace(",", "") for found in _NUMBER.findall(said)}
    return value in numbers or any(_as_number(one) == _as_number(value) for one in numbers)


def _as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def store(columns: NodeColumns, row: int, states: Set[str], properties: Properties) -> None:
    """Write the states and properties of an element; no entry where it has none."""
    if states:
        held = tuple([state for state in STATES if state in states])
        if held:
            columns.states[row] = held
    if properties:
        columns.properties[row] = properties
