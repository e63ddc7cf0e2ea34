"""The language of the behaviour tables: a page, what is done on it, what must be true afterwards."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cdp_engine import act
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef
from tests.act.conftest import Stage

Step = Callable[[Stage], Awaitable[Any]]

MISSING = "nothing was refused"


@dataclass(frozen=True)
class Case:
    """`check` is a script whose value must be `wants`; `refused` is the code with which the last step must fail."""

    name: str
    html: str
    steps: Step | Sequence[Step]
    check: str = "window.hit"
    wants: Any = True
    refused: str | None = None

    async def run(self, stage: Stage) -> None:
        """Show the page, do the steps, look."""
        await stage.show_html(self.html)
        steps = [self.steps] if callable(self.steps) else list(self.steps)
        for step in steps[:-1]:
            await step(stage)
        if self.refused is None:
            await steps[-1](stage)
        else:
            with pytest.raises(NotActionable) as error:
                await steps[-1](stage)
            assert error.value.code == self.refused
        assert await stage.eval(self.check) == self.wants


async def found(stage: Stage, target: str) -> ScopedRef:
    """The ref of a selector; `0>1>#b` is `#b` in the second frame within the first one."""
    *path, selector = re.split(r"(?<=^\d)>|(?<=>\d)>", target)
    if not path:
        return await stage.ref(target)
    frame = stage.tab.frames.main
    for index in path:
        while len(children := stage.tab.frames.children(frame.id)) <= int(index):
            await stage.tab.changed(1.0)
        frame = children[int(index)]
        await stage.loaded(frame)
    return await stage.ref(selector, frame)


def table(*cases: Case) -> pytest.MarkDecorator:
    """One test for every case, named after it."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


def click(target: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        done = await act.click(stage.tab, await found(stage, target), **options)
        assert done.received is not False
        return done

    return step


def hover(target: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.hover(stage.tab, await found(stage, target), **options)

    return step


def fill(target: str, text: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.fill(stage.tab, await found(stage, target), text, **options)

    return step


def type_text(target: str | None, text: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.type_text(stage.tab, await found(stage, target) if target else None, text, **options)

    return step


def press(keys: str | Sequence[str], target: str | None = None, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.press(stage.tab, keys, await found(stage, target) if target else None, **options)

    return step


def select(target: str, *values: str | int | act.Choice, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.select(stage.tab, await found(stage, target), *values, **options)

    return step


def check(target: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.check(stage.tab, await found(stage, target), **options)

    return step


def uncheck(target: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.uncheck(stage.tab, await found(stage, target), **options)

    return step


def focus(target: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.focus(stage.tab, await found(stage, target), **options)

    return step


def drag(source: str, destination: str, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.drag(
            stage.tab, await found(stage, source), await found(stage, destination), **options
        )

    return step


def scroll(*arguments: Any, target: str | None = None, **options: Any) -> Step:
    async def step(stage: Stage) -> Any:
        return await act.scroll(
            stage.tab, await found(stage, target) if target else None, *arguments, **options
        )

    return step


def script(source: str) -> Step:
    async def step(stage: Stage) -> Any:
        return await stage.eval(source)

    return step
