"""What a caller can expect of an action: seven outcomes, and alternatives of them (SX-14). Pure.

An expectation is built with the functions of `expect`, joined with `|`, or written as the mapping that a model sends:
`{"type": "navigation", "or_element_appears": "Thank you", "timeout": 2.0}`, or
`{"type": "navigation", "orOutcome": {"type": "element_appears", "text": "Thank you"}, "timeout": 2000}`: in a mapping
a timeout of 100 and more is in milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

import msgspec

from cdp_engine.errors import InvalidInput

OutcomeType = Literal[
    "navigation",
    "element_appears",
    "element_disappears",
    "value_changes",
    "state_changes",
    "any_change",
    "no_change",
]
OUTCOME_TYPES: tuple[str, ...] = get_args(OutcomeType)

VERIFY_SECONDS = 2.0
"""How long to wait for an expected outcome by default."""

MOST_SECONDS = 60.0
"""The longest time that one action waits for its outcome."""

_MILLISECONDS_FROM = 100.0
"""From here on a timeout in a mapping is in milliseconds, the unit of JSON's usual writers; below, in seconds."""

_TEXT_FIELD = {
    "navigation": "url",
    "element_appears": "text",
    "element_disappears": "text",
    "value_changes": "value",
    "state_changes": "state",
}
"""The field that a bare text after `or_<type>` fills."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One outcome. An empty field matches anything: any address, any value, any state."""

    type: OutcomeType
    url: str = ""
    """`navigation`: part of the address, or a pattern with `*`."""
    text: str = ""
    """Elements: a part of a visible text; case and spaces are ignored."""
    role: str = ""
    name: str = ""
    """Elements: the accessible role and the name or a part of it."""
    ref: str = ""
    """`element_disappears`, `value_changes`, `state_changes`: the element; empty for the action's target."""
    value: str | None = None
    """`value_changes`: what the field must hold; `state_changes`: what the state must be (`true`, `false`, `mixed`)."""
    state: str = ""
    """`state_changes`: `checked`, `expanded`, `selected`, `pressed`, `open`, `disabled`, …"""

    def __str__(self) -> str:
        words = self.type.replace("_", " ")
        details = [
            self.url,
            f"“{self.text}”" if self.text else "",
            self.role,
            f"“{self.name}”" if self.name else "",
        ]
        details += [self.ref, self.state, f"= {self.value!r}" if self.value is not None else ""]
        return " ".join([words, *(detail for detail in details if detail)])


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """Alternatives, one of which must come true within `timeout` seconds."""

    outcomes: tuple[Outcome, ...]
    timeout: float = VERIFY_SECONDS

    def __post_init__(self) -> None:
        if not 0 <= self.timeout <= MOST_SECONDS:
            raise InvalidInput(
                f"an expectation's timeout must be between 0 and {MOST_SECONDS:g} seconds; got {self.timeout:g}",
                hint="Give seconds: 2.0, not 2000.",
            )

    def __or__(self, other: Expectation) -> Expectation:
        return Expectation(outcomes=self.outcomes + other.outcomes, timeout=max(self.timeout, other.timeout))

    def within(self, seconds: float) -> Expectation:
        """The same expectation with another deadline. Raises `InvalidInput` outside 0 to 60 seconds."""
        return msgspec.structs.replace(self, timeout=seconds)

    def __str__(self) -> str:
        return " or ".join(map(str, self.outcomes))


Expected = Expectation | Outcome | str | Mapping[str, Any]
"""The type of `expect=`: a built expectation, the name of an outcome type, or a model's mapping."""


def as_expectation(expected: Expected) -> Expectation:
    """The expectation that the caller wrote. Raises `InvalidInput` where it is not valid."""
    if isinstance(expected, Expectation):
        return expected
    if isinstance(expected, Outcome):
        return Expectation(outcomes=(expected,))
    if isinstance(expected, str):
        return Expectation(outcomes=(_outcome({"type": expected}),))
    return _from_mapping(dict(expected))


def _from_mapping(words: dict[str, Any]) -> Expectation:
    timeout = words.pop("timeout", VERIFY_SECONDS)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float):
        raise InvalidInput(f"an expectation's timeout must be a number of seconds; got {timeout!r}")
    seconds = timeout / 1000 if timeout >= _MILLISECONDS_FROM else float(timeout)
    alternatives: list[Outcome] = []
    for key in [key for key in words if key.startswith(("or_", "or"))]:
        given = words.pop(key)
        kind = key[2:].lstrip("_")
        if kind in ("outcome", "Outcome", ""):
            several = cast("list[Any]", given) if isinstance(given, list) else [given]
            for one in several:
                alternatives.extend(as_expectation(one).outcomes)
        else:
            alternatives.append(_alternative(kind, given))
    return Expectation(outcomes=(_outcome(words), *alternatives), timeout=seconds)


def _alternative(kind: str, given: Any) -> Outcome:
    if isinstance(given, Mapping):
        return _outcome({**cast("Mapping[str, Any]", given), "type": kind})
    if isinstance(given, str) and kind in _TEXT_FIELD:
        return _outcome({"type": kind, _TEXT_FIELD[kind]: given})
    return _outcome({"type": kind})


def _outcome(words: dict[str, Any]) -> Outcome:
    if words.get("type") not in OUTCOME_TYPES:
        raise InvalidInput(
            f"unknown outcome {words.get('type')!r}",
            hint=f"Use one of {', '.join(OUTCOME_TYPES)}.",
        )
    unknown = sorted(words.keys() - set(Outcome.__struct_fields__))
    if unknown:
        raise InvalidInput(
            f"an outcome has no field {unknown[0]!r}", hint=f"Use {', '.join(Outcome.__struct_fields__)}."
        )
    try:
        outcome = msgspec.convert(words, Outcome)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"invalid expectation: {error}") from error
    if outcome.type in ("element_appears", "element_disappears") and not (
        outcome.text or outcome.role or outcome.name or outcome.ref
    ):
        raise InvalidInput(f"{outcome.type} needs a text, a role, a name or a ref", hint="Say which element.")
    return outcome
