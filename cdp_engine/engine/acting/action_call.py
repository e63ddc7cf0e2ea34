"""One call of an action: its arguments, validated before anything is done (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from inspect import signature
from typing import Any, TypedDict

from cdp_engine.act import DEFAULT_TIMEOUT, Action, FieldValue
from cdp_engine.errors import InvalidInput
from cdp_engine.track import Target
from cdp_engine.verify import QUIET_SECONDS, Expectation, Expected, as_expectation

LONGEST_QUIET = 30.0


class ActionOptions(TypedDict, total=False):
    """The options that every action takes."""

    since: int | None
    """The version of the answer that the caller acts on (FP-09)."""
    timeout: float | None
    """Seconds to wait until the element can take the action; 5 if not given."""
    expect: Expected | None
    """The outcome to verify; it then decides the success (SX-14)."""
    measure: bool
    """Whether to report what the action cost the page (CD-16)."""
    quiet: float | None
    """Seconds to wait for a first reaction of the page; 0.15 if not given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCall:
    """One action with its targets and arguments.

    Raises `InvalidInput` for an unknown option, an expectation that is not valid, and None for an element it needs.
    """

    action: Action
    targets: tuple[Target | None, ...]
    """The targets; first the element of the action, None for the page or the focused element."""
    options: ActionOptions
    positional: tuple[Any, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    fields: tuple[tuple[Target, FieldValue], ...] = ()
    """What to fill in, field by field, of an action that is done to several."""
    wanted: str | None = None
    """The value that the element should hold afterwards."""
    meant: tuple[str, ...] = ()
    """The refs of the elements, where the caller named one of them by its name."""
    submits: bool = False
    """Whether the action ends by submitting a form."""
    expectation: Expectation | None = field(init=False)
    quiet: float = field(init=False)
    """Seconds to wait for a first reaction of the page."""
    timeout: float = field(init=False)
    """Seconds to wait until the element can take the action."""

    def __post_init__(self) -> None:
        known = ActionOptions.__annotations__
        for name in self.options:
            if name not in known:
                own = [word for word in signature(self.action.run).parameters if word not in ("tab", "ref")]
                raise unknown_option(self.action.name, name, (*own, *known))
        if None in self.targets and self.action.needs_element:
            raise InvalidInput(
                f"{self.name} needs an element, not None", hint="Give its ref, or its role and name."
            )
        quiet, timeout = self.options.get("quiet"), self.options.get("timeout")
        if quiet is not None or timeout is not None:
            _check_seconds(quiet=quiet, timeout=timeout)
        quiet = QUIET_SECONDS if quiet is None else quiet
        if not 0 <= quiet <= LONGEST_QUIET:
            raise InvalidInput(f"quiet must be from 0 to {LONGEST_QUIET:g} seconds")
        expected = self.options.get("expect")
        object.__setattr__(self, "expectation", as_expectation(expected) if expected is not None else None)
        object.__setattr__(self, "quiet", quiet)
        object.__setattr__(self, "timeout", DEFAULT_TIMEOUT if timeout is None else timeout)

    @property
    def name(self) -> str:
        """Of the action."""
        return self.action.name

    @property
    def target(self) -> Target | None:
        """The element of the action, as the caller named it."""
        return self.targets[0]

    def by_refs(self, refs: tuple[Target | None, ...]) -> ActionCall:
        """The same call with refs in place of names."""
        pairs = [pair for pair in zip(self.targets, refs, strict=True) if pair[0] is not None]
        named = any(ref is not target for target, ref in pairs)
        meant = tuple(str(ref) for _, ref in pairs) if named else ()
        return replace(self, targets=refs, meant=meant)

    def for_field(self, target: Target, value: FieldValue) -> ActionCall:
        """The call for one of the fields."""
        return replace(self, targets=(target,), fields=(), positional=(value,))


def _check_seconds(**given: object) -> None:
    """Raise `InvalidInput` where a length of time is not a number."""
    for name, seconds in given.items():
        if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float)):
            message = f"{name} must be a number of seconds, not {seconds!r}"
            raise InvalidInput(message, hint="Give 2.5, for example.")


def unknown_option(action: str, name: str, known: Iterable[str]) -> InvalidInput:
    """The error for an option that does not exist, naming the nearest."""
    names = tuple(dict.fromkeys(known))
    near = get_close_matches(name, names, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"It takes {', '.join(names)}."
    return InvalidInput(f"{action} has no option {name!r}", hint=hint)
