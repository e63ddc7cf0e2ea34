"""Recorded steps as a program on the library (pure)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from cdp_engine.agent.replay.steps import Step, StepTarget, parameters_of

_OPENINGS = {"back": "back", "forward": "forward", "reload": "reload"}


def as_code(steps: Iterable[Step]) -> str:
    """A program that does the steps; its parameters are those of `main`, secrets come from the environment."""
    known = list(steps)
    parameters = parameters_of(known)
    given = ", ".join(
        f"{name}: str" + ("" if value is None else f" = {str(value)!r}")
        for name, value in sorted(parameters.items(), key=lambda one: one[1] is not None)
    )
    body = [f"        {line}" for step in known for line in _lines(step)]
    return "\n".join(
        [
            "import os",
            "",
            "import anyio",
            "",
            "import cdp_engine",
            "",
            "",
            f"async def main({given}) -> None:",
            "    async with cdp_engine.launch() as browser:",
            "        page = await browser.new_page()",
            *body,
            "",
            "",
            'if __name__ == "__main__":',
            "    anyio.run(main)",
            "",
        ]
    )


def _lines(step: Step) -> list[str]:
    given = step.arguments
    if step.do == "navigate":
        return [f"await page.goto({_value(given.get('url', ''))})"]
    if step.do == "back":
        return [f"await page.{_OPENINGS.get(str(given.get('go', 'back')), 'back')}()"]
    if step.do == "wait":
        named = ", ".join(f"{name}={_value(value)}" for name, value in given.items() if name != "seconds")
        return [f"(await page.wait_for({named})).raise_for_error()"]
    if step.do in ("dialog", "tabs"):
        return [f"# by hand: {step.do} {given}"]
    if step.do == "fill_form":
        entries = ", ".join(f"{_name(target)!r}: {_value(value)}" for target, value in step.fields)
        return [f"(await page.fill_form({{{entries}}})).raise_for_error()"]
    return [_action(step)]


def _action(step: Step) -> str:
    """One action as a call of the page's method."""
    given = dict(step.arguments)
    first = [repr(_name(target)) for target in (step.target, step.to) if target is not None]
    if step.do == "press":
        first.insert(0, _value(given.pop("keys", "")))
    if step.do == "type" and step.target is None:
        first.append("None")
    for name in ("text", "values", "files"):
        value = given.pop(name, None)
        if value is not None:
            first += [_value(one) for one in cast("list[Any]", value if isinstance(value, list) else [value])]
    named = [f"{name}={_value(value)}" for name, value in given.items() if value not in ([], False)]
    return f"(await page.{step.do}({', '.join([*first, *named])})).raise_for_error()"


def _name(target: StepTarget | None) -> str:
    return "focused" if target is None else f'{target.role} "{target.name or target.text}"'.strip()


def _value(value: Any) -> str:
    if not isinstance(value, str):
        return repr(value)
    if value.startswith("{{") and value.endswith("}}"):
        return value[2:-2]
    if value.startswith("${secret:") and value.endswith("}"):
        return f"os.environ[{value[9:-1]!r}]"
    return repr(value)
