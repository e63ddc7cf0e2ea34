"""The file of recorded steps: one JSON object a line, so that a run that is cut off leaves a valid file (pure).

{"do":"fill","target":{"role":"textbox","name":"Email",…},"with":{"text":"{{email}}"},"values":{"email":"ada@…"},
 "effect":"value"}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict, cast

import msgspec

from cdp_engine.errors import InvalidInput

_PARAMETER = re.compile(r"\{\{([a-z0-9_]+)\}\}")


class StepTarget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An element by its lasting traits: what a person would call it, and the place that it is in."""

    role: str = ""
    name: str = ""
    near: str = ""
    """The words around it, where others have this role and name."""
    apart: str = ""
    """Those of them that none of the others had around it."""
    region: str = ""
    tag: str = ""
    kind: str = ""
    """Type, name and placeholder of a field."""
    html_id: str = ""
    test_id: str = ""
    href: str = ""
    text: str = ""

    def __str__(self) -> str:
        near = f" in “{self.near[:60]}”" if self.near else ""
        return f'{self.role or self.tag} "{self.name or self.text}"{near}'


class Traits(TypedDict, total=False):
    """The traits of an element beside role and name, as keywords."""

    near: str
    apart: str
    region: str
    tag: str
    kind: str
    html_id: str
    test_id: str
    href: str
    text: str


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One tool call. `arguments` (`with`) has no refs: elements are `target`, `to` and `fields`."""

    do: str
    target: StepTarget | None = None
    to: StepTarget | None = None
    fields: tuple[tuple[StepTarget, Any], ...] = ()
    """The fields of `fill_form` with their values."""
    arguments: dict[str, Any] = msgspec.field(default_factory=dict[str, Any], name="with")
    values: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """What the parameters were when it was recorded."""
    effect: str = ""
    """The kind of effect that was verified."""

    def targets(self) -> list[StepTarget]:
        """The elements that it names."""
        own = [one for one in (self.target, self.to) if one is not None]
        return [*own, *(target for target, _ in self.fields)]

    def __str__(self) -> str:
        named = [*map(str, self.targets())] or [str(value) for value in self.arguments.values()]
        return " ".join([self.do, *named])


def read_steps(text: str) -> list[Step]:
    """The steps of a file. Raises `InvalidInput` with the number of a line that is not valid."""
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        if _is_no_step(line):
            continue
        try:
            steps.append(msgspec.json.decode(line, type=Step))
        except msgspec.MsgspecError as error:
            raise InvalidInput(f"line {number} is not a valid step: {error}") from error
    if not steps:
        raise InvalidInput(
            "there are no steps", hint="Record some with --record FILE of run, mcp, shell or open."
        )
    return steps


def written(steps: Iterable[Step]) -> str:
    """The steps as the text of a file."""
    return "".join(line_of(step) + "\n" for step in steps)


def rewritten(text: str, steps: Iterable[Step]) -> str:
    """A file's text with other steps in place of its own, in their order; comments and empty lines stay."""
    others = iter(steps)
    return "".join(f"{line if _is_no_step(line) else line_of(next(others))}\n" for line in text.splitlines())


def _is_no_step(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def line_of(step: Step) -> str:
    """A step as one line."""
    return msgspec.json.encode(step).decode()


def parameters_of(steps: Iterable[Step]) -> dict[str, Any]:
    """The parameters with their recorded values; None for those that were not kept."""
    found: dict[str, Any] = {}
    for step in steps:
        given = msgspec.json.encode([step.arguments, [value for _, value in step.fields]]).decode()
        for name in _PARAMETER.findall(given):
            found.setdefault(name, step.values.get(name))
    return found


def filled(value: Any, values: Mapping[str, Any]) -> Any:
    """A value with its parameters replaced."""
    if isinstance(value, str):
        return _PARAMETER.sub(lambda match: str(values[match[1]]), value)
    if isinstance(value, list | tuple):
        return [filled(one, values) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {name: filled(one, values) for name, one in cast("dict[str, Any]", value).items()}
    return value


def values_for(steps: Iterable[Step], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of all parameters. Raises `InvalidInput` for one that is unknown, or has none."""
    known = parameters_of(steps)
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise InvalidInput(
            f"there is no parameter {unknown[0]!r}", hint=f"There are: {', '.join(known) or 'none'}."
        )
    values = {**known, **given}
    missing = [name for name, value in values.items() if value is None]
    if missing:
        raise InvalidInput(f"the parameter {missing[0]!r} has no value", hint=f"--set {missing[0]}=…")
    return values
