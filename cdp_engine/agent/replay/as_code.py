"""Recorded steps as a program on the library (pure)."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from cdp_engine.agent.replay.steps import Step, StepTarget, parameters_of

_OWN_NAMES = frozenset(
    ("page", "tab", "browser", "main", "os", "anyio", "cdp_engine", "locate", "str", "repr")
)
_PLACE = re.compile(r"(\{\{[a-z0-9_]+\}\}|\$\{secret:\w+\})")
_PLAIN_ROLE = re.compile(r"[a-z]+")
_CUT_NAME = 100
"""Names of this length may be the beginning of a longer one."""
_LISTS = ("text", "values", "files")
"""Arguments of tools that a method takes by place."""
_METHOD_NAMES = {"drag": {"position": "source_position", "to_position": "position"}}
"""Arguments of tools that have another name in a method."""


def as_code(steps: Iterable[Step]) -> str:
    """A program that does the steps; its parameters are those of `main`, secrets come from the environment."""
    known = list(steps)
    program = _Program(known)
    body = [f"        {line}" for line in program.lines()]
    parameters = sorted(program.parameters.items(), key=lambda one: one[1] is not None)
    given = ", ".join(
        f"{_identifier(name)}: str" + ("" if value is None else f" = {str(value)!r}")
        for name, value in parameters
    )
    text = "\n".join(body)
    imports = [
        *(["import os", ""] if "os.environ[" in text else []),
        "import anyio",
        "",
        "import cdp_engine",
        *(["from cdp_engine.agent import locate"] if "locate(" in text else []),
    ]
    needed = ", ".join(f"{name!r}" for name, value in parameters if value is None)
    typed = f', *[input(f"{{name}}: ") for name in ({needed},)]' if needed else ""
    return "\n".join(
        [
            *imports,
            "",
            "",
            f"async def main({given}) -> None:",
            "    async with cdp_engine.launch() as browser:",
            text,
            "",
            "",
            'if __name__ == "__main__":',
            f"    anyio.run(main{typed})",
            "",
        ]
    )


class _Program:
    """The lines of a program, with the tabs that are open at each of them."""

    def __init__(self, steps: list[Step]) -> None:
        self.parameters = parameters_of(steps)
        self._steps = steps
        self._open = [1]
        self._made = 1
        self._front, self._before = 1, list[int]()
        self._holds = any(step.do == "dialog" for step in steps)

    def lines(self) -> list[str]:
        """The body of `main`."""
        found = ["page = (await browser.pages())[0]", *self._policy()]
        asking = False
        for step in self._steps:
            found += self._dialog(step, asking) if step.do == "dialog" else self._lines(step)
            asking = step.effect == "dialog"
            if step.effect == "new_tab":
                self._opened()
        return found

    def _policy(self) -> list[str]:
        return ["await page.attach()", 'page.dialogs.policy = "hold"'] if self._holds else []

    def _lines(self, step: Step) -> list[str]:
        if step.do == "tabs":
            return self._tabs(step.arguments)
        given = dict(step.arguments)
        tab = given.pop("tab", None)
        if tab is None:
            return [_call(step, given, "page")]
        return [f"tab = {self._place(int(tab))}", _call(step, given, "tab")]

    def _tabs(self, given: Mapping[str, Any]) -> list[str]:
        """Another tab in front, or one that closes; in a workspace the one before it comes to the front."""
        number = int(given.get("tab") or self._front)
        if given.get("do") == "new":
            self._opened()
            self._before.append(self._front)
            self._front = self._made
            url = _value(given["url"]) if given.get("url") else ""
            return [f"page = await browser.new_page({url})", *self._policy()]
        if given.get("do") == "select":
            self._before.append(self._front)
            self._front = number
            return [f"page = {self._place(number)}", *self._policy()]
        closing = f"await {'page' if number == self._front else f'({self._place(number)})'}.close()"
        self._open = [one for one in self._open if one != number]
        self._before = [one for one in self._before if one != number]
        if number != self._front or not self._open:
            return [closing]
        self._front = self._before.pop() if self._before else self._open[-1]
        return [closing, f"page = {self._place(self._front)}"]

    def _opened(self) -> None:
        self._made += 1
        self._open.append(self._made)

    def _place(self, number: int) -> str:
        index = self._open.index(number) if number in self._open else number - 1
        return f"(await browser.pages())[{index}]"

    def _dialog(self, step: Step, asking: bool) -> list[str]:
        accept, text = bool(step.arguments.get("accept")), step.arguments.get("text")
        said = "" if text is None else _value(text)
        if asking:
            return [f"await page.dialogs.{f'accept({said})' if accept else 'dismiss()'}"]
        return [f"page.dialogs.answer_next(accept={accept}{f', text={said}' if said else ''}, lapses=True)"]


def _call(step: Step, given: dict[str, Any], page: str) -> str:
    """One step as a call of the page's method."""
    if step.do == "navigate":
        return f"await {page}.goto({_value(given.get('url', ''))})"
    if step.do == "back":
        return f"await {page}.{given.get('go', 'back')}()"
    if step.do == "resize":
        return f"await {page}.emulate(viewport=({given.get('width')}, {given.get('height')}))"
    if step.do == "emulate":
        named = [f"{name}={_value(value)}" for name, value in given.items() if name != "reset"]
        return f"await {page}.emulate({', '.join(named)})"
    if step.do == "wait":
        named = [
            f"{'timeout' if name == 'seconds' else name}={_value(value)}" for name, value in given.items()
        ]
        return f"(await {page}.wait_for({', '.join(named)})).raise_for_error()"
    if step.do == "fill_form":
        entries = ", ".join(f"{_name(target, page)}: {_value(value)}" for target, value in step.fields)
        return f"(await {page}.fill_form({{{entries}}})).raise_for_error()"
    return _action(step, given, page)


def _action(step: Step, given: dict[str, Any], page: str) -> str:
    """One action as a call of the page's method."""
    first = [_name(target, page) for target in (step.target, step.to) if target is not None]
    if step.do == "press":
        first.insert(0, _value(given.pop("keys", "")))
    if step.do == "type" and step.target is None:
        first.append("None")
    for name in _LISTS:
        value = given.pop(name, None)
        if value is not None:
            first += [_value(one) for one in cast("list[Any]", value if isinstance(value, list) else [value])]
    names = _METHOD_NAMES.get(step.do, {})
    named = [
        f"{names.get(name, name)}={_value(value)}"
        for name, value in given.items()
        if value not in ([], False)
    ]
    if step.effect == "navigated":
        named.append('expect="navigation"')
    return f"(await {page}.{step.do}({', '.join([*first, *named])})).raise_for_error()"


def _name(target: StepTarget, page: str) -> str:
    """An element by its name; one that others are called like by its other traits, too."""
    plain = _PLAIN_ROLE.fullmatch(target.role) and target.name and not set(target.name) & set("\"'")
    if plain and not target.near and len(target.name) < _CUT_NAME:
        return repr(f'{target.role} "{target.name}"')
    traits: dict[str, str] = msgspec.to_builtins(target)
    role, name = traits.pop("role", ""), traits.pop("name", "")
    if name:
        traits = {trait: value for trait, value in traits.items() if trait not in ("region", "tag")}
    named = "".join(f", {trait}={value!r}" for trait, value in traits.items() if value)
    return f"await locate({page}, {role!r}, {name!r}{named})"


def _value(value: Any) -> str:
    """A value as an expression; parameters and secrets in a text are joined with what is around them."""
    if not isinstance(value, str):
        return repr(value)
    parts = [part for part in _PLACE.split(value) if part]
    return " + ".join(_part(part) for part in parts) or "''"


def _part(text: str) -> str:
    if not _PLACE.fullmatch(text):
        return repr(text)
    return _identifier(text[2:-2]) if text.startswith("{{") else f"os.environ[{text[9:-1]!r}]"


def _identifier(name: str) -> str:
    """The name of a parameter as one of Python."""
    if not name.isidentifier() or keyword.iskeyword(name) or name in _OWN_NAMES:
        return f"given_{name}"
    return name
